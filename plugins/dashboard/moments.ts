// Days and moments for people, in UTC.
const formats = {
  moment: { dateStyle: "medium", timeStyle: "short" },
  day: { dateStyle: "medium" },
  short: { day: "numeric", month: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
const made = new Map<string, Intl.DateTimeFormat>();

/** A date as "3 Nov 2026, 14:05", as "3 Nov 2026", or as "3 Nov". */
export function shownDate(date: string, as: keyof typeof formats): string {
  // the first format takes as long as four hundred files of the catalogue: not at a start
  const format = made.get(as) ?? new Intl.DateTimeFormat("en-GB", { ...formats[as], timeZone: "UTC" });
  made.set(as, format);
  return format.format(new Date(date));
}
