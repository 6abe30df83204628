// What was found in a file is kept until the file, what it shares with others, or the program changes. Safe to delete.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf, keepWhole, programDigest } from "./remember.ts";
import type { Checked } from "./validate.ts";

const usualPlace = () => join(process.env.DATA_DIR || ".data", "validated.json");

/** Everything but the file itself that decides what is found in it: this program, shared files, its category, and the day. */
function surroundings(folder: string): (category: string) => string {
  const shared = readdirSync(folder).filter((name) => /^_.*\.yaml$/.test(name));
  const base = digestOf(new Date().toISOString().slice(0, 10), programDigest(), ...shared.map((name) => readFileSync(join(folder, name))));
  const categories = new Map<string, string>();
  return (category) => {
    const known = categories.get(category);
    if (known) return known;
    const text = readCategory(join(folder, category, "_category.yaml"));
    const made = digestOf(base, text);
    categories.set(category, made);
    return made;
  };
}
function readCategory(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** What is known of files from earlier runs, and a way to remember more. */
export interface KeptFindings {
  of: (path: string) => Checked | undefined;
  add: (path: string, checked: Checked) => void;
  save: () => void;
}

/** Opens what earlier runs have kept for a catalogue's folder. */
export function openKept(folder: string, place = usualPlace()): KeptFindings {
  const around = surroundings(folder);
  const before = readKept(place);
  const after: Record<string, Checked> = {};
  const asked = new Map<string, string>();
  const keyOf = (path: string) => `${path} ${digestOf(around(path.split(/[/\\]/).at(-2) ?? ""), readFileSync(path))}`;
  return {
    of: (path) => {
      const key = keyOf(path);
      asked.set(path, key);
      const known = Object.hasOwn(before, key) ? before[key] : undefined;
      if (known) after[key] = known;
      return known;
    },
    add: (path, checked) => {
      // a file that was saved while it was being checked is looked at again in the next run
      const key = keyOf(path);
      if (asked.get(path) === key) after[key] = checked;
    },
    save: () => {
      keepWhole(place, JSON.stringify(after));
    },
  };
}

function readKept(place: string): Record<string, Checked> {
  try {
    return JSON.parse(readFileSync(place, "utf8")) as Record<string, Checked>;
  } catch {
    return {};
  }
}
