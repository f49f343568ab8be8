/** Requests that sign the hash of their body. */

import { specification } from "../../../src/model/index.ts";
import { BODIES } from "../bodies.ts";
import { ORIGIN, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

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
