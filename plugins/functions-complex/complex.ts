// The functions of complex numbers, phasors and impedances.
import type { Functions, Value } from "formulary";
import { entry, failFormula, wholeNumber } from "formulary/functions";
import {
  argument,
  type Complex,
  complex,
  complexList,
  difference,
  finite,
  modulus,
  perNumber,
  polar,
  product,
  quotient,
  real,
  sum,
} from "./arithmetic.ts";
import {
  cosine,
  exponential,
  hyperbolicCosine,
  hyperbolicSine,
  hyperbolicTangent,
  logarithm,
  power,
  roots,
  sine,
  squareRoot,
  tangent,
} from "./elementary.ts";

function complexQuotient(a: Value, b: Value): Complex {
  const [x, y] = [complex(a, "complexQuotient"), complex(b, "complexQuotient")];
  if (y[0] === 0 && y[1] === 0) failFormula("complexQuotient cannot divide by 0.");
  return finite(quotient(x, y), "complexQuotient");
}

// Product over sum, divided only at the end: two branches in resonance have an infinite impedance, a third makes it
// finite.
function parallel(values: Value[]): Complex {
  const branches = complexList(values, "parallelImpedance");
  if (branches.length === 0) failFormula("parallelImpedance needs one impedance or more.");
  if (branches.some(([re, im]) => re === 0 && im === 0)) return [0, 0];
  let [over, under]: [Complex, Complex] = [
    [1, 0],
    [0, 0],
  ];
  let noise = 0;
  for (const z of branches) {
    const next = sum(product(under, z), over);
    noise = (noise * modulus(z) + modulus(over) + modulus(under) * modulus(z)) * scaleFor(z);
    over = product(over, z).map((x) => x * scaleFor(z)) as Complex;
    under = next.map((x) => x * scaleFor(z)) as Complex;
  }
  if (modulus(under) <= 1e-15 * noise) failFormula("These impedances are in parallel resonance: together they let no current through.");
  return finite(quotient(over, under), "parallelImpedance");
}
// a power of two near the impedance: the product of many stays within range, and nothing is rounded
const scaleFor = (z: Complex): number => 2 ** -Math.round(Math.log2(modulus(z)));

function allRoots(z: Value, n: Value): Complex[] {
  const degree = wholeNumber(real(n, "complexRoots"), "complexRoots", [1, 1000]);
  return roots(complex(z, "complexRoots"), degree);
}

const rootCost = ((_: Value, n: Value) => (typeof n === "number" ? Math.min(Math.abs(n) || 0, 1000) : 0)) as () => number;
const of = (name: string, summary: string, example: [string, Value], one: (z: Complex) => Complex, dimension = "plain") =>
  entry(
    "z",
    summary,
    example,
    dimension,
    perNumber(name, (z) => finite(one(z), name)),
  );

/** Complex numbers are [re, im], and a plain number stands for [x, 0]. */
export const complexFunctions: Functions = {
  complexSum: entry(
    "...z",
    "The sum of complex numbers [re, im], or of one list of them: phasors, impedances in series.",
    ["complexSum([1, 2], [3, -1])", [4, 1]],
    "vector",
    (...z: Value[]) => finite(complexList(z, "complexSum").reduce<Complex>(sum, [0, 0]), "complexSum"),
  ),
  complexDifference: entry(
    "a b",
    "a - b of complex numbers [re, im].",
    ["complexDifference([1, 2], [3, -1])", [-2, 3]],
    "vector",
    (a: Value, b: Value) => finite(difference(complex(a, "complexDifference"), complex(b, "complexDifference")), "complexDifference"),
  ),
  complexProduct: entry(
    "...z",
    "The product of complex numbers [re, im], or of one list of them.",
    ["complexProduct([0, 1], [0, 1])", [-1, 0]],
    "vectorProduct",
    (...z: Value[]) => finite(complexList(z, "complexProduct").reduce<Complex>(product, [1, 0]), "complexProduct"),
  ),
  complexQuotient: entry(
    "a b",
    "a / b of complex numbers [re, im].",
    ["complexQuotient([1, 0], [0, 1])", [0, -1]],
    "vectorQuotient",
    complexQuotient,
  ),
  complexPower: entry(
    "z exponent",
    "z to a real or complex power (principal value), exact for small whole powers.",
    ["complexPower([1, 1], 2)", [0, 2]],
    "plainList",
    (z: Value, exponent: Value) => finite(power(complex(z, "complexPower"), complex(exponent, "complexPower")), "complexPower"),
  ),
  complexRoot: {
    ...entry(
      "z degree",
      "The principal root of a whole degree, which has the argument nearest to 0.",
      ["complexRoot([-4, 0], 4)", [1, 1]],
      "plainList",
      (z: Value, n: Value) => allRoots(z, n)[0]!,
    ),
    cost: rootCost,
  },
  complexRoots: {
    ...entry(
      "z degree",
      "All roots of a whole degree, counterclockwise from the principal one.",
      [
        "complexRoots([16, 0], 4)",
        [
          [2, 0],
          [0, 2],
          [-2, 0],
          [0, -2],
        ],
      ],
      "plainList",
      allRoots,
    ),
    cost: rootCost,
  },
  complexSqrt: of(
    "complexSqrt",
    "The square root with a real part from 0, also for each complex number of a list.",
    ["complexSqrt([-4, 0])", [0, 2]],
    squareRoot,
    "half",
  ),
  complexExp: of(
    "complexExp",
    "e to a complex power, also for each complex number of a list.",
    ["complexExp([0, PI])", [-1, 0]],
    exponential,
  ),
  complexLog: of(
    "complexLog",
    "The principal natural logarithm, with an imaginary part from -π to π, also for each complex number of a list.",
    ["complexLog([0, 1])", [0, Math.PI / 2]],
    logarithm,
  ),
  complexSin: of("complexSin", "The sine of a complex number of radians.", ["complexSin([0, 1])", [0, Math.sinh(1)]], sine),
  complexCos: of("complexCos", "The cosine of a complex number of radians.", ["complexCos([0, 1])", [Math.cosh(1), 0]], cosine),
  complexTan: of("complexTan", "The tangent of a complex number of radians.", ["complexTan([0, 1])", [0, Math.tanh(1)]], tangent),
  complexSinh: of("complexSinh", "The hyperbolic sine of a complex number.", ["complexSinh([1, 0])", [Math.sinh(1), 0]], hyperbolicSine),
  complexCosh: of(
    "complexCosh",
    "The hyperbolic cosine of a complex number.",
    ["complexCosh([1, 0])", [Math.cosh(1), 0]],
    hyperbolicCosine,
  ),
  complexTanh: of(
    "complexTanh",
    "The hyperbolic tangent of a complex number (lossy lines).",
    ["complexTanh([1, 0])", [Math.tanh(1), 0]],
    hyperbolicTangent,
  ),
  conjugate: of(
    "conjugate",
    "The conjugate [re, -im], also for each complex number of a list.",
    ["conjugate([3, 4])", [3, -4]],
    ([re, im]) => [re, -im],
    "keep",
  ),
  modulus: entry(
    "z",
    "The modulus |z|, also for each complex number [re, im] of a list.",
    ["modulus([3, 4])", 5],
    "element",
    perNumber("modulus", modulus),
  ),
  argument: entry(
    "z",
    "The angle of a complex number, above -180° and up to 180° (0 for z = 0), also for each complex number of a list.",
    ["argument([0, 2])", Math.PI / 2],
    "pureOfPairs",
    perNumber("argument", argument),
  ),
  fromPolar: entry(
    "modulus angle",
    "The complex number [re, im] of a modulus and an angle: a phasor; exact at multiples of 15°.",
    ["fromPolar(2, PI / 2)", [0, 2]],
    "listOf",
    (size: Value, angle: Value) => finite(polar(real(size, "fromPolar"), real(angle, "fromPolar")), "fromPolar"),
  ),
  parallelImpedance: entry(
    "...z",
    "The impedance [re, im] of impedances (or resistances) in parallel, as separate arguments or as one list of [re, im].",
    ["parallelImpedance([10, 0], [0, 10])", [5, 5]],
    "vector",
    (...z: Value[]) => parallel(z),
  ),
};
