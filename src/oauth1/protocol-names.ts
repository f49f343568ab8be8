/**
 * The names of the protocol parameters (RFC 5849 3.1), each as the one text that it always is: such texts are quick to compare,
 * while those that are cut out of requests are not.
 *
 * @module
 */

const PREFIX = Buffer.from("oauth_", "latin1");
const NAMES = [
  ...["oauth_consumer_key", "oauth_token", "oauth_signature_method", "oauth_signature", "oauth_timestamp"],
  ...["oauth_nonce", "oauth_version", "oauth_body_hash", "oauth_callback", "oauth_verifier"],
].map((name) => ({ name, octets: Buffer.from(name, "latin1") }));

/** The name that stands at a place of the memory; `undefined` for any other. */
export function protocolNameAt(memory: Uint8Array, from: number, to: number): string | undefined {
  if (to - from <= PREFIX.length || !hasOctets(memory, from, PREFIX)) return undefined;
  for (let index = 0; index < NAMES.length; index++) {
    const { name, octets } = NAMES[index]!;
    if (octets.length === to - from && hasOctets(memory, from, octets)) return name;
  }
  return undefined;
}

/** From the end, where names that start alike differ. */
function hasOctets(memory: Uint8Array, at: number, octets: Uint8Array): boolean {
  for (let index = octets.length - 1; index >= 0; index--) if (memory[at + index] !== octets[index]) return false;
  return true;
}
