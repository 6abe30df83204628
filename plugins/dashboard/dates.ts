// Dates and times as people read them, in UTC.
const formats = {
  time: { dateStyle: "medium", timeStyle: "short" },
  day: { dateStyle: "medium" },
  short: { day: "numeric", month: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** A date as "3 Nov 2026, 14:05", as "3 Nov 2026", or as "3 Nov". */
export function formatDate(date: string, format: keyof typeof formats): string {
  // Created at the first use: the first formatter takes as long as reading 400 catalogue files, too long for a start.
  const formatter = formatters.get(format) ?? new Intl.DateTimeFormat("en-GB", { ...formats[format], timeZone: "UTC" });
  formatters.set(format, formatter);
  return formatter.format(new Date(date));
}
