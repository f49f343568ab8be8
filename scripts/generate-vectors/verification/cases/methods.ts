/** Signature methods: the settings of the server and the registered key decide, not the request. PLAINTEXT requires https (RFC 5849 3.2 and 3.4). */

import type { CaseGroup, ReceivedCase } from "../../../../src/conformance/cases/case.ts";
import { named } from "../../../../src/conformance/cases/changes.ts";
import { byPublicKey } from "../../../../src/conformance/cases/hmac-keys.ts";
import {
  ALLOWED,
  CHOOSES,
  CVES,
  FOR_PUBLIC_KEY,
  hashed,
  MISMATCH,
  NOT_ALLOWED,
  OTHER_HASH,
  plain,
  RULE,
  WRONG_PLAIN,
} from "../../../../src/conformance/cases/methods.ts";
import { BANK, SHOP, SHOP_WITH_TOKEN } from "../../../../src/conformance/cases/vector-clients.ts";

const HTTP = "http://api.example.com";
const RSA_HASH = { ...MISMATCH, alsoAcceptable: undefined, finds: ["rsa-wrong-hash"] } as const;
const ofPlain = { signatureMethod: "PLAINTEXT" } as const;
/** A request line that names the whole URL: a verifier may reject a configuration with PLAINTEXT and an http origin. */
const overHttp = (origin: string, url = `${origin}/orders`): ReceivedCase => ({
  ofVector: { ...ofPlain, origin },
  edit: (request) => ({ ...request, url }),
});
const INSECURE = {
  layer: "transport-security",
  refuse: "insecure-transport",
  finds: ["plaintext-accepted-over-http"],
  server: { ...ALLOWED.server, origin: undefined },
} as const;

// biome-ignore format: one line a row
export const FURTHER_METHODS: readonly CaseGroup[] = [
  {
    ...CHOOSES, ofVector: { by: BANK },
    cases: [
      { vector: "methods/41", words: `${FOR_PUBLIC_KEY} the client's certificate`, ...named("HMAC-SHA1"), ...byPublicKey("HMAC-SHA1"), ofVector: { by: { ...BANK, rsaKey: "2048-certificate" }, registered: [BANK] } },
      { vector: "methods/47", words: "HMAC-SHA1 for a client with a certificate, HMAC key: the certificate", ...named("HMAC-SHA1"), ...byPublicKey("HMAC-SHA1"), ofVector: { by: { ...BANK, rsaKey: "2048-certificate" } } },
    ],
  },
  {
    ...OTHER_HASH, rule: RULE,
    cases: [
      { vector: "methods/33", words: "request names RSA-SHA256, signed with RSA-SHA1", ofVector: { by: BANK }, ...RSA_HASH, ...hashed("SHA1") },
      { vector: "methods/34", words: "request names RSA-SHA1, signed with RSA-SHA256", ofVector: { by: BANK, signatureMethod: "RSA-SHA1" }, ...RSA_HASH, ...hashed("SHA256") },
    ],
  },
  {
    layer: "method", rule: "rfc5849-3.4.4-2", ...NOT_ALLOWED, finds: ["client-chooses-method"], cves: CVES,
    cases: [
      { vector: "methods/56", words: "PLAINTEXT over http, not enabled", ...overHttp(HTTP), alsoAcceptable: ["insecure-transport"], server: { origin: undefined }, finds: undefined, cves: undefined },
      { vector: "methods/63", words: "PLAINTEXT with another client's secret", ...WRONG_PLAIN, alsoAcceptable: undefined, ofVector: ofPlain, signer: ({ credentials: { other } }) => ({ method: "PLAINTEXT", ...other }) },
      { vector: "methods/64", words: "PLAINTEXT without the ampersand", ...WRONG_PLAIN, ofVector: ofPlain, ...plain("kd94hf93k423kf44"), finds: ["key-without-ampersand"] },
      { vector: "methods/65", words: "PLAINTEXT signature percent-encoded again", ...WRONG_PLAIN, ofVector: ofPlain, ...plain("kd94hf93k423kf44%26"), finds: ["plaintext-signature-encoded-twice"] },
      { vector: "methods/66", words: "PLAINTEXT with a prefix of the secret", ...WRONG_PLAIN, ofVector: ofPlain, ...plain("kd94hf93k423kf4") },
      { vector: "methods/60", words: "PLAINTEXT over http, enabled", ...INSECURE, ...overHttp(HTTP), finds: [...INSECURE.finds, "plaintext-over-http"], cves: undefined },
      { vector: "methods/61", words: "PLAINTEXT over http, scheme in upper case", ...INSECURE, ...overHttp(HTTP, "HTTP://api.example.com/orders"), cves: undefined },
      { vector: "methods/62", words: "PLAINTEXT over http on port 443", ...INSECURE, ...overHttp(`${HTTP}:443`), cves: undefined },
    ],
  },
  {
    layer: "transport-security", rule: "rfc5849-3.4.4-2", ...ALLOWED,
    cases: [
      { vector: "methods/57", words: "PLAINTEXT over https, enabled", ofVector: { ...ofPlain, form: "a=1" } },
      { vector: "methods/58", words: "PLAINTEXT over https, with a token", ofVector: { ...ofPlain, by: SHOP_WITH_TOKEN } },
      { vector: "methods/59", words: "PLAINTEXT over https, reserved characters in the secrets", layer: "signature", rule: "rfc5849-3.4.4-1", ofVector: { ...ofPlain, by: { ...SHOP, consumerSecret: "a/b&c", token: "t", tokenSecret: "%25 é" } }, finds: ["plaintext-secrets-not-encoded"] },
    ],
  },
  {
    layer: "method", rule: RULE,
    cases: [
      ...(["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"] as const).map((signatureMethod, index) => ({ vector: `methods/${index + 1}`, words: `${signatureMethod}, allowed`, ...ALLOWED, ofVector: { signatureMethod, form: "a=1" } })),
      ...(["RSA-SHA1", "RSA-SHA256", "RSA-SHA512"] as const).map((signatureMethod, index) => ({ vector: `methods/${index + 4}`, words: `${signatureMethod}, allowed`, ...ALLOWED, ofVector: { by: BANK, signatureMethod, form: "a=1" }, finds: ["rsa-verified-by-signing-again"] })),
      { vector: "methods/7", words: "HMAC-SHA256, not allowed", ofVector: { signatureMethod: "HMAC-SHA256" }, ...NOT_ALLOWED },
      { vector: "methods/8", words: "HMAC-SHA512, not allowed", ofVector: { signatureMethod: "HMAC-SHA512" }, ...NOT_ALLOWED },
      { vector: "methods/9", words: "RSA-SHA1, not allowed", ofVector: { by: BANK, signatureMethod: "RSA-SHA1" }, ...NOT_ALLOWED },
      { vector: "methods/10", words: "RSA-SHA512, not allowed", ofVector: { by: BANK, signatureMethod: "RSA-SHA512" }, ...NOT_ALLOWED },
      { vector: "methods/11", words: "HMAC-SHA1, only RSA-SHA256 allowed", ...NOT_ALLOWED, server: { signatureMethods: ["RSA-SHA256"] }, finds: ["client-chooses-method"], cves: CVES },
      { vector: "methods/12", words: "RSA-SHA256, only HMAC-SHA1 allowed", ...NOT_ALLOWED, ofVector: { by: BANK }, server: { signatureMethods: ["HMAC-SHA1"] } },
    ],
  },
];
