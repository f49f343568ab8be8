/** Checks the encoding of RSASSA-PSS (RFC 8017 9.1.2), which some clients use instead of PKCS#1 v1.5. */

import type { HashName } from "../types.ts";
import { fromInteger } from "./der.ts";
import { digest } from "./hashes.ts";
import { concatOctets, equalOctets } from "./octets.ts";

const LAST_OCTET = 0xbc;

/**
 * Whether a block encodes a digest, with a salt of any length and MGF1 with the same hash.
 *
 * @param block - the opened signature, as long as the modulus
 * @param bits - the number of bits of the modulus, less one
 */
export function isPssEncoded(block: Uint8Array, message: Uint8Array, hash: HashName, bits: number): boolean {
  // If the modulus has 8n + 1 bits, the encoding is one octet shorter.
  const encoded = block.subarray(block.length - Math.ceil(bits / 8));
  if (block.length !== encoded.length && block[0] !== 0) return false;
  const unusedBits = 8 * encoded.length - bits;
  const maskedLength = encoded.length - message.length - 1;
  if (maskedLength < 1 || encoded.at(-1) !== LAST_OCTET || encoded[0]! >> (8 - unusedBits) !== 0) return false;
  const masked = encoded.subarray(0, maskedLength);
  const hashed = encoded.subarray(maskedLength, -1);
  const mask = generateMask(hashed, maskedLength, hash);
  const plain = masked.map((octet, at) => octet ^ mask[at]!);
  plain[0]! &= 0xff >> unusedBits;
  const start = plain.findIndex((octet) => octet !== 0);
  if (plain[start] !== 1) return false;
  const salt = plain.subarray(start + 1);
  return equalOctets(hashed, digest(hash, concatOctets([new Uint8Array(8), message, salt])));
}

/** MGF1 (RFC 8017 B.2.1). */
function generateMask(seed: Uint8Array, length: number, hash: HashName): Uint8Array {
  const count = Math.ceil(length / digest(hash, seed).length);
  const blocks = Array.from({ length: count }, (_, counter) =>
    digest(hash, concatOctets([seed, fromInteger(BigInt(counter), 4)])),
  );
  return concatOctets(blocks).subarray(0, length);
}
