/**
 * Properties that hold for every request, and generators of requests. Needs fast-check.
 *
 * @module
 */

export type { Answer, Ask } from "../vectors/answer.ts";
export type { Unequal } from "../vectors/stages.ts";
export { generateCase, shrinkCase } from "./generate.ts";
export { form, name, request, signInput, text } from "./generators.ts";
export { PROPERTIES } from "./properties.ts";
export {
  type Adapt,
  checkProperty,
  type FailureKind,
  type Falsification,
  NotOffered,
  type Property,
} from "./property.ts";
export { url } from "./url-generators.ts";
