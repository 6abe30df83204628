// The functions of a source file with their lengths and parameters, by the way the formatter lays code out.

export interface SourceFunction {
  name: string;
  /** Lines from its head to its closing brace. */
  lines: number;
  parameters: number;
}

/** The functions of a text that stand at its top level. */
export function functionsIn(text: string): SourceFunction[] {
  const lines = text.split("\n");
  const found: SourceFunction[] = [];
  for (let at = 0; at < lines.length; at++) {
    const name =
      /^(?:export )?(?:default )?(?:async )?function\*? ?(\w*)/.exec(lines[at]!)?.[1] ??
      /^(?:export )?const (\w+)\b.*=> [{(]$/.exec(lines[at]!)?.[1];
    if (name === undefined) continue;
    let end = at;
    while (end < lines.length - 1 && !/^[\])}]+;?$/.test(lines[end]!)) end++;
    const body = lines.slice(at, end + 1).join("\n");
    found.push({ name, lines: end - at + 1, parameters: parametersOf(body.slice(body.indexOf("(") + 1)) });
    at = end;
  }
  return found;
}

/** How many parameters stand before the parenthesis that closes a list of them. */
function parametersOf(text: string): number {
  let depth = 1;
  let commas = 0;
  let end = 0;
  for (; depth > 0 && end < text.length; end++) {
    if ("([{<".includes(text[end]!)) depth++;
    else if (")]}".includes(text[end]!) || (text[end] === ">" && text[end - 1] !== "=")) depth--;
    else if (text[end] === "," && depth === 1) commas++;
  }
  const list = text.slice(0, end - 1).trim();
  return list === "" ? 0 : commas + (list.endsWith(",") ? 0 : 1);
}
