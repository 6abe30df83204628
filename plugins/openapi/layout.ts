// A page around a body: plain, readable without scripts, in light and dark.

/** What a page says of itself. */
export interface Page {
  title: string;
  description: string;
  path: string;
}
/** Puts a body of HTML into a whole page; a plugin with pages of its own brings another. */
export type Layout = (page: Page, body: string) => string;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Text as HTML. */
export const toHtml = (text: string): string => text.replace(/[&<>"]/g, (each) => escapes[each]!);

/** The plainest page. */
export const plainLayout: Layout = ({ title, description }, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${toHtml(title)}</title>
<meta name="description" content="${toHtml(description)}">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

/** Its style. */
export const style = `:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 48rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1, h2, h3 { line-height: 1.2; margin: 2rem 0 0.5rem; }
pre { overflow-x: auto; padding: 0.8rem 1rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 0.4rem; }
code, pre { font: 0.9rem/1.5 ui-monospace, monospace; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: start; vertical-align: top; padding: 0.3rem 0.8rem 0.3rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
`;
