/** Varied programs: any program that sends requests, tested with generated values. Needs fast-check. */

export { createTemplates, KIND_NAMES, type Template, type Templates, type Values } from "./placeholders.ts";
export { variedResultOf } from "./varied-result.ts";
export { type Arrived, type Problem, type Varied, vary } from "./vary.ts";
