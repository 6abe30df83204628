// The form of a calculator, made from the JSON Schema of its inputs.
import type { InputSchema } from "formulary";
import { attempt, convert, firstUnit, isChoice, rangeOf, toWords, unitText } from "formulary/compiler";
import { significant } from "formulary/functions";
import { isRows } from "../query/index.ts";
import { takesNumber } from "../solve/index.ts";
import { type ControlProps, errorAt, type FormState, InputControl, idOf, isOptional, mayChooseUnit, unitOfField } from "./controls.tsx";
import { controlAttributes, Field, FieldMessages } from "./parts.tsx";
import { Rows } from "./rows.tsx";

/** Every field of a calculator. One that does not apply now is an empty element, which the script fills later. */
export function FormFields({ form }: { form: FormState }) {
  return (
    <div class="fields">
      {Object.entries(form.detail.inputs.properties).map(([name, schema]) => {
        const field = form.hidden.has(name) ? null : <InputField name={name} path={`/inputs/${name}`} schema={schema} form={form} />;
        return schema.when === undefined ? (
          field
        ) : (
          <div class="keep-focus" id={`when-${name}`} data-live="" hidden={field === null}>
            {field}
          </div>
        );
      })}
    </div>
  );
}

function InputField(props: ControlProps) {
  const { name, path, schema, form } = props;
  if (isRows(schema)) return <Rows {...props} />;
  const id = idOf(name);
  const messages = { interpretation: form.values.interpretations.get(path), error: errorAt(path, form) };
  const title = schema.title ?? toWords(name);
  if (schema.type === "boolean") return <Checkbox {...props} id={id} title={title} />;
  const hint = [schema.description, hintOf(name, schema, form)].filter(Boolean).join(". ");
  const optional = isOptional(name, form) ? <span class="hint"> optional</span> : null;
  const label = (
    <>
      {title}
      {optional}
    </>
  );
  return (
    <Field id={id} label={label} hint={hint} {...messages}>
      <InputControl {...props} hint={hint} />
    </Field>
  );
}

function Checkbox({ name, path, schema, form, id, title }: ControlProps & { id: string; title: string }) {
  const checked = (form.values.texts.get(name) ?? String(schema.default ?? false)) === "true";
  const error = errorAt(path, form);
  return (
    <div class="field">
      <div class="checkbox">
        {schema.default === true && <input type="hidden" name={name} value="false" />}
        <input type="checkbox" name={name} value="true" checked={checked} {...controlAttributes(id, { hint: schema.description, error })} />
        <label for={id}>{title}</label>
      </div>
      {schema.description && (
        <p class="hint" id={`${id}-hint`}>
          {schema.description}
        </p>
      )}
      <FieldMessages id={id} error={error} />
    </div>
  );
}

/** What a field takes, in words: a range that is not too wide to help, or how a list is written. */
function hintOf(name: string, schema: InputSchema, form: FormState): string {
  const { values } = form;
  if (isChoice(schema) || schema.type === "boolean") return "";
  if (schema.type === "array") {
    if (schema.items?.type === "array") return "One row a line, numbers separated by spaces";
    return takesNumber(schema.items!) ? "Numbers separated by spaces or lines" : "One a line";
  }
  if (schema.variables)
    return `A formula of ${schema.variables.join(", ")}, for example ${schema.examples?.[0] ?? `${schema.variables[0]}^2 + 1`}`;
  if (schema.as) return `As ${schema.as} or as a number`;
  if (!takesNumber(schema)) return "";
  // the range of an input whose unit may be chosen is in the first unit
  if (unitText(schema.unit, values.inputs) !== firstUnit(schema.unit)) return "";
  const { low, high } = rangeOf(schema);
  if (low === undefined || high === undefined || Math.abs(high) >= 1e6) return "";
  const ends = mayChooseUnit(schema, form) ? rangeIn(unitOfField(name, schema, form), schema, form) : [low, high];
  return ends.every((end) => Number.isFinite(end) && Math.abs(end) < 1e7)
    ? `${significant(ends[0]!, 4)} to ${significant(ends[1]!, 4)}`
    : "";
}

/** The range of a number in a unit that its field offers. */
function rangeIn(unit: string, schema: InputSchema, { environment: { units, substances } }: FormState): number[] {
  const { low = 0, high = 0 } = rangeOf(schema);
  const declared = units.parse(firstUnit(schema.unit));
  const chosen = units.parse(unit, declared);
  const substance = schema.substance === undefined ? undefined : substances[schema.substance];
  // 0 L/100km has no mpg
  const ends = [low, high].map((end) =>
    chosen === declared ? end : (attempt(() => convert(end, declared, chosen, substance)) ?? Number.NaN),
  );
  return ends.sort((a, b) => a - b);
}
