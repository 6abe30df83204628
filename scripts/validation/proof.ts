// Proves without running a calculator that its numbers stay finite over the whole range of its inputs: interval
// arithmetic on the formulas, for one choice after the other where all at once prove nothing. A calculator without a
// proof is sampled.
import type { Definition, InputSchema, OutputDefinition, Tree, Value } from "formulary";
import { type Environment, type FormulaEntry, firstUnit, fromSI, type Names, namesIn, parse, toSI } from "formulary/compiler";
import { exactly, functionOf, interval, onlyValue, operate, toInterval, truth, union, type ValueSet } from "./interval.ts";
import { optionsOf } from "./sample.ts";

/** One of the ways in which a client may send an input: with some values, or not at all. */
type Case = { isSent: true; values: ValueSet } | { isSent: false; values: undefined };

/** The largest result: its conversion to the unit of an output stays finite as well. */
const largestResult = 1e250;

/** The most combinations of choices to try: more of them take longer than sampling. */
const mostCases = 60;

/** Whether every output provably has its type and is finite for all accepted inputs. */
export function isProved(definition: Definition, names: Names, environment: Environment): boolean {
  const outputs = Object.entries(definition.outputs ?? {}).map(([name, output]) => ({
    output,
    tree: { kind: "name", name: output.of ?? name } as Tree,
    condition: output.when === undefined ? undefined : parse(output.when),
  }));
  if (!definition.formulas || outputs.some(({ output: { type = "number" } }) => !/^(number|text|boolean)$/.test(type))) return false;
  let cases = 0;
  const isProvedWith = (chosen: Map<string, Case>): boolean => {
    if (++cases > mostCases) return false;
    const proof = new Proof(definition, { names, environment }, chosen);
    const isFine = ({ output, tree, condition }: (typeof outputs)[number]) => {
      const applies = condition ? proof.of(condition) : truth(true, false);
      return applies?.is === "truth" && (!applies.yes || isWritable(proof.of(tree), output, environment));
    };
    if (outputs.every(isFine)) return true;
    const { open } = proof;
    return open?.cases.every((each) => isProvedWith(new Map([...chosen, [open.name, each]]))) ?? false;
  };
  return isProvedWith(new Map());
}

/** Whether all values of an output can be written. */
function isWritable(
  values: ValueSet,
  { type = "number", unit, significant, decimals = 0 }: OutputDefinition,
  { units }: Environment,
): boolean {
  if (values?.is !== "number") return values !== undefined && values.is === (type === "boolean" ? "truth" : type);
  // A count must also be exact.
  const isCount = significant === undefined && decimals === 0 && (unit === undefined || units.parse(firstUnit(unit)).plain);
  return type === "number" && Math.max(-values.low, values.high) < (isCount ? Number.MAX_SAFE_INTEGER : largestResult);
}

/** The values that names and formulas may have, where the cases of some inputs are chosen. */
class Proof {
  /** The first input that was read and has several cases. */
  open: { name: string; cases: Case[] } | undefined;
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #environment: Environment;
  readonly #chosen: Map<string, Case>;
  readonly #values = new Map<string, ValueSet>();

  constructor(definition: Definition, { names, environment }: { names: Names; environment: Environment }, chosen: Map<string, Case>) {
    this.#definition = definition;
    this.#names = names;
    this.#environment = environment;
    this.#chosen = chosen;
  }

  /** The values that a tree may have. */
  of(tree: Tree): ValueSet {
    switch (tree.kind) {
      case "number":
      case "text":
      case "boolean":
        return onlyValue(tree.value);
      case "name":
        return this.#ofName(tree.name);
      case "negate": {
        const x = toInterval(this.of(tree.operand));
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
        return union([...(condition.yes ? [this.of(tree.yes)] : []), ...(condition.no ? [this.of(tree.otherwise)] : [])]);
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
    if (!this.#values.has(name)) {
      // A formula that needs itself may have any value.
      this.#values.set(name, undefined);
      this.#values.set(name, this.#lookUp(name));
    }
    return this.#values.get(name);
  }

  #lookUp(name: string): ValueSet {
    const { inputs, constants, tables, formulas } = this.#names;
    if (inputs.has(name)) {
      const cases = this.#casesOf(name);
      return cases.every(({ isSent }) => isSent) ? union(cases.map(({ values }) => values)) : undefined;
    }
    const value = constants.get(name) ?? tables.get(name);
    if (value !== undefined) return onlyValue(value);
    const formula = formulas.get(name);
    if (!formula || formula.parameters) return undefined;
    return formula.branches ? this.#ofBranches(formula) : formula.tree && this.of(formula.tree);
  }

  #ofBranches({ by, branches = {} }: FormulaEntry): ValueSet {
    const choice = this.#ofName(by!);
    const methods = choice?.is === "text" ? choice.texts : undefined;
    return methods && union(methods.map((method) => this.#ofName(this.#names.slots[branches[method]!]!)));
  }

  /** The cases of an input; notes the first input that has several. */
  #casesOf(name: string): Case[] {
    const chosen = this.#chosen.get(name);
    if (chosen) return [chosen];
    const { schema } = this.#names.inputs.get(name)!;
    const { mayBeSent, mayBeOmitted } = this.#presence(name, schema);
    const sets = mayBeSent ? valuesOf(schema, this.#definition.plain === true, this.#environment) : [];
    const cases: Case[] = [
      ...sets.map((values): Case => ({ isSent: true, values })),
      ...(mayBeOmitted ? [{ isSent: false, values: undefined } as const] : []),
    ];
    if (cases.length > 1) this.open ??= { name, cases };
    return cases;
  }

  #presence(name: string, { default: standard, when }: InputSchema): { mayBeSent: boolean; mayBeOmitted: boolean } {
    const isOptional = standard === undefined && !this.#definition.inputs?.required?.includes(name);
    if (when === undefined) return { mayBeSent: true, mayBeOmitted: isOptional };
    const tree = parse(when);
    const applies = this.#readsEarlierInputs(tree) ? this.of(tree) : undefined;
    return applies?.is === "truth" ? { mayBeSent: applies.yes, mayBeOmitted: applies.no } : { mayBeSent: true, mayBeOmitted: true };
  }

  // Conditions run in the order of the inputs: one must not read what depends on a later condition.
  #readsEarlierInputs(tree: Tree): boolean {
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
      return union(keys.map((key) => (Object.hasOwn(branches, key) ? this.#ofName(this.#names.slots[branches[key]!]!) : undefined)));
    const data = this.of(target);
    if (data?.is !== "data" || (Array.isArray(data.value) && at?.is !== "number")) return undefined;
    return union(
      keys.map((key) => (Object.hasOwn(data.value as object, key) ? onlyValue((data.value as Record<string, Value>)[key]!) : undefined)),
    );
  }

  #ofCall(name: string, trees: Tree[]): ValueSet {
    const [first, second] = trees;
    if (this.#names.formulas.has(name) || this.#names.inputs.has(name) || !first) return undefined;
    if (name === "given") {
      const cases = first.kind === "name" && this.#names.inputs.has(first.name) ? this.#casesOf(first.name) : [];
      return truth(
        cases.some(({ isSent }) => isSent),
        cases.some(({ isSent }) => !isSent),
      );
    }
    if (second?.kind === "text" && (name === "quantity" || name === "number")) {
      const unit = this.#environment.units.parse(second.value);
      const x = toInterval(this.of(first));
      const convert = name === "quantity" ? toSI : fromSI;
      return x && withRounding(convert(x.low, unit), convert(x.high, unit));
    }
    const intervals = trees.map((each) => toInterval(this.of(each)));
    return intervals.every((each) => each !== undefined) ? functionOf(name, intervals) : undefined;
  }
}

/** Converted numbers are rounded to 15 digits, and to 10 decimal places where a unit has an offset. */
const withRounding = (low: number, high: number): ValueSet =>
  exactly(low - Math.abs(low) * 1e-14 - 1e-9, high + Math.abs(high) * 1e-14 + 1e-9);

/** The values that a client may send for an input: each choice by itself, or all of its range. */
function valuesOf(schema: InputSchema, plain: boolean, { units }: Environment): ValueSet[] {
  const unit = firstUnit(schema.unit);
  const parsed = plain || schema.plain || unit === "" ? undefined : units.parse(unit);
  const inSI = (x: number) => (parsed ? toSI(x, parsed) : x);
  const choices = optionsOf(schema);
  if (choices) return choices.map((choice) => onlyValue((typeof choice === "number" ? inSI(choice) : choice) as Value));
  if (schema.type === "string") return [{ is: "text" }];
  const { minimum = schema.exclusiveMinimum, maximum = schema.exclusiveMaximum } = schema;
  if ((schema.type !== "number" && schema.type !== "integer") || minimum === undefined || maximum === undefined) return [undefined];
  // A number in another unit is rounded before it is compared with the range.
  const hasUnits = parsed && typeof schema.unit === "object";
  if (hasUnits && Object.entries(schema.unit as object).some(([key, text]) => key !== "by" && units.parse(text).offset !== 0))
    return [undefined];
  const wider = (x: number, side: number) => (hasUnits ? x + side * Math.abs(x) * 1e-14 : x);
  return [interval(inSI(wider(minimum, -1)), inSI(wider(maximum, 1)))];
}
