// The side door: what plugins that answer requests may import beside the front door.
export { route } from "./http/app.ts";
export { abandonBody, readForm, readJson } from "./http/body.ts";
export { createPrepared, sendJson, sendText } from "./http/prepared.ts";
export { asCalcError, type Problem, toProblem } from "./http/problem.ts";
export { quantitySchema, requestSchema } from "./http/request.ts";
export { requestIdOf, respond } from "./http/respond.ts";
