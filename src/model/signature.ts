/** Computes the signature from the base string and a key (RFC 5849 3.4.2, 3.4.3, 3.4.4). */

import type { SignatureMethod } from "../oauth1/index.ts";
import {
  base64Text,
  type HashName,
  hmacBase64,
  keyFacts,
  parsePrivateKey,
  type RsaKey,
  rsaSign,
  rsaSignSync,
  utf8Octets,
} from "../platform/index.ts";
import type { SignatureInput } from "./stages.ts";

export function hashOf(signatureMethod: Exclude<SignatureMethod, "PLAINTEXT">): HashName {
  return signatureMethod.slice(signatureMethod.indexOf("-") + 1).toLowerCase() as HashName;
}

/**
 * Computes the value of oauth_signature, not yet percent-encoded.
 *
 * HMAC and RSA (PKCS#1 v1.5) signatures are base64 without line breaks. The PLAINTEXT signature is the key.
 *
 * @throws Error if the key that the method needs is missing, or if the private key is not an RSA key
 */
export function signature({ signatureMethod, baseString, key, privateKey }: SignatureInput): string {
  switch (signatureMethod) {
    case "PLAINTEXT":
      return required(key, signatureMethod, "key");
    case "HMAC-SHA1":
    case "HMAC-SHA256":
    case "HMAC-SHA512":
      return hmacBase64(hashOf(signatureMethod), required(key, signatureMethod, "key"), baseString);
    case "RSA-SHA1":
    case "RSA-SHA256":
    case "RSA-SHA512": {
      const rsaKey = rsaKeyOf(signatureMethod, privateKey);
      return base64Text(rsaSignSync(hashOf(signatureMethod), utf8Octets(baseString), rsaKey));
    }
    default:
      throw new Error(`unknown signature method ${JSON.stringify(signatureMethod satisfies never)}`);
  }
}

/**
 * Like {@link signature}, but also works where RSA can sign only asynchronously.
 *
 * @throws Error (as a rejection) as {@link signature} does
 */
export async function signatureAsync(input: SignatureInput): Promise<string> {
  const { signatureMethod, baseString, privateKey } = input;
  if (!isRsaMethod(signatureMethod)) return signature(input);
  const rsaKey = rsaKeyOf(signatureMethod, privateKey);
  return base64Text(await rsaSign(hashOf(signatureMethod), utf8Octets(baseString), rsaKey));
}

function isRsaMethod(signatureMethod: SignatureMethod): signatureMethod is Extract<SignatureMethod, `RSA-${string}`> {
  return signatureMethod.startsWith("RSA-");
}

function rsaKeyOf(signatureMethod: SignatureMethod, privateKey: string | undefined): RsaKey {
  const rsaKey = parsePrivateKey(required(privateKey, signatureMethod, "privateKey"));
  const { algorithm } = keyFacts(rsaKey);
  if (algorithm === "rsa") return rsaKey;
  throw new Error(`${signatureMethod} needs an RSA private key, not one of type ${algorithm}`);
}

function required(value: string | undefined, signatureMethod: SignatureMethod, name: string): string {
  if (value === undefined) throw new Error(`${signatureMethod} needs ${name}`);
  return value;
}
