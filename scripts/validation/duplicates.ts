// Rules across files: one slug, one subject, one formula.
import { CalcError, type Calculator } from "../../src/index.ts";
import type { Report } from "./rule.ts";
import type { Subject } from "./subject.ts";

/** Findings between files: slugs that meet, titles and aliases that meet, and calculators that give the same numbers. */
export function crossFindings(subjects: Subject[]): Report[] {
  return [...sameSlugs(subjects), ...sameNames(subjects), ...sameNumbers(subjects)];
}

function report(subject: Subject, rule: string, message: string, { severity = "error", path = [] as (string | number)[] } = {}): Report {
  return { rule, severity: severity as Report["severity"], file: subject.path, ...subject.document.locate(path), message };
}

function sameSlugs(subjects: Subject[]): Report[] {
  const first = new Map<string, Subject>();
  return subjects.flatMap((subject) => {
    const other = first.get(subject.slug);
    if (!other) first.set(subject.slug, subject);
    return other
      ? [report(subject, "duplicate-slug", `The slug "${subject.slug}" is already taken by ${other.path}: rename this file.`)]
      : [];
  });
}

const key = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function sameNames(subjects: Subject[]): Report[] {
  const owners = new Map<string, Subject>();
  const claims = subjects.map((subject) => ({
    subject,
    names: [...new Set([subject.definition.title, ...(subject.definition.aliases ?? [])].map((name) => key(String(name))))],
  }));
  for (const { subject, names } of claims) owners.set(names[0]!, subject);
  return claims.flatMap(({ subject, names }) =>
    names.flatMap((name, at) => {
      const other = owners.get(name);
      if (!other || other === subject) {
        if (!other) owners.set(name, subject);
        return [];
      }
      return [
        report(subject, "alias", `"${name}" also names ${other.path}: people who look for it must find one calculator.`, {
          severity: "warning",
          path: at === 0 ? ["title"] : ["aliases"],
        }),
      ];
    }),
  );
}

/** Numbers of a calculator at its first accepted points, in order of size: the same for renamed inputs and outputs. */
function fingerprint(subject: Subject, calculator: Calculator): string | undefined {
  const { inputs } = calculator.definition;
  const schemas = Object.values(inputs?.properties ?? {});
  if (
    subject.definition.converts !== undefined ||
    schemas.length < 2 ||
    schemas.some(({ type }) => type !== "number" && type !== "integer")
  )
    return undefined;
  // the same five values in every input, whatever its name or range
  const outcomes = [2, 3, 5, 7, 11].map((start) => {
    const values = Object.fromEntries(Object.keys(inputs!.properties).map((name, at) => [name, start + at]));
    try {
      const { results } = calculator.run(calculator.accept(values, "2026-01-15"));
      return Object.values(results)
        .map(({ value }) => (typeof value === "number" ? value.toPrecision(9) : "-"))
        .sort()
        .join(" ");
    } catch (error) {
      if (error instanceof CalcError) return "refused";
      throw error;
    }
  });
  return outcomes.includes("refused") ? undefined : outcomes.join("|");
}

function sameNumbers(subjects: Subject[]): Report[] {
  const owners = new Map<string, Subject>();
  return subjects.flatMap((subject) => {
    const calculator = subject.calculator();
    const print = calculator?.hasFormula ? fingerprint(subject, calculator) : undefined;
    if (print === undefined) return [];
    const other = owners.get(print);
    if (!other) owners.set(print, subject);
    const excused =
      other &&
      [subject, other].some(({ definition }) =>
        Object.keys((definition.sameAs as object) ?? {}).some((slug) => slug === subject.slug || slug === other.slug),
      );
    return other && !excused
      ? [
          report(
            subject,
            "duplicate-formula",
            `This computes the same numbers as ${other.path}: make them one calculator, or say why both exist with sameAs: { ${other.slug}: reason }.`,
          ),
        ]
      : [];
  });
}
