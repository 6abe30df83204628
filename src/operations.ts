// What a plugin declares of its part of the API, for documents.

/** A JSON Schema. */
export type JsonSchema = Record<string, unknown>;

/** One method of one address, as OpenAPI describes it. */
export interface Operation {
  operationId: string;
  /** The group it stands in: "Catalogue", "Calculating", "Operating", or one of the plugin's own. */
  tag: string;
  summary: string;
  description?: string;
  /** It needs an API key. */
  keyed?: boolean;
  /** OpenAPI parameters, of the path and the query. */
  parameters?: object[];
  /** The JSON body: a schema by its name among the schemas, or written out; and examples by name. */
  request?: { schema: string | JsonSchema; examples?: Record<string, unknown> };
  /** What it answers with status 200, and the headers beside X-Request-Id. */
  answer: {
    description: string;
    schema: string | JsonSchema;
    headers?: string[];
    /** Media types other than JSON that a client may ask for, whose body is text. */
    texts?: string[];
  };
  /** Statuses of the problems that it may answer, beside 500. */
  refusals: number[];
}
/** Operations by path and method. */
export type Operations = Record<string, Partial<Record<"get" | "post" | "put" | "delete", Operation>>>;
