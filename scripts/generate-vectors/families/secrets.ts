/** Secrets from which incorrect signers compute a wrong key, in signatures and in whole requests. */

import { get, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

/** Descriptions, consumer secrets and token secrets (undefined: no token secret). */
const SECRETS: readonly (readonly [what: string, consumerSecret: string, tokenSecret?: string])[] = [
  ["plain secrets", "kd94hf93k423kf44", "pfkkdhi9sl3r4s00"],
  ["no token secret: the ampersand stays", "kd94hf93k423kf44"],
  ["an empty token secret is the same as no token secret", "kd94hf93k423kf44", ""],
  ["an empty consumer secret", "", "pfkkdhi9sl3r4s00"],
  ["two empty secrets: the key is an ampersand", "", ""],
  ["an ampersand in the consumer secret", "a&b", "c"],
  ["an ampersand in the token secret: different from one in the consumer secret", "a", "b&c"],
  ["a percent sign and percent-encoding", "100%", "%26"],
  ["a plus and a space", "a+b", "c d"],
  ["reserved characters", "!*'();:@&=+$,/?#[]", "%-_.~"],
  ["base64", "r6/TJjbCOr97/+UU0NsvSne7s5g=", "bYT5CMsGcbgUdFHObYMEfcx6bsw="],
  ["non-ASCII characters", "Geheimnis für Ünë", "秘密😀"],
  ["a composed and a decomposed character", "\u00e9", "e\u0301"],
  ["control characters", "a\nb", "c\td"],
  ["leading and trailing whitespace is kept", " a ", "\tb"],
  ["key of 63 bytes", "k".repeat(31), "t".repeat(31)],
  ["key of 64 bytes: the block size of SHA-1 and SHA-256", "k".repeat(31), "t".repeat(32)],
  ["key of 65 bytes: hashed first", "k".repeat(32), "t".repeat(32)],
  ["key of 128 bytes: the block size of SHA-512", "k".repeat(63), "t".repeat(64)],
  ["key of 129 bytes: hashed first with SHA-512 too", "k".repeat(64), "t".repeat(64)],
  ["key of more than 1000 bytes", "k".repeat(600), "t".repeat(600)],
  ["short secrets that are long when percent-encoded", "é".repeat(20), "\u{1f600}".repeat(10)],
];

const HMAC_METHODS = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"];
const BASE_STRING = "GET&https%3A%2F%2Fapi.example.com%2F&a%3D1";

export const secretsSignature: Family = {
  name: "secrets-signature",
  area: "signature",
  make: (): Draft[] =>
    SECRETS.flatMap(([what, consumerSecret, tokenSecret]) =>
      HMAC_METHODS.map((signatureMethod) => ({
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

const SHORT_SECRETS: readonly (readonly [what: string, consumerSecret: string, tokenSecret: string])[] = [
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
    SHORT_SECRETS.flatMap(([what, consumerSecret, tokenSecret]) =>
      ["HMAC-SHA1", "HMAC-SHA256"].map((signatureMethod) =>
        toSign(`${signatureMethod}: ${what}`, "rfc5849-3.4.2-1", get("/status?a=1"), {
          signatureMethod,
          credentials: { consumerKey: "client-1", consumerSecret, token: "token-7f3a", tokenSecret },
        }),
      ),
    ),
};
