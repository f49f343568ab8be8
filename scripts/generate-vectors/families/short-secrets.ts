/** Whole requests signed with secrets of one character. */

import { get, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

const SECRETS: readonly (readonly [what: string, consumerSecret: string, tokenSecret: string])[] = [
  ["a token secret of one character", "kd94hf93k423kf44", "s"],
  ["a token secret of one digit", "kd94hf93k423kf44", "0"],
  ["a token secret of one reserved character", "kd94hf93k423kf44", "&"],
  ["a consumer secret of one character", "s", "pfkkdhi9sl3r4s00"],
  ["both secrets of one character", "s", "t"],
];

export const shortSecrets: Family = {
  name: "short-secrets",
  area: "request",
  make: (): Draft[] =>
    SECRETS.flatMap(([what, consumerSecret, tokenSecret]) =>
      ["HMAC-SHA1", "HMAC-SHA256"].map((signatureMethod) =>
        toSign(`${signatureMethod}: ${what}`, "rfc5849-3.4.2-1", get("/status?a=1"), {
          signatureMethod,
          credentials: { consumerKey: "client-1", consumerSecret, token: "token-7f3a", tokenSecret },
        }),
      ),
    ),
};
