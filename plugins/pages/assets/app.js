// Updates the result, the chart and the address while a visitor types. The form also works without this script.
const form = document.querySelector("#calculate, #search");
const findAll = (selector, root = form) => [...root.querySelectorAll(selector)];
const byId = (id) => document.getElementById(id);
// Replaces every live element by the one of the new page. A field that has the focus stays, since replacing it would
// interrupt the typing; a table that gets a new row is replaced all the same.
const updatePage = (page, addsRow) => {
  for (const next of findAll("[data-live]", page)) {
    const old = byId(next.id);
    const active = document.activeElement;
    const hasFocus = old?.contains(active);
    if (!old || (hasFocus && !addsRow && old.matches(".keep-focus"))) continue;
    old.replaceWith(next);
    if (hasFocus) byId(active.id)?.focus();
  }
  if (field) showOwn();
  for (const field of findAll("[name]")) {
    if (byId(`${field.id}-message`)?.querySelector(".error")) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
};
let pending, timer, tries;
// The page stays when the connection fails or too much was asked: it says so, and tries again.
const tryLater = (text, seconds) => {
  const line = form.querySelector("#result [role=status]");
  if (!line || ++tries > 10) return false;
  line.textContent = text;
  timer = setTimeout(submit, seconds * 1000);
  return true;
};
const submit = async (button, changed) => {
  clearTimeout(timer);
  pending?.abort();
  pending = new AbortController();
  const entries = [...new FormData(form, button?.name ? button : null)];
  const filled = entries.filter(([, text]) => text);
  const converts = changed && filled.some(([name]) => name === changed.field);
  // the server shows its example for an address without a query, so an empty form sends its empty fields
  const url = `${form.action}?${new URLSearchParams(filled.length ? filled : entries)}`;
  const tableId = button?.dataset?.addRowTo ?? (button?.name === "remove-row" && button.closest("table").id);
  try {
    const asked = converts ? `${url}&${encodeURIComponent(changed.field)}.unit.from=${encodeURIComponent(changed.from)}` : url;
    const response = await fetch(asked, pending);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.querySelector("#result, #search-results")) throw response;
    tries = 0;
    updatePage(page, tableId);
    history.replaceState(null, "", response.redirected ? response.url : url);
    if (converts) {
      // the number is now in the new unit, unless somebody went on typing
      const field = form.elements[changed.field];
      if (field.value === changed.text) field.value = page.getElementById(field.id)?.value ?? field.value;
      return submit();
    }
    if (tableId) byId(tableId).querySelector("tr:last-child [name]").focus();
    else if (button) form.querySelector("[aria-invalid]")?.focus();
  } catch (error) {
    // a request that a newer one replaced needs nothing
    if (error.name === "AbortError") return;
    const wait = Number(error.headers?.get("retry-after")) || 3;
    const text = error instanceof TypeError ? "No connection: trying again." : `The server is busy: trying again in ${wait} s.`;
    const isPassing = error instanceof TypeError || [429, 503].includes(error.status);
    // otherwise the browser shows the page itself
    if (!isPassing || !tryLater(text, wait)) location = url;
  }
};
form?.addEventListener("input", ({ target }) => {
  clearTimeout(timer);
  tries = 0;
  if (target.matches("select[name$='.unit']")) {
    const [first, ...others] = target.options;
    const from = target.dataset.unit ?? (others.find((each) => each.defaultSelected) ?? first).value;
    target.dataset.unit = target.value;
    const field = target.name.slice(0, -5);
    return submit(undefined, { field, from, text: form.elements[field].value });
  }
  // another input to find: its field goes, and that of the one before comes back
  if (target.name === "solve-for") return form.submit();
  timer = setTimeout(submit, target.matches("select,[type=checkbox]") ? 0 : 150);
});
form?.addEventListener("submit", (event) => {
  // a file, and a page with other fields, are for the browser itself
  if (event.submitter?.matches("[formaction], .pencil")) return;
  event.preventDefault();
  submit(event.submitter || {});
});
// The search: "/" goes to it, arrows walk through what it found, Enter opens the first, Escape goes back and leaves.
const field = byId("q");
// What only this browser knows: words that were looked for, calculators that were seen lately, and those marked with a star.
const keep = (key, list) => {
  try {
    localStorage.setItem(key, JSON.stringify(list));
  } catch {}
};
const kept = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {
    return [];
  }
};
const addFirst = (key, entry, most) => keep(key, [entry, ...kept(key).filter(([href]) => href !== entry[0])].slice(0, most));
const remember = () => {
  const words = field.value.trim();
  if (words) addFirst("searches", [`/?q=${encodeURIComponent(words)}`, words], 5);
};
const element = (name, properties) => Object.assign(document.createElement(name), properties);
const ownLine = (key, title) => {
  const line = element("p", { id: key, className: "often", hidden: !kept(key).length });
  line.append(element("span", { textContent: title }));
  for (const [href, textContent] of kept(key)) line.append(element("a", { href, textContent }));
  if (key === "favourites") return line;
  const clear = element("button", { type: "button", className: "link", textContent: "Clear", ariaLabel: `Clear: ${title.slice(0, -1)}` });
  clear.addEventListener("click", () => {
    keep(key, []);
    line.hidden = true;
    field.focus();
  });
  line.append(clear);
  return line;
};
const showOwn = () => {
  const place = byId("search-results");
  if (!place) return;
  const own = byId("own") ?? element("div", { id: "own" });
  if (!own.parentElement) {
    own.append(ownLine("favourites", "Favourites:"), ownLine("recent", "Seen lately:"), ownLine("searches", "You looked for:"));
    place.after(own);
  }
  own.hidden = field.value !== "";
};
// the value of a result that was clicked is there to be typed over
byId("solve-target")?.select();
const heading = document.querySelector("h1");
if (form?.id === "calculate" && parent === window) {
  const entry = [new URL(form.action).pathname, heading.textContent];
  addFirst("recent", entry, 8);
  const isFavourite = () => kept("favourites").some(([href]) => href === entry[0]);
  const title = "Favourite, kept in this browser";
  const star = element("button", { type: "button", className: "star", textContent: "★", title, ariaLabel: title });
  const showStar = () => {
    star.ariaPressed = isFavourite();
  };
  star.addEventListener("click", () => {
    if (isFavourite())
      keep(
        "favourites",
        kept("favourites").filter(([href]) => href !== entry[0]),
      );
    else addFirst("favourites", entry, 30);
    showStar();
  });
  showStar();
  heading.after(star);
}
if (field) {
  const links = () => findAll("#search-results li a", document);
  showOwn();
  byId("search-results")?.parentElement.addEventListener("click", ({ target }) => target.closest("#search-results a") && remember());
  addEventListener("keydown", async (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const at = links().indexOf(target);
    const isField = target === field;
    if (key === "/" && !target.closest("input, select, textarea")) {
      event.preventDefault();
      field.focus();
      field.select();
    } else if ((key === "ArrowDown" || key === "ArrowUp") && (isField || at >= 0)) {
      event.preventDefault();
      (links()[at + (key === "ArrowDown" ? 1 : -1)] ?? (key === "ArrowUp" ? field : target)).focus();
    } else if (key === "Escape" && (isField || at >= 0)) {
      event.preventDefault();
      if (isField) field.blur();
      else field.focus();
    } else if (key === "Enter" && isField && form === field.form && field.value.trim() && byId("search-results")) {
      event.preventDefault();
      await submit();
      links()[0]?.click();
    }
  });
}
// Charts: the values under the pointer, a finger or the arrow keys stand below the chart.
const captionOf = (chart) => chart.parentElement.querySelector("figcaption");
const showPoint = (chart, points, at) => {
  const [x, text, heights] = points[at];
  const caption = captionOf(chart);
  caption.dataset.title ??= caption.textContent;
  caption.textContent = text;
  chart.dataset.at = at;
  let mark = chart.querySelector(".pointer");
  if (!mark) mark = chart.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  mark.setAttribute("class", "pointer");
  mark.setAttribute("d", `M${x} 26V238${heights.map((y) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`).join("")}`);
};
const hidePoint = (chart) => {
  chart.querySelector(".pointer")?.remove();
  const caption = captionOf(chart);
  if (caption.dataset.title) caption.textContent = caption.dataset.title;
};
const chartOf = ({ target }) => target.closest?.("svg[data-points]");
for (const type of ["pointermove", "pointerdown"])
  addEventListener(type, (event) => {
    const chart = chartOf(event);
    if (!chart) return;
    const points = JSON.parse(chart.dataset.points);
    const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(chart.getScreenCTM().inverse());
    // dots of a scatter may stand above each other
    const distance = ([x, , heights]) => Math.abs(x - place.x) + Math.min(...heights.map((y) => Math.abs(y - place.y)), 320) / 1000;
    showPoint(chart, points, points.reduce((best, point, at) => (distance(point) < distance(points[best]) ? at : best), 0));
  });
addEventListener("pointerout", (event) => {
  const chart = chartOf(event);
  if (chart && !chart.contains(event.relatedTarget) && event.pointerType === "mouse") hidePoint(chart);
});
addEventListener("focusout", (event) => chartOf(event) && hidePoint(chartOf(event)));
addEventListener("keydown", (event) => {
  const chart = chartOf(event);
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
  if (!chart || !step) return;
  event.preventDefault();
  const points = JSON.parse(chart.dataset.points);
  const from = chart.dataset.at ?? (step < 0 ? points.length : -1);
  showPoint(chart, points, Math.max(0, Math.min(points.length - 1, Number(from) + step)));
});
// What a page offers only with a script: copies of results and code, and charts as files.
document.documentElement.classList.add("has-script");
const resultText = () => {
  const lines = findAll("#result :is(.main-result, .other-results > div)").map(({ children }) => [...children].map((each) => each.textContent).join(": "));
  const sentences = findAll("#result > p:not([class])").map((each) => each.textContent);
  return [heading.textContent, ...lines, ...sentences, byId("share").querySelector("a").href].join("\n");
};
// A file knows nothing of the style sheet: what it says of each shape goes with it.
const svgText = (chart) => {
  const copy = chart.cloneNode(true);
  copy.querySelector(".pointer")?.remove();
  const shapes = findAll("*", chart).filter((each) => !each.matches(".pointer"));
  findAll("*", copy).forEach((each, at) => {
    const style = getComputedStyle(shapes[at]);
    for (const name of ["display", "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-size", "font-family"])
      each.style.setProperty(name, style.getPropertyValue(name));
  });
  const { width, height } = chart.viewBox.baseVal;
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.style.background = getComputedStyle(chart.closest(".card") ?? document.body).backgroundColor;
  return new XMLSerializer().serializeToString(copy);
};
const pngOf = async (text, { width, height }) => {
  const image = element("img", { src: `data:image/svg+xml,${encodeURIComponent(text)}` });
  await image.decode();
  const canvas = element("canvas", { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
};
addEventListener("click", async ({ target }) => {
  const { copy, save } = target.dataset ?? {};
  if (copy) {
    const source = copy === "result" ? byId("result") : target.previousElementSibling;
    target.dataset.label ??= target.textContent;
    try {
      await navigator.clipboard.writeText(copy === "result" ? resultText() : source.textContent);
      target.textContent = "Copied";
    } catch {
      // without https a browser lets no script copy
      getSelection()?.selectAllChildren(source);
      target.textContent = "Selected: copy it now";
    }
    setTimeout(() => (target.textContent = target.dataset.label), 4000);
  }
  if (!save) return;
  const chart = target.closest("figure").querySelector("svg");
  const text = svgText(chart);
  const file = save === "png" ? await pngOf(text, chart.viewBox.baseVal) : new Blob([text], { type: "image/svg+xml" });
  const href = URL.createObjectURL(file);
  element("a", { href, download: `${heading.textContent}.${save}` }).click();
  URL.revokeObjectURL(href);
});
// Pages that were seen lately open without a connection.
if (parent === window) navigator.serviceWorker?.register("/sw.js").catch(() => {});
// tells the site that shows this page in a frame how high the content is
if (parent !== window) {
  const tellHeight = () => parent.postMessage({ formulary: document.documentElement.scrollHeight }, "*");
  new ResizeObserver(tellHeight).observe(document.body);
  addEventListener("message", ({ data }) => data === "formulary" && tellHeight());
}
