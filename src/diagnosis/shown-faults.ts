/**
 * Faults that an RSA signature shows by itself, for catalogues that do not have them.
 *
 * @module
 */

import type { Suspect } from "./hypothesis.ts";

const TITLES: Readonly<Record<string, string>> = {
  "rsa-wrong-hash": "Another hash than the method's",
  "rsa-hash-signed": "A hash handed to a call that hashes again",
  "rsa-pss-padding": "PSS padding instead of PKCS#1 v1.5",
  "rsa-raw-private-encrypt": "Encrypted with the private key, without DigestInfo",
  "rsa-key-used-as-hmac-secret": "PEM text used as HMAC key",
  "base-string-utf16": "Base string hashed as UTF-16",
  "digest-through-text": "Digest turned into text before base64",
  "hex-digest": "Signature in hexadecimal",
  "base64-of-hex": "Base64 of the hexadecimal text",
  "base64url-alphabet": "Base64 in the alphabet for URLs",
  "base64-unpadded": "Base64 without its padding",
  "base64-line-wrapped": "Base64 with line breaks",
  "base64-trailing-newline": "Base64 with a line break at its end",
  "signature-encoded-twice-in-header": "Signature percent-encoded twice",
  "signature-raw-in-query": "Signature not encoded in the query",
};

/** The fault by its id. Its stages are not needed: what it does was read from the signature. */
export function shownFault(id: string): Suspect {
  const title = TITLES[id] ?? id;
  return {
    id,
    kind: "fault",
    title,
    what: `${title}.`,
    fix: { text: "Sign with RSASSA-PKCS1-v1_5 and the method's own hash, and send the octets in plain base64." },
    alter: (computation) => computation,
  };
}
