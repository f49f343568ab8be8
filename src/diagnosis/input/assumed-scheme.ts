/** Requests whose scheme is only assumed: if the request line contains only a path, either http or https was used. */

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
