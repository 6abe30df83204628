import { failSyntax } from "../errors.ts";

/** Splits "…{{ expression }}…" into texts and expressions, which alternate; throws where braces do not match. */
export function splitTemplate(template: string): { texts: string[]; expressions: string[] } {
  const texts: string[] = [];
  const expressions: string[] = [];
  let rest = template;
  for (;;) {
    const open = rest.indexOf("{{");
    const stray = rest.slice(0, open < 0 ? undefined : open).indexOf("}}");
    if (stray >= 0) failSyntax('"}}" stands without "{{" before it.');
    if (open < 0) return { texts: [...texts, rest], expressions };
    const close = rest.indexOf("}}", open);
    if (close < 0) failSyntax('"{{" stands without "}}" after it.');
    texts.push(rest.slice(0, open));
    expressions.push(rest.slice(open + 2, close).trim());
    rest = rest.slice(close + 2);
  }
}
