/**
 * Reads the parameters of a request (RFC 5849 3.4.1.3.1) from query, Authorization header and form body. They are decoded
 * once, so that the signature check and the application get the same values.
 */

import { splitAuthorizationHeader } from "../oauth1/authorization-header.ts";
import { OAuth1Error, quote } from "../oauth1/errors.ts";
import { decodeFormText, type SentPair, splitForm } from "../oauth1/form.ts";
import { type EncodedParameter, encodeParameter, type ParameterOrigin } from "../oauth1/parameter.ts";
import { percentDecode } from "../oauth1/percent-encoding.ts";
import { type BodyContent, bodyContent, type DecodeAgain } from "./body-content.ts";
import { addLimitProblem, hasAllowedLengths } from "./limits.ts";
import type { Policy } from "./policy.ts";
import type { Received } from "./received-request.ts";
import { addProblem, type Problems } from "./rejections.ts";
import type { Limits } from "./types.ts";

export interface Parameters {
  /** Query, then header without the realm, then body, each in order. */
  readonly list: readonly EncodedParameter[];
  /** Decodes names and values of the body with its charset, for the application. */
  readonly redecode: DecodeAgain;
  /** The kind of the body. The signature covers an `other` body only by its hash. */
  readonly body: BodyContent["kind"];
}

/** Adds the problems of every place it reads. */
export function readParameters(
  received: Received,
  query: string,
  policy: Pick<Policy, "limits" | "requireEncodedHeader">,
  problems: Problems,
): Parameters | undefined {
  const { limits } = policy;
  const before = problems.length;
  const inQuery = readForm(query, "query", limits.parameters, limits, problems);
  const inHeader = readHeader(received, policy, problems);
  const remaining = limits.parameters - (inQuery?.length ?? 0) - (inHeader?.length ?? 0);
  if (remaining < 0) return tooMany(limits, problems);
  const body = bodyContent(received, problems);
  const inBody = body?.form === undefined ? [] : readForm(body.form, "body", remaining, limits, problems);
  if (problems.length > before) return undefined;
  const { redecode, kind } = body!;
  return { list: [...inQuery!, ...inHeader!, ...inBody!], redecode, body: kind };
}

/** @param remaining - how many parameters the form may have */
function readForm(
  form: string | Uint8Array,
  origin: ParameterOrigin,
  remaining: number,
  limits: Limits,
  problems: Problems,
): EncodedParameter[] | undefined {
  const pairs = splitForm(form, remaining + 1);
  if (pairs.length > remaining) return tooMany(limits, problems);
  if (!hasAllowedLengths(pairs, limits, origin, problems)) return undefined;
  return pairs.map(([name, value]) => encodeParameter(decodeFormText(name), decodeFormText(value), origin));
}

function tooMany(limits: Limits, problems: Problems): undefined {
  return addLimitProblem(problems, "the request", limits.parameters, "parameters");
}

function readHeader(
  { authorization }: Received,
  { limits, requireEncodedHeader }: Pick<Policy, "limits" | "requireEncodedHeader">,
  problems: Problems,
): EncodedParameter[] | undefined {
  const credentials = findOAuthHeader(authorization, problems);
  if (credentials === undefined) return [];
  const pairs = splitCredentials(credentials, problems);
  if (pairs === undefined || !hasAllowedLengths(pairs, limits, "header", problems)) return undefined;
  const [bare] = requireEncodedHeader ? namesOfBareValues(pairs) : [];
  if (bare !== undefined) {
    const message = `the value of ${quote(bare)} in the header is not percent-encoded`;
    return addProblem(problems, "authorization-malformed", message);
  }
  const parameters = pairs.map(([name, value]) => encodeParameter(percentDecode(name), percentDecode(value), "header"));
  const name = firstDuplicate(parameters);
  if (name === undefined) return parameters;
  return addProblem(problems, "parameter-duplicated", `${quote(name)} is more than once in the header`);
}

const ENCODED_RE = /^(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})*$/; // unreserved characters and escapes

/** The names of the parameters in an Authorization header whose values are not percent-encoded (RFC 5849 3.5.1, 3.6). */
export function namesOfBareValues(pairs: readonly SentPair[]): string[] {
  return pairs.filter(([, value]) => !ENCODED_RE.test(value)).map(([name]) => name);
}

const SCHEME_RE = /^[ \t]*oauth(?:[ \t\r\n]|$)/i;

/**
 * The header with the scheme OAuth, as received; `undefined` if the request has none. It must be the only Authorization
 * header.
 */
function findOAuthHeader(values: readonly string[], problems: Problems): string | undefined {
  const header = values[0];
  if (header === undefined) return undefined;
  if (values.length > 1) {
    return addProblem(problems, "authorization-repeated", `there are ${values.length} Authorization headers`);
  }
  if (header.startsWith("OAuth ") || SCHEME_RE.test(header)) return header;
  return hasTwoCredentials(header) ? addTwoCredentials(problems) : undefined;
}

/** Several sets of credentials in one header: the result when a library joins two headers. */
function hasTwoCredentials(header: string): boolean {
  return /,[ \t]*oauth[ \t]+[^\s=",]+="/i.test(header);
}

function addTwoCredentials(problems: Problems): undefined {
  const message = "the Authorization header contains more than one set of credentials";
  return addProblem(problems, "authorization-repeated", message);
}

const NON_ASCII_RE = /[^\x00-\x7f]/;

/** Only the realm, which the signature does not cover, may contain characters that are not ASCII. */
function splitCredentials(credentials: string, problems: Problems): readonly SentPair[] | undefined {
  try {
    const { pairs } = splitAuthorizationHeader(credentials);
    const isAscii = !NON_ASCII_RE.test(credentials);
    if (isAscii || !pairs.some(([name, value]) => NON_ASCII_RE.test(name) || NON_ASCII_RE.test(value))) return pairs;
    const message = "the Authorization header contains octets that are not ASCII";
    return addProblem(problems, "authorization-malformed", message);
  } catch (error) {
    if (hasTwoCredentials(credentials)) return addTwoCredentials(problems);
    if (!(error instanceof OAuth1Error)) throw error;
    const isDuplicate = error.code === "parameter-duplicated";
    // The message of the error contains a position and a name, never a value.
    return addProblem(problems, isDuplicate ? "parameter-duplicated" : "authorization-malformed", error.message);
  }
}

/** The encoded name of the first parameter that has the name of an earlier one. */
export function firstDuplicate(parameters: readonly EncodedParameter[]): string | undefined {
  const seen = new Set<string>();
  for (const { encodedName } of parameters) {
    if (seen.has(encodedName)) return encodedName;
    seen.add(encodedName);
  }
  return undefined;
}
