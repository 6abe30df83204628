// The same arithmetic on express and mathjs, without validation.
import express from "express";
import { compile } from "mathjs";

const periods = { annually: 1, semiannually: 2, quarterly: 4, monthly: 12, daily: 365 };
const futureValue = compile("principal * (1 + rate / 100 / n) ^ (n * years)");
const totalInterest = compile("futureValue - principal");

const app = express();
app.use(express.json());
app.post("/api/v1/calculate", (request, response) => {
  const { calculator, inputs } = request.body;
  const scope = { ...inputs, n: periods[inputs.compounding ?? "annually"] };
  scope.futureValue = futureValue.evaluate(scope);
  const result = { futureValue: scope.futureValue, totalInterest: totalInterest.evaluate(scope) };
  response.json({ success: true, calculator, result });
});
const server = app.listen(0, "127.0.0.1", () => process.stdout.write(`express on http://127.0.0.1:${server.address().port}\n`));
