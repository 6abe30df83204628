// Reads the YAML that nearly every file is made of, four times as fast as the careful parser does; the rest is left to that.
import { constructFromEvents, EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent } from "js-yaml";
import type { Place, Read } from "./place.ts";

/** Reads a text; undefined where anything in it is wrong, not allowed, or understood in two ways. */
export function readQuickly(text: string): Read | undefined {
  if (unusualText.test(text)) return undefined;
  try {
    const events = parseEvents(text, {});
    const data = events.some(isUnusual) ? undefined : constructFromEvents(events, { source: text })[0];
    return isDoubtful(data) ? undefined : { data, place: () => placesOf(text, events) };
  } catch {
    return undefined;
  }
}

/** Directives, ends of documents, tabs, a carriage return alone, a byte order mark. */
const unusualText = /^%|^\s*---|^\s*\.\.\.|\t|\r(?!\n)|\ufeff/m;

const isUnusual = (event: Event): boolean =>
  event.type === EVENT_ID.ALIAS || (event as ScalarEvent).anchorStart >= 0 || (event as ScalarEvent).tagStart >= 0;

/** Whether parsers read a part differently: keys that are nothing, numbers beyond the largest. */
function isDoubtful(data: unknown): boolean {
  if (typeof data === "string") return /^[-+]?[\d.]+e\+?\d{3,}$/i.test(data);
  if (data === null || typeof data !== "object") return data === undefined;
  if (Array.isArray(data)) return data.some(isDoubtful);
  return Object.entries(data).some(([key, value]) => key === "" || key === "null" || isDoubtful(key) || isDoubtful(value));
}

function placesOf(text: string, events: Event[]): Place {
  // the first event opens the document
  let next = 1;
  const read = (): Place => {
    const event = events[next++];
    if (event?.type === EVENT_ID.SCALAR) return scalarAt(text, event);
    if (event?.type === EVENT_ID.SEQUENCE) {
      const items: Place[] = [];
      while (events[next]?.type !== EVENT_ID.POP) items.push(read());
      next++;
      return { offset: event.start, items };
    }
    if (event?.type !== EVENT_ID.MAPPING) return { offset: 0 };
    const pairs: NonNullable<Place["pairs"]> = new Map();
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

function scalarAt(text: string, { valueStart, valueEnd, style }: ScalarEvent): Place {
  if (style === SCALAR_STYLE.PLAIN) return { offset: valueStart, written: text.slice(valueStart, valueEnd) };
  if (style === SCALAR_STYLE.LITERAL_BLOCK) return { offset: text.lastIndexOf("|", valueStart - 1) };
  if (style === SCALAR_STYLE.FOLDED_BLOCK) return { offset: text.lastIndexOf(">", valueStart - 1) };
  return { offset: valueStart - 1 };
}
