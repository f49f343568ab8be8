/** Secrets in PLAINTEXT requests: the key is the signature, which the header percent-encodes again. */

import { get, signing } from "../requests.ts";
import { SECRETS } from "../secrets.ts";
import type { Draft, Family } from "../types.ts";

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
