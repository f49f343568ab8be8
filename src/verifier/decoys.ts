/**
 * Keys of nobody. Where a client is unknown, one of these takes the same calls as the client's own key would, so that
 * the time they need does not tell.
 *
 * @module
 */

import { base64Text, hexText, parsePublicKey, type RsaKey, randomOctets } from "../platform/index.ts";

/** A secret nobody knows, of usual length. */
export function decoySecret(): string {
  return hexText(randomOctets(32));
}

/**
 * A public key whose private half nobody has ever had: its modulus is a random odd number. Nobody could use it to
 * accept anything either, since what was checked with a decoy is refused whatever came out.
 */
export function decoyPublicKey(bits: number): RsaKey {
  const modulus = randomOctets(Math.ceil(bits / 8));
  // Near the top, so that hardly any signature of its length is refused for being larger, which would be quicker.
  modulus.fill(0xff, 0, 8);
  modulus[modulus.length - 1]! |= 1;
  const n = base64Text(modulus).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return parsePublicKey({ kty: "RSA", n, e: "AQAB" });
}
