/** Reads an input once: every later part of a diagnosis uses the result. */

import { headerValues } from "../../model/index.ts";
import { createSliceCounter, type InSlices } from "../../platform/slices.ts";
import type { Redactor } from "../../redaction/index.ts";
import { type Scheme, schemeOf, withScheme } from "../../requests/pasted-request.ts";
import { type DiagnosisInput, isHttpRequest } from "./diagnosis-input.ts";
import { type NotParsed, type ParsedInput, parseInput } from "./parsed-input.ts";

/** A request with its key, parsed for each scheme and method that it may have. */
export interface ReadCase {
  readonly input: DiagnosisInput;
  readonly redactor: Redactor;
  /** One reading if scheme and method are known; otherwise several, the likeliest first. */
  readonly readings: readonly [Reading, ...Reading[]];
}

/** The input with one scheme and one method. */
export interface Reading {
  /** The scheme, if the request does not contain it. */
  readonly assumedScheme?: Scheme | undefined;
  /** The method, if the request does not contain it. */
  readonly assumedMethod?: string | undefined;
  readonly request: DiagnosisInput["request"];
  readonly parsed: ParsedInput | NotParsed;
}

/** The methods of a request whose method is not known. */
const ASSUMED_METHODS = ["GET", "POST", "PUT", "DELETE"];

/** The characters that are read in one slice. */
const SLICE = 30_000;

/**
 * Reads an input in slices of work.
 *
 * @param serverBaseString the base string that the server computed, which also shows the scheme
 */
export function* readCase(input: DiagnosisInput, redactor: Redactor, serverBaseString?: string): InSlices<ReadCase> {
  const { request } = input;
  const isMethodAssumed = isHttpRequest(request) && request.methodIsAssumed === true;
  const methods = isMethodAssumed ? [...new Set([request.method, ...ASSUMED_METHODS])] : [request.method];
  const schemes = possibleSchemes(input, serverBaseString);
  const isSliceComplete = createSliceCounter(SLICE);
  const read = function* (method: string, assumedScheme?: Scheme): InSlices<Reading> {
    const sent = isMethodAssumed ? { ...request, method } : request;
    const settled = assumedScheme === undefined || !isHttpRequest(sent) ? sent : withScheme(sent, assumedScheme);
    const assumedMethod = isMethodAssumed ? method : undefined;
    const parsed = yield* parseInput({ ...input, request: settled }, isSliceComplete);
    return { assumedScheme, assumedMethod, request: settled, parsed };
  };
  const readings: Reading[] = [];
  for (const method of methods) {
    for (const scheme of schemes.length === 0 ? [undefined] : schemes) readings.push(yield* read(method, scheme));
  }
  return { input, redactor, readings: readings as [Reading, ...Reading[]] };
}

/** The reading with this scheme and method, or else the likeliest one. */
export function readingWith(
  { readings }: ReadCase,
  { assumedScheme, assumedMethod }: Pick<Reading, "assumedScheme" | "assumedMethod">,
): Reading {
  const isWanted = (one: Reading): boolean =>
    one.assumedScheme === assumedScheme && one.assumedMethod === assumedMethod;
  return readings.find(isWanted) ?? readings[0];
}

/** The scheme in a base string, which may be anywhere in a log. */
const SCHEME_RE = /[A-Z]&(https?)%3A/i;

/**
 * The schemes with which the request may have been sent, the likelier one first; none if its scheme is known. A base string or
 * a proxy header shows the likelier one.
 */
function possibleSchemes({ request, evidence }: DiagnosisInput, serverBaseString = ""): readonly Scheme[] {
  if (!isHttpRequest(request) || request.schemeIsAssumed === undefined) return [];
  const [forwarded = ""] = headerValues(request, "x-forwarded-proto");
  const shown =
    SCHEME_RE.exec(evidence?.baseString ?? "") ?? SCHEME_RE.exec(serverBaseString) ?? /^\s*(https?)\b/i.exec(forwarded);
  return (shown?.[1]?.toLowerCase() ?? schemeOf(request)) === "http" ? ["http", "https"] : ["https", "http"];
}
