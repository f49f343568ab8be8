/**
 * Laws and generators: what holds for every request, and requests to try it on. Needs fast-check.
 *
 * @module
 */

export type { Answer, Ask } from "../vectors/answer.ts";
export { canonicalRequest } from "./canonical-request.ts";
export { caseSeed, generateCase, shrinkCase } from "./generate.ts";
export { form, name, request, signInput, text, url } from "./generators.ts";
export { PROPERTIES } from "./properties.ts";
export { holds, NotApplicable, type Property, type Violation } from "./property.ts";
