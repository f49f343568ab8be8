/** Limits for inputs, so that a hostile input cannot use up time or memory. */

import { isForm } from "../../model/index.ts";
import { type DiagnosisInput, isHttpRequest } from "./diagnosis-input.ts";

/** The most characters that method, URL, headers and parameters may have together. */
const MOST_CHARACTERS = 65_536;
/** The most characters of a log that are searched for a base string. */
const MOST_IN_LOG = 4 * 2 ** 20;
const MOST_PARAMETERS = 1000;

/** A message that names the part that exceeds its limit, without reading its contents; `undefined` if none does. */
export function sizeProblem({ request, key, evidence = {} }: DiagnosisInput): string | undefined {
  const keys = [key.consumerSecret, key.tokenSecret, key.privateKey, key.publicKey].map((text = "") => text.length);
  return (
    problem("method, URL, headers and parameters", sizeOf(request), MOST_CHARACTERS) ??
    problem("the longest key", Math.max(...keys), MOST_CHARACTERS) ??
    problem("the signature", evidence.signature?.length ?? 0, MOST_CHARACTERS) ??
    problem("the text with the client's base string", evidence.baseString?.length ?? 0, MOST_IN_LOG)
  );
}

/** A message that there are too many parameters. */
export function countProblem(parameters: number): string | undefined {
  if (parameters <= MOST_PARAMETERS) return undefined;
  return `the request has ${parameters} parameters; at most ${MOST_PARAMETERS} can be diagnosed`;
}

/** Whether a body is so long that the diagnosis leaves it out unless it is a form. */
export function isLargeBody(body: string | Uint8Array | undefined): boolean {
  return (body?.length ?? 0) > MOST_CHARACTERS;
}

function problem(what: string, size: number, most: number): string | undefined {
  if (size <= most) return undefined;
  return `${what} have ${size} characters; at most ${most} can be diagnosed`.replace(/^(the .*) have/, "$1 has");
}

/** How many characters a diagnosis reads. */
export function sizeOf(request: DiagnosisInput["request"]): number {
  const { method, url, headers = [] } = request;
  const pairs = isHttpRequest(request) ? [] : [...(request.form ?? []), ...request.protocolParameters];
  const body = isHttpRequest(request) && isForm(request) ? (request.body?.length ?? 0) : 0;
  return [...headers, ...pairs].reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    method.length + url.length + body,
  );
}
