/** Values of consumer key, token, nonce and timestamp, and requests without token or version. */

import { get, toSign, WITH_TOKEN, WITHOUT_TOKEN } from "../requests.ts";
import type { Draft, Family, JsonInput } from "../types.ts";

const CASES: readonly (readonly [string, Partial<JsonInput>])[] = [
  ["a token and its secret", { credentials: WITH_TOKEN }],
  ["no token: no oauth_token is sent", { credentials: WITHOUT_TOKEN }],
  ["a token without a secret", { credentials: { ...WITHOUT_TOKEN, token: "t" } }],
  ["a token with an empty secret", { credentials: { ...WITHOUT_TOKEN, token: "t", tokenSecret: "" } }],
  ["an empty token: sent, and signed", { credentials: { ...WITHOUT_TOKEN, token: "", tokenSecret: "" } }],
  [
    "reserved characters in consumer key and token",
    { credentials: { ...WITH_TOKEN, consumerKey: "a&b=c%d+e", token: "!*'() ~" } },
  ],
  [
    "non-ASCII characters in consumer key and token",
    { credentials: { ...WITH_TOKEN, consumerKey: "Händler", token: "鍵😀" } },
  ],
  ["an e-mail address as consumer key", { credentials: { ...WITHOUT_TOKEN, consumerKey: "shop+test@example.com" } }],
  [
    "a consumer key with an exclamation mark, like Mastercard's consumer keys",
    { credentials: { ...WITHOUT_TOKEN, consumerKey: "aBc!dEf" } },
  ],
  ["base64 as nonce", { nonce: "QUJD+/8=" }],
  ["reserved characters as nonce", { nonce: "a&b=c d%20" }],
  ["a nonce with non-ASCII characters", { nonce: "ñönce" }],
  ["a nonce of one character", { nonce: "0" }],
  ["a nonce of 1000 characters", { nonce: "n".repeat(1000) }],
  ["a timestamp of one digit", { timestamp: "1" }],
  ["a timestamp larger than 32 bits", { timestamp: "4294967296" }],
  ["a timestamp that a double cannot represent exactly", { timestamp: "9007199254740993" }],
  ["no oauth_version", { version: null }],
  ["no oauth_version, no token", { version: null, credentials: WITHOUT_TOKEN }],
  ["white space around secrets is kept", { credentials: { ...WITH_TOKEN, consumerSecret: " a ", tokenSecret: "\tb" } }],
  ["a timestamp of 11 digits", { timestamp: "17000000001" }],
  ["a timestamp in milliseconds, 13 digits", { timestamp: "1700000000123" }],
  ["a nonce with outer spaces", { nonce: " a b " }],
  ["a nonce with a leading hyphen", { nonce: "-5f1d" }],
  ["a nonce with a leading plus", { nonce: "+1" }],
];

export const identities: Family = {
  name: "identities",
  area: "request",
  make: (): Draft[] =>
    CASES.map(([comment, changes]) => toSign(comment, "rfc5849-3.4.1.3.1-2", get("/status?a=1"), changes)),
};
