/** What the length of a signature shows about the method that signed. */

import { hashOf, validUtf8Text } from "../../model/index.ts";
import { base64Octets, digest } from "../../platform/index.ts";
import {
  HMAC_METHODS,
  type HmacMethod,
  isHmacMethod,
  isRsaMethod,
  type SecretMethod,
  type SignatureMethod,
} from "../../spec/signature-methods.ts";

/** A signature that the named method cannot have, and another method has. */
export interface OtherMethod {
  /** Whether it has the length of RSA. No secret can give it then, but a PLAINTEXT signature is itself a secret. */
  readonly isRsa: boolean;
  /** One sentence without its period. */
  readonly text: string;
}

/** The smallest RSA key has 1024 bits. An HMAC has as many octets only as a text, such as its hexadecimal digits. */
const LEAST_RSA_OCTETS = 128;

/**
 * @param rsaOctets the number of octets of the client's RSA key, for RSA methods
 * @returns `undefined` if the signature may be of the method that the request names, or if no method has its length
 */
export function otherMethodOf(
  signature: string,
  named: SignatureMethod,
  rsaOctets?: number | undefined,
): OtherMethod | undefined {
  const octets = base64Octets(signature);
  if (octets === undefined) return undefined;
  const isRsa = octets.length >= LEAST_RSA_OCTETS && validUtf8Text(octets) === undefined;
  const hmac = HMAC_METHODS.find((method) => lengthOf(method) === octets.length);
  const other = isRsa ? "an RSA" : hmac === undefined ? undefined : `an ${hmac}`;
  const possible = isRsaMethod(named)
    ? rsaOctets !== undefined && rsaOctets !== octets.length && `has ${rsaOctets} with this key`
    : lengthsOf(signature, named);
  const isPossible = isRsaMethod(named) ? isRsa : hmac === named;
  if (other === undefined || !possible || isPossible) return undefined;
  const text = `oauth_signature has ${octets.length} octets, as ${other} signature has, but the request names ${named}, whose signature ${possible}`;
  return { isRsa, text };
}

/** What a signature of a method has; `undefined` if the method may have given this one. */
function lengthsOf(signature: string, method: SecretMethod): string | undefined {
  if (isHmacMethod(method)) return `has ${lengthOf(method)}`;
  return signature.includes("&") ? undefined : "contains an &";
}

function lengthOf(method: HmacMethod): number {
  return digest(hashOf(method), "").length;
}
