// Records in one block of memory beside the heap: a busy cache takes thousands a second, and each of them on the heap would be
// copied and looked over by the garbage collector.
import type { Records, StoredRecord } from "./memory.ts";

/** Time and length stand before each text. */
const head = 12;

/** Keeps as many records as so many bytes hold; new ones overwrite the oldest. */
export function createRing(bytes: number): Records {
  // of the size only once it is needed: so large a block sets off a collection, and a start has no time for that
  let block = Buffer.alloc(0);
  const places = new Map<string, number>();
  // records lie in the order in which their keys were set; an iterator begun anew would step over every one that is gone
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
      // an iterator that has come to its end stays there
      if (places.size === 0) [inOrder, oldest] = [places.entries(), undefined];
      places.set(key, end);
      end += head + length;
    },
    delete: (key) => places.delete(key),
    keys: () => places.keys(),
  };
}
