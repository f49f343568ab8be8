/** Clients, tokens and keys: unknown ones, wrong ones, weak ones, and several live at once. */

import { createHash, createPublicKey } from "node:crypto";
import type { VerificationKeyEntry } from "../../../../src/conformance/vectors/index.ts";
import { RSA_2048, RSA_4096 } from "../../test-keys.ts";
import { BANK, BANK_NEXT, type Client, keyOf, publicPem, RIVAL, SHOP, SHOP_WITH_TOKEN } from "../clients.ts";
import { type Meant, type Signed, signed, signedWith } from "../signed.ts";
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
const live = (...clients: readonly Client[]): { keys: VerificationKeyEntry[] } => ({ keys: clients.map(keyOf) });
/** Signed by one client, in the name of another. */
const as = (by: Client, name: Client, meant: Meant = {}): Signed => ({
  ...signed({ ...meant, by: { ...by, consumerKey: name.consumerKey } }),
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

/** The padded hash itself as signature (RFC 8017 9.2): raised to the power of 1 it stays what it is. */
function byExponentOne(): Signed {
  return signedWith({ by: BANK }, (_right, baseString) => {
    const hash = createHash("sha256").update(baseString).digest();
    const info = Buffer.from("3031300d060960864801650304020105000420", "hex");
    const padding = Buffer.alloc(256 - 3 - info.length - hash.length, 0xff);
    return Buffer.concat([Buffer.of(0, 1), padding, Buffer.of(0), info, hash]).toString("base64");
  });
}

/** See the module. */
export const keys: VerificationFamily = {
  name: "keys",
  make: () =>
    drafts({ layer: "key", rule: "rfc5849-3.2-1" }, [
      // Clients.
      [
        "a client that nobody knows",
        as(SHOP, { ...RIVAL, consumerKey: "client-9" }),
        { ...UNKNOWN, server: live(SHOP) },
      ],
      ["no client is known", signed(), { ...UNKNOWN, server: { keys: [] } }],
      [
        "a client that nobody knows, by RSA",
        as(BANK, { ...BANK, consumerKey: "client-9" }),
        { ...UNKNOWN, server: live(SHOP, BANK) },
      ],
      ...["", "undefined", "null", "None", "client-9", "[object Object]"].map(
        (consumerSecret) =>
          [
            `a client that nobody knows, under the secret ${JSON.stringify(consumerSecret)}`,
            signed({ by: { consumerKey: "client-9", consumerSecret } }),
            { ...UNKNOWN, server: live(SHOP), faults: ["unknown-client-has-empty-secret"] },
          ] as const,
      ),
      [
        "a client's name in other letters",
        as(SHOP, { ...SHOP, consumerKey: "CLIENT-1" }),
        { ...UNKNOWN, server: live(SHOP) },
      ],
      [
        "a client's name with a space behind it",
        as(SHOP, { ...SHOP, consumerKey: "client-1 " }),
        { ...UNKNOWN, server: live(SHOP) },
      ],
      [
        "a client's name with a NUL behind it",
        as(SHOP, { ...SHOP, consumerKey: "client-1\0" }),
        { ...UNKNOWN, server: live(SHOP) },
      ],
      ...["__proto__", "constructor", "toString", "hasOwnProperty"].map(
        (consumerKey) =>
          [
            `a client called ${consumerKey}`,
            signed({ by: { consumerKey, consumerSecret: "" } }),
            {
              ...UNKNOWN,
              server: live(SHOP),
              faults: ["parameter-names-as-object-keys", "unknown-client-has-empty-secret"],
            },
          ] as const,
      ),
      [
        "a client registered as __proto__",
        signed({ by: { ...SHOP, consumerKey: "__proto__" } }),
        { layer: "credentials", rule: "rfc5849-3.2-3", faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "a client whose name is not ASCII and holds reserved characters",
        signed({ by: { ...SHOP, consumerKey: "Café & Söhne/é+1%20" }, form: "a=1" }),
        {
          layer: "credentials",
          rule: "rfc5849-3.2-3",
          faults: ["only-signature-encoded", "server-decodes-octets-one-by-one"],
        },
      ],
      [
        "credentials cannot be looked up",
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
        "credentials cannot be looked up, and the signature is by an empty secret",
        signed({ by: { ...SHOP, consumerSecret: "" } }),
        {
          layer: "credentials",
          rule: "rfc5849-3.2-3",
          refuse: "credentials-unavailable",
          faults: ["errors-swallowed"],
          server: { trouble: "credentials-unavailable" },
        },
      ],
      // The wrong secret.
      ["the secret of another client", as(RIVAL, SHOP), { ...MISMATCH, server: live(SHOP, RIVAL) }],
      ["an empty secret for a client that has one", as({ ...SHOP, consumerSecret: "" }, SHOP), MISMATCH],
      ["the word undefined for a secret", as({ ...SHOP, consumerSecret: "undefined" }, SHOP), MISMATCH],
      [
        "a secret with a line feed behind it",
        as({ ...SHOP, consumerSecret: `${SHOP.consumerSecret}\n` }, SHOP),
        { ...MISMATCH, faults: ["secret-trailing-newline"] },
      ],
      [
        "the secret's letters in upper case",
        as({ ...SHOP, consumerSecret: SHOP.consumerSecret!.toUpperCase() }, SHOP),
        MISMATCH,
      ],
      [
        "the key without its ampersand",
        keyed(SHOP.consumerSecret!),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["key-without-ampersand"] },
      ],
      [
        "the word undefined for a missing token secret",
        keyed(`${SHOP.consumerSecret}&undefined`),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["token-secret-as-text-null"] },
      ],
      [
        "the secrets exchanged",
        keyed("pfkkdhi9sl3r4s00&kd94hf93k423kf44", SHOP_WITH_TOKEN),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["secrets-swapped"] },
      ],
      [
        "the token secret left out",
        keyed("kd94hf93k423kf44&", SHOP_WITH_TOKEN),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["token-secret-left-out", "stale-request-token-secret"] },
      ],
      [
        "a token secret where the request names no token",
        keyed("kd94hf93k423kf44&pfkkdhi9sl3r4s00"),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1" },
      ],
      [
        "the whole key encoded once more",
        keyed("kd94hf93k423kf44%26"),
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["key-encoded-twice"] },
      ],
      [
        "an empty secret that somebody registered",
        secret(""),
        {
          rule: "rfc5849-4.9-1",
          refuse: "key-too-weak",
          alsoAcceptable: ["consumer-unknown", "signature-mismatch", "key-kind-mismatch"],
          faults: ["empty-secret-accepted"],
        },
      ],
      [
        "an empty secret that somebody registered, with a token that has one",
        secret("", "pfkkdhi9sl3r4s00"),
        {
          rule: "rfc5849-4.9-1",
          refuse: "key-too-weak",
          alsoAcceptable: ["consumer-unknown", "signature-mismatch", "key-kind-mismatch"],
          faults: ["empty-secret-accepted"],
          mayAccept: "the token's secret is one",
        },
      ],
      // Secrets that must be encoded.
      ["a slash in the secret", secret("a/b"), ENCODED],
      ["an ampersand in the secret", secret("a&b"), ENCODED],
      ["reserved characters in both secrets", secret("!*'();:@&=+$,/?#[]", "%-_.~"), ENCODED],
      ["escapes in the secret, which are none", secret("%26%2526"), ENCODED],
      ["a secret that is not ASCII", secret("Geheimnis für Ünë", "秘密😀"), ENCODED],
      ["white space around the secret", secret(" a ", "\tb\n"), { ...ENCODED, faults: ["secret-trimmed"] }],
      [
        "a secret that looks like base64",
        secret("r6/TJjbCOr97/+UU0NsvSne7s5g="),
        { ...ENCODED, faults: ["secret-base64-decoded", "verifier-secrets-not-encoded"] },
      ],
      [
        "a key longer than a block of the hash",
        secret("k".repeat(100), "t".repeat(100)),
        { ...ENCODED, rule: "rfc5849-3.4.2-2" },
      ],
      ["an empty token secret", secret("a", ""), ENCODED],
      [
        "both secrets of a client with an ampersand moved from one to the other",
        { ...secret("a", "b&c"), by: { consumerKey: "client-1", consumerSecret: "a&b", token: "t", tokenSecret: "c" } },
        { ...MISMATCH, rule: "rfc5849-3.4.2-1", faults: ["verifier-secrets-not-encoded"] },
      ],
      // Tokens.
      [
        "a token of this client",
        signed({ by: SHOP_WITH_TOKEN, form: "a=1" }),
        { layer: "credentials", rule: "rfc5849-3.2-2" },
      ],
      [
        "a token of another client",
        signed({ by: { ...SHOP, token: "token-2", tokenSecret: "t2" } }),
        { ...TOKEN, server: live(SHOP, { ...RIVAL, token: "token-2", tokenSecret: "t2" }) },
      ],
      [
        "a token of another client, while this one has a token too",
        signed({ by: { ...SHOP, token: "token-2", tokenSecret: "t2" } }),
        { ...TOKEN, server: live(SHOP_WITH_TOKEN, { ...RIVAL, token: "token-2", tokenSecret: "t2" }) },
      ],
      [
        "a token that nobody has, under the secret of the client's own",
        signed({ by: { ...SHOP_WITH_TOKEN, token: "token-x" } }),
        { ...TOKEN, server: live(SHOP_WITH_TOKEN) },
      ],
      [
        "a token that nobody has, under no token secret",
        signed({ by: { ...SHOP, token: "token-x", tokenSecret: "" } }),
        { ...TOKEN, server: live(SHOP, SHOP_WITH_TOKEN) },
      ],
      ["no token where the client has only keys with one", signed(), { ...TOKEN, server: live(SHOP_WITH_TOKEN) }],
      [
        "an empty token is not no token",
        signed({ by: { ...SHOP, token: "", tokenSecret: "pfkkdhi9sl3r4s00" } }),
        { ...TOKEN, alsoAcceptable: ["signature-mismatch", "parameter-missing"], server: live(SHOP_WITH_TOKEN) },
      ],
      [
        "a token in other letters",
        signed({ by: { ...SHOP_WITH_TOKEN, token: "TOKEN-7F3A" } }),
        { ...TOKEN, server: live(SHOP_WITH_TOKEN) },
      ],
      [
        "RSA: a token of this client",
        signed({ by: { ...BANK, token: "token-b" } }),
        { layer: "credentials", rule: "rfc5849-3.2-2" },
      ],
      [
        "RSA: a token of another client",
        signed({ by: { ...BANK, token: "token-c" } }),
        {
          ...TOKEN,
          server: live({ ...BANK, token: "token-b" }, { ...BANK_NEXT, consumerKey: "client-8", token: "token-c" }),
        },
      ],
      // A rotation.
      ["two secrets live, signed by the first", signed(), { server: live(SHOP, NEXT) }],
      ["two secrets live, signed by the second", signed({ by: NEXT }), { server: live(SHOP, NEXT) }],
      ["two secrets live, signed by a retired one", signed({ by: RETIRED }), { ...MISMATCH, server: live(SHOP, NEXT) }],
      ["two RSA keys live, signed by the first", signed({ by: BANK }), { server: live(BANK, BANK_NEXT) }],
      ["two RSA keys live, signed by the second", signed({ by: BANK_NEXT }), { server: live(BANK, BANK_NEXT) }],
      ["one RSA key live, signed by the retired one", signed({ by: BANK }), { ...MISMATCH, server: live(BANK_NEXT) }],
      [
        "a secret and an RSA key live, signed by HMAC",
        as(SHOP, BANK),
        { rule: "rfc5849-3.4-1", server: { keys: [{ ...keyOf(SHOP), consumerKey: BANK.consumerKey }, keyOf(BANK)] } },
      ],
      [
        "a secret and an RSA key live, signed by RSA",
        signed({ by: BANK }),
        { rule: "rfc5849-3.4-1", server: { keys: [{ ...keyOf(SHOP), consumerKey: BANK.consumerKey }, keyOf(BANK)] } },
      ],
      [
        "a secret and an RSA key live, HMAC keyed by the public key",
        { ...signed({ by: { consumerKey: BANK.consumerKey, consumerSecret: publicPem(RSA_2048) } }), by: BANK },
        {
          ...MISMATCH,
          rule: "rfc5849-3.4-1",
          faults: ["client-chooses-method"],
          cves: ["CVE-2026-72889"],
          server: { keys: [{ ...keyOf(SHOP), consumerKey: BANK.consumerKey }, keyOf(BANK)] },
        },
      ],
      // The size and the container of RSA keys.
      ["an RSA key of 1024 bits", signed({ by: WEAK_BANK }), WEAK],
      [
        "an RSA key of 1024 bits where that is enough",
        signed({ by: WEAK_BANK }),
        { rule: "rfc5849-3.4.3-2", server: { minimumRsaBits: 1024 } },
      ],
      ["an RSA key of 2048 bits where 2048 are asked", signed({ by: BANK }), { rule: "rfc5849-3.4.3-2" }],
      [
        "an RSA key of 2048 bits where 3072 are asked",
        signed({ by: BANK }),
        { ...WEAK, server: { minimumRsaBits: 3072 } },
      ],
      ["an RSA key of 4096 bits", signed({ by: BIG_BANK }), { rule: "rfc5849-3.4.3-2" }],
      [
        "an RSA key of 4096 bits where 4096 are asked",
        signed({ by: BIG_BANK }),
        { rule: "rfc5849-3.4.3-2", server: { minimumRsaBits: 4096 } },
      ],
      [
        "a weak key beside a strong one, signed by the strong one",
        signed({ by: BANK }),
        { rule: "rfc5849-3.4.3-2", server: live(WEAK_BANK, BANK) },
      ],
      [
        "a weak key beside a strong one, signed by the weak one",
        signed({ by: WEAK_BANK }),
        {
          ...MISMATCH,
          rule: "rfc5849-3.4.3-2",
          refuse: "signature-malformed",
          alsoAcceptable: ["signature-mismatch", "key-too-weak"],
          server: live(BANK_NEXT, BANK),
        },
      ],
      [
        "a certificate for a public key",
        signed({ by: BANK }),
        {
          rule: "rfc5849-3.4.3-1",
          server: { keys: [{ consumerKey: BANK.consumerKey, publicKey: RSA_2048_CERTIFICATE }] },
        },
      ],
      [
        "a public key in PKCS #1",
        signed({ by: BANK }),
        {
          rule: "rfc5849-3.4.3-1",
          faults: ["rsa-only-one-key-format"],
          server: { keys: [{ consumerKey: BANK.consumerKey, publicKey: publicPem(RSA_2048, "pkcs1") }] },
        },
      ],
      ["RSA by a key that nobody registered", signed({ by: BANK_NEXT }), { ...MISMATCH, server: live(BANK) }],
      [
        "RSA by the key of another client",
        as(BANK_NEXT, BANK),
        { ...MISMATCH, server: live(BANK, { ...BANK_NEXT, consumerKey: "client-8" }) },
      ],
      [
        "a public key that somebody registered as a secret",
        as({ ...BANK, consumerSecret: publicPem(RSA_2048) }, BANK, { signatureMethod: "HMAC-SHA1" }),
        {
          rule: "rfc5849-3.4-1",
          refuse: "key-kind-mismatch",
          alsoAcceptable: ["key-too-weak", "consumer-unknown"],
          cves: ["CVE-2026-72889"],
          faults: ["client-chooses-method"],
          mayAccept: "a server that takes any text for a secret cannot know",
          server: { keys: [{ consumerKey: BANK.consumerKey, consumerSecret: publicPem(RSA_2048) }] },
        },
      ],
      [
        "an RSA key with the exponent 1, by which each text is its own signature",
        byExponentOne(),
        {
          ...WEAK,
          alsoAcceptable: ["signature-mismatch", "credentials-unavailable"],
          server: { keys: [{ consumerKey: BANK.consumerKey, publicKey: EXPONENT_ONE }] },
        },
      ],
    ]),
};
