import { chromium } from "playwright-core";
const [, , out, path, width = "1200", scheme = "light", full = "yes"] = process.argv;
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
const p = await b.newPage({ viewport: { width: Number(width), height: 900 }, colorScheme: scheme });
p.on("console", (m) => console.log("console", m.text())); p.on("pageerror", (e) => console.log("error", e.message));
await p.goto("http://localhost:4801" + path); await p.waitForTimeout(300);
await p.screenshot({ path: out, fullPage: full === "yes" }); await b.close();
