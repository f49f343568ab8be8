/**
 * Stored keys made ready to verify with, and kept as long as the look-up keeps giving the same object.
 *
 * @module
 */

import { constants, createHmac, randomBytes, timingSafeEqual, verify } from "node:crypto";
import { readPublicKey, type SignatureMethod } from "../oauth1/index.ts";
import { createOctetSigner, type OctetSigner } from "../oauth1/signature.ts";
import type { StoredPublicKey, StoredSecret } from "./types.ts";

/** Verifies with one key. */
export interface ReadyKey {
  readonly id: string | undefined;
  /** Octets of a signature; `undefined` where the key does not fix it. */
  readonly signatureOctets: number | undefined;
  /**
   * @param baseString - octets that may change as soon as this returns
   * @param signature - a text that can be a signature of the method at all
   */
  matches(baseString: Buffer, signature: string, method: SignatureMethod): boolean;
  /** The same with octets that stay; RSA runs on the thread pool, the other methods are too quick for it. */
  matchesLater(baseString: Buffer, signature: string, method: SignatureMethod): Promise<boolean>;
}

/** A secret, for HMAC and PLAINTEXT. */
export function readySecret({ consumerSecret, tokenSecret, id }: StoredSecret): ReadyKey {
  const signers = new Map<SignatureMethod, OctetSigner>();
  function matches(baseString: Buffer, signature: string, signatureMethod: SignatureMethod): boolean {
    let signer = signers.get(signatureMethod);
    if (signer === undefined) {
      signer = createOctetSigner({ signatureMethod, consumerSecret, tokenSecret });
      signers.set(signatureMethod, signer);
    }
    return isSame(signer.sign(baseString), signature, signatureMethod);
  }
  return { id, signatureOctets: undefined, matches, matchesLater: async (...given) => matches(...given) };
}

/** Lets texts of different length be compared without telling the length. */
const BLIND = randomBytes(32);

/** Compares in constant time. An HMAC has one length, which the claims were checked for; a PLAINTEXT secret has any. */
function isSame(expected: string, actual: string, method: SignatureMethod): boolean {
  if (method === "PLAINTEXT") return timingSafeEqual(blinded(expected), blinded(actual));
  if (expected.length !== actual.length) return false;
  const room = ROOMS[expected.length] ?? newRoom(expected.length);
  room.both.write(expected + actual, 0, "latin1");
  return timingSafeEqual(room.expected, room.actual);
}

interface Room {
  readonly both: Buffer;
  readonly expected: Buffer;
  readonly actual: Buffer;
}

/** Memory to compare in, by the length of the texts: there is one for each hash. */
const ROOMS: Record<number, Room> = {};

function newRoom(length: number): Room {
  const both = Buffer.alloc(2 * length);
  const room = { both, expected: both.subarray(0, length), actual: both.subarray(length) };
  ROOMS[length] = room;
  return room;
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
 * A public key, for RSA: RSASSA-PKCS1-v1_5 (RFC 5849 3.4.3).
 *
 * @throws {@link OAuth1Error} for a key that cannot be read
 */
export function readyPublicKey({ publicKey, id }: Pick<StoredPublicKey, "publicKey" | "id">): ReadyPublicKey {
  const parsed = readPublicKey(publicKey);
  const key = { key: parsed, padding: constants.RSA_PKCS1_PADDING };
  const { modulusLength: bits = 0, publicExponent: exponent = 0n } = parsed.asymmetricKeyDetails ?? {};
  return {
    id,
    bits,
    exponent,
    signatureOctets: Math.ceil(bits / 8),
    matches: (baseString, signature, method) =>
      verify(hashOf(method), baseString, key, Buffer.from(signature, "base64")),
    matchesLater: (baseString, signature, method) =>
      new Promise((resolve, reject) => {
        const octets = Buffer.from(signature, "base64");
        verify(hashOf(method), baseString, key, octets, (error, isRight) =>
          error === null ? resolve(isRight) : reject(error),
        );
      }),
  };
}

/** `RSA-SHA256` → `sha256`. */
function hashOf(method: SignatureMethod): string {
  return method.slice("RSA-".length).toLowerCase();
}
