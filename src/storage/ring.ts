// Records in one block of memory outside the heap: a busy cache stores thousands a second, and on the heap the garbage
// collector would copy and scan each of them.
import type { Records, StoredRecord } from "./memory.ts";

/** Bytes before each text: expiry time and length. */
const head = 12;

/** Stores as many records as fit into so many bytes; new records overwrite the oldest. */
export function createRing(bytes: number): Records {
  // allocated lazily: a block of 48 MB triggers a garbage collection, which would delay the start
  let block = Buffer.alloc(0);
  const places = new Map<string, number>();
  // one iterator for all overwrites: the map is in the order of writing, and a new iterator would skip all deleted keys again
  let inOrder = places.entries();
  let oldest: [key: string, place: number] | undefined;
  let end = 0;
  const overwrite = (from: number, to: number) => {
    for (;;) {
      oldest ??= inOrder.next().value;
      if (!oldest || oldest[1] < from || oldest[1] >= to) return;
      if (places.get(oldest[0]) === oldest[1]) places.delete(oldest[0]);
      oldest = undefined;
    }
  };
  const write = (place: number, { text, until, length }: StoredRecord & { length: number }) => {
    block.writeDoubleLE(until, place);
    block.writeUInt32LE(length, place + 8);
    block.write(text, place + head, length);
  };
  return {
    get: (key) => {
      const place = places.get(key);
      if (place === undefined) return undefined;
      const from = place + head;
      return { until: block.readDoubleLE(place), text: block.toString("utf8", from, from + block.readUInt32LE(place + 8)) };
    },
    set: (key, { text, until }: StoredRecord) => {
      const length = Buffer.byteLength(text);
      const before = places.get(key);
      if (before !== undefined && length <= block.readUInt32LE(before + 8)) return write(before, { text, until, length });
      places.delete(key);
      if (head + length > bytes) return;
      if (block.length === 0) block = Buffer.allocUnsafeSlow(bytes);
      if (end + head + length > bytes) {
        overwrite(end, bytes);
        end = 0;
      }
      overwrite(end, end + head + length);
      write(end, { text, until, length });
      // a finished iterator does not see new entries
      if (places.size === 0) [inOrder, oldest] = [places.entries(), undefined];
      places.set(key, end);
      end += head + length;
    },
    delete: (key) => places.delete(key),
    keys: () => places.keys(),
  };
}
