/** Shapes of signers, each as the drivers of such clients declare it. */

import type { Hello } from "../../src/conformance/drivers/index.ts";

export const SHAPES = {
  "header, no token": { signatureMethods: ["HMAC-SHA1"], transports: ["header"], limits: { without: ["token"] } },
  "header, RSA-SHA256, no token": {
    signatureMethods: ["RSA-SHA256"],
    transports: ["header"],
    limits: { without: ["token"] },
  },
  query: { signatureMethods: ["HMAC-SHA1"], transports: ["query"] },
  "body, no token": { signatureMethods: ["HMAC-SHA1"], transports: ["body"], limits: { without: ["token"] } },
  "the gateway": {
    signatureMethods: ["HMAC-SHA1", "RSA-SHA256"],
    transports: ["header", "header-and-body"],
    limits: { without: ["token"], httpMethods: ["POST"] },
  },
  "own nonce and timestamp": {
    signatureMethods: ["HMAC-SHA1"],
    transports: ["header"],
    fixesNonceAndTimestamp: false,
  },
  "RSA with body hash": {
    operations: ["sign", "body-hash"],
    signatureMethods: ["RSA-SHA256"],
    transports: ["header"],
    limits: { without: ["token", "form", "form-encoded"] },
  },
  "signature only": { signatureMethods: ["HMAC-SHA1"], transports: ["header"] },
  PLAINTEXT: { signatureMethods: ["PLAINTEXT"], transports: ["header"] },
  "GET only": { signatureMethods: ["HMAC-SHA1"], transports: ["header"], limits: { httpMethods: ["GET"] } },
} as const satisfies Readonly<Record<string, Partial<Hello>>>;

export type ShapeName = keyof typeof SHAPES;
