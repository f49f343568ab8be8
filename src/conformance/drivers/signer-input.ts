/**
 * The input of `base-string` in the members of `sign`: most implementations can be asked for a base string only as part
 * of a whole request.
 *
 * @module
 */

import { type InputOf, isRsaMethod, isSecretMethod, type NameValue } from "../vectors/index.ts";
import { TEST_PRIVATE_KEY } from "../vectors/test-key.ts";

/** The parameters that a signer makes itself. */
const OWN_NAMES: readonly unknown[] = [
  "oauth_consumer_key",
  "oauth_token",
  "oauth_signature_method",
  "oauth_timestamp",
  "oauth_nonce",
  "oauth_version",
];

/**
 * The input in the members of `sign`; `undefined` where its list is one that no signer would send, such as one without
 * a nonce or with two of them. Secrets and key are made up: a base string does not depend on them.
 */
export function signerInput({ request, protocolParameters }: InputOf<"base-string">): InputOf<"sign"> | undefined {
  const own = ownParameters(protocolParameters);
  const consumerKey = own?.get("oauth_consumer_key");
  const timestamp = own?.get("oauth_timestamp");
  const nonce = own?.get("oauth_nonce");
  const version = own?.get("oauth_version") ?? null;
  if (own === undefined || consumerKey === undefined || nonce === undefined) return undefined;
  if (timestamp === undefined || !/^[0-9]+$/.test(timestamp) || (version !== null && version !== "1.0"))
    return undefined;
  const token = own.get("oauth_token");
  const tokens = token === undefined ? {} : { token, tokenSecret: "" };
  const further = protocolParameters.filter(([name]) => !OWN_NAMES.includes(name));
  const rest: Omit<InputOf<"sign">, "operation" | "request" | "credentials" | "signatureMethod"> = {
    ...{ nonce, timestamp, version },
    transport: "header",
    ...(further.length === 0 ? {} : { protocolParameters: further }),
  };
  const signatureMethod = own.get("oauth_signature_method");
  if (isRsaMethod(signatureMethod)) {
    const credentials = { consumerKey, privateKey: TEST_PRIVATE_KEY, ...tokens };
    return { operation: "sign", request, credentials, signatureMethod, ...rest };
  }
  if (isSecretMethod(signatureMethod)) {
    const credentials = { consumerKey, consumerSecret: "", ...tokens };
    return { operation: "sign", request, credentials, signatureMethod, ...rest };
  }
  return undefined;
}

/** Those that a signer makes itself, by name; `undefined` where one of them is no text or stands there twice. */
function ownParameters(parameters: readonly NameValue[]): ReadonlyMap<string, string> | undefined {
  const own = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (name === "oauth_signature") return undefined;
    if (typeof name !== "string" || !OWN_NAMES.includes(name)) continue;
    if (typeof value !== "string" || own.has(name)) return undefined;
    own.set(name, value);
  }
  return own;
}
