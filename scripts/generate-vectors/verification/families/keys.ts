/** Clients, tokens and keys: unknown, wrong, weak, and several active at once. */

import { createHash, createPublicKey } from "node:crypto";
import type { VerificationKeyEntry } from "../../../../src/conformance/vectors/index.ts";
import { RSA_2048, RSA_4096 } from "../../test-keys.ts";
import { BANK, BANK_NEXT, type Client, keyOf, publicPem, RIVAL, SHOP, SHOP_WITH_TOKEN } from "../clients.ts";
import { type Signed, type SigningOptions, signed, signedWith } from "../signed.ts";
import { RSA_1024, RSA_2048_CERTIFICATE } from "../test-keys.ts";
import { drafts, type VerificationDraft, type VerificationFamily } from "../types.ts";

const UNKNOWN = { layer: "credentials", rule: "rfc5849-3.2-3", refuse: "consumer-unknown" } as const;
const MISMATCH = { layer: "signature", rule: "rfc5849-3.2-1", refuse: "signature-mismatch" } as const;
const TOKEN = {
  layer: "credentials",
  rule: "rfc5849-3.2-2",
  refuse: "consumer-unknown",
  alsoAcceptable: ["signature-mismatch"],
  faults: ["token-not-bound-to-client"],
} as const;
const WEAK = { rule: "rfc5849-3.4.3-2", refuse: "key-too-weak" };
const NEXT: Client = { ...SHOP, consumerSecret: "n3xt-s3cr3t" };
const RETIRED: Client = { ...SHOP, consumerSecret: "0ld-s3cr3t" };
const WEAK_BANK: Client = { ...BANK, privateKey: RSA_1024 };
const BIG_BANK: Client = { ...BANK, privateKey: RSA_4096 };
const serverKeys = (...clients: readonly Client[]): { keys: VerificationKeyEntry[] } => ({ keys: clients.map(keyOf) });
/** A request that names one client but is signed with the credentials of another. */
const as = (by: Client, name: Client, options: SigningOptions = {}): Signed => ({
  ...signed({ ...options, by: { ...by, consumerKey: name.consumerKey } }),
  by: name,
});
const secret = (consumerSecret: string, tokenSecret?: string): Signed =>
  signed({
    form: "a=1",
    by: { consumerKey: "client-1", consumerSecret, ...(tokenSecret !== undefined && { token: "t", tokenSecret }) },
  });
const ENCODED: Partial<VerificationDraft> = {
  layer: "signature",
  rule: "rfc5849-3.4.2-1",
  faults: ["verifier-secrets-not-encoded"],
};
const keyed = (keyText: string, by: Client = SHOP): Signed => signed({ by, keyText });

const { n: MODULUS = "" } = createPublicKey(RSA_2048).export({ format: "jwk" });
const EXPONENT_ONE = createPublicKey({ key: { kty: "RSA", n: MODULUS, e: "AQ" }, format: "jwk" })
  .export({ type: "spki", format: "pem" })
  .toString();

/** The padded hash itself as signature (RFC 8017 9.2). With the public exponent 1, verification returns it unchanged. */
function byExponentOne(): Signed {
  return signedWith({ by: BANK }, (_right, baseString) => {
    const hash = createHash("sha256").update(baseString).digest();
    const info = Buffer.from("3031300d060960864801650304020105000420", "hex");
    const padding = Buffer.alloc(256 - 3 - info.length - hash.length, 0xff);
    return Buffer.concat([Buffer.of(0, 1), padding, Buffer.of(0), info, hash]).toString("base64");
  });
}

export const keys: VerificationFamily = {
  name: "keys",
  make: () =>
    drafts({ layer: "key", rule: "rfc5849-3.2-1" }, [
      // Clients.
      ["unknown client", as(SHOP, { ...RIVAL, consumerKey: "client-9" }), { ...UNKNOWN, server: serverKeys(SHOP) }],
      ["unknown client, no clients registered", signed(), { ...UNKNOWN, server: { keys: [] } }],
      [
        "RSA: unknown client",
        as(BANK, { ...BANK, consumerKey: "client-9" }),
        { ...UNKNOWN, server: serverKeys(SHOP, BANK) },
      ],
      ...["", "undefined", "null", "None", "client-9", "[object Object]"].map(
        (consumerSecret) =>
          [
            `unknown client, signed with the secret ${JSON.stringify(consumerSecret)}`,
            signed({ by: { consumerKey: "client-9", consumerSecret } }),
            { ...UNKNOWN, server: serverKeys(SHOP), faults: ["unknown-client-has-empty-secret"] },
          ] as const,
      ),
      [
        "consumer key in a different letter case",
        as(SHOP, { ...SHOP, consumerKey: "CLIENT-1" }),
        { ...UNKNOWN, server: serverKeys(SHOP) },
      ],
      [
        "consumer key followed by a space",
        as(SHOP, { ...SHOP, consumerKey: "client-1 " }),
        { ...UNKNOWN, server: serverKeys(SHOP) },
      ],
      [
        "consumer key followed by a NUL",
        as(SHOP, { ...SHOP, consumerKey: "client-1\0" }),
        { ...UNKNOWN, server: serverKeys(SHOP) },
      ],
      ...["__proto__", "constructor", "toString", "hasOwnProperty"].map(
        (consumerKey) =>
          [
            `unknown client named ${consumerKey}`,
            signed({ by: { consumerKey, consumerSecret: "" } }),
            {
              ...UNKNOWN,
              server: serverKeys(SHOP),
              faults: ["parameter-names-as-object-keys", "unknown-client-has-empty-secret"],
            },
          ] as const,
      ),
      [
        "registered client named __proto__",
        signed({ by: { ...SHOP, consumerKey: "__proto__" } }),
        { layer: "credentials", rule: "rfc5849-3.2-3", faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "consumer key with non-ASCII and reserved characters",
        signed({ by: { ...SHOP, consumerKey: "Café & Söhne/é+1%20" }, form: "a=1" }),
        {
          layer: "credentials",
          rule: "rfc5849-3.2-3",
          faults: ["only-signature-encoded", "server-decodes-octets-one-by-one"],
        },
      ],
      [
        "credential lookup fails",
        signed(),
        {
          layer: "credentials",
          rule: "rfc5849-3.2-3",
          refuse: "credentials-unavailable",
          faults: ["errors-swallowed", "unknown-client-has-empty-secret"],
          server: { trouble: "credentials-unavailable" },
        },
      ],
      [
        "credential lookup fails, signed with an empty secret",
        signed({ by: { ...SHOP, consumerSecret: "" } }),
        {
          layer: "credentials",
          rule: "rfc5849-3.2-3",
          refuse: "credentials-unavailable",
          faults: ["errors-swallowed"],
          server: { trouble: "credentials-unavailable" },
        },
      ],
      // Wrong secrets.
      ["signed with another client's secret", as(RIVAL, SHOP), { ...MISMATCH, server: serverKeys(SHOP, RIVAL) }],
      ["signed with an empty secret", as({ ...SHOP, consumerSecret: "" }, SHOP), MISMATCH],
      ["signed with the secret undefined", as({ ...SHOP, consumerSecret: "undefined" }, SHOP), MISMATCH],
      [
        "signed with the secret and a trailing line feed",
        as({ ...SHOP, consumerSecret: `${SHOP.consumerSecret}\n` }, SHOP),
        { ...MISMATCH, faults: ["secret-trailing-newline"] },
      ],
      [
        "signed with the secret in upper case",
        as({ ...SHOP, consumerSecret: SHOP.consumerSecret!.toUpperCase() }, SHOP),
        MISMATCH,
      ],
      [
        "signing key without the ampersand",
        keyed(SHOP.consumerSecret!),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["key-without-ampersand"] },
      ],
      [
        "signing key with undefined for the missing token secret",
        keyed(`${SHOP.consumerSecret}&undefined`),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["token-secret-as-text-null"] },
      ],
      [
        "consumer secret and token secret swapped",
        keyed("pfkkdhi9sl3r4s00&kd94hf93k423kf44", SHOP_WITH_TOKEN),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["secrets-swapped"] },
      ],
      [
        "signing key without the token secret",
        keyed("kd94hf93k423kf44&", SHOP_WITH_TOKEN),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["token-secret-left-out", "stale-request-token-secret"] },
      ],
      [
        "signing key with a token secret, request without a token",
        keyed("kd94hf93k423kf44&pfkkdhi9sl3r4s00"),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1" },
      ],
      [
        "whole signing key percent-encoded again",
        keyed("kd94hf93k423kf44%26"),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["key-encoded-twice"] },
      ],
      [
        "client registered with an empty secret",
        secret(""),
        {
          rule: "rfc5849-4.9-1",
          refuse: "key-too-weak",
          alsoAcceptable: ["consumer-unknown", "signature-mismatch", "key-kind-mismatch"],
          faults: ["empty-secret-accepted"],
        },
      ],
      [
        "client registered with an empty secret, token with a token secret",
        secret("", "pfkkdhi9sl3r4s00"),
        {
          rule: "rfc5849-4.9-1",
          refuse: "key-too-weak",
          alsoAcceptable: ["consumer-unknown", "signature-mismatch", "key-kind-mismatch"],
          faults: ["empty-secret-accepted"],
          mayAccept: "the token secret is a secret too",
        },
      ],
      // Secrets that need percent-encoding.
      ["slash in the secret", secret("a/b"), ENCODED],
      ["ampersand in the secret", secret("a&b"), ENCODED],
      ["reserved characters in both secrets", secret("!*'();:@&=+$,/?#[]", "%-_.~"), ENCODED],
      ["secret that looks percent-encoded", secret("%26%2526"), ENCODED],
      ["non-ASCII secrets", secret("Geheimnis für Ünë", "秘密😀"), ENCODED],
      [
        "leading and trailing whitespace in the secrets",
        secret(" a ", "\tb\n"),
        { ...ENCODED, faults: ["secret-trimmed"] },
      ],
      [
        "secret that looks like base64",
        secret("r6/TJjbCOr97/+UU0NsvSne7s5g="),
        { ...ENCODED, faults: ["secret-base64-decoded", "verifier-secrets-not-encoded"] },
      ],
      [
        "signing key longer than the block size of the hash",
        secret("k".repeat(100), "t".repeat(100)),
        { ...ENCODED, rule: "rfc5849-3.4.2-2" },
      ],
      ["empty token secret", secret("a", ""), ENCODED],
      [
        "ampersand moved between the secrets: a and b&c instead of a&b and c",
        { ...secret("a", "b&c"), by: { consumerKey: "client-1", consumerSecret: "a&b", token: "t", tokenSecret: "c" } },
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["verifier-secrets-not-encoded"] },
      ],
      // Tokens.
      [
        "token of this client",
        signed({ by: SHOP_WITH_TOKEN, form: "a=1" }),
        { layer: "credentials", rule: "rfc5849-3.2-2" },
      ],
      [
        "token of another client",
        signed({ by: { ...SHOP, token: "token-2", tokenSecret: "t2" } }),
        { ...TOKEN, server: serverKeys(SHOP, { ...RIVAL, token: "token-2", tokenSecret: "t2" }) },
      ],
      [
        "token of another client, where this client has a token too",
        signed({ by: { ...SHOP, token: "token-2", tokenSecret: "t2" } }),
        { ...TOKEN, server: serverKeys(SHOP_WITH_TOKEN, { ...RIVAL, token: "token-2", tokenSecret: "t2" }) },
      ],
      [
        "unknown token, signed with the secret of the client's own token",
        signed({ by: { ...SHOP_WITH_TOKEN, token: "token-x" } }),
        { ...TOKEN, server: serverKeys(SHOP_WITH_TOKEN) },
      ],
      [
        "unknown token, signed without a token secret",
        signed({ by: { ...SHOP, token: "token-x", tokenSecret: "" } }),
        { ...TOKEN, server: serverKeys(SHOP, SHOP_WITH_TOKEN) },
      ],
      [
        "no token, where all keys of the client have a token",
        signed(),
        { ...TOKEN, server: serverKeys(SHOP_WITH_TOKEN) },
      ],
      [
        "empty token: not the same as no token",
        signed({ by: { ...SHOP, token: "", tokenSecret: "pfkkdhi9sl3r4s00" } }),
        { ...TOKEN, alsoAcceptable: ["signature-mismatch", "parameter-missing"], server: serverKeys(SHOP_WITH_TOKEN) },
      ],
      [
        "token in a different letter case",
        signed({ by: { ...SHOP_WITH_TOKEN, token: "TOKEN-7F3A" } }),
        { ...TOKEN, server: serverKeys(SHOP_WITH_TOKEN) },
      ],
      [
        "RSA: token of this client",
        signed({ by: { ...BANK, token: "token-b" } }),
        { layer: "credentials", rule: "rfc5849-3.2-2" },
      ],
      [
        "RSA: token of another client",
        signed({ by: { ...BANK, token: "token-c" } }),
        {
          ...TOKEN,
          server: serverKeys(
            { ...BANK, token: "token-b" },
            { ...BANK_NEXT, consumerKey: "client-8", token: "token-c" },
          ),
        },
      ],
      // Key rotation.
      ["two active secrets, signed with the first", signed(), { server: serverKeys(SHOP, NEXT) }],
      ["two active secrets, signed with the second", signed({ by: NEXT }), { server: serverKeys(SHOP, NEXT) }],
      [
        "two active secrets, signed with a retired one",
        signed({ by: RETIRED }),
        { ...MISMATCH, server: serverKeys(SHOP, NEXT) },
      ],
      ["two active RSA keys, signed with the first", signed({ by: BANK }), { server: serverKeys(BANK, BANK_NEXT) }],
      [
        "two active RSA keys, signed with the second",
        signed({ by: BANK_NEXT }),
        { server: serverKeys(BANK, BANK_NEXT) },
      ],
      [
        "one active RSA key, signed with the retired one",
        signed({ by: BANK }),
        { ...MISMATCH, server: serverKeys(BANK_NEXT) },
      ],
      [
        "secret and RSA key both active, signed with HMAC",
        as(SHOP, BANK),
        { rule: "rfc5849-3.4-1", server: { keys: [{ ...keyOf(SHOP), consumerKey: BANK.consumerKey }, keyOf(BANK)] } },
      ],
      [
        "secret and RSA key both active, signed with RSA",
        signed({ by: BANK }),
        { rule: "rfc5849-3.4-1", server: { keys: [{ ...keyOf(SHOP), consumerKey: BANK.consumerKey }, keyOf(BANK)] } },
      ],
      [
        "secret and RSA key both active, HMAC with the public key as its key",
        { ...signed({ by: { consumerKey: BANK.consumerKey, consumerSecret: publicPem(RSA_2048) } }), by: BANK },
        {
          ...MISMATCH,
          rule: "rfc5849-3.4-1",
          faults: ["client-chooses-method"],
          cves: ["CVE-2026-72889"],
          server: { keys: [{ ...keyOf(SHOP), consumerKey: BANK.consumerKey }, keyOf(BANK)] },
        },
      ],
      // Size and format of RSA keys.
      ["RSA key of 1024 bits", signed({ by: WEAK_BANK }), WEAK],
      [
        "RSA key of 1024 bits, minimum 1024",
        signed({ by: WEAK_BANK }),
        { rule: "rfc5849-3.4.3-2", server: { minimumRsaBits: 1024 } },
      ],
      ["RSA key of 2048 bits, minimum 2048", signed({ by: BANK }), { rule: "rfc5849-3.4.3-2" }],
      ["RSA key of 2048 bits, minimum 3072", signed({ by: BANK }), { ...WEAK, server: { minimumRsaBits: 3072 } }],
      ["RSA key of 4096 bits", signed({ by: BIG_BANK }), { rule: "rfc5849-3.4.3-2" }],
      [
        "RSA key of 4096 bits, minimum 4096",
        signed({ by: BIG_BANK }),
        { rule: "rfc5849-3.4.3-2", server: { minimumRsaBits: 4096 } },
      ],
      [
        "weak key and strong key registered, signed with the strong key",
        signed({ by: BANK }),
        { rule: "rfc5849-3.4.3-2", server: serverKeys(WEAK_BANK, BANK) },
      ],
      [
        "two strong keys registered, signed with an unregistered weak key",
        signed({ by: WEAK_BANK }),
        {
          ...MISMATCH,
          rule: "rfc5849-3.4.3-2",
          refuse: "signature-malformed",
          alsoAcceptable: ["signature-mismatch", "key-too-weak"],
          server: serverKeys(BANK_NEXT, BANK),
        },
      ],
      [
        "public key registered as a certificate",
        signed({ by: BANK }),
        {
          rule: "rfc5849-3.4.3-1",
          server: { keys: [{ consumerKey: BANK.consumerKey, publicKey: RSA_2048_CERTIFICATE }] },
        },
      ],
      [
        "public key registered in PKCS #1 format",
        signed({ by: BANK }),
        {
          rule: "rfc5849-3.4.3-1",
          faults: ["rsa-only-one-key-format"],
          server: { keys: [{ consumerKey: BANK.consumerKey, publicKey: publicPem(RSA_2048, "pkcs1") }] },
        },
      ],
      ["RSA signature with an unregistered key", signed({ by: BANK_NEXT }), { ...MISMATCH, server: serverKeys(BANK) }],
      [
        "RSA signature with another client's key",
        as(BANK_NEXT, BANK),
        { ...MISMATCH, server: serverKeys(BANK, { ...BANK_NEXT, consumerKey: "client-8" }) },
      ],
      [
        "public key registered as a consumer secret",
        as({ ...BANK, consumerSecret: publicPem(RSA_2048) }, BANK, { signatureMethod: "HMAC-SHA1" }),
        {
          rule: "rfc5849-3.4-1",
          refuse: "key-kind-mismatch",
          alsoAcceptable: ["key-too-weak", "consumer-unknown"],
          cves: ["CVE-2026-72889"],
          faults: ["client-chooses-method"],
          mayAccept: "a server that accepts any text as a secret cannot detect this",
          server: { keys: [{ consumerKey: BANK.consumerKey, consumerSecret: publicPem(RSA_2048) }] },
        },
      ],
      [
        "RSA key with exponent 1: every text is its own signature",
        byExponentOne(),
        {
          ...WEAK,
          alsoAcceptable: ["signature-mismatch", "credentials-unavailable"],
          server: { keys: [{ consumerKey: BANK.consumerKey, publicKey: EXPONENT_ONE }] },
        },
      ],
    ]),
};
