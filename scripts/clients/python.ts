// An OpenAPI document → a client for Python in one file: a class with a method for each operation, and a type for each schema.
import { type Json, pythonTypes } from "./python-types.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  explode?: boolean;
  description?: string;
  schema: Json;
}
interface Operation {
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

const keywords = new Set(
  "and as assert async await break class continue def del elif else except finally for from global if import in is lambda None nonlocal not or pass raise return True False try while with yield".split(
    " ",
  ),
);
const snake = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/\W/g, "_")
    .toLowerCase();
/** A name that Python takes for a variable. */
const variable = (name: string) => (keywords.has(snake(name)) ? `${snake(name)}_` : snake(name));

const head = (version: string) => `"""Client of the Formulary API, version ${version}. Generated from its OpenAPI document; do not edit.

    client = Client("http://localhost:3000", key="ck_live_…")
    answer = client.calculate({"calculator": "compound-interest", "inputs": {"principal": 1000, "rate": 5, "years": 10}})
    print(answer["result"]["results"]["futureValue"]["formatted"])

Every refusal raises a Problem with status, code, detail and errors.
"""
from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Literal, NotRequired, TypedDict, Union

`;

const client = `class Problem(Exception):
    """What the server answers in place of a result (RFC 9457)."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(body.get("detail") or body.get("title") or f"status {status}")
        self.status = status
        self.code: str = body.get("code", "")
        self.detail: str = body.get("detail", "")
        self.errors: list[dict[str, Any]] = body.get("errors", [])


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(each) for each in value)
    return str(value)


class Client:
    """Calls one server; a key is needed to calculate."""

    def __init__(self, base_url: str = "http://localhost:3000", key: str | None = None, timeout: float = 30) -> None:
        self.base_url = base_url.rstrip("/")
        self.key = key
        self.timeout = timeout

    def _call(self, method: str, path: str, query: dict[str, Any], body: Any = None, accept: str = "application/json") -> Any:
        texts = {name: _text(value) for name, value in query.items() if value is not None}
        address = self.base_url + path + ("?" + urllib.parse.urlencode(texts) if texts else "")
        headers = {"Accept": accept}
        if self.key is not None:
            headers["X-API-Key"] = self.key
        data = None
        if body is not None:
            data = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(address, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                text = response.read().decode()
                is_json = response.headers.get_content_type().endswith("json")
        except urllib.error.HTTPError as error:
            try:
                problem = json.loads(error.read().decode())
            except ValueError:
                problem = {}
            raise Problem(error.code, problem) from None
        return json.loads(text) if is_json else text
`;

/** The whole module. */
export function toPython(document: Json): string {
  const { info, paths, components } = document as {
    info: { version: string };
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Json> };
  };
  const types = pythonTypes(components.schemas);
  const methods = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => ["get", "post", "put", "delete"].includes(method))
      .map(([method, operation]) => methodOf({ path, method, operation, typeOf: types.typeOf })),
  );
  return `${head(info.version)}${types.declarations()}\n${client}\n${methods.join("\n")}`;
}

interface MethodOptions {
  path: string;
  method: string;
  operation: Operation;
  typeOf: (schema: Json, hint: string) => string;
}
function methodOf({ path, method, operation, typeOf }: MethodOptions): string {
  const { operationId, summary = operationId, parameters = [], requestBody, responses } = operation;
  const title = operationId[0]!.toUpperCase() + operationId.slice(1);
  const inPath = parameters.filter((each) => each.in === "path");
  // a parameter whose members are parameters themselves: ?principal=1000&rate=5
  const inQuery = parameters.filter((each) => each.in === "query");
  const [exploded] = inQuery.filter(({ schema, explode }) => explode && schema.type === "object");
  const plain = inQuery.filter((each) => each !== exploded);
  const body = requestBody?.content["application/json"]?.schema;
  const content = responses["200"]?.content ?? {};
  const answer = content["application/json"]?.schema;
  const texts = Object.keys(content).filter((type) => type.startsWith("text/"));
  const result = answer ? typeOf(answer, `${title}Answer`) : "str";
  const signature = [
    "self",
    ...inPath.map(({ name }) => `${variable(name)}: str`),
    ...(body ? [`body: ${typeOf(body, `${title}Body`)}`] : []),
    ...(exploded ? [`${variable(exploded.name)}: dict[str, Any]`] : []),
    ...plain.map(({ name, schema }) => `${variable(name)}: ${typeOf(schema, title)} | None = None`),
    ...(texts.length > 0 && answer
      ? [`accept: Literal["application/json", ${texts.map((type) => `"${type}"`).join(", ")}] = "application/json"`]
      : []),
  ].join(", ");
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `{urllib.parse.quote(${variable(name)}, safe='')}`);
  const query = `{${[...(exploded ? [`**${variable(exploded.name)}`] : []), ...plain.map(({ name }) => `"${name}": ${variable(name)}`)].join(", ")}}`;
  const accept = texts.length === 0 ? "" : answer ? ", accept=accept" : `, accept="${texts[0]}"`;
  const call = `self._call("${method.toUpperCase()}", ${address === path ? `"${path}"` : `f"${address}"`}, ${query}${body ? ", body" : ""}${accept})`;
  const isText = texts.length > 0 && answer ? `${result} | str` : result;
  return `    def ${variable(operationId)}(${signature}) -> ${isText}:
        """${summary.replaceAll("\\", "\\\\").replaceAll('"""', "'''")}."""
        return ${call}
`;
}
