// The page for people who call the API: quick start, what may be asked, what is refused, how much.
import type { Plans } from "../accounts/index.ts";

/** What the page tells that a deployment decides. */
export interface Facts {
  plans: Plans;
  /** Every code an error can have, with its status and title. */
  codes: { code: string; status: number; title: string }[];
  /** Whether batches can be sent, agents are answered at /mcp, and keys are made on a dashboard. */
  hasBatch: boolean;
  hasAgents: boolean;
  hasDashboard: boolean;
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Text as HTML. */
const toHtml = (text: string): string => text.replace(/[&<>"]/g, (each) => escapes[each]!);

const question = { calculator: "compound-interest", inputs: { principal: 1000, rate: 5, years: 10 } };
const backwards = { ...question, inputs: { principal: 1000, rate: 5 }, solveFor: "years", target: { futureValue: 2000 } };
const uncertain = {
  calculator: "jump-height",
  inputs: { flight: { value: 550, unit: "ms", uncertainty: 5 }, mass: { value: 75, uncertainty: "1 %" } },
  sensitivity: true,
};
const ranged = { ...question, inputs: { principal: 1000, years: 10 }, over: { rate: { from: 1, to: 10, count: 10 } } };
const withSteps = { ...question, steps: true };
const units = { calculator: "jump-height", inputs: { flight: 550, mass: { value: 165, unit: "lb" } }, units: { height: "in" } };
/** Code to copy: by hand, or by its button where there is a script. */
const code = (text: string) =>
  `<div class="code"><pre tabindex="0"><code>${toHtml(text)}</code></pre><button type="button" class="link scripted" data-copy="code">Copy</button></div>`;
const json = (value: unknown) => code(JSON.stringify(value));
/** What the quick start answers, without the results that nobody asked for. */
export const sampleAnswer = {
  success: true,
  calculator: "compound-interest",
  normalizedInputs: { principal: 1000, rate: 5, years: 10, compounding: "annually" },
  result: {
    results: { futureValue: { value: 1628.89462677744, label: "Future value", unit: "$", formatted: "$1,628.89" } },
    explanation: "$1,000 at 5% a year, compounded annually, grows to $1,628.89 in 10 years; $628.89 of it is interest.",
  },
};

function table(heads: string[], rows: string[][]): string {
  const line = (cells: string[], kind: string) => `<tr>${cells.map((cell) => `<${kind}>${cell}</${kind}>`).join("")}</tr>`;
  return `<div class="scroll" tabindex="0"><table><thead>${line(heads, "th")}</thead><tbody>${rows.map((row) => line(row, "td")).join("")}</tbody></table></div>`;
}

const curl = (address: string) => `curl -s ${address}/api/v1/calculate \\
  -H 'Content-Type: application/json' -H "X-API-Key: $FORMULARY_KEY" \\
  -d '${JSON.stringify(question)}'`;
const byAddress = (
  address: string,
) => `curl -s "${address}/api/v1/calculators/compound-interest/calculate?principal=1000&rate=5&years=10" \\
  -H "Accept: text/plain" -H "X-API-Key: $FORMULARY_KEY"`;
const javascript = (address: string) => `const response = await fetch("${address}/api/v1/calculate", {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-API-Key": process.env.FORMULARY_KEY },
  body: JSON.stringify(${JSON.stringify(question)}),
});
const answer = await response.json();
if (!answer.success) throw new Error(answer.detail);
console.log(answer.result.results.futureValue.formatted, answer.result.explanation);`;
const python = (address: string) => `import json, os, urllib.request

request = urllib.request.Request(
    "${address}/api/v1/calculate",
    json.dumps(${JSON.stringify(question)}).encode(),
    {"Content-Type": "application/json", "X-API-Key": os.environ["FORMULARY_KEY"]},
)
answer = json.load(urllib.request.urlopen(request))
print(answer["result"]["results"]["futureValue"]["formatted"])`;

const pythonClient = (address: string) => `from formulary_client import Client, Problem

client = Client("${address}", key=os.environ["FORMULARY_KEY"])
try:
    answer = client.calculate(${JSON.stringify(question)})
    print(answer["result"]["results"]["futureValue"]["formatted"])
except Problem as problem:
    print(problem.code, problem.errors)`;

/** The page's content, for an address under which the server is reached. */
export function docsBody(facts: Facts, address: string): string {
  const [intro = "", ...sections] = sectionsOf(facts, address).split(/(?=<h2 )/);
  const contents = sections.map((section) => section.replace(/^<h2 id="(\w+)">(.*?)<\/h2>[\s\S]*/, '<li><a href="#$1">$2</a></li>'));
  const parts = sections.map((section) => `<section>${section}</section>`);
  return `<div class="stack"><section>${intro}<nav aria-label="Contents"><ul class="contents">${contents.join("")}</ul></nav></section>${parts.join("")}</div>`;
}

function sectionsOf({ plans, codes, hasBatch, hasAgents, hasDashboard }: Facts, address: string): string {
  const errors = [...codes].sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
  const planRows = [...plans.values()].map(({ name, calculations, keys }) => [
    toHtml(name),
    Number.isFinite(calculations) ? calculations.toLocaleString("en") : "unlimited",
    String(keys),
  ]);
  return `<h1>The Formulary API</h1>
<p>List calculators, read what each needs, and calculate. Everything can be read without a key; calculating needs one in the header
<code>X-API-Key</code>. <a href="/docs/reference">Reference with every field</a> · <a href="/openapi.json">OpenAPI 3.1 document</a> ·
<code>/api/v1/calculators/&lt;slug&gt;/openapi.json</code> for one calculator with typed inputs.</p>

<h2 id="start">Quick start</h2>
<p>${hasDashboard ? 'A key is made on the <a href="/dashboard">dashboard</a>, at once and free of charge; keep it in' : "Keep your key in"} <code>FORMULARY_KEY</code>.</p>
<h3>curl</h3>
${code(curl(address))}
<p>answers, among other results:</p>
${code(JSON.stringify(sampleAnswer, null, 2))}
<h3>JavaScript</h3>
${code(javascript(address))}
<h3>Python</h3>
${code(python(address))}

<h3>Clients</h3>
<p>In a clone of the project <code>npm run clients</code> writes a client with types for TypeScript and one for Python, generated from
<a href="/openapi.json">the OpenAPI document</a> (other generators take it, too):</p>
${code(pythonClient(address))}

<h2 id="find">Find a calculator</h2>
<p><code>GET /api/v1/calculators?q=compound&amp;category=finance&amp;limit=20</code> searches; typing errors are forgiven, and
<code>q</code> may be a whole problem of up to 2,000 characters. What matches less than half of it is left out; where nothing is left,
<code>suggestions</code> may name other queries. Numbers that can mean one thing only (<code>?q=5 ft in cm</code>) are in the <code>inputs</code> of the match. <code>?gives=pressure&amp;from=force,area</code> finds what computes a quantity from others.
<code>GET /api/v1/calculators/&lt;slug&gt;</code> answers everything that is needed to call one: its inputs as JSON Schema, outputs, formulas,
examples and references. Both carry an <code>ETag</code>: send it in <code>If-None-Match</code> and nothing new costs nothing.</p>

<h2 id="units">Units</h2>
<p>Every number is in the unit that the calculator declares, unless it says otherwise: <code>{ "value": 165, "unit": "lb" }</code> is
taken in any unit that converts, through the substance where there is one (mg/dL and mmol/L). <code>units</code> asks for outputs in other
units. <code>normalizedInputs</code> in the answer shows what was calculated with. Amounts of money are in your own currency and come as
plain numbers.</p>
${json(units)}

<h2 id="backwards">Backwards</h2>
<p>Leave a number input out, name it in <code>solveFor</code>, and say in <code>target</code> what one output is to reach. <code>solved</code>
holds every value within the input's range that does it, and <code>result</code> is the outcome at the first. Where the input is a whole
number and none meets the target, the first that goes beyond it is answered, and <code>reaches</code> is <code>at_least</code> or
<code>at_most</code>. <code>units</code> may name the unit of the input that is found. <code>solvable</code> in a calculator's detail
lists the pairs [input, output] that can be solved. What cannot be reached is answered 422 with how far the output goes.</p>
${json(backwards)}

<h2 id="steps">The working</h2>
<p><code>"steps": true</code> adds <code>result.steps</code>: every formula in the order of evaluation, as the calculator's file has it and as
LaTeX, with its numbers put in and its value. Numbers in <code>substituted</code> are in coherent SI, as formulas compute (5 % is 0.05).
Of a choice the branch is shown that was taken, and in <code>because</code> what decided it; of a list of more than ten elements the
first and last values and their number. <code>steps</code> goes with <code>solveFor</code>, too.</p>
${json(withSteps)}
<p>answers among others <code>${toHtml('{ "name": "futureValue", "substituted": "1000 × (1 + 0.05 / 1)^(1 × 10)", "formatted": "$1,628.89" }')}</code></p>

<h2 id="uncertainty">Uncertainty, and what moves the result</h2>
<p>A number may carry its standard uncertainty, in the unit of its value or as a share of it: <code>{ "value": 75, "uncertainty": "1 %" }</code>. Every
number output then has an <code>uncertainty</code>: its standard uncertainty, a text with digits that match ("37.1 ± 0.7 cm"), and a <code>budget</code>
with the share of each input. It is propagated to first order (JCGM 100:2008) and compared with up to 10,000 random draws (JCGM 101:2008); where the two
differ by more than 5 % the draws are answered, and <code>method</code> says so. <code>correlations</code> holds coefficients between such inputs:
<code>{ "voltage": { "current": -0.36 } }</code>. <code>"sensitivity": true</code> gives for each output and number input the derivative, the elasticity
and the change for 1 % less and more, the input that moves the result most first.</p>
${json(uncertain)}

<h2 id="over">A range of inputs</h2>
<p><code>over</code> names one or two inputs and the values that they take, as a list or as <code>{ "from": 1, "to": 10, "count": 10 }</code>, where needed with a
<code>unit</code> or <code>"scale": "log"</code>. The answer is a table, <code>result.results.table</code>, with a row for each of at most 400 points and a
column for each result that is a single value. Each point counts as a calculation. A point without a result is a row of <code>null</code>, and
<code>over.refused</code> says why.</p>
${json(ranged)}

<h2 id="revisions">Revisions and changes</h2>
<p>Every answer names the <code>revision</code> of its calculator, which changes with everything that could change an answer. Sent back in a request it
asks for that one: a calculator that has another one now answers 409. <code>GET /api/v1/changes?since=2026-01-31</code> lists what was added, changed or
withdrawn since then, for clients that keep a copy; <code>until</code> in the answer is the next <code>since</code>. A calculator that was withdrawn is 410,
or is answered by the one that replaces it.</p>

<h2 id="address">By address</h2>
<p><code>GET /api/v1/calculators/compound-interest/calculate?principal=1000&amp;rate=5&amp;years=10</code> answers what the same inputs by POST do, and counts the
same: for spreadsheets and shell scripts. Texts are read as people write them (<code>mass=165 lb</code>); lists are separated by spaces, rows are
<code>debts.0.balance</code>, and <code>units.height=in</code> asks for a unit. <code>Accept: text/plain</code> answers the first result alone,
<code>text/csv</code> the largest table. The key stays in the header, never in the address.</p>
${code(byAddress(address))}

${hasBatch ? batchText : ""}${hasAgents ? agentsText(address) : ""}<h2 id="plans">Plans and limits</h2>
<p>An allowance is per account and UTC day and is shared by its keys. Every answered calculation counts one, answers from the cache too, and a range of inputs
one for each point; whatever is refused counts nothing, but for one that used up its steps (<code>too_much_work</code>). <code>RateLimit</code> and <code>X-RateLimit-Remaining</code> say what is left, <code>Retry-After</code>
when to come back.</p>
${table(["Plan", "Calculations a day", "Keys"], planRows)}
<p>A body may have 64 KiB and must arrive within ten seconds. A calculation may take 100,000 steps, and a request 500,000, whatever it asks for: about
a tenth of a second of processor. Two searches backwards run at a time for a key. After 300 refused requests in a minute the next get 429.</p>

<h2 id="errors">Errors</h2>
<p>Every error is <code>application/problem+json</code> (RFC 9457) with one sentence in <code>detail</code>, a <code>code</code> that stays
when sentences change, and each fault at its place in <code>errors</code>, as a JSON pointer into the request.</p>
${table(
  ["Status", "Code", "Meaning"],
  errors.map(({ status, code: name, title }) => [String(status), `<code>${toHtml(name)}</code>`, toHtml(title)]),
)}`;
}

const batchText = `<h2 id="batch">Many at once</h2>
<p><code>POST /api/v1/calculate/batch</code> takes <code>{ "items": [ … ] }</code> with 1 to 100 bodies of <code>/calculate</code> (at most 512 KiB)
and answers each in its place: with what <code>/calculate</code> would have answered, or with a problem (<code>"success": false</code>). The
status is 200 whenever the batch itself could be read.</p>

`;

const agentsText = (address: string) => `<h2 id="agents">Agents</h2>
<p>Agents find, read and run calculators over the Model Context Protocol at <code>${toHtml(address)}/mcp</code> (streamable HTTP), with a key in
<code>X-API-Key</code> or as a bearer token. Most take a configuration such as:</p>
${code(JSON.stringify({ mcpServers: { formulary: { type: "http", url: `${address}/mcp`, headers: { "X-API-Key": "YOUR_KEY" } } } }, null, 2))}

`;
