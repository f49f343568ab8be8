/**
 * The properties, checked only with requests that every library here can sign. A property ends with its first
 * counterexample, which would otherwise always be a request with a realm that a library cannot send.
 */

import { PROPERTIES, type Property } from "../../src/conformance/properties/index.ts";
import { type InputOf, isOfRsa, readInput, writeInput } from "../../src/conformance/vectors/index.ts";

/** All properties. A smaller case stays smaller, so that counterexamples still shrink. */
export const COMMON_PROPERTIES: readonly Property[] = PROPERTIES.map((property) => ({
  ...property,
  cases: property.cases.map(common),
}));

function common(one: unknown): unknown {
  if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
  if ("input" in one) return { ...one, input: common(one.input) };
  if (!("signatureMethod" in one && "request" in one)) return one;
  return writeInput(commonInput(readInput("the case", "sign", one)));
}

/** In the header, with `oauth_version`, a method with SHA-1, and only the usual protocol parameters. */
function commonInput({ realm: _, protocolParameters: _none, ...input }: InputOf<"sign">): InputOf<"sign"> {
  const usual = { version: "1.0", transport: "header" } as const;
  if (isOfRsa(input)) {
    const { consumerKey, token, ...key } = input.credentials;
    const credentials = {
      ...key,
      consumerKey: consumerKey || "k",
      ...(token === undefined ? {} : { token: token || "t" }),
    };
    return { ...input, credentials, signatureMethod: "RSA-SHA1", ...usual };
  }
  const { consumerKey, consumerSecret, token, tokenSecret } = input.credentials;
  const credentials = {
    consumerKey: consumerKey || "k",
    consumerSecret: consumerSecret || "s",
    ...(token === undefined ? {} : { token: token || "t", ...(tokenSecret === undefined ? {} : { tokenSecret }) }),
  };
  const signatureMethod = input.signatureMethod === "PLAINTEXT" ? input.signatureMethod : "HMAC-SHA1";
  return { ...input, credentials, signatureMethod, ...usual };
}
