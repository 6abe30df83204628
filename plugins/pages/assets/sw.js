// Keeps the pages that were seen lately, and opens them where there is no connection. The network always comes first, so nobody sees an old page
// while there is a new one.
const most = { pages: 60, assets: 12 };
const kindOf = ({ method, mode, url }) => {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/assets/")) return "assets";
  if (mode === "navigate" && /^\/($|(calculators|categories)\/[^/]+$)/.test(pathname)) return "pages";
};
const save = async (cache, request, response, kind) => {
  await cache.put(request, response);
  const known = await cache.keys();
  for (const old of known.slice(0, Math.max(0, known.length - most[kind]))) await cache.delete(old);
};
const answer = async (event, kind) => {
  const { request } = event;
  const cache = await caches.open(kind);
  // the address of an asset changes with its content
  const same = kind === "assets" && (await cache.match(request));
  if (same) return same;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(save(cache, request, response.clone(), kind));
    return response;
  } catch (error) {
    const seen = await cache.match(request);
    if (seen) return seen;
    if (kind === "assets") throw error;
    const text = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>No connection</title><h1>No connection</h1><p>This page was not opened on this device lately. <a href="/">Calculators</a></p></html>`;
    return new Response(text, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  }
};
addEventListener("fetch", (event) => {
  const kind = kindOf(event.request);
  if (kind) event.respondWith(answer(event, kind));
});
addEventListener("install", () => skipWaiting());
// No navigation preload: the browser then asks twice for a page that is not answered here, and what is shown once (a new key) would be lost.
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
