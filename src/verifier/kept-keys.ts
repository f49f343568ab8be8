/**
 * Stored keys made ready to verify with, and kept as long as the look-up keeps giving the same object.
 *
 * @module
 */

import { constants, createHmac, type KeyObject, randomBytes, timingSafeEqual, verify } from "node:crypto";
import { type BaseStringSigner, createBaseStringSigner, readPublicKey, type SignatureMethod } from "../oauth1/index.ts";
import type { StoredPublicKey, StoredSecret } from "./types.ts";

/** Verifies with one key. */
export interface ReadyKey {
  readonly id: string | undefined;
  /** Octets of a signature; `undefined` where the key does not fix it. */
  readonly signatureOctets: number | undefined;
  /** @param signature - a text that can be a signature of the method at all */
  matches(baseString: string, signature: string, method: SignatureMethod): boolean | Promise<boolean>;
}

/** A secret, for HMAC and PLAINTEXT. */
export function readySecret({ consumerSecret, tokenSecret, id }: StoredSecret): ReadyKey {
  const signers = new Map<SignatureMethod, BaseStringSigner>();
  return {
    id,
    signatureOctets: undefined,
    matches(baseString, signature, signatureMethod) {
      let signer = signers.get(signatureMethod);
      if (signer === undefined) {
        signer = createBaseStringSigner({ signatureMethod, consumerSecret, tokenSecret });
        signers.set(signatureMethod, signer);
      }
      return isSame(signer.sign(baseString), signature, signatureMethod);
    },
  };
}

/** Lets texts of different length be compared without telling the length. */
const BLIND = randomBytes(32);

/** Compares in constant time. An HMAC has one length, which the claims were checked for; a PLAINTEXT secret has any. */
function isSame(expected: string, actual: string, method: SignatureMethod): boolean {
  if (method === "PLAINTEXT") return timingSafeEqual(blinded(expected), blinded(actual));
  return timingSafeEqual(Buffer.from(expected, "latin1"), Buffer.from(actual, "latin1"));
}

function blinded(text: string): Buffer {
  return createHmac("sha256", BLIND).update(text, "utf8").digest();
}

/** A public key and its size. */
export interface ReadyPublicKey extends ReadyKey {
  readonly bits: number;
  readonly exponent: bigint;
}

/**
 * A public key, for RSA.
 *
 * @throws {@link OAuth1Error} for a key that cannot be read
 */
export function readyPublicKey(
  { publicKey, id }: Pick<StoredPublicKey, "publicKey" | "id">,
  onThreadPool: boolean,
): ReadyPublicKey {
  const key = readPublicKey(publicKey);
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = key.asymmetricKeyDetails ?? {};
  const judge = onThreadPool ? verifyOnThreadPool : verifyAtOnce;
  return {
    id,
    bits,
    exponent,
    signatureOctets: Math.ceil(bits / 8),
    matches: (baseString, signature, method) =>
      judge(hashOf(method), Buffer.from(baseString, "latin1"), key, Buffer.from(signature, "base64")),
  };
}

/** `RSA-SHA256` → `sha256`. */
function hashOf(method: SignatureMethod): string {
  return method.slice("RSA-".length).toLowerCase();
}

/** RSASSA-PKCS1-v1_5 (RFC 5849 3.4.3). */
function verifyAtOnce(hash: string, baseString: Buffer, key: KeyObject, signature: Buffer): boolean {
  return verify(hash, baseString, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
}

function verifyOnThreadPool(hash: string, baseString: Buffer, key: KeyObject, signature: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify(hash, baseString, { key, padding: constants.RSA_PKCS1_PADDING }, signature, (error, isRight) =>
      error === null ? resolve(isRight) : reject(error),
    );
  });
}
