// The same arithmetic on fastify, its ajv and mathjs: no keys, no counts, no cache, no formatted text, no explanation.
import fastify from "fastify";
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

const app = fastify();
app.post("/api/v1/calculate", { schema: { body } }, (request, reply) => {
  const { calculator, inputs } = request.body;
  const scope = { ...inputs, n: periods[inputs.compounding] };
  scope.futureValue = futureValue.evaluate(scope);
  const result = { futureValue: scope.futureValue, totalInterest: totalInterest.evaluate(scope) };
  reply.send({ success: true, calculator, result });
});
const address = await app.listen({ port: 0, host: "127.0.0.1" });
process.stdout.write(`fastify on ${address}\n`);
