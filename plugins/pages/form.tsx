// The form of a calculator, made from the JSON Schema of its inputs.
import { type InputSchema, type Shared, significant } from "../../src/index.ts";
import { choicesOf, type Detail, inWords, isNumber } from "./detail.ts";
import { described, Field, Said } from "./parts.tsx";
import { isRows, type Reading, rowsIn, unitOf } from "./reading.ts";
import { unitsFor } from "./units.ts";

/** What a form is drawn from: the calculator, what was typed, and what the server says to it by JSON pointer. */
export interface Filled {
  detail: Detail;
  reading: Reading;
  /** Sentences by JSON pointer of the field. */
  errors: Map<string, string>;
  /** Inputs that do not apply with what is chosen now. */
  hidden: Set<string>;
  shared: Shared;
}
interface Control {
  name: string;
  /** JSON pointer. */
  path: string;
  schema: InputSchema;
  filled: Filled;
}

/** Every field of a calculator; what does not apply now keeps an empty place, for the script. */
export function Fields({ filled }: { filled: Filled }) {
  return (
    <div class="fields">
      {Object.entries(filled.detail.inputs.properties).map(([name, schema]) => {
        const field = filled.hidden.has(name) ? null : <Input name={name} path={`/inputs/${name}`} schema={schema} filled={filled} />;
        return schema.when === undefined ? (
          field
        ) : (
          <div id={`when-${name}`} data-live hidden={field === null}>
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

const idOf = (name: string) => `f-${name.replaceAll(".", "-")}`;
const isOptional = (name: string, { detail: { inputs } }: Filled) =>
  !inputs.required.includes(name) && inputs.properties[name]?.when === undefined && inputs.properties[name]?.default === undefined;

/** The sentence for a field, or for something inside its list. */
function errorAt(path: string, { errors }: Filled): string | undefined {
  for (const [at, message] of errors) if (at === path || at.startsWith(`${path}/`)) return message;
  return undefined;
}

/** One control without label: a choice, a date, a number with its unit, a list or a text. */
function One({ name, path, schema, filled, hint, label }: Control & { hint?: string; label?: string }) {
  const { reading, detail } = filled;
  const text = reading.typed.get(name) ?? (schema.default === undefined ? "" : defaultText(schema.default));
  const error = errorAt(path, filled);
  const shared = {
    name,
    ...described(idOf(name), { hint, error, focus: error !== undefined && path === firstFault(filled) }),
    "aria-label": label,
  };
  const choices = choicesOf(schema);
  if (choices) {
    const free = !detail.inputs.required.includes(name) && schema.default === undefined;
    return (
      <select {...shared}>
        {(free || (text === "" && choices.length > 1)) && <option value="">{free ? "—" : "Choose …"}</option>}
        {choices.map(({ value, title }) => (
          <option value={value} selected={String(value) === text}>
            {title}
          </option>
        ))}
      </select>
    );
  }
  if (schema.type === "array")
    return (
      <textarea {...shared} rows={3} spellcheck={false}>
        {text}
      </textarea>
    );
  if (schema.format === "date") return <input {...shared} type="date" value={text === "today" ? "" : text} />;
  if (schema.format === "clock") return <input {...shared} type="time" value={text} />;
  if (!isNumber(schema))
    return <input {...shared} type="text" value={text} maxlength={schema.maxLength} autocomplete="off" spellcheck={false} />;
  return <Amount control={shared} text={text} schema={schema} name={name} filled={filled} />;
}

interface AmountProps {
  control: Record<string, unknown>;
  text: string;
  schema: InputSchema;
  name: string;
  filled: Filled;
}
function Amount({ control, text, schema, name, filled }: AmountProps) {
  const { reading, shared } = filled;
  const unit = unitOf(schema, reading.inputs);
  const input = <input {...control} type="text" inputmode={schema.as ? "text" : "decimal"} value={text} autocomplete="off" />;
  if (unit === "") return input;
  const units = typeof schema.unit === "string" && !schema.as ? unitsFor(unit, schema.substance, shared) : [];
  if (units.length > 0)
    return (
      <div class="amount">
        {input}
        <select name={`${name}.unit`} aria-label={`Unit of ${schema.title ?? name}`}>
          {units.map((each) => (
            <option value={each} selected={each === reading.typed.get(`${name}.unit`)}>
              {shared.units.parse(each).symbol}
            </option>
          ))}
        </select>
      </div>
    );
  const sign = unitSign(unit, shared);
  return (
    <div class="amount">
      {sign.before && <span>{sign.before}</span>}
      {input}
      {sign.after && <span>{sign.after}</span>}
    </div>
  );
}

/** A unit as it stands beside a field: money before it, everything else behind it. */
export function unitSign(unit: string, { currency, units }: Shared): { before?: string; after?: string } {
  if (unit === "") return {};
  if (unit === "currency") return { before: currency };
  if (/^currency\b/.test(unit)) return { after: unit.replace(/\bcurrency\b/g, currency) };
  const { symbol, plural, leading } = units.parse(unit);
  return leading ? { before: symbol } : { after: plural };
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

/** A table of rows: the filled ones, and one more as long as there may be more. */
function Rows({ name, path, schema, filled }: Control) {
  const { reading } = filled;
  const fields = Object.entries(schema.items!.properties ?? {});
  const [least, most] = [schema.minItems ?? 1, schema.maxItems ?? 100];
  const wished = Number(reading.typed.get(`${name}.more`)) || 0;
  const count = Math.min(most, Math.max(least, rowsIn(name, reading.typed) + 1, Math.min(wished, 50)));
  const id = idOf(name);
  const optional = isOptional(name, filled);
  return (
    <fieldset class="field">
      <legend>
        {schema.title ?? inWords(name)}
        {optional && <span class="hint"> optional</span>}
      </legend>
      {schema.description && <p class="hint">{schema.description}</p>}
      <div class="scroll">
        <table class="rows" id={id} data-most={most}>
          <thead>
            <tr>
              {fields.map(([field, each]) => (
                <th scope="col">{headOf(field, each, filled)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, at) => (
              <tr>
                {fields.map(([field, each]) => (
                  <td>
                    <Cell name={`${name}.${at}.${field}`} path={`${path}/${at}/${field}`} schema={each} filled={filled} row={at + 1} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count < most && (
        <button class="quiet" type="submit" name={`${name}.more`} value={count + 1} data-grow={id}>
          Add a row
        </button>
      )}
      <Said id={id} error={errorAt(path, filled)} />
    </fieldset>
  );
}

function headOf(field: string, schema: InputSchema, { shared }: Filled): string {
  const { before, after } = unitSign(unitOf(schema, {}), shared);
  const unit = before ?? after;
  return `${schema.title ?? inWords(field)}${unit ? ` (${unit})` : ""}`;
}

function Cell({ name, path, schema, filled, row }: Control & { row: number }) {
  const label = `${schema.title ?? name}, row ${row}`;
  if (schema.type === "boolean")
    return <input type="checkbox" name={name} value="true" aria-label={label} checked={filled.reading.typed.get(name) === "true"} />;
  return <One name={name} path={path} schema={{ ...schema, unit: "" }} filled={filled} label={label} />;
}

/** The first field that is at fault, for the focus. */
export const firstFault = ({ errors }: Filled): string | undefined => errors.keys().next().value;

const defaultText = (value: unknown): string => (Array.isArray(value) ? value.join(" ") : String(value));

/** What a field takes, in words: its range where that is worth saying, and how lists are written. */
function hintOf(schema: InputSchema, { reading }: Filled): string {
  if (choicesOf(schema) || schema.type === "boolean") return "";
  if (schema.type === "array") {
    if (schema.items?.type === "array") return "One row a line, numbers separated by spaces";
    return isNumber(schema.items!) ? "Numbers separated by spaces or lines" : "One a line";
  }
  if (schema.format === "expression")
    return `A formula of ${(schema.variables ?? []).join(", ")}, for example ${schema.variables?.[0]}^2 + 1`;
  if (schema.as) return `As ${schema.as} or as a number`;
  if (!isNumber(schema)) return "";
  // ranges are in the first unit of a choice
  if (typeof schema.unit === "object" && unitOf(schema, reading.inputs) !== unitOf(schema, {})) return "";
  const low = schema.minimum ?? schema.exclusiveMinimum;
  const high = schema.maximum ?? schema.exclusiveMaximum;
  if (low === undefined || high === undefined || Math.abs(high) >= 1e6) return "";
  return `${significant(low, 6)} to ${significant(high, 6)}`;
}
