/** Signs base strings and verifies their signatures (RFC 5849 3.4.2 to 3.4.4). */

import { checkOptions } from "../platform/check-options.ts";
import {
  base64Octets,
  base64Text,
  digest,
  equalOctets,
  hmacBase64,
  keyFacts,
  type RsaKey,
  rsaSign,
  rsaSignSync,
  rsaVerify,
  signsRsaSynchronously,
  utf8Octets,
} from "../platform/index.ts";
import { type BaseStringRequest, signatureBaseString } from "./base-string.ts";
import { keyError, kindOf, OAuth1Error } from "./errors.ts";
import { type RsaKeyInput, readPrivateKey, readPublicKey } from "./keys.ts";
import { percentEncode } from "./percent-encoding.ts";
import { HASH_OCTETS, type Hash, methodTraits, type RsaMethod, type SecretMethod } from "./signature-methods.ts";

/** The shared secrets, for HMAC and PLAINTEXT. */
export interface SharedSecrets {
  readonly signatureMethod: SecretMethod;
  /** The shared secret of the client, decoded; may be empty. */
  readonly consumerSecret: string;
  /** The shared secret of the token, decoded. @default "" */
  readonly tokenSecret?: string | undefined;
}

/** An RSA private key, which signs. */
export interface RsaSigningKey {
  readonly signatureMethod: RsaMethod;
  readonly privateKey: RsaKeyInput;
  /** Decrypts an encrypted private key. */
  readonly passphrase?: string | undefined;
}

/** An RSA public key or certificate, which verifies. */
export interface RsaVerificationKey {
  readonly signatureMethod: RsaMethod;
  readonly publicKey: RsaKeyInput;
}

/** The key of a signer: secrets for HMAC and PLAINTEXT, or an RSA private key. */
export type SigningKey = SharedSecrets | RsaSigningKey;

/** The key for verifying: secrets for HMAC and PLAINTEXT, or an RSA public key or certificate. */
export type VerificationKey = SharedSecrets | RsaVerificationKey;

/** Signs base strings with one key. */
export interface BaseStringSigner {
  /**
   * Returns the value of `oauth_signature`, not percent-encoded: base64, or the key itself for PLAINTEXT.
   *
   * @throws {@link OAuth1Error} `synchronous-rsa-unavailable` for RSA in a browser
   */
  sign(baseString: string): string;
  /** Like `sign`, but runs RSA on the thread pool. */
  signAsync(baseString: string): Promise<string>;
}

/**
 * Creates a signer of base strings, and parses the key once.
 *
 * @throws {@link OAuth1Error} `signature-method-unknown`, `key-missing`, `key-kind-mismatch`, `key-unreadable`,
 * `key-passphrase-wrong`, `key-too-small`, `key-too-large`, `key-too-costly`, `text-malformed`, `option-unknown`
 *
 * @example
 * ```ts
 * import { createBaseStringSigner } from "countersign/oauth1";
 *
 * const signer = createBaseStringSigner({ signatureMethod: "PLAINTEXT", consumerSecret: "a b" });
 * signer.sign("GET&http%3A%2F%2Fa%2F&"); // => "a%20b&"
 * ```
 */
export function createBaseStringSigner(key: SigningKey): BaseStringSigner {
  checkOptions(key as AnyKey, KEY, "key", keyError);
  const { family, hash } = methodTraits(key.signatureMethod);
  if (family === "RSA") return rsaSigner(readSigningKey(key, hash), hash);
  const secrets = readSecrets(key, (key as AnyKey).privateKey);
  const sign = (baseString: string): string =>
    family === "PLAINTEXT" ? secrets : hmacBase64(hash, secrets, baseString);
  return { sign, signAsync: async (baseString) => sign(baseString) };
}

/** RSASSA-PKCS1-v1_5 (RFC 5849 3.4.3). */
function rsaSigner(key: RsaKey, hash: Hash): BaseStringSigner {
  return {
    sign: (baseString) => {
      if (signsRsaSynchronously) return base64Text(rsaSignSync(hash, utf8Octets(baseString), key));
      const message = "a browser cannot sign with RSA synchronously; use createSigner(credentials).signAsync(request)";
      throw new OAuth1Error("synchronous-rsa-unavailable", message);
    },
    signAsync: async (baseString) => base64Text(await rsaSign(hash, utf8Octets(baseString), key)),
  };
}

/**
 * Whether a signature is valid for a base string and a key (RFC 5849 3.4.2 to 3.4.4). It compares HMAC signatures and
 * secrets in constant time, and accepts only canonical base64.
 *
 * @param signature - the value of `oauth_signature`, percent-decoded
 * @throws {@link OAuth1Error} `signature-method-unknown`, `key-missing`, `key-kind-mismatch`, `key-unreadable`,
 * `option-unknown`; a signature never causes an error
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
  checkOptions(key as AnyKey, KEY, "key", keyError);
  const { family, hash } = methodTraits(key.signatureMethod);
  if (typeof signature !== "string") return false;
  if (family === "RSA") {
    const publicKey = readVerificationKey(key);
    const octets = base64Octets(signature);
    return octets !== undefined && rsaVerify(hash, utf8Octets(baseString), publicKey, octets);
  }
  const secrets = readSecrets(key, (key as AnyKey).publicKey);
  if (family === "PLAINTEXT") return isSameSecret(secrets, signature);
  return equalOctets(utf8Octets(hmacBase64(hash, secrets, baseString)), utf8Octets(signature));
}

/**
 * Computes the base string of a request and verifies a signature over it (RFC 5849 3.2). It does not check timestamp,
 * nonce or the allowed methods: a server needs `verify`, or it accepts replays.
 *
 * @param request - the request and its protocol parameters, decoded; `oauth_signature` is ignored
 * @param signature - the value of `oauth_signature`, percent-decoded
 * @param key - the method and the key that the server expects of this client, never the method that the request names
 * @throws {@link OAuth1Error} `url-malformed`, `method-malformed`, `parameter-malformed`, `text-malformed`, and for a key
 * as `verifyBaseString`; a signature never causes an error
 *
 * @example
 * ```ts
 * import { verifySignature } from "countersign";
 *
 * const request = {
 *   method: "GET",
 *   url: "http://photos.example.net/photos?file=vacation.jpg&size=original",
 *   protocolParameters: [
 *     ["oauth_consumer_key", "dpf43f3p2l4k3l03"],
 *     ["oauth_token", "nnch734d00sl2jdk"],
 *     ["oauth_signature_method", "HMAC-SHA1"],
 *     ["oauth_timestamp", "137131202"],
 *     ["oauth_nonce", "chapoH"],
 *   ] as const,
 * };
 * const key = {
 *   signatureMethod: "HMAC-SHA1",
 *   consumerSecret: "kd94hf93k423kf44",
 *   tokenSecret: "pfkkdhi9sl3r4s00",
 * } as const;
 * verifySignature(request, "MdpQcU8iPSUjWoN/UDMsK2sui9I=", key); // => true
 * ```
 */
export function verifySignature(request: BaseStringRequest, signature: string, key: VerificationKey): boolean {
  return verifyBaseString(signatureBaseString(request), signature, key);
}

/** Compares digests, so that the time does not depend on the length of the secrets. */
function isSameSecret(expected: string, actual: string): boolean {
  return equalOctets(digest("sha256", expected), digest("sha256", actual));
}

/** The members of every kind of key and of credentials, because a key of the wrong kind has its own error. */
const KEY = [
  "signatureMethod",
  "consumerSecret",
  "tokenSecret",
  "privateKey",
  "passphrase",
  "publicKey",
  "consumerKey",
  "token",
] as const;

/** A key at run time, when programs in JavaScript may pass any members. */
type AnyKey = { readonly signatureMethod: string } & { readonly [member in (typeof KEY)[number]]?: unknown };

/** Returns the key of HMAC and PLAINTEXT. Refuses a public key, because anyone could then forge signatures. */
function readSecrets({ signatureMethod, consumerSecret, tokenSecret }: AnyKey, rsaKey: unknown): string {
  if (rsaKey !== undefined) throw mismatch(signatureMethod, "consumerSecret", "an RSA key");
  if (consumerSecret === undefined) throw missing(signatureMethod, "consumerSecret");
  mustBeText("consumerSecret", consumerSecret);
  if (tokenSecret !== undefined) mustBeText("tokenSecret", tokenSecret);
  if (consumerSecret.includes("-----BEGIN ")) throw mismatch(signatureMethod, "consumerSecret", "PEM");
  return signingKey(consumerSecret, tokenSecret);
}

/**
 * The key of HMAC and the signature of PLAINTEXT (RFC 5849 3.4.2, 3.4.4): both secrets, percent-encoded and joined with
 * `&`, even if a secret is empty.
 *
 * @param consumerSecret - decoded
 * @param tokenSecret - decoded
 * @throws {@link OAuth1Error} `text-malformed` for a lone surrogate
 *
 * @example
 * ```ts
 * import { signingKey } from "countersign/oauth1";
 *
 * signingKey("kd94&hf93", ""); // => "kd94%26hf93&"
 * ```
 */
export function signingKey(consumerSecret: string, tokenSecret = ""): string {
  return `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
}

function mustBeText(name: string, secret: unknown): asserts secret is string {
  if (typeof secret !== "string") {
    throw new OAuth1Error("key-kind-mismatch", `${name} must be text, got ${kindOf(secret)}`);
  }
}

/** The octets before the digest in a DigestInfo for SHA-2. PKCS#1 v1.5 adds at least 11 more octets (RFC 8017 9.2). */
const BEFORE_DIGEST = 19;
/** SHA-1 has a shorter identifier. */
const BEFORE_SHA1 = 15;

function readSigningKey({ signatureMethod, privateKey, passphrase, consumerSecret }: AnyKey, hash: Hash): RsaKey {
  if (privateKey === undefined) {
    throw consumerSecret === undefined
      ? missing(signatureMethod, "privateKey")
      : mismatch(signatureMethod, "privateKey", "only a consumerSecret");
  }
  const key = readPrivateKey(privateKey as RsaKeyInput, passphrase as string | undefined);
  const { bits } = keyFacts(key);
  const before = hash === "sha1" ? BEFORE_SHA1 : BEFORE_DIGEST;
  // The first octet of the modulus needs only one bit.
  const needed = 8 * (before + HASH_OCTETS[hash] + 11) - 7;
  if (bits < needed) {
    throw new OAuth1Error("key-too-small", `${signatureMethod} needs a key of at least ${needed} bits, got ${bits}`);
  }
  return key;
}

function readVerificationKey({ signatureMethod, publicKey, consumerSecret }: AnyKey): RsaKey {
  if (publicKey !== undefined) return readPublicKey(publicKey as RsaKeyInput);
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
