// The form of a calculator, made from the JSON Schema of its inputs.
import type { InputSchema } from "formulary";
import { significant } from "formulary/functions";
import { type Control, errorAt, type Filled, idOf, isOptional, One } from "./controls.tsx";
import { choicesOf, inWords, isNumber } from "./detail.ts";
import { described, Field, Said } from "./parts.tsx";
import { isRows, unitOf } from "./reading.ts";
import { Rows } from "./rows.tsx";

/** Every field of a calculator; what does not apply now keeps an empty place, for the script. */
export function Fields({ filled }: { filled: Filled }) {
  return (
    <div class="fields">
      {Object.entries(filled.detail.inputs.properties).map(([name, schema]) => {
        const field = filled.hidden.has(name) ? null : <Input name={name} path={`/inputs/${name}`} schema={schema} filled={filled} />;
        return schema.when === undefined ? (
          field
        ) : (
          <div class="keep" id={`when-${name}`} data-live hidden={field === null}>
            {field}
          </div>
        );
      })}
    </div>
  );
}

function Input(control: Control) {
  const { name, path, schema, filled } = control;
  if (isRows(schema)) return <Rows {...control} />;
  const id = idOf(name);
  const said = { heard: filled.reading.heard.get(path), error: errorAt(path, filled) };
  const title = schema.title ?? inWords(name);
  if (schema.type === "boolean") return <Tick {...control} id={id} title={title} />;
  const hint = [schema.description, hintOf(schema, filled)].filter(Boolean).join(". ");
  const optional = isOptional(name, filled) ? <span class="hint"> optional</span> : null;
  const label = (
    <>
      {title}
      {optional}
    </>
  );
  return (
    <Field id={id} label={label} hint={hint} {...said}>
      <One {...control} hint={hint} />
    </Field>
  );
}

function Tick({ name, path, schema, filled, id, title }: Control & { id: string; title: string }) {
  const { reading } = filled;
  const on = (reading.typed.get(name) ?? String(schema.default ?? false)) === "true";
  const error = errorAt(path, filled);
  return (
    <div class="field">
      <div class="check">
        {schema.default === true && <input type="hidden" name={name} value="false" />}
        <input type="checkbox" name={name} value="true" checked={on} {...described(id, { hint: schema.description, error })} />
        <label for={id}>{title}</label>
      </div>
      {schema.description && (
        <p class="hint" id={`${id}-hint`}>
          {schema.description}
        </p>
      )}
      <Said id={id} error={error} />
    </div>
  );
}

/** What a field takes, in words: its range where that is worth saying, and how lists are written. */
function hintOf(schema: InputSchema, { reading }: Filled): string {
  if (choicesOf(schema) || schema.type === "boolean") return "";
  if (schema.type === "array") {
    if (schema.items?.type === "array") return "One row a line, numbers separated by spaces";
    return isNumber(schema.items!) ? "Numbers separated by spaces or lines" : "One a line";
  }
  if (schema.variables) return `A formula of ${(schema.variables ?? []).join(", ")}, for example ${schema.variables?.[0]}^2 + 1`;
  if (schema.as) return `As ${schema.as} or as a number`;
  if (!isNumber(schema)) return "";
  // ranges are in the first unit of a choice
  if (typeof schema.unit === "object" && unitOf(schema, reading.inputs) !== unitOf(schema, {})) return "";
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  if (low === undefined || high === undefined || Math.abs(high) >= 1e6) return "";
  return `${significant(low, 6)} to ${significant(high, 6)}`;
}
