// Rules across files: one slug, one name, one formula.
import type { Calculator } from "formulary";
import { CalcError } from "formulary/compiler";
import type { CalculatorFile } from "./file.ts";
import { formOf } from "./normal-form.ts";
import type { ReportedFinding } from "./rule.ts";

/** What other files need to know of one: sent between threads. */
export interface Card {
  path: string;
  slug: string;
  /** Title and aliases, as they are compared. */
  names: string[];
  /** Slugs of files that may compute the same. */
  sameAs: string[];
  fingerprint?: string;
  /** Formulas as one tree, inputs without their names. */
  form?: string;
  /** Where a finding about each part stands. */
  places: Record<"file" | "title" | "aliases", { line: number; column: number }>;
}

/** The card of a file without errors. */
export function cardOf(file: CalculatorFile): Card {
  const { path, slug, definition, document } = file;
  const calculator = file.calculator();
  const print = calculator?.hasFormula ? fingerprintOf(file, calculator) : undefined;
  return {
    path,
    slug,
    names: [...new Set([definition.title, ...(definition.aliases ?? [])].map((name) => key(String(name))))],
    sameAs: Object.keys((definition.sameAs as object) ?? {}),
    ...(print !== undefined && { fingerprint: print }),
    ...(calculator?.hasFormula && formOf(file)),
    places: { file: document.locate([]), title: document.locate(["title"]), aliases: document.locate(["aliases"]) },
  };
}

/** Findings between files: slugs that meet, titles and aliases that meet, and calculators that give the same numbers. */
export function crossFindings(cards: Card[]): ReportedFinding[] {
  return [...sameSlugs(cards), ...sameNames(cards), ...nearTitles(cards), ...sameNumbers(cards)];
}

function finding({ path, places }: Card, rule: string, message: string, at: keyof Card["places"] = "file"): ReportedFinding {
  return { rule, severity: rule === "alias" || rule === "near-title" ? "warning" : "error", file: path, ...places[at], message };
}

function sameSlugs(cards: Card[]): ReportedFinding[] {
  const first = new Map<string, Card>();
  return cards.flatMap((card) => {
    const other = first.get(card.slug);
    if (!other) first.set(card.slug, card);
    return other ? [finding(card, "duplicate-slug", `The slug "${card.slug}" is already taken by ${other.path}: rename this file.`)] : [];
  });
}

const key = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function sameNames(cards: Card[]): ReportedFinding[] {
  const owners = new Map<string, Card>();
  for (const card of cards) owners.set(card.names[0]!, card);
  return cards.flatMap((card) =>
    card.names.flatMap((name, at) => {
      const other = owners.get(name);
      if (!other || other === card) {
        if (!other) owners.set(name, card);
        return [];
      }
      const message = `"${name}" also names ${other.path}: people who look for it must find one calculator.`;
      return [finding(card, "alias", message, at === 0 ? "title" : "aliases")];
    }),
  );
}

/** Numbers of a calculator at its first accepted points, in order of size: the same for renamed inputs and outputs. */
function fingerprintOf(file: CalculatorFile, calculator: Calculator): string | undefined {
  const { inputs } = calculator.definition;
  const schemas = Object.values(inputs?.properties ?? {});
  if (file.definition.converts !== undefined || schemas.length < 2 || schemas.some(({ type }) => type !== "number" && type !== "integer"))
    return undefined;
  // the same five values in every input, whatever its name or range
  const outcomes = [2, 3, 5, 7, 11].map((start) => {
    const values = Object.fromEntries(Object.keys(inputs!.properties).map((name, at) => [name, start + at]));
    try {
      return Object.values(calculator.values(calculator.accept(values, "2026-01-15")))
        .map((value) => (typeof value === "number" ? value.toPrecision(9) : "-"))
        .sort()
        .join(" ");
    } catch (error) {
      if (error instanceof CalcError) return "refused";
      throw error;
    }
  });
  return outcomes.includes("refused") ? undefined : outcomes.join("|");
}

const filling = new Set(["a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]);
/** The words of a title that carry it, singular and in order of the alphabet. */
const gist = (title: string) =>
  title
    .split(" ")
    .filter((word) => !filling.has(word))
    .map((word) => word.replace(/(?<=\w{3})s$/, ""))
    .sort()
    .join(" ");

function nearTitles(cards: Card[]): ReportedFinding[] {
  const owners = new Map<string, Card>();
  return cards.flatMap((card) => {
    const title = card.names[0]!;
    const other = owners.get(gist(title));
    if (!other) owners.set(gist(title), card);
    return other && other.names[0] !== title
      ? [finding(card, "near-title", `The title says nearly the same as that of ${other.path}: two subjects need two names.`, "title")]
      : [];
  });
}

function sameNumbers(cards: Card[]): ReportedFinding[] {
  const owners = new Map<string, Card>();
  return cards.flatMap((card) => {
    const marks = [card.fingerprint, card.form].filter((mark) => mark !== undefined);
    const other = marks.map((mark) => owners.get(mark)).find((owner) => owner !== undefined);
    for (const mark of marks) if (!owners.has(mark)) owners.set(mark, card);
    if (!other || card.sameAs.includes(other.slug) || other.sameAs.includes(card.slug)) return [];
    const cure = `make them one calculator, or say why both exist with sameAs: { ${other.slug}: reason }.`;
    return [finding(card, "duplicate-formula", `This computes the same as ${other.path}: ${cure}`)];
  });
}
