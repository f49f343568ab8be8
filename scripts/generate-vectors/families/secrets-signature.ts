/** Keys made from different secrets, each used with every HMAC method on the same base string. */

import { SECRETS } from "../secrets.ts";
import type { Draft, Family } from "../types.ts";

const METHODS = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"];
const BASE_STRING = "GET&https%3A%2F%2Fapi.example.com%2F&a%3D1";

export const secretsSignature: Family = {
  name: "secrets-signature",
  area: "signature",
  make: (): Draft[] =>
    SECRETS.flatMap(([what, consumerSecret, tokenSecret]) =>
      METHODS.map((signatureMethod) => ({
        comment: `${signatureMethod}: ${what}`,
        rule: "rfc5849-3.4.2-1",
        operation: "signature",
        input: {
          baseString: BASE_STRING,
          signatureMethod,
          credentials: { consumerSecret, ...(tokenSecret === undefined ? {} : { tokenSecret }) },
        },
      })),
    ),
};
