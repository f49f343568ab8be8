/** Computes the signature from the base string and a key (RFC 5849 3.4.2, 3.4.3, 3.4.4). */

import {
  base64Text,
  hmacBase64,
  keyFacts,
  parsePrivateKey,
  type RsaKey,
  rsaSign,
  rsaSignSync,
  utf8Octets,
} from "../platform/index.ts";
import type { SignatureMethod } from "../spec/signature-methods.ts";
import { hashOf, isRsaMethod } from "./signature-methods.ts";
import type { SignatureInput } from "./stages.ts";

/**
 * Computes the value of oauth_signature, not yet percent-encoded.
 *
 * HMAC and RSA (PKCS#1 v1.5) signatures are base64 without line breaks. The PLAINTEXT signature is the key.
 *
 * @throws Error if the key that the method needs is missing, or if the private key is not an RSA key
 */
export function signature({ signatureMethod, baseString, key, privateKey }: SignatureInput): string {
  if (signatureMethod === "PLAINTEXT") return required(key, signatureMethod, "key");
  const hash = hashOf(signatureMethod);
  if (!isRsaMethod(signatureMethod)) return hmacBase64(hash, required(key, signatureMethod, "key"), baseString);
  return base64Text(rsaSignSync(hash, utf8Octets(baseString), rsaKeyOf(signatureMethod, privateKey)));
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
