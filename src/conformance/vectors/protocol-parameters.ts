/**
 * The protocol parameters of an input, for implementations that take them as a list.
 *
 * @module
 */

import type { Identity, InputOf, NameValue, RequestInput } from "./input.ts";

/** All of them but the signature, in the order in which they are sent. */
export function fullProtocolParameters(input: RequestInput): NameValue[] {
  return input.operation === "sign" ? signerParameters(input) : [...input.protocolParameters];
}

/** What the parameters of a signer depend on. */
type SignerOptions = Partial<
  Pick<InputOf<"sign">, "signatureMethod" | "nonce" | "timestamp" | "version" | "protocolParameters">
> & { readonly credentials: Identity };

/** Those that a signer makes itself, as far as they are given, then the further ones. */
export function signerParameters(options: SignerOptions): NameValue[] {
  const { credentials, signatureMethod, nonce, timestamp, version, protocolParameters = [] } = options;
  const pairs: (readonly [string, string | null | undefined])[] = [
    ["oauth_consumer_key", credentials.consumerKey],
    ["oauth_token", credentials.token],
    ["oauth_signature_method", signatureMethod],
    ["oauth_timestamp", timestamp],
    ["oauth_nonce", nonce],
    ["oauth_version", version],
  ];
  const present = pairs.filter((pair): pair is readonly [string, string] => typeof pair[1] === "string");
  return [...present, ...protocolParameters];
}
