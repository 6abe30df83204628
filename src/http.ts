// The entry point "formulary/http": what a plugin needs that answers requests: routes, bodies, answers, problems.

export { quantitySchema, type RequestSchema } from "./calculation/request.ts";
export { route } from "./http/app.ts";
export { abandonBody, readForm, readJson } from "./http/body.ts";
export { createPrepared, sendJson, sendText } from "./http/prepared.ts";
export { asCalcError, type Problem, toProblem } from "./http/problem.ts";
export { requestIdOf, respond } from "./http/respond.ts";
export { workOf } from "./http/work.ts";
