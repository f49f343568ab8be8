/** RSA signatures (RFC 8017). WebCrypto signs; BigInt does what needs only the public key. */

import { DIGEST_INFO_STARTS } from "../digest-info.ts";
import type { HashName } from "../types.ts";
import { fromInteger, toInteger } from "./der.ts";
import { digest } from "./hashes.ts";
import { keyFacts, type RsaKey, rsaKeyDer } from "./key.ts";
import { parsePrivateKey } from "./key-forms.ts";
import { hexText } from "./octets.ts";
import { isPssEncoded } from "./pss.ts";

/** Whether this platform can sign with RSA without a promise. */
export const signsRsaSynchronously: boolean = false;

const PKCS1 = "RSASSA-PKCS1-v1_5";
/** The hashes of WebCrypto. */
const WEB_CRYPTO_HASHES: Partial<Record<HashName, string>> = {
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha384: "SHA-384",
  sha512: "SHA-512",
};

/**
 * Signs octets with WebCrypto.
 *
 * @throws Error for MD5 and SHA-224, and in a page that is not a secure context
 */
export async function rsaSign(hash: HashName, octets: Uint8Array, key: RsaKey): Promise<Uint8Array> {
  const name = WEB_CRYPTO_HASHES[hash];
  if (name === undefined) throw new Error(`WebCrypto does not sign with ${hash}`);
  const algorithm = { name: PKCS1, hash: name };
  const imported = await webCrypto().importKey("pkcs8", rsaKeyDer(key, "pkcs8"), algorithm, false, ["sign"]);
  return new Uint8Array(await webCrypto().sign(PKCS1, imported, Uint8Array.from(octets)));
}

/** Generates an RSA key pair with the public exponent 65537, and returns the private key. */
export async function generateRsaKey(bits: number): Promise<RsaKey> {
  const publicExponent = Uint8Array.of(1, 0, 1);
  const algorithm = { name: PKCS1, hash: "SHA-256", modulusLength: bits, publicExponent };
  const { privateKey } = await webCrypto().generateKey(algorithm, true, ["sign", "verify"]);
  return parsePrivateKey(new Uint8Array(await webCrypto().exportKey("pkcs8", privateKey)));
}

function webCrypto(): typeof crypto.subtle {
  if (crypto.subtle === undefined) throw new Error("WebCrypto needs a page from https:, localhost or a file");
  return crypto.subtle;
}

/** Throws: WebCrypto signs only asynchronously, and BigInt must not use private keys, because its time depends on them. */
export function rsaSignSync(_hash: HashName, _octets: Uint8Array, _key: RsaKey, _padding?: "pss"): Uint8Array {
  throw new Error("a browser cannot sign with RSA synchronously");
}

/** Throws: WebCrypto does not encrypt with private keys. */
export function rsaSeal(_octets: Uint8Array, _privateKey: RsaKey, _padding?: "none"): Uint8Array {
  throw new Error("a browser cannot encrypt with an RSA private key");
}

export function rsaVerify(
  hash: HashName,
  octets: Uint8Array,
  key: RsaKey,
  signature: Uint8Array,
  padding?: "pss",
): boolean {
  if (signature.length !== sizeOf(key)) return false;
  const message = digest(hash, octets);
  if (padding === "pss") {
    const block = rsaOpen(signature, key, "none");
    return block !== undefined && isPssEncoded(block, message, hash, keyFacts(key).bits - 1);
  }
  const opened = rsaOpen(signature, key, "pkcs1");
  return opened !== undefined && hexText(opened) === DIGEST_INFO_STARTS[hash] + hexText(message);
}

/** Decrypts a signature with the public key, and removes its padding; `undefined` if the padding is not valid. */
export function rsaOpen(signature: Uint8Array, publicKey: RsaKey, padding: "pkcs1" | "none"): Uint8Array | undefined {
  const { n, e } = publicKey;
  const size = sizeOf(publicKey);
  const value = toInteger(signature);
  if (signature.length > size || value >= n || !isUsable(publicKey)) return undefined;
  const block = fromInteger(power(value, e, n), size);
  if (padding === "none") return block;
  const end = block.indexOf(0, 1);
  const isPadded = block[0] === 0 && block[1] === 1 && end >= 2 + LEAST_PADDING;
  return isPadded && block.subarray(2, end).every((octet) => octet === 0xff) ? block.subarray(end + 1) : undefined;
}

const LEAST_PADDING = 8;

/** Like OpenSSL, rejects numbers that are not an RSA key, and exponents that would only cost time. */
function isUsable(key: RsaKey): boolean {
  const { bits } = keyFacts(key);
  return key.n > key.e && key.n % 2n === 1n && key.e > 0n && (bits <= 3072 || key.e < 1n << 64n);
}

function sizeOf(key: RsaKey): number {
  return Math.ceil(keyFacts(key).bits / 8);
}

/** base ^ exponent mod modulus, by squaring. Its time reveals the exponent, so use it for public exponents only. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === "1") result = (result * base) % modulus;
  }
  return result;
}
