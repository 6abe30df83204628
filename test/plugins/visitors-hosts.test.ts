import type { H3Event } from "h3";
import { expect, it } from "vitest";
import { createHostCheck } from "../../plugins/visitors/index.ts";

const check = createHostCheck(["calc.example.com"]);
const asked = (headers: Record<string, string>) =>
  ({ req: { headers: new Headers(headers) }, url: new URL("http://calc.example.com/mcp") }) as unknown as H3Event;

it.each<Record<string, string>>([
  { host: "calc.example.com" },
  { host: "CALC.example.com:8443" },
  { host: "localhost:3000" },
  { host: "formulary.localhost" },
  { host: "127.0.0.1:3000" },
  { host: "[::1]:3000" },
  { host: "192.0.2.7" },
  { host: "calc.example.com", origin: "https://calc.example.com" },
  { host: "localhost", origin: "http://localhost:6274" },
])("agents and forms are answered under the names of this server: %j", (headers) => {
  expect(() => check(asked(headers))).not.toThrow();
});

it.each<Record<string, string>>([
  { host: "rebind.example.org" },
  { host: "calc.example.com.evil.example" },
  { host: "calc.example.com", origin: "https://evil.example" },
  { host: "localhost:3000", origin: "http://rebind.example.org:3000" },
  { host: "127.0.0.1", origin: "null" },
  { host: "" },
])("and not under a name that was led here, nor for a page of another site: %j", (headers) => {
  expect(() => check(asked(headers))).toThrow(/is no name of this server: .* PUBLIC_URL, or further names in ALLOWED_HOSTS/);
});
