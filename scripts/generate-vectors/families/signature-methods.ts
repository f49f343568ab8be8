/** Whole requests, signed with each signature method except HMAC-SHA1, which the other families use. */

import { rsaShapesSignedBy, shapesSignedBy, signedByLeastKey } from "../shapes.ts";
import type { Draft, Family } from "../types.ts";

export const signatureMethods: readonly Family[] = [
  family("hmac-sha256", () => shapesSignedBy("HMAC-SHA256", "hmac-sha2-1")),
  family("hmac-sha512", () => shapesSignedBy("HMAC-SHA512", "hmac-sha2-1")),
  family("rsa-sha1", () => [
    ...shapesSignedBy("RSA-SHA1", "rfc5849-3.4.3-1"),
    signedByLeastKey("RSA-SHA1", "rfc5849-3.4.3-1"),
  ]),
  // With keys of 2048 and of 4096 bits.
  family("rsa-sha256", () => rsaShapesSignedBy("RSA-SHA256", "rsa-sha2-1")),
  family("rsa-sha512", () => rsaShapesSignedBy("RSA-SHA512", "rsa-sha2-1")),
];

function family(name: string, make: () => Draft[]): Family {
  return { name, area: "request", make };
}
