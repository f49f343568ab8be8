/** Secrets in PLAINTEXT requests: the key is the signature, and encoded once more in the header. */

import { get, signing } from "../requests.ts";
import { SECRETS } from "../secrets.ts";
import type { Draft, Family } from "../types.ts";

/** See the module. */
export const secretsPlaintext: Family = {
  name: "secrets-plaintext",
  area: "request",
  make: (): Draft[] =>
    SECRETS.map(([what, consumerSecret, tokenSecret]) => ({
      comment: `PLAINTEXT: ${what}`,
      rule: "rfc5849-3.4.4-1",
      operation: "sign",
      input: signing(get("/status"), {
        signatureMethod: "PLAINTEXT",
        credentials: { consumerKey: "client-1", consumerSecret, ...(tokenSecret === undefined ? {} : { tokenSecret }) },
      }),
    })),
};
