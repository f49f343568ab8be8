/** Varied programs: any program that sends requests, tested with generated values. Needs fast-check. */

export { type Arrived, requestsOf, variedResultOf } from "./failure.ts";
export { hiddenPlaceOf } from "./fields.ts";
export { createTemplates, KIND_NAMES, type Template, type Templates, type Values } from "./placeholders.ts";
export { type Varied, vary } from "./vary.ts";
