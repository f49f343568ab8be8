/**
 * The parameters of a request (RFC 5849 3.4.1.3.1): query, Authorization header and form body, decoded once. What is
 * signed and what the application gets are both made of these.
 *
 * @module
 */

import { splitAuthorizationHeader } from "../oauth1/authorization-header.ts";
import { OAuth1Error } from "../oauth1/errors.ts";
import { decodeFormText, type SentPair, splitForm } from "../oauth1/form.ts";
import { type EncodedParameter, encodeParameter, type ParameterOrigin } from "../oauth1/parameter.ts";
import { percentDecode } from "../oauth1/percent-encoding.ts";
import { type BodyContent, bodyContent } from "./body-content.ts";
import type { DecodeAgain } from "./charset.ts";
import { findOAuthHeader, holdsMoreThanOne, MORE_THAN_ONE } from "./header-text.ts";
import { addLimitProblem, hasAllowedLengths } from "./limits.ts";
import { quote } from "./quote.ts";
import type { Received } from "./received-request.ts";
import type { Limits } from "./types.ts";
import { addProblem, type Problems } from "./verdicts.ts";

/** All parameters of a request. */
export interface Parameters {
  /** Query, then header without the realm, then body, each in order. */
  readonly list: readonly EncodedParameter[];
  /** Decodes what the body holds once more, for the application, where its charset is not UTF-8. */
  readonly redecode: DecodeAgain;
  /** Whether there is a body that is not a form, which the signature covers by its hash at most. */
  readonly hasOtherBody: boolean;
}

/** Reads all three places; each reports its own problems. */
export function readParameters(
  received: Received,
  query: string,
  limits: Limits,
  problems: Problems,
): Parameters | undefined {
  const before = problems.length;
  const body = bodyContent(received);
  const inQuery = readForm(query, "query", limits.parameters, limits, problems);
  const inHeader = readHeader(received, limits, problems);
  const remaining = limits.parameters - (inQuery?.length ?? 0) - (inHeader?.length ?? 0);
  if (remaining < 0) return tooMany(limits, problems);
  const inBody = readBody(body, remaining, limits, problems);
  if (problems.length > before) return undefined;
  const list = [...(inQuery ?? []), ...(inHeader ?? []), ...(inBody ?? [])];
  return { list, redecode: body.redecode, hasOtherBody: body.isOther };
}

function readBody(
  { form, problem }: BodyContent,
  remaining: number,
  limits: Limits,
  problems: Problems,
): EncodedParameter[] | undefined {
  if (problem !== undefined) problems.push(problem);
  return form === undefined ? [] : readForm(form, "body", remaining, limits, problems);
}

/** @param remaining - how many parameters there may be */
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

function readHeader({ authorization }: Received, limits: Limits, problems: Problems): EncodedParameter[] | undefined {
  const { credentials, problem } = findOAuthHeader(authorization);
  if (problem !== undefined) problems.push(problem);
  if (credentials === undefined) return [];
  const pairs = splitCredentials(credentials, problems);
  if (pairs === undefined || !hasAllowedLengths(pairs, limits, "header", problems)) return undefined;
  const parameters = pairs.map(([name, value]) => encodeParameter(percentDecode(name), percentDecode(value), "header"));
  const name = firstDuplicate(parameters);
  if (name === undefined) return parameters;
  return addProblem(problems, "parameter-duplicated", `${quote(name)} stands more than once in the header`);
}

const NON_ASCII_RE = /[^\x00-\x7f]/;

/** Of a header only the realm, which nobody signs, may hold more than ASCII. */
function splitCredentials(credentials: string, problems: Problems): readonly SentPair[] | undefined {
  try {
    const { pairs } = splitAuthorizationHeader(credentials);
    const isAscii = !NON_ASCII_RE.test(credentials);
    if (isAscii || !pairs.some(([name, value]) => NON_ASCII_RE.test(name) || NON_ASCII_RE.test(value))) return pairs;
    return addProblem(problems, "authorization-malformed", "the Authorization header holds octets that are not ASCII");
  } catch (error) {
    if (holdsMoreThanOne(credentials)) return addProblem(problems, "authorization-repeated", MORE_THAN_ONE);
    if (!(error instanceof OAuth1Error)) throw error;
    const isDuplicate = error.code === "parameter-duplicated";
    // The error's own message names a place and a name, never a value.
    return addProblem(problems, isDuplicate ? "parameter-duplicated" : "authorization-malformed", error.message);
  }
}

/** The encoded name of the first parameter whose name occurred before. */
export function firstDuplicate(parameters: readonly EncodedParameter[]): string | undefined {
  const seen = new Set<string>();
  for (const { encodedName } of parameters) {
    if (seen.has(encodedName)) return encodedName;
    seen.add(encodedName);
  }
  return undefined;
}
