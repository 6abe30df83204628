// Answers small enough for a model's context: the middle of long lists is left out, and the answer says so.

/** Lists up to this length are whole; of longer ones the first and last elements stay. */
const longest = 40;
const [first, last] = [20, 5];
/** Texts that write a list out are no longer than this. */
const longestText = 1000;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => value !== null && typeof value === "object" && !Array.isArray(value);

/** An answer of the API without the middle of its long lists; `leftOut` has the number of elements that each lacks, by JSON pointer. */
export function shorten(body: object): object {
  const leftOut: Record<string, number> = {};
  const walk = (value: unknown, pointer: string): unknown => {
    if (typeof value === "string") return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
    if (isNode(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, `${pointer}/${name}`)]));
    if (!Array.isArray(value)) return value;
    const whole = value.length <= longest;
    if (!whole) leftOut[pointer] = value.length - first - last;
    const rest = whole ? value : [...value.slice(0, first), ...value.slice(-last)];
    return rest.map((each, at) => walk(each, `${pointer}/${at}`));
  };
  const short = walk(body, "") as Node;
  return Object.keys(leftOut).length > 0 ? { ...short, leftOut } : short;
}
