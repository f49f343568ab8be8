/** Hints on a rejected request, from plain comparisons with what was expected. */

import { type ReadRequest, sameOctets, specification, toText } from "../../model/index.ts";
import { headerValues } from "../../oauth1/http-request.ts";
import { clientBaseString } from "../../request-log/client-texts.ts";
import { type CapturedProblem, type CapturedRequest, type IncomingRequest, isNamed } from "./captured-request.ts";
import { isTooLarge } from "./computation.ts";
import type { ExpectedCredentials } from "./expected-credentials.ts";

/** Returns sentences for a person. */
export function hintsFor(
  request: IncomingRequest,
  problem: CapturedProblem,
  expected: ExpectedCredentials,
  read: ReadRequest | undefined,
  { computation, explanation }: Pick<CapturedRequest, "computation" | "explanation">,
): string[] {
  if (problem.code === "consumer-unknown") return identityHints(read, expected);
  if (problem.code === "protocol-parameters-missing") return schemeHints(request);
  if (problem.code === "insecure-transport") return ["--tls gives the client an https URL"];
  if (problem.code === "parameter-missing") return plaintextHints(read, problem);
  if (computation === undefined) {
    return isTooLarge(request) ? ["the body is too large to show how the signature is computed"] : [];
  }
  return [
    ...hostHints(request),
    ...(isNamed({ explanation }) || clientBaseString(request) !== undefined ? [] : [SEND_THE_BASE_STRING]),
    ...tokenHints(read, expected),
  ];
}

function identityHints(read: ReadRequest | undefined, { consumerKey, token }: ExpectedCredentials): string[] {
  const expected = [
    [
      "oauth_consumer_key",
      consumerKey,
      "key with --consumer-key, and its secret with --consumer-secret-file or --private-key-file",
    ],
    ["oauth_token", token, "token with --token, and its secret with --token-secret-file"],
  ] as const;
  return expected.flatMap(([name, value, options]) => {
    const actual = parameterOf(read, name);
    if (actual === value || (name === "oauth_token" && !actual)) return [];
    return [`${name} is ${shown(actual)}, expected ${shown(value)}; give the client's own ${options}`];
  });
}

function shown(value: string | undefined): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}

function schemeHints(request: IncomingRequest): string[] {
  const scheme = headerValues(request, "authorization")[0]?.split(" ")[0];
  return [
    scheme === undefined
      ? `the request has no Authorization header, and neither its query nor its form body has an oauth_ parameter; if it needs no signature, leave its path out: --ignore-path ${specification.splitUrl(request.url).path}`
      : `the Authorization header has the scheme ${JSON.stringify(scheme)}, expected "OAuth"`,
  ];
}

/** RFC 5849 makes timestamp and nonce optional for PLAINTEXT, which seems to contradict the rejection. */
function plaintextHints(read: ReadRequest | undefined, { message }: CapturedProblem): string[] {
  return read?.signatureMethod === "PLAINTEXT" && /oauth_(?:timestamp|nonce)/.test(message)
    ? [
        "RFC 5849 makes timestamp and nonce optional for PLAINTEXT, but capture requires them: without them, anyone can replay the request",
      ]
    : [];
}

/** A wrong origin is hard to notice in a client. */
function hostHints(request: IncomingRequest): string[] {
  const authority = request.url.split("/")[2]!;
  const hosts = headerValues(request, "host");
  if (hosts.some((host) => host.toLowerCase() === authority)) return [];
  return [`the Host header is ${hosts.map(shown).join(", ") || "absent"}; the signature was verified for ${authority}`];
}

const SEND_THE_BASE_STRING =
  "to see where the client's base string differs from the one below, send it in the header X-Countersign-Base-String";

/** An RSA signature covers no secret, so nothing else shows this mistake. */
function tokenHints(read: ReadRequest | undefined, { token }: ExpectedCredentials): string[] {
  if (tokenOf(read) === undefined && token !== undefined)
    return ["the request has no oauth_token, so its token secret is empty"];
  return tokenOf(read) === "" && token === undefined
    ? ["oauth_token is empty; a client without a token should leave it out"]
    : [];
}

/** The token of a request. */
export function tokenOf(read: ReadRequest | undefined): string | undefined {
  return parameterOf(read, "oauth_token");
}

function parameterOf(read: ReadRequest | undefined, name: string): string | undefined {
  const found = read?.parameters.find((parameter) => sameOctets(parameter.name, name));
  return found && toText(found.value);
}
