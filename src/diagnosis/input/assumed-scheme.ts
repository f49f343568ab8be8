/**
 * Requests whose scheme or method is only assumed: if the request line contains only a path, either http or https was used; a
 * URL contains no method.
 */

import { type Scheme, schemeOf, withScheme } from "../../requests/pasted-request.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { type DiagnosisInput, isHttpRequest } from "./diagnosis-input.ts";

/** The scheme in a base string, which may be anywhere in a log. */
const SCHEME_RE = /[A-Z]&(https?)%3A/i;

/**
 * The schemes that may have been used to send the request, the likelier one first; none if its scheme is known. A base string
 * of the client shows which one it used.
 */
export function possibleSchemes({ request, evidence }: DiagnosisInput): readonly Scheme[] {
  if (!isHttpRequest(request) || request.schemeIsAssumed === undefined) return [];
  const signed = SCHEME_RE.exec(evidence?.baseString ?? "")?.[1]?.toLowerCase();
  return (signed ?? schemeOf(request)) === "http" ? ["http", "https"] : ["https", "http"];
}

/**
 * The scheme that the diagnosis found for the request; `undefined` if the scheme is known, or if it remains assumed
 * because nothing explains the signature.
 */
export function settledScheme(diagnosis: Diagnosis): Scheme | undefined {
  return diagnosis.kind === "unknown" ? undefined : assumedSchemeOf(diagnosis);
}

/** The scheme that a diagnosis assumes; `undefined` if the scheme is known. */
export function assumedSchemeOf(diagnosis: Diagnosis): Scheme | undefined {
  return diagnosis.kind === "not-diagnosed" ? undefined : diagnosis.assumedScheme;
}

/** The same input, for a request that was sent with this scheme; unchanged if the scheme is known. */
export function inputWithScheme(input: DiagnosisInput, scheme: Scheme | undefined): DiagnosisInput {
  if (scheme === undefined || !isHttpRequest(input.request)) return input;
  return { ...input, request: withScheme(input.request, scheme) };
}

/** One of the requests that the input may describe. */
export interface PossibleInput {
  readonly input: DiagnosisInput;
  readonly assumedScheme: Scheme | undefined;
}

/** The methods of a request whose method is not known. */
const ASSUMED_METHODS = ["GET", "POST", "PUT", "DELETE"];

/** The input with each scheme and each method that is possible, the likeliest first. */
export function possibleInputs(input: DiagnosisInput): readonly [PossibleInput, ...PossibleInput[]] {
  const { request } = input;
  const isMethodAssumed = isHttpRequest(request) && request.methodIsAssumed === true;
  const methods = isMethodAssumed ? new Set([request.method, ...ASSUMED_METHODS]) : [undefined];
  const schemes = possibleSchemes(input);
  const possible = Array.from(methods, (method) =>
    (schemes.length === 0 ? [undefined] : schemes).map((assumedScheme) => {
      const other = method === undefined ? input : { ...input, request: { ...request, method } };
      return { input: inputWithScheme(other, assumedScheme), assumedScheme };
    }),
  ).flat();
  return possible as [PossibleInput, ...PossibleInput[]];
}
