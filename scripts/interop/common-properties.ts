/**
 * The laws, asked only with requests that every library here has a way to sign. A law ends with its first counterexample:
 * without this it would be one about a realm that a library does not send, each time.
 *
 * @module
 */

import { PROPERTIES, type Property } from "../../src/conformance/properties/index.ts";
import { type InputOf, isOfRsa, readInput, writeInput } from "../../src/conformance/vectors/index.ts";

/** All laws; a smaller case stays smaller, so that counterexamples shrink as ever. */
export const COMMON_LAWS: readonly Property[] = PROPERTIES.map((law) => ({ ...law, cases: law.cases.map(common) }));

function common(one: unknown): unknown {
  if (typeof one !== "object" || one === null || Array.isArray(one)) return one;
  if ("input" in one) return { ...one, input: common(one.input) };
  if (!("signatureMethod" in one && "request" in one)) return one;
  return writeInput(commonInput(readInput("the case", "sign", one)));
}

/** In the header, with `oauth_version`, by a method with SHA-1, and no protocol parameters but the usual ones. */
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
