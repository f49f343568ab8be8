/** Vectors, rules, inputs by operation, and stages, for the other folders. `public.ts` is what users import. */

export * from "./answer.ts";
export { defined } from "./defined.ts";
export * from "./features.ts";
export { FORMAT } from "./file-shapes.ts";
export * from "./input.ts";
export * from "./input-json.ts";
export * from "./json-text.ts";
export * from "./load-vectors.ts";
export { RECEIVED_REQUEST } from "./members.ts";
export * from "./open-points.ts";
export { OPERATION_ROWS } from "./operations.ts";
export * from "./profiles.ts";
export * from "./sent-request.ts";
export * from "./signing-input.ts";
export { STAGE_ROWS } from "./stage-rows.ts";
export * from "./stages.ts";
export * from "./vector.ts";
export * from "./vector-json.ts";
export * from "./verification-cases.ts";
export * from "./verifier-context.ts";
