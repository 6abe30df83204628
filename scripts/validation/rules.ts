// Every rule for one file.
import { choiceRules } from "./choices.ts";
import { coverageRules } from "./coverage.ts";
import { exampleFormRules } from "./example-form.ts";
import { formRules } from "./form.ts";
import { meaningRules } from "./meaning.ts";
import { numberRules } from "./numbers.ts";
import { presentationRules } from "./presentation.ts";
import type { Rule } from "./rule.ts";
import { sourceRules } from "./sources.ts";
import { spanRules } from "./spans.ts";

/** Every rule for one file, in the order in which they run. */
export const rules: Rule[] = [
  ...formRules,
  ...sourceRules,
  ...meaningRules,
  ...choiceRules,
  ...exampleFormRules,
  ...presentationRules,
  ...numberRules,
  ...spanRules,
  ...coverageRules,
];
