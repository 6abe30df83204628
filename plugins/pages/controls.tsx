// The controls of a form: a choice, a date, a number with its unit, a list or a text.
import type { InputSchema, UnitChoice } from "formulary";
import { attempt, type Environment, prettyUnit, unitInWords, unitText } from "formulary/compiler";
import type { FormValues } from "../query/index.ts";
import { takesNumber } from "../solve/index.ts";
import { type Detail, labelledChoices } from "./detail.ts";
import { controlAttributes } from "./parts.tsx";
import type { UnitChoices } from "./unit-choices.ts";
import { type UnitSystem, unitIn } from "./unit-systems.ts";

/** What a form is rendered from: the calculator, the values of its controls, and the errors of the server. */
export interface FormState {
  detail: Detail;
  values: FormValues;
  /** Messages by JSON pointer of the field. */
  errors: Map<string, string>;
  /** Inputs that do not apply to the present values of others. */
  hidden: Set<string>;
  environment: Environment;
  unitChoices: UnitChoices;
  /** The units that the visitor prefers, for fields that are empty. */
  system?: UnitSystem | undefined;
}
/** One input, field of a row or list entry, and its form. */
export interface ControlProps {
  name: string;
  /** JSON pointer. */
  path: string;
  schema: InputSchema;
  form: FormState;
}

/** The attributes that every kind of control has. */
interface Attributes {
  name: string;
  id: string;
  "aria-describedby": string | undefined;
  "aria-label"?: string;
}

/** One control without label: a choice, a date, a number with its unit, a list or a text. */
export function InputControl({ name, path, schema, form, hint, label }: ControlProps & { hint?: string; label?: string }) {
  const text = form.values.texts.get(name) ?? (schema.default === undefined ? "" : defaultText(schema.default));
  const error = errorAt(path, form);
  const focus = error !== undefined && path === firstErrorPath(form);
  const described = controlAttributes(idOf(name), { hint, error, focus });
  // a control of a row has its messages below the rows
  const ofRow = label !== undefined && { "aria-describedby": error && `${idOf(name.split(".")[0]!)}-message`, "aria-label": label };
  const attributes: Attributes = { name, ...described, ...ofRow };
  const choices = labelledChoices(schema);
  if (choices) {
    const mayBeEmpty = !form.detail.inputs.required.includes(name) && schema.default === undefined;
    return (
      <select {...attributes}>
        {(mayBeEmpty || (text === "" && choices.length > 1)) && <option value="">{mayBeEmpty ? "—" : "Choose …"}</option>}
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
      <textarea {...attributes} rows={3} spellcheck={false}>
        {text}
      </textarea>
    );
  if (schema.format === "date") return <input {...attributes} type="date" value={text === "today" ? "" : text} />;
  if (schema.format === "clock") return <input {...attributes} type="time" value={text} />;
  if (!takesNumber(schema)) return <input {...attributes} value={text} maxlength={schema.maxLength} spellcheck={false} />;
  return <NumberControl attributes={attributes} text={text} schema={schema} form={form} />;
}

interface NumberControlProps {
  attributes: Attributes;
  text: string;
  schema: InputSchema;
  form: FormState;
}
function NumberControl({ attributes, text, schema, form }: NumberControlProps) {
  const { values, environment, unitChoices } = form;
  const { name } = attributes;
  const unit = unitText(schema.unit, values.inputs);
  const input = <input {...attributes} inputmode={schema.as ? "text" : "decimal"} value={text} />;
  if (unit === "") return input;
  if (mayChooseUnit(schema, form))
    return (
      <div class="quantity">
        {input}
        <select
          name={`${name}.unit`}
          aria-label={`Unit of ${schema.title ?? name}`}
          dangerouslySetInnerHTML={{
            __html: unitChoices.optionsFor(unit, {
              substance: schema.substance,
              chosen: unitOfField(name, schema, form),
              isLongForm: Object.keys(form.detail.inputs.properties).length > manyInputs,
            }),
          }}
        />
      </div>
    );
  const sign = unitSign(unit, environment);
  return (
    <div class="quantity">
      {sign.before && <span>{sign.before}</span>}
      {input}
      {sign.after && <span>{sign.after}</span>}
    </div>
  );
}

/** A form of more inputs than these is long. */
const manyInputs = 20;
/** Whether a field has a choice of units of its own. */
export const mayChooseUnit = ({ unit, as, substance }: InputSchema, { unitChoices }: FormState): boolean =>
  typeof unit === "string" && unit !== "" && !as && unitChoices.unitsFor(unit, substance).length > 0;

/** The unit that is chosen beside a number: the one that was sent, or in an empty field the one that the visitor prefers. */
export function unitOfField(name: string, schema: InputSchema, { values, system, unitChoices }: FormState): string {
  const declared = unitText(schema.unit, values.inputs);
  const sent = values.texts.get(`${name}.unit`);
  if (sent !== undefined || values.texts.get(name) || schema.default !== undefined) return sent ?? declared;
  const wanted = unitIn(system, declared);
  return wanted !== undefined && unitChoices.unitsFor(declared, schema.substance).includes(wanted) ? wanted : declared;
}

/** A unit as it is printed beside a field: a currency sign before it, any other unit after it. */
export function unitSign(unit: string, { currency, units }: Environment): { before?: string; after?: string } {
  if (unit === "") return {};
  if (unit === "currency") return { before: currency };
  if (/^currency\b/.test(unit)) return { after: unit.replace(/\bcurrency\b/g, currency) };
  const { symbol, plural, leading } = units.parse(unit);
  return leading ? { before: symbol } : { after: plural };
}

/** The unit of an answer in the head of a column: as beside a field where it is the declared one. */
export function unitInHead(unit: string | undefined, declared: UnitChoice | undefined, environment: Environment): string {
  if (unit === undefined) return "";
  const isDeclared = typeof declared === "string" && (unitInWords(declared) === unit || declared.startsWith("currency"));
  if (!isDeclared) return prettyUnit(unit);
  // a count noun is a word that no file of units knows
  const { before, after = "" } = attempt(() => unitSign(declared, environment)) ?? { after: unit };
  return before ?? after;
}

/** The id of a control by its name; "f" is for field. It is short, since a long form has hundreds of ids. */
export const idOf = (name: string) => `f-${name.replaceAll(".", "-")}`;
/** Whether an input may be left empty. */
export const isOptional = (name: string, { detail: { inputs } }: FormState) =>
  !inputs.required.includes(name) && inputs.properties[name]?.when === undefined && inputs.properties[name]?.default === undefined;

/** The message for a field, or for an entry of its list. */
export function errorAt(path: string, { errors }: FormState): string | undefined {
  for (const [at, message] of errors) if (at === path || at.startsWith(`${path}/`)) return message;
  return undefined;
}

/** The first field with an error, which gets the focus. */
const firstErrorPath = ({ errors }: FormState): string | undefined => errors.keys().next().value;

const defaultText = (value: unknown): string => (Array.isArray(value) ? value.join(" ") : String(value));
