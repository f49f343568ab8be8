/** What the text of a signature shows without any key. */

import { hashOf, validUtf8Text } from "../../model/index.ts";
import { base64Octets, digest, latin1Text } from "../../platform/index.ts";
import { plural } from "../../redaction/visible.ts";
import {
  HMAC_METHODS,
  type HmacMethod,
  isHmacMethod,
  isRsaMethod,
  type SecretMethod,
  type SignatureMethod,
} from "../../spec/signature-methods.ts";
import { environmentHypothesis } from "../causes/environment.ts";
import type { Hypothesis } from "../search/hypothesis.ts";
import { readingsOf } from "./signature-readings.ts";

/** Texts that no key and no base string can give. */
const SHOWN: readonly (readonly [id: string, what: string, fix: string, pattern: RegExp])[] = [
  [
    "signature-is-object",
    "The signature is how the programming language prints an object, not the octets of a digest.",
    "Write the octets of the digest in base64, not an object or its text.",
    /^(?:\[B@[0-9a-f]+|\[object \w+\]|System\.Byte\[\]|<\S+ object at 0x\w+>|#<\w+:\w*>|Array|Resource id #\d+)\n?$/,
  ],
  [
    "signature-is-jwt",
    "The signature is a JSON Web Token, which OAuth 1.0 does not have.",
    "Sign with the method that oauth_signature_method names.",
    /^eyJ[\w-]+\.[\w-]*\.[\w-]*$/,
  ],
  [
    "signature-is-ecdsa",
    "The signature is one of an elliptic curve, which no method of OAuth 1.0 uses.",
    "Sign with HMAC and the secrets, or with an RSA key.",
    /^0[\x44-\x80]\x02[\x1e-\x42][\s\S]{30,66}\x02[\x1e-\x42][\s\S]{30,66}$/,
  ],
  [
    "signature-contains-base-string",
    "The signature contains the base string and a digest.",
    "Pass the base string to the HMAC function before you ask for the digest: in Go, Write the base string and call Sum(nil).",
    /^[A-Za-z]+&https?(?:%3A|:)/,
  ],
];

/** The cause that the text of a signature shows by itself, as it is or decoded from base64. */
export function causeShownBy(signature: string, method: SignatureMethod): Hypothesis | undefined {
  if (method === "PLAINTEXT") return undefined;
  const texts = [signature, latin1Text(base64Octets(signature) ?? new Uint8Array())];
  const [id, what, fix] = SHOWN.find(([, , , pattern]) => texts.some((text) => pattern.test(text))) ?? [];
  return id === undefined ? undefined : environmentHypothesis({ id, fix: fix! }, { what: what! });
}

/** A signature that the named method cannot produce. */
export interface MethodMismatch {
  /** A key of {@link SIGNATURE_FIXES}. */
  readonly id: string;
  /** Whether it has the length of an RSA signature, so that no secret can give it unless it is PLAINTEXT. */
  readonly isRsa: boolean;
  /** One sentence without its period. */
  readonly text: string;
}

/** The fixes of such a signature, which another method may produce, or none. */
export const SIGNATURE_FIXES: Readonly<Record<string, string>> = {
  "signature-of-other-method": "Sign with the method that oauth_signature_method names, or name the method that signs.",
  "signature-of-no-method":
    "Send all octets of the digest in base64. If a log or a tool masked or cut the signature, give it as the client sent it.",
};

/** The smallest RSA key has 1024 bits. An HMAC is that long only as a text, such as its hexadecimal digits. */
const LEAST_RSA_OCTETS = 128;

/**
 * @param rsaOctets the number of octets of the client's RSA key, for RSA methods
 * @returns `undefined` if the signature may be of the method that the request names
 */
export function mismatchWith(
  signature: string,
  named: SignatureMethod,
  rsaOctets?: number | undefined,
): MethodMismatch | undefined {
  // PLAINTEXT joins encoded secrets by one &, which no base64 contains.
  if (named !== "PLAINTEXT" && /^[\w.~%-]*&[\w.~%-]*$/.test(signature)) {
    const text = `oauth_signature contains an &, as a PLAINTEXT signature does, but the request names ${named}`;
    return { id: "signature-of-other-method", isRsa: false, text };
  }
  const length = isHmacMethod(named) ? lengthOf(named) : undefined;
  const lengths = length === undefined ? [] : readingsOf(signature).map((reading) => reading.octets.length);
  const octets = base64Octets(signature);
  const count = octets?.length ?? lengths[0];
  const isRsa = octets !== undefined && octets.length >= LEAST_RSA_OCTETS && validUtf8Text(octets) === undefined;
  const hmac = HMAC_METHODS.find((method) => lengthOf(method) === count);
  const other = isRsa ? "an RSA" : hmac === undefined ? undefined : `an ${hmac}`;
  const possible = isRsaMethod(named)
    ? !isRsa && rsaOctets !== undefined && rsaOctets !== count && `has ${rsaOctets} with this key`
    : lengthsOf(signature, named);
  if (!possible || (length !== undefined && lengths.includes(length))) return undefined;
  if (other !== undefined) {
    const text = `oauth_signature has ${count} octets, as ${other} signature has, but the request names ${named}, whose signature ${possible}`;
    return { id: "signature-of-other-method", isRsa, text };
  }
  if (length === undefined) return undefined;
  const text =
    count === undefined
      ? `oauth_signature is not base64, as an ${named} signature is`
      : `oauth_signature has ${plural(count, "octet")}, but an ${named} signature ${possible}`;
  return { id: "signature-of-no-method", isRsa, text };
}

/** What signatures of a method have, as text; `undefined` if PLAINTEXT may give this one. */
function lengthsOf(signature: string, method: SecretMethod): string | undefined {
  if (isHmacMethod(method)) return `has ${lengthOf(method)}`;
  return signature.includes("&") ? undefined : "contains an &";
}

function lengthOf(method: HmacMethod): number {
  return digest(hashOf(method), "").length;
}
