// What can be proved of a calculator without running it: over the whole range of its inputs every number stays finite.
// Interval arithmetic on the formulas, one choice after the other where all at once prove nothing; whatever it cannot
// follow is left to the samples.
import type { Definition, InputSchema, OutputDefinition, Tree, Value } from "formulary";
import { type FormulaEntry, firstUnit, fromSI, type Names, namesIn, parse, type Shared, toSI } from "formulary/compiler";
import { anyOf, exactly, functionOf, interval, numberOf, operate, truth, type ValueSet, valueSetOf } from "./interval.ts";
import { optionsOf } from "./sample.ts";

/** One of the ways in which an input may come; the value of one that is left out is not known. */
type Possible = { given: true; value: ValueSet } | { given: false; value: undefined };

/** Far enough inside for the unit of an output. */
const shownRoom = 1e250;

/** Choices are looked at one by one in so many cases at most: more of them take longer than the samples. */
const mostCases = 60;

/** Whether every output is proved to be of its type, and finite, wherever the inputs may lie. */
export function isProved(definition: Definition, names: Names, shared: Shared): boolean {
  const outputs = Object.entries(definition.outputs ?? {}).map(([name, output]) => ({
    output,
    tree: { kind: "name", name: output.of ?? name } as Tree,
    condition: output.when === undefined ? undefined : parse(output.when),
  }));
  if (!definition.formulas || outputs.some(({ output: { type = "number" } }) => !/^(number|text|boolean)$/.test(type))) return false;
  let cases = 0;
  const isProvedWith = (settled: Map<string, Possible>): boolean => {
    if (++cases > mostCases) return false;
    const proof = new Proof(definition, { names, shared }, settled);
    const isFine = ({ output, tree, condition }: (typeof outputs)[number]) => {
      const applies = condition ? proof.of(condition) : truth(true, false);
      return applies?.is === "truth" && (!applies.yes || isShown(proof.of(tree), output, shared));
    };
    if (outputs.every(isFine)) return true;
    const { open } = proof;
    return open?.possible.every((each) => isProvedWith(new Map([...settled, [open.name, each]]))) ?? false;
  };
  return isProvedWith(new Map());
}

function isShown(known: ValueSet, { type = "number", unit, significant, decimals = 0 }: OutputDefinition, { units }: Shared): boolean {
  if (known?.is !== "number") return known !== undefined && known.is === (type === "boolean" ? "truth" : type);
  // a count must also be exact
  const counted = significant === undefined && decimals === 0 && (unit === undefined || units.parse(firstUnit(unit)).plain);
  return type === "number" && Math.max(-known.low, known.high) < (counted ? Number.MAX_SAFE_INTEGER : shownRoom);
}

/** What is known of names and formulas where some inputs are settled. */
class Proof {
  /** The first input that was asked for and has several ways to come. */
  open: { name: string; possible: Possible[] } | undefined;
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #shared: Shared;
  readonly #settled: Map<string, Possible>;
  readonly #known = new Map<string, ValueSet>();

  constructor(definition: Definition, { names, shared }: { names: Names; shared: Shared }, settled: Map<string, Possible>) {
    this.#definition = definition;
    this.#names = names;
    this.#shared = shared;
    this.#settled = settled;
  }

  /** What a tree may give. */
  of(tree: Tree): ValueSet {
    switch (tree.kind) {
      case "number":
      case "text":
      case "boolean":
        return valueSetOf(tree.value);
      case "name":
        return this.#ofName(tree.name);
      case "negate": {
        const x = numberOf(this.of(tree.operand));
        return x && exactly(-x.high, -x.low);
      }
      case "not": {
        const condition = this.of(tree.operand);
        return condition?.is === "truth" ? truth(condition.no, condition.yes) : undefined;
      }
      case "and":
      case "or":
        return this.#ofLogic(tree.kind, tree.left, tree.right);
      case "choose": {
        const condition = this.of(tree.condition);
        if (condition?.is !== "truth") return undefined;
        return anyOf([...(condition.yes ? [this.of(tree.yes)] : []), ...(condition.no ? [this.of(tree.otherwise)] : [])]);
      }
      case "binary":
        return operate(tree.operator, this.of(tree.left), this.of(tree.right));
      case "index":
        return this.#ofIndex(tree.target, tree.index);
      case "call":
        return this.#ofCall(tree.name, tree.arguments);
      default:
        return undefined;
    }
  }

  #ofName(name: string): ValueSet {
    if (name === "PI") return exactly(Math.PI);
    if (!this.#known.has(name)) {
      // what needs itself is not known
      this.#known.set(name, undefined);
      this.#known.set(name, this.#look(name));
    }
    return this.#known.get(name);
  }

  #look(name: string): ValueSet {
    const { inputs, constants, tables, formulas } = this.#names;
    if (inputs.has(name)) {
      const possible = this.#possible(name);
      return possible.every(({ given }) => given) ? anyOf(possible.map(({ value }) => value)) : undefined;
    }
    const value = constants.get(name) ?? tables.get(name);
    if (value !== undefined) return valueSetOf(value);
    const formula = formulas.get(name);
    if (!formula || formula.parameters) return undefined;
    return formula.branches ? this.#ofBranches(formula) : formula.tree && this.of(formula.tree);
  }

  #ofBranches({ by, branches = {} }: FormulaEntry): ValueSet {
    const chosen = this.#ofName(by!);
    const methods = chosen?.is === "text" ? chosen.texts : undefined;
    return methods && anyOf(methods.map((method) => this.#ofName(this.#names.slots[branches[method]!]!)));
  }

  /** The ways in which an input may come; the first that has several is noted. */
  #possible(name: string): Possible[] {
    const settled = this.#settled.get(name);
    if (settled) return [settled];
    const { schema } = this.#names.inputs.get(name)!;
    const { given, omitted } = this.#presence(name, schema);
    const values = given ? valuesOf(schema, this.#definition.plain === true, this.#shared) : [];
    const possible: Possible[] = [
      ...values.map((value): Possible => ({ given: true, value })),
      ...(omitted ? [{ given: false, value: undefined } as const] : []),
    ];
    if (possible.length > 1) this.open ??= { name, possible };
    return possible;
  }

  #presence(name: string, { default: standard, when }: InputSchema): { given: boolean; omitted: boolean } {
    if (when === undefined) return { given: true, omitted: standard === undefined && !this.#definition.inputs?.required?.includes(name) };
    const tree = parse(when);
    const applies = this.#isSettledFirst(tree) ? this.of(tree) : undefined;
    return applies?.is === "truth" ? { given: applies.yes, omitted: applies.no } : { given: true, omitted: true };
  }

  // conditions are asked in the order of the inputs: what one reads must not hang on a later one
  #isSettledFirst(tree: Tree): boolean {
    const { inputs, formulas } = this.#names;
    return [...namesIn(tree).values].every((each) => !formulas.has(each) && inputs.get(each)?.schema.when === undefined);
  }

  #ofLogic(kind: "and" | "or", left: Tree, right: Tree): ValueSet {
    const a = this.of(left);
    if (a?.is !== "truth") return undefined;
    if (kind === "and" ? !a.yes : !a.no) return a;
    const b = this.of(right);
    if (b?.is !== "truth") return undefined;
    return kind === "and" ? truth(b.yes, a.no || b.no) : truth(a.yes || b.yes, b.no);
  }

  #ofIndex(target: Tree, index: Tree): ValueSet {
    const branches = target.kind === "name" ? this.#names.formulas.get(target.name)?.branches : undefined;
    const at = this.of(index);
    const keys = at?.is === "text" ? at.texts : at?.is === "number" && at.low === at.high ? [at.low] : undefined;
    if (!keys || (branches && at?.is !== "text")) return undefined;
    if (branches)
      return anyOf(keys.map((key) => (Object.hasOwn(branches, key) ? this.#ofName(this.#names.slots[branches[key]!]!) : undefined)));
    const data = this.of(target);
    if (data?.is !== "data" || (Array.isArray(data.value) && at?.is !== "number")) return undefined;
    return anyOf(
      keys.map((key) => (Object.hasOwn(data.value as object, key) ? valueSetOf((data.value as Record<string, Value>)[key]!) : undefined)),
    );
  }

  #ofCall(name: string, given: Tree[]): ValueSet {
    const [first, second] = given;
    if (this.#names.formulas.has(name) || this.#names.inputs.has(name) || !first) return undefined;
    if (name === "given") {
      const possible = first.kind === "name" && this.#names.inputs.has(first.name) ? this.#possible(first.name) : [];
      return truth(
        possible.some((each) => each.given),
        possible.some((each) => !each.given),
      );
    }
    if (second?.kind === "text" && (name === "quantity" || name === "number")) {
      const unit = this.#shared.units.parse(second.value);
      const x = numberOf(this.of(first));
      const convert = name === "quantity" ? toSI : fromSI;
      return x && blurred(convert(x.low, unit), convert(x.high, unit));
    }
    const all = given.map((each) => numberOf(this.of(each)));
    return all.every((each) => each !== undefined) ? functionOf(name, all) : undefined;
  }
}

/** Numbers that were rounded to fifteen digits, or to ten places where a unit has an offset. */
const blurred = (low: number, high: number): ValueSet => exactly(low - Math.abs(low) * 1e-14 - 1e-9, high + Math.abs(high) * 1e-14 + 1e-9);

/** What an input may be where it is given: each choice, or all of its range. */
function valuesOf(schema: InputSchema, plain: boolean, { units }: Shared): ValueSet[] {
  const unit = firstUnit(schema.unit);
  const parsed = plain || schema.plain || unit === "" ? undefined : units.parse(unit);
  const inSI = (x: number) => (parsed ? toSI(x, parsed) : x);
  const choices = optionsOf(schema);
  if (choices) return choices.map((choice) => valueSetOf((typeof choice === "number" ? inSI(choice) : choice) as Value));
  if (schema.type === "string") return [{ is: "text" }];
  const { minimum = schema.exclusiveMinimum, maximum = schema.exclusiveMaximum } = schema;
  if ((schema.type !== "number" && schema.type !== "integer") || minimum === undefined || maximum === undefined) return [undefined];
  // a number of another unit has been rounded before it was compared with the range
  const isChosen = parsed && typeof schema.unit === "object";
  if (isChosen && Object.entries(schema.unit as object).some(([key, text]) => key !== "by" && units.parse(text).offset !== 0))
    return [undefined];
  const wider = (x: number, side: number) => (isChosen ? x + side * Math.abs(x) * 1e-14 : x);
  return [interval(inSI(wider(minimum, -1)), inSI(wider(maximum, 1)))];
}
