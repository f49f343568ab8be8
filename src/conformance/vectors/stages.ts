/** The stages: each step of the computation that has a value to compare. */

import type { Operation } from "./input.ts";
import type { JsonPair } from "./json-text.ts";

/** The stages, in the order in which they are computed. */
export const STAGES = [
  "percent-encoding",
  "percent-decoding",
  "parameters",
  "parameter-string",
  "base-string-uri",
  "base-string",
  "key",
  "signature",
  "authorization-header",
  "realm",
  "url",
  "body",
  "body-hash",
  "valid",
] as const;

export type Stage = (typeof STAGES)[number];

/**
 * The value of a stage: text, pairs, the realm (null for none), or whether a signature is valid.
 *
 * Pairs stay in the form that JSON has: vectors state them, drivers answer with them, reports print them, and code only
 * compares them (`stage-text.ts`).
 */
export type StageValue = string | readonly JsonPair[] | boolean | null;

/** Values by stage. A stage without a stated value is absent. */
export type StageValues = { readonly [stage in Stage]?: StageValue };

/** The stage that every answer to an operation must have. */
export const REQUIRED_STAGE: Readonly<Record<Operation, Stage>> = {
  "percent-encoding": "percent-encoding",
  "percent-decoding": "percent-decoding",
  parameters: "parameters",
  "parameter-string": "parameter-string",
  "base-string-uri": "base-string-uri",
  "base-string": "base-string",
  signature: "signature",
  "authorization-header": "authorization-header",
  "authorization-header-parsing": "parameters",
  "body-hash": "body-hash",
  sign: "signature",
  "sign-exactly": "signature",
  "verify-signature": "valid",
  verify: "valid",
};

/** Whether a name is that of an operation. */
export function isOperation(name: unknown): name is Operation {
  return typeof name === "string" && Object.hasOwn(REQUIRED_STAGE, name);
}

/**
 * The value that a vector expects at a stage.
 *
 * @returns `undefined` if the vector states no value for the stage, or expects a refusal
 * @example
 * ```ts
 * import { expectedStage, loadVectors } from "countersign/vectors";
 *
 * const vector = loadVectors().find(({ id }) => id === "percent-encoding/rfc5849/1")!;
 * expectedStage(vector, "percent-encoding"); // => "%3D%253D"
 * ```
 */
export function expectedStage(
  { expected }: { readonly expected: StageValues | { readonly refused: true } },
  stage: Stage,
): StageValue | undefined {
  return "refused" in expected ? undefined : expected[stage];
}
