/**
 * Stored keys made ready to verify with, and kept as long as the look-up keeps giving the same object.
 *
 * @module
 */

import type { KeyObject } from "node:crypto";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import {
  type BaseStringSigner,
  createBaseStringSigner,
  readPublicKey,
  type SignatureMethod,
  verifyBaseString,
} from "../oauth1/index.ts";
import type { StoredPublicKey, StoredSecret } from "./types.ts";

/** Verifies with one key. */
export interface ReadyKey {
  readonly id: string | undefined;
  /** Octets of a signature; `undefined` where the key does not fix it. */
  readonly signatureOctets: number | undefined;
  matches(baseString: string, signature: string, method: SignatureMethod): boolean;
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
export function readyPublicKey({ publicKey, id }: Pick<StoredPublicKey, "publicKey" | "id">): ReadyPublicKey {
  const key: KeyObject = readPublicKey(publicKey);
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = key.asymmetricKeyDetails ?? {};
  return {
    id,
    bits,
    exponent,
    signatureOctets: Math.ceil(bits / 8),
    matches: (baseString, signature, signatureMethod) =>
      verifyBaseString(baseString, signature, { signatureMethod, publicKey: key }),
  };
}
