// The controls of a form: a choice, a date, a number with its unit, a list or a text.
import type { InputSchema } from "formulary";
import type { Shared } from "formulary/compiler";
import { choicesOf, type Detail, isNumber } from "./detail.ts";
import { described } from "./parts.tsx";
import { type Reading, unitOf } from "./reading.ts";
import { unitOptions, unitsFor } from "./units.ts";

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
/** One input, field of a row or entry, and the form that it stands in. */
export interface Control {
  name: string;
  /** JSON pointer. */
  path: string;
  schema: InputSchema;
  filled: Filled;
}

/** One control without label: a choice, a date, a number with its unit, a list or a text. */
export function One({ name, path, schema, filled, hint, label }: Control & { hint?: string; label?: string }) {
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
        <select
          name={`${name}.unit`}
          aria-label={`Unit of ${schema.title ?? name}`}
          dangerouslySetInnerHTML={{ __html: unitOptions(units, reading.typed.get(`${name}.unit`), shared) }}
        />
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

/** The id of a control by its name. */
export const idOf = (name: string) => `f-${name.replaceAll(".", "-")}`;
/** Whether nothing needs to stand in an input. */
export const isOptional = (name: string, { detail: { inputs } }: Filled) =>
  !inputs.required.includes(name) && inputs.properties[name]?.when === undefined && inputs.properties[name]?.default === undefined;

/** The sentence for a field, or for something inside its list. */
export function errorAt(path: string, { errors }: Filled): string | undefined {
  for (const [at, message] of errors) if (at === path || at.startsWith(`${path}/`)) return message;
  return undefined;
}

/** The first field that is at fault, for the focus. */
const firstFault = ({ errors }: Filled): string | undefined => errors.keys().next().value;

const defaultText = (value: unknown): string => (Array.isArray(value) ? value.join(" ") : String(value));
