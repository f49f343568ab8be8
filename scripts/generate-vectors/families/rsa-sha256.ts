/**
 * RSA-SHA256 over whole requests, with keys of 2048 and of 4096 bits.
 *
 * @module
 */

import { get, post, signing } from "../requests.ts";
import { shapesSignedBy } from "../shapes.ts";
import { RSA_2048, RSA_4096 } from "../test-keys.ts";
import type { Draft, Family } from "../types.ts";

const rule = "rsa-sha2-1";
const signatureMethod = "RSA-SHA256";

/** See the module. */
export const rsaSha256: Family = {
  name: "rsa-sha256",
  area: "request",
  make: (): Draft[] => [
    ...shapesSignedBy(signatureMethod, rule),
    {
      comment: "RSA-SHA256 with a key of 4096 bits: the signature has 512 octets",
      rule,
      operation: "sign",
      input: signing(post([["amount", "10.42"]]), {
        signatureMethod,
        credentials: { consumerKey: "client-1", privateKey: RSA_4096 },
      }),
    },
    {
      comment: "RSA-SHA256 with a token, which is sent and signed though RSA has no token secret",
      rule,
      operation: "sign",
      input: signing(get("/status"), {
        signatureMethod,
        credentials: { consumerKey: "client-1", token: "token-7f3a", privateKey: RSA_2048 },
      }),
    },
  ],
};
