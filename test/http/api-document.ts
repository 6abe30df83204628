import { composePlugins } from "formulary";
import { apiDocument } from "../../plugins/openapi/document.ts";
import { readConfiguration } from "../../scripts/configuration.ts";
import { functionPlugins } from "../../scripts/plugins.ts";
import { serverPlugins } from "../../scripts/server-plugins.ts";

/** The OpenAPI document of a server with every built-in plugin. */
export const apiDescription = apiDocument(
  composePlugins([...functionPlugins(), ...(await serverPlugins(readConfiguration({ STORAGE: "memory:" })))]),
);
