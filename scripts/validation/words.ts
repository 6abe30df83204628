// Words of messages.

const most = 20;

/** A list of names in a sentence; of a long one the beginning, and how many more there are. */
export const listed = (names: string[]): string =>
  names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
