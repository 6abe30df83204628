// A catalogue of some calculators whose input has a unit with a choice.
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { smallCatalogue } from "./served.ts";

/** The folder of the catalogue. */
export async function folderWith(): Promise<string> {
  const folder = await smallCatalogue();
  await cp("catalog/_units.yaml", join(folder, "_units.yaml"));
  const fileOf = (mass: number) => `title: Load
description: Two of them.
subcategory: interest-basics
inputs: { type: object, required: [mass], properties: { mass: { type: number, title: Mass, unit: kg, minimum: 1, maximum: 100 } } }
formulas: { total: 2 * mass }
outputs: { total: { label: Total, unit: kg, decimals: 0 } }
explanation: "{{ total }}"
examples: [{ title: Seventy kilograms, inputs: { mass: ${mass} }, outputs: { total: ${2 * mass} }, origin: derived }]
`;
  const brackets = `title: Progressive
description: A rate.
subcategory: interest-basics
inputs:
  type: object
  required: [amount, brackets]
  properties:
    amount: { type: number, title: Amount, minimum: 0, maximum: 1000 }
    brackets:
      type: array
      title: Brackets
      maxItems: 3
      items:
        type: object
        required: [from, rate]
        properties: { from: { type: number, title: From, minimum: 0, maximum: 1000 }, rate: { type: number, title: Rate, unit: "%", minimum: 0, maximum: 100 } }
formulas: { tax: amount * sum(brackets.rate) + sum(brackets.from) }
outputs: { tax: { label: Tax } }
explanation: "{{ tax }}"
`;
  await writeFile(join(folder, "finance/progressive.yaml"), brackets);
  await writeFile(join(folder, "finance/load.yaml"), fileOf(70));
  await writeFile(join(folder, "finance/least.yaml"), fileOf(1));
  await writeFile(join(folder, "finance/most.yaml"), fileOf(100));
  return folder;
}
