// The density of mixtures of ethanol and water by mass share and temperature.
import type { Functions, Value } from "formulary";
import { entry, failFormula, finiteNumber } from "formulary/functions";

// OIML R 22 (1975): International alcoholometric tables, the general formula and its coefficients.
const atTwenty = [
  998.20123, -192.9769495, 389.1238958, -1668.103923, 13522.15441, -88292.78388, 306287.4042, -613838.1234, 747017.2998, -547846.1354,
  223446.0334, -39032.85426,
];
const ofWater = [-0.20618513, -5.2682542e-3, 3.6130013e-5, -3.8957702e-7, 7.169354e-9, -9.9739231e-11];
/** For each power of the temperature from 20 °C, the factors of the powers of the mass share, from the first. */
const ofMixture = [
  [
    0.1693443461530087, -10.46914743455169, 71.96353469546523, -704.7478054272792, 3924.090430035045, -12101.64659068747, 22486.46550400788,
    -26055.62982188164, 18523.73922069467, -7420.201433430137, 1285.617841998974,
  ],
  [
    -0.0119301300505701, 0.2517399633803461, -2.170575700536993, 13.53034988843029, -50.29988758547014, 109.635566657757,
    -142.2753946421155, 108.043594285623, -44.14153236817392, 7.442971530188783,
  ],
  [
    -6.802995733503803e-4, 1.876837790289664e-2, -0.2002561813734156, 1.02299296671922, -2.895696483903638, 4.810060584300675,
    -4.672147440794683, 2.458043105903461, -0.5411227621436812,
  ],
  [4.075376675622027e-6, -8.76305857347111e-6, 6.515031360099368e-6, -1.51578483698721e-6],
  [-2.788074354782409e-8, 1.345612883493354e-8],
];
const [coldest, warmest] = [253.15, 313.15];

const valueAt = (coefficients: number[], x: number): number => coefficients.reduceRight((sum, each) => sum * x + each, 0);

function ethanolWaterDensity(share: Value, temperature: Value): number {
  const p = finiteNumber(share, "ethanolWaterDensity");
  const t = finiteNumber(temperature, "ethanolWaterDensity");
  if (p < 0 || p > 1) failFormula(`ethanolWaterDensity needs a mass share of ethanol from 0 to 1, not ${p}.`);
  if (t < coldest || t > warmest)
    failFormula(`ethanolWaterDensity needs a temperature from ${coldest} K to ${warmest} K (-20 to 40 °C), not ${t} K.`);
  const off = t - 293.15;
  const expansion = [0, ...ofMixture.map((row, power) => ofWater[power]! + p * valueAt(row, p))];
  return valueAt(atTwenty, p) + valueAt(expansion, off) + ofWater[5]! * off ** 6;
}

/** Functions of mixtures of ethanol and water. */
export const ethanol: Functions = {
  ethanolWaterDensity: {
    ...entry(
      "share temperature",
      "The density in kg/m³ of a mixture of ethanol and water by the mass share of ethanol (0 to 1), at a temperature in K from 253.15 to 313.15 (OIML R 22).",
      ["ethanolWaterDensity(1, 293.15)", 789.2391233],
      "densityOfShare",
      ethanolWaterDensity,
    ),
    cost: () => 10,
  },
};
