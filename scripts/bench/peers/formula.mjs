// Evaluates the formulas with expr-eval, mathjs, or JavaScript written by hand.
import { Parser } from "expr-eval";
import { compile } from "mathjs";
import { time } from "../timing.mjs";

const byHand = {
  "kinetic energy": ({ mass, speed }) => (mass * speed ** 2) / 2,
  "compound interest": ({ principal, rate, n, years }) => principal * (1 + rate / 100 / n) ** (n * years),
  "loan payment": ({ principal, rate, n }) => (principal * rate * (1 + rate) ** n) / ((1 + rate) ** n - 1),
  "stress area": ({ pitchDiameter, rootDiameter }) => (Math.PI / 4) * ((pitchDiameter + rootDiameter) / 2) ** 2,
  "larger root": ({ a, b, c }) => (-b + Math.sqrt(b ** 2 - 4 * a * c)) / (2 * a),
  projectile: ({ speed, angle, gravity }) => (speed ** 2 * Math.sin(2 * angle)) / gravity,
  decay: ({ amount, time: elapsed, half }) => amount * Math.exp((-elapsed * Math.LN2) / half),
  "prediction error": ({ deviation, n, x, mean, squares }) => deviation * Math.sqrt(1 + 1 / n + (x - mean) ** 2 / squares),
  "tax with a threshold": ({ income, threshold, rate }) => (income > threshold ? ((income - threshold) * rate) / 100 : 0),
  "between two bounds": ({ low, high, value, factor }) => Math.max(low, Math.min(high, value * factor)),
  "body mass index": ({ weight, height }) => weight / (height / 100) ** 2,
  "Elo expectation": ({ first, second }) => 1 / (1 + 10 ** ((second - first) / 400)),
};

const [rival, milliseconds] = process.argv.slice(2);
const parser = new Parser();
const rivals = {
  "expr-eval": (formula) => {
    const expression = parser.parse(formula);
    return { evaluate: (row) => expression.evaluate(row) };
  },
  mathjs: (formula) => {
    const compiled = compile(formula);
    return { evaluate: (row) => compiled.evaluate(row) };
  },
  // mathjs uses a Map inside: an object would be wrapped at every evaluation
  "mathjs-map": (formula) => {
    const compiled = compile(formula);
    return { evaluate: (scope) => compiled.evaluate(scope), place: (row) => new Map(Object.entries(row)) };
  },
  javascript: (_, __, name) => ({ evaluate: byHand[name] }),
};
time(rivals[rival], Number(milliseconds));
