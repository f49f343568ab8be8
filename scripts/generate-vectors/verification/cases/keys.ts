/** Clients, tokens and keys: unknown, wrong, weak, and several active at once (RFC 5849 3.2). */

import type { CaseGroup } from "../../../../src/conformance/cases/case.ts";
import { named } from "../../../../src/conformance/cases/changes.ts";
import { byPublicKey, hmacKey, keyed } from "../../../../src/conformance/cases/hmac-keys.ts";
import {
  BIG,
  by,
  byUnknown,
  CLIENT,
  GUESSED,
  KEY,
  MISMATCH,
  OWNER,
  ofVector,
  SIZE,
  secrets,
  TOKEN_RULE,
  UNKNOWN,
  unusedName,
} from "../../../../src/conformance/cases/keys.ts";
import { BANK, BANK_NEXT, RIVAL, SHOP, SHOP_WITH_TOKEN } from "../../../../src/conformance/cases/vector-clients.ts";

const FORM = "rfc5849-3.4.3-1";
const CVES = ["CVE-2026-72889"];
const NEXT = { ...SHOP, consumerSecret: "n3xt-s3cr3t" };
const WEAK = { ...BANK, rsaKey: "1024" } as const;
const SHOP_AS_BANK = { ...SHOP, consumerKey: BANK.consumerKey };
const TOKEN_2 = { token: "token-2", tokenSecret: "t2" };
const UNAVAILABLE = { refuse: "credentials-unavailable", server: { trouble: "credentials-unavailable" } } as const;
const EMPTY_SECRET = {
  rule: "rfc5849-4.9-1",
  refuse: "key-too-weak",
  alsoAcceptable: ["consumer-unknown", "signature-mismatch", "key-kind-mismatch"],
  finds: ["empty-secret-accepted"],
};

// biome-ignore format: one line a row
export const FURTHER_KEYS: readonly CaseGroup[] = [
  {
    ...MISMATCH,
    cases: [
      { vector: "keys/30", words: "signing key with a token secret, request without a token", rule: KEY, ...keyed((secret) => hmacKey(secret, SHOP_WITH_TOKEN.tokenSecret)) },
      { vector: "keys/43", words: "ampersand moved between the secrets: a and b&c instead of a&b and c", rule: KEY, ...secrets("a&b", "c"), ...keyed(() => hmacKey("a", "b&c")), finds: ["verifier-secrets-not-encoded"] },
    ],
  },
  {
    ...UNKNOWN, ...ofVector("client-9"), ...byUnknown(unusedName),
    cases: [
      { vector: "keys/2", words: "unknown client, no clients registered", ofVector: { protocol: () => ({}), registered: [] } },
      { vector: "keys/3", words: "RSA: unknown client", ofVector: { by: { ...BANK, consumerKey: "client-9" }, registered: [SHOP, BANK], protocol: () => ({}) } },
    ],
  },
  {
    layer: "credentials", rule: TOKEN_RULE, refuse: "consumer-unknown", alsoAcceptable: ["signature-mismatch"], finds: ["token-not-bound-to-client"],
    cases: [
      { vector: "keys/45", words: "token of another client", ...by({ ...SHOP, ...TOKEN_2 }, SHOP, { ...RIVAL, ...TOKEN_2 }) },
      { vector: "keys/46", words: "token of another client, where this client has a token too", ...by({ ...SHOP, ...TOKEN_2 }, SHOP_WITH_TOKEN, { ...RIVAL, ...TOKEN_2 }) },
      { vector: "keys/49", words: "no token, where all keys of the client have a token", ...by(SHOP, SHOP_WITH_TOKEN) },
      { vector: "keys/53", words: "RSA: token of another client", ...by({ ...BANK, token: "token-c" }, { ...BANK, token: "token-b" }, { ...BANK_NEXT, consumerKey: "client-8", token: "token-c" }) },
    ],
  },
  {
    layer: "credentials", rule: CLIENT,
    cases: [
      { vector: "keys/19", words: "credential lookup fails", ...UNAVAILABLE, finds: ["errors-swallowed", ...GUESSED] },
      { vector: "keys/20", words: "credential lookup fails, signed with an empty secret", ...UNAVAILABLE, ...by({ ...SHOP, consumerSecret: "" }), finds: ["errors-swallowed"] },
    ],
  },
  {
    layer: "key", rule: OWNER,
    cases: [
      { vector: "keys/32", words: "client registered with an empty secret", ...EMPTY_SECRET, ...secrets("") },
      { vector: "keys/33", words: "client registered with an empty secret, token with a token secret", ...EMPTY_SECRET, ...secrets("", "pfkkdhi9sl3r4s00"), mayAccept: "the token secret is a secret too" },
      { vector: "keys/54", words: "two active secrets, signed with the first", ...by(SHOP, SHOP, NEXT) },
      { vector: "keys/55", words: "two active secrets, signed with the second", ...by(NEXT, SHOP, NEXT) },
      { vector: "keys/56", words: "two active secrets, signed with a retired one", ...MISMATCH, ...by({ ...SHOP, consumerSecret: "0ld-s3cr3t" }, SHOP, NEXT) },
      { vector: "keys/57", words: "two active RSA keys, signed with the first", ...by(BANK, BANK, BANK_NEXT) },
      { vector: "keys/58", words: "two active RSA keys, signed with the second", ...by(BANK_NEXT, BANK, BANK_NEXT) },
      { vector: "keys/59", words: "one active RSA key, signed with the retired one", ...MISMATCH, ...by(BANK, BANK_NEXT) },
      { vector: "keys/60", words: "secret and RSA key both active, signed with HMAC", rule: "rfc5849-3.4-1", ...by(SHOP_AS_BANK, SHOP_AS_BANK, BANK) },
      { vector: "keys/61", words: "secret and RSA key both active, signed with RSA", rule: "rfc5849-3.4-1", ...by(BANK, SHOP_AS_BANK, BANK) },
      { vector: "keys/62", words: "secret and RSA key both active, HMAC with the public key as its key", ...MISMATCH, rule: "rfc5849-3.4-1", ...by(BANK, SHOP_AS_BANK, BANK), ...named("HMAC-SHA1"), ...byPublicKey("HMAC-SHA1"), finds: ["client-chooses-method"], cves: CVES },
      { vector: "keys/63", words: "RSA key of 1024 bits", rule: SIZE, refuse: "key-too-weak", ...by(WEAK) },
      { vector: "keys/64", words: "RSA key of 1024 bits, minimum 1024", rule: SIZE, ...by(WEAK), server: { minimumRsaBits: 1024 } },
      { vector: "keys/66", words: "RSA key of 2048 bits, minimum 3072", rule: SIZE, refuse: "key-too-weak", ...by(BANK), server: { minimumRsaBits: 3072 } },
      { vector: "keys/68", words: "RSA key of 4096 bits, minimum 4096", rule: SIZE, ...by(BIG), server: { minimumRsaBits: 4096 } },
      { vector: "keys/69", words: "weak key and strong key registered, signed with the strong key", rule: SIZE, ...by(BANK, WEAK, BANK) },
      { vector: "keys/70", words: "two strong keys registered, signed with an unregistered weak key", layer: "signature", rule: SIZE, refuse: "signature-malformed", alsoAcceptable: ["signature-mismatch", "key-too-weak"], ...by(WEAK, BANK_NEXT, BANK) },
      { vector: "keys/71", words: "public key registered as a certificate", rule: FORM, ...by(BANK, { ...BANK, rsaKey: "2048-certificate" }) },
      { vector: "keys/72", words: "public key registered in PKCS #1 format", rule: FORM, ...by(BANK, { ...BANK, rsaKey: "2048-pkcs1" }), finds: ["rsa-only-one-key-format"] },
      { vector: "keys/73", words: "RSA signature with an unregistered key", ...MISMATCH, ...by(BANK_NEXT, BANK) },
      { vector: "keys/74", words: "RSA signature with another client's key", ...MISMATCH, ...by(BANK_NEXT, BANK, { ...BANK_NEXT, consumerKey: "client-8" }) },
      {
        vector: "keys/75", words: "public key registered as a consumer secret", rule: "rfc5849-3.4-1", refuse: "key-kind-mismatch", alsoAcceptable: ["key-too-weak", "consumer-unknown"],
        ...by(BANK, { ...BANK, isRsaKeySecret: true }), ...named("HMAC-SHA1"), ...byPublicKey("HMAC-SHA1"), finds: ["client-chooses-method"], cves: CVES, mayAccept: "a server that accepts any text as a secret cannot detect this",
      },
    ],
  },
];
