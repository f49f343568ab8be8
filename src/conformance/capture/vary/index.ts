/** Varied programs: any program that sends requests, tested with generated values. Needs fast-check. */

export { hiddenPlaceOf } from "./fields.ts";
export { createTemplates, KIND_NAMES, type Template, type Templates, type Values, wholeValue } from "./placeholders.ts";
export type { Arrived } from "./problems.ts";
export { variedResultOf } from "./varied-result.ts";
export { type Varied, vary } from "./vary.ts";
