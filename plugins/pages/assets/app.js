// Updates the result, the chart and the address while a visitor types. Without this script the form works too.
const form = document.querySelector("#calculate, #search");
const all = (words, at = form) => [...at.querySelectorAll(words)];
const byId = (id) => document.getElementById(id);
// Replaces every live element by its new version, but not a field that has the focus.
const take = (page, grown) => {
  for (const next of all("[data-live]", page)) {
    const old = byId(next.id);
    const { id } = document.activeElement;
    const held = old?.contains(document.activeElement);
    if (!old || (held && !grown && old.matches(".keep"))) continue;
    old.replaceWith(next);
    if (held) byId(id)?.focus();
  }
  for (const field of all("[name]")) {
    if (byId(`${field.id}-said`)?.querySelector(".error")) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
};
let running, timer;
const go = async (button) => {
  clearTimeout(timer);
  running?.abort();
  running = new AbortController();
  const query = [...new FormData(form, button?.name ? button : null)];
  const full = query.filter(([, text]) => text);
  const url = `${form.action}?${new URLSearchParams(full.length ? full : query)}`;
  const grown = button?.dataset?.grow;
  try {
    const answer = await fetch(url, running);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.querySelector("#result,#found")) throw answer;
    take(page, grown);
    history.replaceState(null, "", url);
    if (grown) byId(grown).querySelector("tr:last-child [name]").focus();
    else if (button) form.querySelector("[aria-invalid]")?.focus();
  } catch (error) {
    if (error.name !== "AbortError") location = url;
  }
};
form?.addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  timer = setTimeout(go, target.matches("select,[type=checkbox]") ? 0 : 150);
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  go(event.submitter || {});
});
if (parent !== window) new ResizeObserver(() => parent.postMessage({ formulary: document.documentElement.scrollHeight }, "*")).observe(document.body);
