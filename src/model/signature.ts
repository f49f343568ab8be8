/**
 * Makes the signature from the base string and a key (RFC 5849 3.4.2, 3.4.3, 3.4.4).
 *
 * @module
 */

import { constants, createHmac, createPrivateKey, sign } from "node:crypto";
import type { SignatureMethod } from "./types.ts";

/** What a signature is made of. */
export interface SignatureInput {
  readonly signatureMethod: SignatureMethod;
  readonly baseString: string;
  /** The key text of RFC 5849 3.4.2; needed by HMAC and PLAINTEXT. */
  readonly key?: string;
  /** PEM of an RSA private key (PKCS#8 or PKCS#1); needed by the RSA methods. */
  readonly privateKey?: string;
}

/**
 * The name that node:crypto has for the hash of a method ("sha1", "sha256", "sha512").
 *
 * @example
 * hashOf("RSA-SHA256"); // "sha256"
 */
export function hashOf(signatureMethod: Exclude<SignatureMethod, "PLAINTEXT">): string {
  return signatureMethod.slice(signatureMethod.indexOf("-") + 1).toLowerCase();
}

/**
 * Computes the value of oauth_signature, not yet percent-encoded.
 *
 * HMAC and RSA (PKCS#1 v1.5) give base64 without line breaks; PLAINTEXT gives the key text itself.
 *
 * @throws Error if the key that the method needs is missing, or the private key is no RSA key
 * @example
 * signature({ signatureMethod: "PLAINTEXT", baseString: "", key: "secret&" }); // "secret&"
 */
export function signature({ signatureMethod, baseString, key, privateKey }: SignatureInput): string {
  switch (signatureMethod) {
    case "PLAINTEXT":
      return required(key, signatureMethod, "key");
    case "HMAC-SHA1":
    case "HMAC-SHA256":
    case "HMAC-SHA512":
      return createHmac(hashOf(signatureMethod), required(key, signatureMethod, "key"))
        .update(baseString)
        .digest("base64");
    case "RSA-SHA1":
    case "RSA-SHA256":
    case "RSA-SHA512": {
      const rsaKey = createPrivateKey(required(privateKey, signatureMethod, "privateKey"));
      if (rsaKey.asymmetricKeyType !== "rsa") {
        throw new Error(`${signatureMethod} needs an RSA private key, not one of type ${rsaKey.asymmetricKeyType}`);
      }
      return sign(hashOf(signatureMethod), Buffer.from(baseString), {
        key: rsaKey,
        padding: constants.RSA_PKCS1_PADDING,
      }).toString("base64");
    }
    default:
      throw new Error(`unknown signature method ${JSON.stringify(signatureMethod satisfies never)}`);
  }
}

function required(value: string | undefined, signatureMethod: SignatureMethod, name: string): string {
  if (value === undefined) throw new Error(`${signatureMethod} needs ${name}`);
  return value;
}
