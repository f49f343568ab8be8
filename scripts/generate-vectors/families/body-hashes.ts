/** Bodies that are not form-encoded: their oauth_body_hash, and requests that sign it. */

import { specification } from "../../../src/model/index.ts";
import { ORIGIN, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

/** Descriptions and bodies. */
const BODIES: readonly (readonly [what: string, body: string])[] = [
  ["no octet", ""],
  ["JSON", '{"amount":"10.42","currency":"EUR"}'],
  ["JSON with a line feed at the end", '{"amount":"10.42"}\n'],
  ["JSON with text outside ASCII", '{"name":"José","mark":"😀"}'],
  ["XML with CR LF", '<?xml version="1.0"?>\r\n<order/>\r\n'],
  ["a byte order mark first", "\ufeff{}"],
  ["NUL", "\x00"],
  ["what looks like a form", "a=1&b=2"],
  ["more than a block of the hash", "0123456789".repeat(120)],
];

const HASHES = ["SHA-1", "SHA-256", "SHA-512"] as const;

export const bodyHashes: Family = {
  name: "body-hash",
  area: "body",
  make: (): Draft[] =>
    BODIES.flatMap(([what, body]) =>
      HASHES.map((hash) => ({
        comment: `${hash} over ${what}`,
        rule: "body-hash-3.2-1",
        operation: "body-hash",
        input: { body, hash },
      })),
    ),
};

const METHODS = [
  ["HMAC-SHA1", "SHA-1"],
  ["HMAC-SHA256", "SHA-256"],
  ["RSA-SHA256", "SHA-256"],
  ["RSA-SHA512", "SHA-512"],
] as const;

export const bodyHashInRequests: Family = {
  name: "body-hash-in-requests",
  area: "request",
  make: (): Draft[] =>
    BODIES.slice(0, 5).flatMap(([what, body]) =>
      METHODS.map(([signatureMethod, hash]) =>
        toSign(
          `${signatureMethod} with the hash of a body: ${what}`,
          "body-hash-3.2-1",
          { method: "PUT", url: `${ORIGIN}/orders/7?notify=1` },
          {
            signatureMethod,
            protocolParameters: [["oauth_body_hash", specification.bodyHash(Buffer.from(body), hash)]],
          },
        ),
      ),
    ),
};
