// Inputs that are tables of rows, which grow as they are filled.
import type { InputSchema } from "formulary";
import { type Control, errorAt, type Filled, idOf, isOptional, One, unitSign } from "./controls.tsx";
import { inWords } from "./detail.ts";
import { Said } from "./parts.tsx";
import { rowsIn, unitOf } from "./reading.ts";

/** A table of rows: the filled ones, and one more as long as there may be more. */
export function Rows({ name, path, schema, filled }: Control) {
  const { reading } = filled;
  const fields = Object.entries(schema.items!.properties ?? {});
  const [least, most] = [schema.minItems ?? 1, schema.maxItems ?? 100];
  const wished = Number(reading.typed.get(`${name}.more`)) || 0;
  const count = Math.min(most, Math.max(least, rowsIn(name, reading.typed) + 1, Math.min(wished, 50)));
  const id = idOf(name);
  const optional = isOptional(name, filled);
  return (
    <fieldset class="field keep" id={`${id}-rows`} data-live>
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
