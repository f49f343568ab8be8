/**
 * The signature over a base string (RFC 5849 3.4.2 to 3.4.4): made and checked.
 *
 * @module
 */

import { constants, type KeyObject, sign, timingSafeEqual, verify } from "node:crypto";
import { OAuth1Error } from "./errors.ts";
import { createHmacSigner } from "./hmac.ts";
import { type RsaKeyInput, readPrivateKey, readPublicKey } from "./keys.ts";
import { type Hash, type MethodTraits, methodTraits, type SignatureMethod } from "./signature-methods.ts";
import { signingKey } from "./signing-key.ts";

/** What signs: the secrets for HMAC and PLAINTEXT, or an RSA private key. */
export interface SigningKey {
  readonly signatureMethod: SignatureMethod;
  /** The client's shared secret, decoded. Needed for HMAC and PLAINTEXT; may be empty. */
  readonly consumerSecret?: string | undefined;
  /** The token's shared secret, decoded. @default "" */
  readonly tokenSecret?: string | undefined;
  /** Needed for RSA. */
  readonly privateKey?: RsaKeyInput | undefined;
  /** Opens an encrypted private key. */
  readonly passphrase?: string | undefined;
}

/** What verifies: the secrets for HMAC and PLAINTEXT, or an RSA public key or certificate. */
export interface VerificationKey {
  readonly signatureMethod: SignatureMethod;
  readonly consumerSecret?: string | undefined;
  readonly tokenSecret?: string | undefined;
  readonly publicKey?: RsaKeyInput | undefined;
}

/** Signs base strings with one key, parsed once. */
export interface BaseStringSigner {
  /** The signature as it goes into `oauth_signature`, not percent-encoded: base64, or the key itself for PLAINTEXT. */
  sign(baseString: string): string;
  /** The same; RSA runs on the thread pool. */
  signAsync(baseString: string): Promise<string>;
}

/**
 * Reads the key of a method and returns what signs with it.
 *
 * @throws {@link OAuth1Error} `signature-method-unknown`, `key-missing`, `key-kind-mismatch`, `key-unreadable`,
 * `key-passphrase-wrong`, `key-too-small`, `text-malformed`
 *
 * @example
 * ```ts
 * import { createBaseStringSigner } from "countersign/oauth1";
 *
 * createBaseStringSigner({ signatureMethod: "PLAINTEXT", consumerSecret: "a b" }).sign("unused"); // => "a%20b&"
 * ```
 */
export function createBaseStringSigner(key: SigningKey): BaseStringSigner {
  const signer = createOctetSigner(key);
  return {
    sign: (baseString) => signer.sign(Buffer.from(baseString, "utf8")),
    signAsync: async (baseString) => signer.signAsync(Buffer.from(baseString, "utf8")),
  };
}

/** Signs octets; text that is given stands for its octets as latin1, which for ASCII are the same. */
export interface OctetSigner {
  sign(octets: string | Uint8Array): string;
  signAsync(octets: string | Uint8Array): Promise<string>;
}

/** The same without a look at what is not ASCII: base strings of whole requests are. */
export function createOctetSigner(key: SigningKey): OctetSigner {
  const traits = methodTraits(key.signatureMethod);
  if (traits.family === "RSA") return rsaSigner(privateKeyFor(traits, key), traits.hash);
  const text = secretsFor(key, key.privateKey);
  return immediately(traits.family === "PLAINTEXT" ? () => text : createHmacSigner(traits.hash, text));
}

/**
 * Whether a signature is right for a base string and a key. Secrets are compared in constant time; only canonical
 * base64 can be right.
 *
 * @param signature - as it stands in `oauth_signature`, percent-decoded
 * @throws {@link OAuth1Error} for a key that cannot be used, never for a signature
 *
 * @example
 * ```ts
 * import { verifyBaseString } from "countersign/oauth1";
 *
 * const key = { signatureMethod: "HMAC-SHA1", consumerSecret: "secret" } as const;
 * verifyBaseString("GET&http%3A%2F%2Fa%2F&", "x9gsPI+YlJpyA/yGU6a8jA6Gi7o=", key); // => false
 * ```
 */
export function verifyBaseString(baseString: string, signature: string, key: VerificationKey): boolean {
  const traits = methodTraits(key.signatureMethod);
  if (typeof signature !== "string") return false;
  if (traits.family === "RSA") return rsaVerify(traits.hash, publicKeyFor(key), baseString, signature);
  const text = secretsFor(key, key.publicKey);
  return equalText(
    traits.family === "PLAINTEXT" ? text : createHmacSigner(traits.hash, text)(Buffer.from(baseString, "utf8")),
    signature,
  );
}

function immediately(signOctets: (octets: string | Uint8Array) => string): OctetSigner {
  return { sign: signOctets, signAsync: async (octets) => signOctets(octets) };
}

/** RSASSA-PKCS1-v1_5 (RFC 5849 3.4.3). */
function rsaSigner(privateKey: KeyObject, hash: Hash): OctetSigner {
  const key = { key: privateKey, padding: constants.RSA_PKCS1_PADDING };
  return {
    sign: (octets) => sign(hash, octetsOf(octets), key).toString("base64"),
    signAsync: (octets) =>
      new Promise((resolve, reject) => {
        sign(hash, octetsOf(octets), key, (error, signature) =>
          error ? reject(error) : resolve(signature.toString("base64")),
        );
      }),
  };
}

function octetsOf(octets: string | Uint8Array): Uint8Array {
  return typeof octets === "string" ? Buffer.from(octets, "latin1") : octets;
}

function rsaVerify(hash: Hash, publicKey: KeyObject, baseString: string, signature: string): boolean {
  const octets = Buffer.from(signature, "base64");
  // Node's decoder takes much that is not base64; only the one spelling an encoder writes is a signature.
  if (octets.toString("base64") !== signature) return false;
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PADDING };
  return verify(hash, Buffer.from(baseString, "utf8"), key, octets);
}

function equalText(expected: string, actual: string): boolean {
  const a = Buffer.from(expected, "utf8");
  const b = Buffer.from(actual, "utf8");
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The key text of HMAC and PLAINTEXT. An RSA key in its place is the mix-up that lets anyone forge: refused. */
function secretsFor(key: SigningKey | VerificationKey, rsaKey: RsaKeyInput | undefined): string {
  const { signatureMethod, consumerSecret, tokenSecret } = key;
  if (rsaKey !== undefined) throw mismatch(signatureMethod, "consumerSecret", "an RSA key");
  if (consumerSecret === undefined) throw missing(signatureMethod, "consumerSecret");
  mustBeText("consumerSecret", consumerSecret);
  if (tokenSecret !== undefined) mustBeText("tokenSecret", tokenSecret);
  if (consumerSecret.includes("-----BEGIN ")) throw mismatch(signatureMethod, "consumerSecret", "PEM");
  return signingKey(consumerSecret, tokenSecret);
}

function mustBeText(name: string, secret: unknown): void {
  if (typeof secret !== "string") {
    throw new OAuth1Error("key-kind-mismatch", `${name} must be text, got ${secret === null ? "null" : typeof secret}`);
  }
}

/** DigestInfo adds 19 octets to the hash and PKCS#1 v1.5 at least 11 more (RFC 8017 9.2). */
const PADDING_OCTETS = 19 + 11;
const HASH_OCTETS: Record<Hash, number> = { sha1: 20, sha256: 32, sha512: 64 };

function privateKeyFor(
  { hash }: MethodTraits,
  { signatureMethod, privateKey, passphrase, consumerSecret }: SigningKey,
): KeyObject {
  if (privateKey === undefined) {
    throw consumerSecret === undefined
      ? missing(signatureMethod, "privateKey")
      : mismatch(signatureMethod, "privateKey", "only a consumerSecret");
  }
  const key = readPrivateKey(privateKey, passphrase);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  const needed = 8 * (HASH_OCTETS[hash] + PADDING_OCTETS);
  if (bits < needed) {
    throw new OAuth1Error("key-too-small", `${signatureMethod} needs a key of at least ${needed} bits, got ${bits}`);
  }
  return key;
}

function publicKeyFor({ signatureMethod, publicKey, consumerSecret }: VerificationKey): KeyObject {
  if (publicKey !== undefined) return readPublicKey(publicKey);
  throw consumerSecret === undefined
    ? missing(signatureMethod, "publicKey")
    : mismatch(signatureMethod, "publicKey", "only a consumerSecret");
}

function missing(method: string, name: string): OAuth1Error {
  return new OAuth1Error("key-missing", `${method} needs ${name}, got none`);
}

function mismatch(method: string, name: string, came: string): OAuth1Error {
  return new OAuth1Error("key-kind-mismatch", `${method} needs ${name}, got ${came}`);
}
