// What every page has in common: head, navigation, footer.
import type { ComponentChildren } from "preact";
import { render } from "preact-render-to-string";
import { unitSystems } from "./unit-systems.ts";

/** The site that a page belongs to. */
export interface Site {
  publicUrl: string;
  /** Addresses of the shared style sheet, script and icon. */
  css: string;
  js: string;
  icon: string;
  /** Links of the navigation: address and text. */
  nav: [href: string, text: string][];
  /** Address of the source code, where there is one. */
  repository?: string | undefined;
}
export interface Page {
  title: string;
  description: string;
  /** What a messenger shows of a link to the page, where it is not the description. */
  summary?: string | undefined;
  /** Path of the page, for its canonical link; a page without one is not for search engines. */
  path?: string;
  /** Structured data about the page. */
  data?: object;
  /** Address of the same content as JSON. */
  json?: string;
  /** Without navigation and footer, for frames on other sites. */
  embedded?: boolean;
}

/** A whole page as text. */
export function toDocument(site: Site, page: Page, body: ComponentChildren): string {
  return `<!doctype html>${render(<Document site={site} page={page} body={body} />)}`;
}

function Document({ site, page, body }: { site: Site; page: Page; body: ComponentChildren }) {
  const { title, description, summary, path, data, json, embedded } = page;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title === "Formulary" ? "Formulary: calculators, every number checked" : `${title} · Formulary`}</title>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {path === undefined ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={site.publicUrl + path} />}
        {json && <link rel="alternate" type="application/json" href={json} />}
        <meta property="og:site_name" content="Formulary" />
        <meta property="og:title" content={title} />
        <meta property="og:description" content={summary ?? description} />
        <link rel="icon" href={site.icon} />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={site.css} />
        <script type="module" src={site.js} />
        {data && <StructuredData data={data} />}
      </head>
      <body>
        {embedded ? (
          <main id="main">{body}</main>
        ) : (
          <>
            <Header site={site} path={path} />
            <main id="main" class="container">
              {body}
            </main>
            <Footer site={site} path={path} />
          </>
        )}
      </body>
    </html>
  );
}

/** Structured data for search engines. A browser does not run it, so the content security policy allows it inline. */
function StructuredData({ data }: { data: object }) {
  const text = JSON.stringify(data).replace(/</g, "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

function Header({ site, path }: { site: Site; path: string | undefined }) {
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to content
      </a>
      <header class="site-header">
        <div class="container">
          <a class="brand" href="/">
            Formulary
          </a>
          <nav aria-label="Main">
            {site.nav.map(([href, text]) => (
              <a href={href} aria-current={href === path ? "page" : undefined}>
                {text}
              </a>
            ))}
          </nav>
        </div>
      </header>
    </>
  );
}

function Footer({ site, path }: { site: Site; path: string | undefined }) {
  return (
    <footer>
      <div class="container">
        <a href="/api/v1/calculators">All calculators as JSON</a>
        {site.repository && <a href={site.repository}>Source</a>}
        <UnitSwitch path={path ?? "/"} />
        <p>
          Calculators are free to reuse under CC BY 4.0, the program under MIT. Results are as good as what goes in: check what matters.
        </p>
      </div>
    </footer>
  );
}

function UnitSwitch({ path }: { path: string }) {
  return (
    <p>
      Units:{" "}
      {Object.entries(unitSystems).map(([system, title]) => (
        <a href={`/units?system=${system}&back=${encodeURIComponent(path)}`} rel="nofollow">
          {title}
        </a>
      ))}
    </p>
  );
}

/** Links to the pages above a page, from the front page down. */
export function Breadcrumbs({ links }: { links: [href: string, text: string][] }) {
  return (
    <nav class="breadcrumbs" aria-label="Breadcrumb">
      {links.map(([href, text], index) => (
        <>
          {index > 0 && " › "}
          <a href={href}>{text}</a>
        </>
      ))}
    </nav>
  );
}
