/**
 * What else is known of a request that is wrong: plain comparisons of what came with what was expected.
 *
 * @module
 */

import { type ReadRequest, sameOctets, toText } from "../../model/index.ts";
import { headerValues } from "../../oauth1/http-request.ts";
import type { CapturedProblem, Computation, IncomingRequest } from "./captured.ts";
import { clientBaseString } from "./client-base-string.ts";
import { isTooLarge } from "./computation.ts";
import type { ExpectedCredentials } from "./expected.ts";

/** What is known of the request already. */
interface Known {
  readonly read: ReadRequest | undefined;
  readonly computation: Computation | undefined;
  /** Whether the mistake has been named. */
  readonly isNamed: boolean;
}

/** Sentences for a person. */
export function hintsFor(
  request: IncomingRequest,
  problem: CapturedProblem,
  expected: ExpectedCredentials,
  { read, computation, isNamed }: Known,
): string[] {
  if (problem.code === "consumer-unknown") return identityHints(read, expected);
  if (problem.code === "protocol-parameters-missing") return schemeHints(request);
  if (problem.code === "parameter-missing") return plaintextHints(read, problem);
  if (computation === undefined) {
    return isTooLarge(request) ? ["the body is too large to show how the signature is computed"] : [];
  }
  return [...hostHints(request), ...(isNamed ? [] : toldHints(request, computation)), ...tokenHints(read, expected)];
}

function identityHints(read: ReadRequest | undefined, { consumerKey, token }: ExpectedCredentials): string[] {
  if (read === undefined) return [];
  return [
    ...compared("oauth_consumer_key", parameterOf(read, "oauth_consumer_key"), consumerKey),
    ...compared("oauth_token", parameterOf(read, "oauth_token"), token),
  ];
}

function compared(name: string, actual: string | undefined, expected: string | undefined): string[] {
  if (actual === expected) return [];
  return [`${name} is ${shown(actual)}, expected ${shown(expected)}`];
}

function shown(value: string | undefined): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}

function schemeHints(request: IncomingRequest): string[] {
  const scheme = headerValues(request, "authorization")[0]?.split(" ")[0];
  return [
    scheme === undefined
      ? "no Authorization header came, and neither query nor form body has an oauth_ parameter"
      : `the Authorization header has the scheme ${JSON.stringify(scheme)}, expected "OAuth"`,
  ];
}

/** The rule lets them be left out, and so would seem to contradict the refusal. */
function plaintextHints(read: ReadRequest | undefined, { message }: CapturedProblem): string[] {
  return read?.signatureMethod === "PLAINTEXT" && /oauth_(?:timestamp|nonce)/.test(message)
    ? ["PLAINTEXT may go without timestamp and nonce; they are asked for all the same: else anybody may send it again"]
    : [];
}

/** The origin is what clients get wrong without seeing it. */
function hostHints(request: IncomingRequest): string[] {
  const authority = request.url.split("/")[2]!;
  const hosts = headerValues(request, "host");
  if (hosts.some((host) => host.toLowerCase() === authority)) return [];
  return [`the Host header is ${hosts.map(shown).join(", ") || "absent"}; judged as a request to ${authority}`];
}

function toldHints(request: IncomingRequest, { difference }: Computation): string[] {
  if (difference !== undefined) return [];
  if (clientBaseString(request) === undefined) {
    return ["to see where the client's base string parts from the one below, send it in X-Countersign-Base-String"];
  }
  return ["the client's base string is the right one: the key or the last step (hash, base64) is wrong"];
}

/** RSA covers no secret, so a token that should not be there is noticed here alone. */
function tokenHints(read: ReadRequest | undefined, { token }: ExpectedCredentials): string[] {
  return parameterOf(read, "oauth_token") === "" && token === undefined
    ? ["oauth_token is empty; a client without a token leaves it out"]
    : [];
}

function parameterOf(read: ReadRequest | undefined, name: string): string | undefined {
  const found = read?.parameters.find((parameter) => sameOctets(parameter.name, name));
  return found && toText(found.value);
}
