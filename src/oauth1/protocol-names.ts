/**
 * The names of the protocol parameters (RFC 5849 3.1), each as the one text that it always is: such texts are quick to compare,
 * while those that are cut out of requests are not.
 *
 * @module
 */

import { hasOctets } from "./octets.ts";

const NAMES = [
  ...["oauth_consumer_key", "oauth_token", "oauth_signature_method", "oauth_signature", "oauth_timestamp"],
  ...["oauth_nonce", "oauth_version", "oauth_body_hash", "oauth_callback", "oauth_verifier"],
].map((name) => ({ name, octets: Buffer.from(name, "latin1") }));

const BY_LENGTH = Array.from({ length: 1 + Math.max(...NAMES.map(({ name }) => name.length)) }, (_, length) =>
  NAMES.filter(({ name }) => name.length === length),
);

/** The name that stands at a place of the memory; `undefined` for any other. */
export function protocolNameAt(memory: Uint8Array, from: number, to: number): string | undefined {
  const names = to - from < BY_LENGTH.length ? BY_LENGTH[to - from]! : [];
  for (let index = 0; index < names.length; index++) {
    const { name, octets } = names[index]!;
    if (hasOctets(memory, from, octets)) return name;
  }
  return undefined;
}

/** Whether a text is one of these names. */
export function isProtocolName(text: string): boolean {
  return NAMES.some(({ name }) => name === text);
}
