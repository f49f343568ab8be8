/**
 * The npm package node-forge, as a reference for HMAC and RSA.
 *
 * It knows nothing of requests: where a vector has no base string, it signs the one of the model, and only the
 * signature is judged.
 *
 * @module
 */

import { createPublicKey } from "node:crypto";
import type { Implementation } from "../drivers/index.ts";
import { trace } from "../model/index.ts";
import {
  type ForgeHash,
  forgeDigest,
  forgeHmac,
  forgeRsaSign,
  forgeRsaVerify,
  oauth1aPercentEncode,
  outsideForgeRsaDomain,
} from "../reference/index.ts";
import { meantRequest, type VectorInput } from "../suite/index.ts";
import { packageVersion } from "./package-version.ts";

/** Answers for every method but PLAINTEXT, with the keys that it reads. */
export const nodeForge: Implementation = {
  about: { name: "node-forge", version: packageVersion("node-forge"), language: "JavaScript" },
  operations: {
    "body-hash": ({ body = "", hash = "SHA-1" }) => ({ "body-hash": forgeDigest(hash, body) }),
    signature: (input) => ({ signature: forgeSignature(input) }),
    sign: (input) => ({ signature: forgeSignature(input) }),
    "sign-exactly": (input) => ({ signature: forgeSignature(input) }),
    "verify-signature": (input) => ({ valid: isRight(input) }),
  },
  outside(_operation, input) {
    const { signatureMethod = "", signature: signatureBase64, credentials: { privateKey, publicKey } = {} } = input;
    if (signatureMethod === "PLAINTEXT") return "plaintext-is-no-cryptography";
    const keyPem = privateKey ?? publicKey;
    if (keyPem === undefined) return undefined;
    if (bitsOf(keyPem) > QUICK_BITS) return "modulus-long";
    const question = { hash: hashOf(signatureMethod), keyPem };
    const names = outsideForgeRsaDomain(signatureBase64 === undefined ? question : { ...question, signatureBase64 });
    return names.length === 0 ? undefined : names.join(", ");
  },
};

/** A longer key takes plain JavaScript the better part of a second for each signature. */
const QUICK_BITS = 2048;

function bitsOf(pem: string): number {
  return createPublicKey(pem).asymmetricKeyDetails?.modulusLength ?? 0;
}

/** The signature over the base string of an input; for PLAINTEXT the key text itself. */
export function forgeSignature(input: VectorInput): string {
  const { signatureMethod = "", credentials: { consumerSecret = "", tokenSecret = "", privateKey } = {} } = input;
  const baseString = baseStringOf(input);
  if (privateKey !== undefined) return forgeRsaSign(hashOf(signatureMethod), privateKey, baseString);
  const key = `${oauth1aPercentEncode(consumerSecret)}&${oauth1aPercentEncode(tokenSecret)}`;
  return signatureMethod === "PLAINTEXT" ? key : forgeHmac(hashOf(signatureMethod), key, baseString);
}

function isRight(input: VectorInput): boolean {
  const { signatureMethod = "", signature = "", credentials: { publicKey } = {} } = input;
  if (publicKey === undefined) return forgeSignature(input) === signature;
  return forgeRsaVerify(hashOf(signatureMethod), publicKey, baseStringOf(input), signature);
}

function baseStringOf(input: VectorInput): string {
  return input.baseString ?? trace(meantRequest(input)).baseString;
}

/** "RSA-SHA256" has "SHA-256". */
function hashOf(signatureMethod: string): ForgeHash {
  return signatureMethod.replace(/^.*-SHA/, "SHA-") as ForgeHash;
}
