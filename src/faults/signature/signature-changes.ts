/** Functions that change how a signature is computed or written (RFC 5849 3.4.2). */

import { hashOf, type SignatureInput } from "../../model/index.ts";
import { base64Text, digest, type HashName, looseBase64Octets, utf8Octets } from "../../platform/index.ts";
import { type HmacMethod, isHmacMethod, isRsaMethod, type RsaMethod } from "../../spec/signature-methods.ts";
import type { StageChange } from "../fault.ts";
import { changeResult, replaceStage } from "../helpers/stage-changes.ts";

/** Changes how the octets of a digest or of an RSA signature are written. A PLAINTEXT signature is not changed. */
export function writeDigestAs(change: (base64: string, octets: Uint8Array) => string): StageChange {
  return changeResult("signature", (base64, { signatureMethod }) =>
    signatureMethod === "PLAINTEXT" ? base64 : change(base64, looseBase64Octets(base64)),
  );
}

/** Computes the signature with another method, key or base string. */
export function changeSignatureInput(change: (input: SignatureInput) => SignatureInput): StageChange {
  return replaceStage("signature", (sign, input) => sign(change(input)));
}

/** Whether the signature method uses HMAC. */
export function isHmac({ signatureMethod }: SignatureInput): boolean {
  return isHmacMethod(signatureMethod);
}

/** Replaces how an HMAC signature is computed. The other methods are unchanged. */
export function signHmacBy(make: (hash: HashName, key: string, baseString: string) => string): StageChange {
  return signBy(isHmac, (hash, { key = "", baseString }) => make(hash, key, baseString));
}

/** Computes other octets in place of an HMAC, and writes them in base64. */
export function computeBy(make: (hash: HashName, key: string, baseString: string) => Uint8Array): StageChange {
  return signHmacBy((hash, key, baseString) => base64Text(make(hash, key, baseString)));
}

/** Whether the signature method uses RSA. */
export function isRsa({ signatureMethod }: SignatureInput): boolean {
  return isRsaMethod(signatureMethod);
}

/** Replaces how an RSA signature is computed. The other methods are unchanged. */
export function signRsaBy(make: (pem: string, baseString: Uint8Array, hash: HashName) => Uint8Array): StageChange {
  return signBy(isRsa, (hash, { privateKey = "", baseString }) =>
    base64Text(make(privateKey, utf8Octets(baseString), hash)),
  );
}

function signBy(
  isOfMethod: (input: SignatureInput) => boolean,
  make: (hash: HashName, input: SignatureInput) => string,
): StageChange {
  return replaceStage("signature", (sign, input) => {
    const { signatureMethod } = input;
    return signatureMethod === "PLAINTEXT" || !isOfMethod(input) ? sign(input) : make(hashOf(signatureMethod), input);
  });
}

/** Hashes a message instead of computing an HMAC, with the hash of the signature method or with another hash. */
export function hashInsteadOfHmac(message: (key: string, baseString: string) => string, other?: HashName): StageChange {
  return signHmacBy((hash, key, baseString) => base64Text(digest(other ?? hash, message(key, baseString))));
}

/** Hashes that clients use although none of these methods does. */
export function hashesOfOthers(methods: readonly (HmacMethod | RsaMethod)[]): HashName[] {
  return (["md5", "sha224", "sha384"] as const).filter((hash) => !methods.some((method) => hashOf(method) === hash));
}

/** The name of a hash as people write it, such as SHA-1. */
export function nameOfHash(hash: HashName): string {
  return hash.toUpperCase().replace("SHA", "SHA-");
}
