/**
 * The properties, restricted to requests that every library here can sign. A property stops at its first counterexample;
 * without the restriction, that would always be a request with a realm, which some libraries cannot send.
 */

import { PROPERTIES, type Property } from "../../src/conformance/properties/index.ts";
import { type InputOf, isOfRsa, readInput, writeInput } from "../../src/conformance/vectors/index.ts";

/** All properties. A smaller case stays smaller when it is restricted, so counterexamples still shrink. */
export const COMMON_PROPERTIES: readonly Property[] = PROPERTIES.map((property) => ({
  ...property,
  cases: property.cases.map(common),
}));

function common(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  if ("input" in value) return { ...value, input: common(value.input) };
  if (!("signatureMethod" in value && "request" in value)) return value;
  return writeInput(commonInput(readInput("the case", "sign", value)));
}

/** Uses the Authorization header, `oauth_version`, a SHA-1 or PLAINTEXT method, and only the standard protocol parameters. */
function commonInput({ realm: _, protocolParameters: _none, ...input }: InputOf<"sign">): InputOf<"sign"> {
  const standard = { version: "1.0", transport: "header" } as const;
  if (isOfRsa(input)) {
    const { consumerKey, token, ...key } = input.credentials;
    const credentials = {
      ...key,
      consumerKey: consumerKey || "k",
      ...(token === undefined ? {} : { token: token || "t" }),
    };
    return { ...input, credentials, signatureMethod: "RSA-SHA1", ...standard };
  }
  const { consumerKey, consumerSecret, token, tokenSecret } = input.credentials;
  const credentials = {
    consumerKey: consumerKey || "k",
    consumerSecret: consumerSecret || "s",
    ...(token === undefined ? {} : { token: token || "t", ...(tokenSecret === undefined ? {} : { tokenSecret }) }),
  };
  const signatureMethod = input.signatureMethod === "PLAINTEXT" ? input.signatureMethod : "HMAC-SHA1";
  return { ...input, credentials, signatureMethod, ...standard };
}
