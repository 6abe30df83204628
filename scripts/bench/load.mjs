// Sends load from its own process. The options are JSON in the first argument; the figures go to standard output.
import autocannon from "autocannon";

const { url, path, method = "GET", headers = {}, questions, from = 0, seconds, amount, connections, expect } = JSON.parse(process.argv[2]);

// all inputs different, or the same hundred again and again
let next = from;
const kinds = { distinct: () => next++, repeated: () => next++ % 100 };
const bodyOf = (n) =>
  JSON.stringify({
    calculator: "compound-interest",
    inputs: { principal: 1000 + n / 100, rate: 1 + (n % 900) / 100, years: 1 + (n % 40) },
  });

const request = {
  method,
  path,
  headers: { ...headers, ...(questions && { "content-type": "application/json" }) },
  ...(questions && { setupRequest: (prepared) => ({ ...prepared, body: bodyOf(kinds[questions]()) }) }),
};
const until = amount ? { amount } : { duration: seconds };
const { requests, latency, errors, timeouts, non2xx, mismatches } = await autocannon({
  url,
  connections,
  ...until,
  requests: [request],
  ...(expect && { verifyBody: (body) => String(body).includes(expect) }),
});
const figures = { answered: requests.total, perSecond: requests.average, p50: latency.p50, p99: latency.p99 };
process.stdout.write(JSON.stringify({ ...figures, failed: errors + timeouts + non2xx, unexpected: mismatches }));
