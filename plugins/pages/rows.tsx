// The control of an input that is a table: it has one empty row after those with text.
import type { InputSchema } from "formulary";
import { firstUnit, toWords } from "formulary/compiler";
import { countRows } from "../query/index.ts";
import { type ControlProps, errorAt, type FormState, InputControl, idOf, isOptional, unitSign } from "./controls.tsx";
import { FieldMessages } from "./parts.tsx";
import { removeRowSetting } from "./settings.ts";

/** A table of rows: those with text, and an empty one unless the table is full. */
export function Rows({ name, path, schema, form }: ControlProps) {
  const columns = Object.entries(schema.items!.properties ?? {});
  const [least, most] = [schema.minItems ?? 1, schema.maxItems ?? 100];
  const { texts } = form.values;
  const requested = Number(texts.get(`${name}.more`)) || 0;
  const count = Math.min(most, Math.max(least, countRows(name, texts) + 1, Math.min(requested, 50)));
  const id = idOf(name);
  const heads = columns.map(([column, each]) => columnHead(column, each, form));
  const optional = isOptional(name, form);
  return (
    <fieldset class="field keep-focus" id={`${id}-rows`} data-live="">
      <legend>
        {schema.title ?? toWords(name)}
        {optional && <span class="hint"> optional</span>}
      </legend>
      {schema.description && <p class="hint">{schema.description}</p>}
      <div class="scroll">
        <table class={heads.length > mostBeside ? "input-table stacked" : "input-table"} id={id}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th scope="col">{head}</th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, at) => (
              <Row name={`${name}.${at}`} path={`${path}/${at}`} columns={columns} heads={heads} form={form} number={at + 1} />
            ))}
          </tbody>
        </table>
      </div>
      {count < most && (
        <button class="secondary" type="submit" name={`${name}.more`} value={count + 1} data-add-row-to={id}>
          Add a row
        </button>
      )}
      <FieldMessages id={id} error={errorAt(path, form)} />
    </fieldset>
  );
}

/** Columns that stand beside each other on a phone; more of them stand below each other. */
const mostBeside = 2;

interface RowProps extends Omit<ControlProps, "schema"> {
  columns: [name: string, schema: InputSchema][];
  /** The heads of the columns, which stand beside each field on a phone. */
  heads: string[];
  /** From 1. */
  number: number;
}
function Row({ name, path, columns, heads, form, number }: RowProps) {
  return (
    <tr>
      {columns.map(([column, schema], at) => (
        <td data-label={heads.length > mostBeside ? heads[at] : undefined}>
          <Cell name={`${name}.${column}`} path={`${path}/${column}`} schema={schema} form={form} row={number} />
        </td>
      ))}
      <td>
        <button type="submit" class="remove" name={removeRowSetting} value={name} title={`Remove row ${number}`} />
      </td>
    </tr>
  );
}

function columnHead(column: string, schema: InputSchema, { environment }: FormState): string {
  const { before, after } = unitSign(firstUnit(schema.unit), environment);
  const unit = before ?? after;
  return `${schema.title ?? toWords(column)}${unit ? ` (${unit})` : ""}`;
}

function Cell({ name, path, schema, form, row }: ControlProps & { row: number }) {
  const label = `${schema.title ?? name}, row ${row}`;
  if (schema.type === "boolean") {
    const checked = (form.values.texts.get(name) ?? String(schema.default ?? false)) === "true";
    return (
      <>
        {schema.default === true && <input type="hidden" name={name} value="false" />}
        <input type="checkbox" name={name} value="true" aria-label={label} checked={checked} />
      </>
    );
  }
  return <InputControl name={name} path={path} schema={{ ...schema, unit: "" }} form={form} label={label} />;
}
