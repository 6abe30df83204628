// The YAML that nearly every file is made of, read by js-yaml in a tenth of the time that `yaml` takes: with `yaml` alone the
// first start with 5,000 files takes more than the 4 s that are promised. Anything else is left to the strict reader.
import {
  constructFromEvents,
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from "js-yaml";
import type { Position } from "./position.ts";
import type { ReadText, Unreadable } from "./yaml-strict.ts";

/** Reads a text; undefined where anything in it is wrong, not allowed, or ambiguous between YAML parsers. */
export function readFast(text: string): ReadText | undefined {
  if (unusualText.test(text)) return undefined;
  try {
    const events = parseEvents(text, {});
    const data = events.some(isUnusual) || hasHugeNumber(events, text) ? undefined : constructFromEvents(events, { source: text })[0];
    return isAmbiguous(data) ? undefined : { data, root: () => positionsOf(text, events) };
  } catch {
    return undefined;
  }
}

/** The first mistake of a text that `readFast` leaves, in fewer words than the strict reader has; undefined for what only that one knows. */
export function findMistake(text: string): Unreadable | undefined {
  const at = (offset: number, message: string): Unreadable => ({ mistake: { offset, message } });
  try {
    const events = parseEvents(text, {});
    const unusual = events.find(isUnusual) as (Pick<ScalarEvent, "anchorStart"> & Partial<ScalarEvent>) | undefined;
    if (unusual)
      return at(
        Math.max(0, unusual.anchorStart, unusual.tagStart ?? 0),
        "Tags (!), anchors (&) and aliases (*) are not allowed: remove it, or quote the value.",
      );
    const [data] = constructFromEvents(events, { source: text });
    return isAmbiguous(data) || hasHugeNumber(events, text)
      ? at(0, "An empty key, or a number beyond 1e308, stands in this file: write them as texts in quotes.")
      : undefined;
  } catch (error) {
    if (!(error instanceof YAMLException)) return undefined;
    const isTwice = error.reason === "duplicated mapping key";
    const advice = `This is no YAML (${error.reason}): scripts/validate-catalog says more.`;
    return at(error.mark?.position ?? 0, isTwice ? "This key stands twice: keep one of them." : advice);
  }
}

/** Directives, ends of documents, tabs, a carriage return alone, a byte order mark. */
const unusualText = /^%|^\s*---|^\s*\.\.\.|\t|\r(?!\n)|\ufeff/m;

const isUnusual = (event: Event): boolean =>
  event.type === EVENT_ID.ALIAS || (event as ScalarEvent).anchorStart >= 0 || (event as ScalarEvent).tagStart >= 0;

const huge = /^[-+]?[\d.]+e\+?\d{3,}$/i;
/** Whether a plain scalar is a number beyond the largest double, on which YAML parsers disagree. */
const hasHugeNumber = (events: Event[], text: string): boolean =>
  // hardly any text has an exponent of three digits
  /\de\+?\d{3}/i.test(text) &&
  events.some((event) => {
    if (event.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return false;
    const written = text.slice(event.valueStart, event.valueEnd);
    return huge.test(written) && !Number.isFinite(Number(written));
  });

/** Whether YAML parsers disagree on a part: empty keys. */
function isAmbiguous(data: unknown): boolean {
  if (data === null || typeof data !== "object") return data === undefined;
  if (Array.isArray(data)) return data.some(isAmbiguous);
  return Object.entries(data).some(([key, value]) => key === "" || key === "null" || isAmbiguous(key) || isAmbiguous(value));
}

function positionsOf(text: string, events: Event[]): Position {
  // the first event opens the document
  let next = 1;
  const read = (): Position => {
    const event = events[next++];
    if (event?.type === EVENT_ID.SCALAR) return scalarPosition(text, event);
    if (event?.type === EVENT_ID.SEQUENCE) {
      const items: Position[] = [];
      while (events[next]?.type !== EVENT_ID.POP) items.push(read());
      next++;
      return { offset: event.start, items };
    }
    if (event?.type !== EVENT_ID.MAPPING) return { offset: 0 };
    const pairs: NonNullable<Position["pairs"]> = new Map();
    while (events[next]?.type !== EVENT_ID.POP) {
      const key = events[next] as ScalarEvent;
      const { offset } = read();
      const value = read();
      const word = getScalarValue(text, key);
      // a key such as 1.0 or ~ has another name in the data
      const [name] = /^[A-Za-z](?!ull|rue|alse)/.test(word)
        ? [word]
        : constructFromEvents([events[0]!, key, { type: EVENT_ID.POP }], { source: text });
      pairs.set(String(name), { offset, value: value.offset < 0 ? undefined : value });
    }
    next++;
    return { offset: event.start, pairs };
  };
  return read();
}

function scalarPosition(text: string, { valueStart, valueEnd, style }: ScalarEvent): Position {
  if (style === SCALAR_STYLE.PLAIN) return { offset: valueStart, written: text.slice(valueStart, valueEnd) };
  if (style === SCALAR_STYLE.LITERAL_BLOCK) return { offset: text.lastIndexOf("|", valueStart - 1) };
  if (style === SCALAR_STYLE.FOLDED_BLOCK) return { offset: text.lastIndexOf(">", valueStart - 1) };
  return { offset: valueStart - 1 };
}
