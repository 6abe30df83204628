// The main entry point, "formulary": servers, plugins and storage, and every shared type.
export { type Answer, failUnknownCalculator, type PreparedCall, type RequestContext, requestSteps } from "./calculation/calculate.ts";
export type { CalculationRequest, RequestMembers } from "./calculation/request.ts";
export type { Quantities, Reading, Search, SearchEntry } from "./catalog/list.ts";
export { CalcError, codes, type ErrorCode, type Fault } from "./errors.ts";
export type { JsonSchema, Operation, Operations } from "./operations.ts";
export { yieldEvery } from "./pause.ts";
export { composePlugins, definePlugin, type Hooks, type Kernel, type Plugin, type Reply } from "./plugins.ts";
export { createServer, type Server, type ServerOptions } from "./server.ts";
export { count, createDays, rememberedDays } from "./storage/allowance.ts";
export type { Area, AreaDriver, AreaName, Consumption, Usage } from "./storage/area.ts";
export { type Areas, closeStorage, createStorage } from "./storage/index.ts";
export { memoryDriver } from "./storage/memory.ts";
export { createRing } from "./storage/ring.ts";
export type * from "./types.ts";
