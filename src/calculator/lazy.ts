// A calculator of the catalogue: compiled when it is first used, and again when many others were used since.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { CalcError } from "../errors.ts";
import type { Calculator, Card, Definition, Finding, Outcome, Result, Source, Trace, ValidInputs, Values } from "../types.ts";
import { type CompiledDefinition, cardOf, compileDefinition, type Runnable } from "./calculator.ts";
import { describe } from "./detail.ts";
import type { Environment } from "./kinds/kind.ts";

/** Where and by whom calculators are made; `engine` names the program, so that another version never shares its cache. */
export interface CalculatorContext {
  environment: Environment;
  /** Digest of the shared files and the engine. */
  revision: string;
  urlOf: (slug: string) => string;
  /** Compiled calculators that were used recently; others are compiled again on use. */
  recent?: LRUCache<object, Runnable>;
}

/** A cache of at most `max` compiled calculators. */
export const createRecent = (max: number): LRUCache<object, Runnable> => new LRUCache({ max });

/** A calculator from a file's definition; compiles on first use unless `done` is given, and throws a CalcError when it cannot. */
export function createCalculator(source: Source, context: CalculatorContext, done?: CompiledDefinition): Calculator & Checkable {
  const { recent = createRecent(1) } = context;
  const calculator = new LazyCalculator(source, context, recent);
  if (done?.compiled) recent.set(calculator, done.compiled);
  return calculator;
}

interface Checkable {
  /** Everything that is wrong with the definition. */
  check: () => Finding[];
}

/** A class, so that thousands of calculators share their methods. */
class LazyCalculator implements Calculator, Checkable {
  readonly slug: string;
  readonly category: string;
  readonly title: string;
  readonly description: string;
  readonly subcategory: string;
  readonly hasFormula: boolean;
  readonly aliases: string[];
  readonly questions: string[];
  readonly popularity: Card["popularity"];
  readonly replaces: string[];
  readonly units: Card["units"];
  readonly fields: Card["fields"];
  readonly converts: Card["converts"];
  readonly recognizes: Card["recognizes"];
  readonly #source: Source;
  readonly #context: CalculatorContext;
  readonly #recent: LRUCache<object, Runnable>;
  #revision: string | undefined;

  constructor(source: Source, context: CalculatorContext, recent: LRUCache<object, Runnable>) {
    const card = source.card ?? cardOf(source.definition(), source.slug, context.environment);
    this.slug = source.slug;
    this.category = source.category;
    this.title = card.title;
    this.description = card.description;
    this.subcategory = card.subcategory;
    this.hasFormula = card.hasFormula;
    this.aliases = card.aliases;
    this.questions = card.questions;
    this.popularity = card.popularity;
    this.replaces = card.replaces;
    this.units = card.units;
    this.fields = card.fields;
    this.converts = card.converts;
    this.recognizes = card.recognizes;
    this.#source = source;
    this.#context = context;
    this.#recent = recent;
  }

  get definition(): Definition {
    return this.#source.definition();
  }
  get revision(): string {
    const digest = () =>
      createHash("sha256").update(this.#context.revision).update(JSON.stringify(this.definition)).digest("hex").slice(0, 16);
    return (this.#revision ??= digest());
  }
  get #ready(): Runnable {
    const ready = this.#recent.get(this);
    if (ready) return ready;
    const { compiled, findings } = compileDefinition(this.definition, this.#context.environment, this.slug);
    // only possible until the catalogue has verified the file; a broken file is then removed
    if (!compiled)
      throw new CalcError("unavailable", {
        message: "This calculator has an error in its file and cannot answer at the moment.",
        headers: { "retry-after": "60" },
        cause: new CalcError("definition", { message: `${this.#source.path}: ${findings[0]?.message ?? "cannot be compiled."}` }),
      });
    this.#recent.set(this, compiled);
    return compiled;
  }
  check(): Finding[] {
    return compileDefinition(this.definition, this.#context.environment, this.slug).findings;
  }
  completed(): Definition {
    return this.#ready.definition;
  }
  detail(): Record<string, unknown> {
    const { slug, category, title, description, subcategory, hasFormula, revision } = this;
    const { environment, urlOf } = this.#context;
    const summary = { slug, category, title, description, subcategory, hasFormula, revision };
    return { ...describe(summary, this.completed(), { environment, url: urlOf(slug) }), ...environment.describe?.(this) };
  }
  validate(...parameters: Parameters<Calculator["validate"]>): ValidInputs {
    return this.#ready.validate(...parameters);
  }
  run(...parameters: Parameters<Calculator["run"]>): Outcome {
    return this.#ready.run(...parameters);
  }
  values(...parameters: Parameters<Calculator["values"]>): Values {
    return this.#ready.values(...parameters);
  }
  trace(...parameters: Parameters<Calculator["trace"]>): Trace {
    return this.#ready.trace(...parameters);
  }
  writeInput(...parameters: Parameters<Calculator["writeInput"]>): Result {
    return this.#ready.writeInput(...parameters);
  }
  writeOutput(...parameters: Parameters<Calculator["writeOutput"]>): string {
    return this.#ready.writeOutput(...parameters);
  }
}
