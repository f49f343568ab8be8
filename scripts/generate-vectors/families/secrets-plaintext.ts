/** Secrets in PLAINTEXT requests: the key is the signature, which the header percent-encodes again. */

import { get, toSign } from "../requests.ts";
import { SECRETS } from "../secrets.ts";
import type { Draft, Family } from "../types.ts";

export const secretsPlaintext: Family = {
  name: "secrets-plaintext",
  area: "request",
  make: (): Draft[] =>
    SECRETS.map(([what, consumerSecret, tokenSecret]) =>
      toSign(`PLAINTEXT: ${what}`, "rfc5849-3.4.4-1", get("/status"), {
        signatureMethod: "PLAINTEXT",
        credentials: { consumerKey: "client-1", consumerSecret, ...(tokenSecret === undefined ? {} : { tokenSecret }) },
      }),
    ),
};
