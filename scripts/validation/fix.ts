/** The text of a file with its keys in order and its lines tidy: no trailing spaces, at most one blank line. */
export function tidy(text: string, order: string[]): string {
  const lines = text.replace(/\r\n?/g, "\n").replace(/[ \t]+$/gm, "");
  return orderKeys(lines.replace(/\n{3,}/g, "\n\n"), order);
}

/** The text of a file with its top-level keys in order; comments above a key move with it. */
export function orderKeys(text: string, order: string[]): string {
  const blocks: { key: string; lines: string[] }[] = [];
  let comments: string[] = [];
  for (const line of text.replace(/\n+$/, "").split("\n")) {
    const [, key] = /^([A-Za-z]+):/.exec(line) ?? [];
    if (key !== undefined) {
      blocks.push({ key, lines: [...comments, line] });
      comments = [];
    } else if (/^#/.test(line)) comments.push(line);
    else if (blocks.length > 0) blocks.at(-1)!.lines.push(...comments.splice(0), line);
    else comments.push(line);
  }
  const position = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const sorted = blocks.map((block, at) => ({ ...block, at })).sort((a, b) => position(a.key) - position(b.key) || a.at - b.at);
  return `${[...sorted.flatMap(({ lines }) => lines), ...comments].join("\n")}\n`;
}
