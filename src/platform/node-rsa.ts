/** RSA keys and signatures (RSASSA-PKCS1-v1_5, RFC 8017 8.2) with `node:crypto`. */

import {
  constants,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  KeyObject,
  privateEncrypt,
  publicDecrypt,
  sign,
  verify,
} from "node:crypto";
import type { HashName, KeyFacts, KeyForm, OpaqueKey, PemOrDerOrJwk } from "./types.ts";

// biome-ignore lint/suspicious/noTsIgnore: in a project for Node.js there is no error to expect.
/** @ts-ignore The types of a project for browsers do not have this module; the type is `any` then. */
type NodeKey = import("node:crypto").KeyObject;

/**
 * A KeyObject. In a project without the types of Node.js, only the kind of key is known. Without the
 * brackets, the whole type would be `any` in such a project.
 */
export type RsaKey = [0] extends [1 & NodeKey] ? OpaqueKey : NodeKey;

/** Whether this platform can decrypt keys. */
export const decryptsKeys: boolean = true;

/** Whether this platform can sign with RSA without a promise. */
export const signsRsaSynchronously: boolean = true;

export function isRsaKey(value: unknown): value is RsaKey {
  return value instanceof KeyObject;
}

export function keyFacts(key: RsaKey): KeyFacts {
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  return { type: key.type, algorithm: key.asymmetricKeyType, bits: modulusLength, publicExponent };
}

/**
 * Parses a private key: PKCS#8 or PKCS#1, encrypted or not.
 *
 * @throws an error of Node.js. Its message can quote the key, so catch it.
 */
export function parsePrivateKey(input: PemOrDerOrJwk, passphrase?: string): RsaKey {
  const secret = passphrase === undefined ? {} : { passphrase };
  if (typeof input === "string") return createPrivateKey({ key: input, format: "pem", ...secret });
  if (!(input instanceof Uint8Array)) return createPrivateKey({ key: { ...input }, format: "jwk" });
  const der = Buffer.from(input);
  try {
    return createPrivateKey({ key: der, format: "der", type: "pkcs8", ...secret });
  } catch {
    return createPrivateKey({ key: der, format: "der", type: "pkcs1" });
  }
}

/**
 * Parses a public key: SPKI or PKCS#1, an X.509 certificate in PEM, or the public half of a private key in PEM.
 *
 * @throws an error of Node.js. Its message can quote the key, so catch it.
 */
export function parsePublicKey(input: PemOrDerOrJwk): RsaKey {
  if (typeof input === "string") return createPublicKey(input);
  if (!(input instanceof Uint8Array)) return createPublicKey({ key: publicMembers(input), format: "jwk" });
  const der = Buffer.from(input);
  try {
    return createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    return createPublicKey({ key: der, format: "der", type: "pkcs1" });
  }
}

/** Removes the private half of an RSA key, because newer versions of Node.js reject a key if its halves do not match. */
function publicMembers(jwk: Exclude<PemOrDerOrJwk, string | Uint8Array>): JsonWebKey {
  const { kty, n, e } = jwk;
  return (kty === "RSA" ? { kty, n, e } : { ...jwk }) as JsonWebKey;
}

export function publicKeyOf(privateKey: RsaKey): RsaKey {
  return createPublicKey(privateKey);
}

/** The DER of a key. SPKI takes the public half; the other forms need a private key. */
export function rsaKeyDer(key: RsaKey, form: KeyForm): Uint8Array<ArrayBuffer> {
  const exported = form === "spki" && key.type === "private" ? createPublicKey(key) : key;
  return Uint8Array.from(exported.export({ type: form, format: "der" }));
}

/** Generates an RSA key pair with the public exponent 65537, and returns the private key. */
export function generateRsaKey(bits: number): Promise<RsaKey> {
  return new Promise((resolve, reject) => {
    generateKeyPair("rsa", { modulusLength: bits }, (error, _, privateKey) =>
      error ? reject(error) : resolve(privateKey),
    );
  });
}

/** Whether the parts of a private key belong together. If not, no verifier accepts its signatures. */
export function rsaPartsMatch(privateKey: RsaKey): boolean {
  const message = Buffer.from("countersign");
  try {
    if (rsaKeyDer(privateKey, "pkcs1").length > mostOctets(keyFacts(privateKey).bits)) return false;
    // SHA-1 is used only if the key is too small for SHA-256: some systems refuse SHA-1.
    const hash = keyFacts(privateKey).bits < 489 ? "sha1" : "sha256";
    return verify(hash, message, createPublicKey(privateKey), sign(hash, message, privateKey));
  } catch {
    return false; // damaged keys make OpenSSL fail in various ways
  }
}

/**
 * The most octets of a private key in PKCS#1. Together, the numbers of a valid key have fewer than 5 times the
 * octets of the modulus, even with several primes. Signing with larger numbers takes minutes.
 */
function mostOctets(bits: number): number {
  return 5 * Math.ceil(bits / 8) + 256;
}

// PKCS#1 v1.5 is the default padding of RSA keys. It is not set, because workerd would then reject the key.

/** Signs octets on the thread pool. */
export function rsaSign(hash: HashName, octets: Uint8Array, key: RsaKey): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    sign(hash, octets, key, (error, signature) => (error ? reject(error) : resolve(signature)));
  });
}

/** Signs octets. Browsers cannot: see `signsRsaSynchronously`. */
export function rsaSignSync(hash: HashName, octets: Uint8Array, key: RsaKey, padding?: "pss"): Uint8Array {
  return sign(hash, octets, padding === "pss" ? pss(key, 0) : key);
}

export function rsaVerify(
  hash: HashName,
  octets: Uint8Array,
  key: RsaKey,
  signature: Uint8Array,
  padding?: "pss",
): boolean {
  const options = padding === "pss" ? pss(key, constants.RSA_PSS_SALTLEN_AUTO) : key;
  return verify(hash, octets, options, signature);
}

/** Decrypts a signature with the public key, and removes its padding; `undefined` if the padding is not valid. */
export function rsaOpen(signature: Uint8Array, publicKey: RsaKey, padding: "pkcs1" | "none"): Uint8Array | undefined {
  const { RSA_PKCS1_PADDING, RSA_NO_PADDING } = constants;
  try {
    return publicDecrypt(
      { key: publicKey, padding: padding === "none" ? RSA_NO_PADDING : RSA_PKCS1_PADDING },
      signature,
    );
  } catch {
    return undefined;
  }
}

/** Encrypts octets with a private key, with PKCS#1 v1.5 padding or none, but without a hash, as faulty clients do. */
export function rsaSeal(octets: Uint8Array, privateKey: RsaKey, padding?: "none"): Uint8Array {
  if (padding === undefined) return privateEncrypt(privateKey, octets);
  return privateEncrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, octets);
}

function pss(key: RsaKey, saltLength: number): { key: RsaKey; padding: number; saltLength: number } {
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
}
