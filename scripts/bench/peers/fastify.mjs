// The same job on fastify: an API key, a limit per key and day, ajv, an LRU cache of ten minutes, mathjs, text for people.
import { createHash, randomUUID } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import fastify from "fastify";
import { LRUCache } from "lru-cache";
import { compile } from "mathjs";

const periods = { annually: 1, semiannually: 2, quarterly: 4, monthly: 12, daily: 365 };
const futureValue = compile("principal * (1 + rate / 100 / n) ^ (n * years)");
const totalInterest = compile("futureValue - principal");
const number = (maximum) => ({ type: "number", minimum: 0, maximum });
const body = {
  type: "object",
  required: ["calculator", "inputs"],
  additionalProperties: false,
  properties: {
    calculator: { type: "string" },
    inputs: {
      type: "object",
      required: ["principal", "rate", "years"],
      additionalProperties: false,
      properties: {
        principal: number(1e12),
        rate: number(100),
        years: number(200),
        compounding: { enum: Object.keys(periods), default: "annually" },
      },
    },
  },
};

const digest = (text) => createHash("sha256").update(text).digest("hex");
const accounts = new Map([[digest(process.env.KEY), { id: "account", limit: 1e9 }]]);
const cache = new LRUCache({ max: 100_000, ttl: 600_000 });
const money = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });
const plain = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

function calculate({ inputs }) {
  const { principal, rate, years, compounding } = inputs;
  const scope = { ...inputs, n: periods[compounding] };
  scope.futureValue = futureValue.evaluate(scope);
  const interest = totalInterest.evaluate(scope);
  const result = (label, value) => ({ value: Number(value.toPrecision(15)), label, unit: "$", formatted: money.format(value) });
  const results = { futureValue: result("Future value", scope.futureValue), totalInterest: result("Total interest", interest) };
  const explanation = `${money.format(principal)} at ${plain.format(rate)}% a year, compounded ${compounding}, grows to ${results.futureValue.formatted} in ${plain.format(years)} years; ${results.totalInterest.formatted} of it is interest.`;
  return { result: { results, explanation }, timestamp: new Date().toISOString() };
}

const app = fastify({ genReqId: ({ headers }) => headers["x-request-id"] ?? randomUUID(), requestIdHeader: false });
app.addHook("onRequest", async (request, reply) => {
  const account = accounts.get(digest(request.headers["x-api-key"] ?? ""));
  if (!account) return reply.code(401).send({ success: false, code: "missing_key" });
  request.account = account;
});
await app.register(rateLimit, {
  timeWindow: 86_400_000,
  max: ({ account }) => account?.limit ?? 0,
  keyGenerator: ({ account }) => account?.id ?? "",
});
app.post("/api/v1/calculate", { schema: { body } }, (request, reply) => {
  const { calculator, inputs } = request.body;
  const key = `${calculator}\n${JSON.stringify(inputs)}`;
  const known = cache.get(key);
  const outcome = known ?? calculate(request.body);
  if (!known) cache.set(key, outcome);
  reply.header("access-control-allow-origin", "*").header("cache-control", "no-store").header("x-request-id", request.id);
  if (known) reply.header("age", Math.floor((Date.now() - Date.parse(known.timestamp)) / 1000));
  return { success: true, calculator, normalizedInputs: inputs, ...outcome, cached: known !== undefined, revision: "1" };
});
const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`fastify on ${address}\n`);
