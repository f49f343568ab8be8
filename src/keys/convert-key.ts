/** Writes RSA keys in the forms that programs and gateways require, and generates new ones. */

import type { RsaJsonWebKey } from "../oauth1/index.ts";
import { BIT_STRING, contentOf, fromInteger, integerOf, readSequence } from "../platform/browser/der.ts";
import { base64Text, generateRsaKey, hexDigest, keyFacts, type RsaKey, rsaKeyDer } from "../platform/index.ts";
import type { KeyReport } from "./key-text.ts";
import { base64Url } from "./openssh.ts";

/** The forms that a key can be converted to. */
export const TARGET_FORMS = ["pkcs8", "pkcs1", "spki", "jwk", "public-jwk"] as const;

export type TargetForm = (typeof TARGET_FORMS)[number];

const LABELS = { pkcs8: "PRIVATE KEY", pkcs1: "RSA PRIVATE KEY", spki: "PUBLIC KEY" } as const;
const LINE_RE = /.{1,64}/g;

/** The key sizes that the page generates. */
export const KEY_SIZES = [2048, 3072, 4096] as const;

/** Whether a form contains the private half, so that a public key cannot be converted to it. */
export function isPrivateForm(form: TargetForm): boolean {
  return form === "pkcs8" || form === "pkcs1" || form === "jwk";
}

/**
 * Writes a key as PEM with a line feed at its end, or as JSON.
 *
 * @throws Error if a public key is to be written in a private form
 */
export function convertKey(key: RsaKey, form: TargetForm): string {
  if (isPrivateForm(form) && keyFacts(key).type !== "private") throw new Error("expected a private key");
  if (form === "jwk") return `${JSON.stringify(privateJwk(key), undefined, 2)}\n`;
  if (form === "public-jwk") return `${JSON.stringify(publicJwk(key), undefined, 2)}\n`;
  const lines = base64Text(rsaKeyDer(key, form)).match(LINE_RE) ?? [];
  return `-----BEGIN ${LABELS[form]}-----\n${lines.join("\n")}\n-----END ${LABELS[form]}-----\n`;
}

/** SHA-256 of the public half in SPKI DER, in hexadecimal: the same for every form of the key. */
export function fingerprintOf(key: RsaKey): string {
  return hexDigest("sha256", rsaKeyDer(key, "spki"));
}

/** Generates a key pair with the public exponent 65537, and returns the private key. */
export function makeKey(bits: (typeof KEY_SIZES)[number]): Promise<RsaKey> {
  return generateRsaKey(bits);
}

/**
 * A key as PEM that every reader accepts: a PEM text that needed no repair stays as it is, because a client may have signed with
 * its text.
 */
export function pemOfKey(text: string, { key, kind, form, repairs, isEncrypted }: KeyReport): string {
  const isPem = form !== undefined && ["pkcs1", "pkcs8", "spki", "pkcs1-public", "certificate"].includes(form);
  if (key === undefined || (isPem && repairs.length === 0 && isEncrypted === undefined)) return text;
  return convertKey(key, kind === "private" ? "pkcs8" : "spki");
}

function privateJwk(key: RsaKey): RsaJsonWebKey {
  const [, n, e, d, p, q, dp, dq, qi] = integersIn(rsaKeyDer(key, "pkcs1"));
  return { kty: "RSA", n: n!, e: e!, d: d!, p: p!, q: q!, dp: dp!, dq: dq!, qi: qi! };
}

function publicJwk(key: RsaKey): RsaJsonWebKey {
  const [, numbers] = readSequence(rsaKeyDer(key, "spki"));
  // The first octet is the number of unused bits in the last one.
  const [n, e] = integersIn(contentOf(numbers, BIT_STRING).subarray(1));
  return { kty: "RSA", n: n!, e: e! };
}

function integersIn(der: Uint8Array): string[] {
  return readSequence(der).map((value) => base64Url(fromInteger(integerOf(value))));
}
