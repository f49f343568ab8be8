/** Signature methods: the server's settings and the registered key decide, not the request. PLAINTEXT requires https. */

import { RSA_2048 } from "../../test-keys.ts";
import { BANK, keyOf, publicPem, RIVAL, SHOP, SHOP_WITH_TOKEN } from "../clients.ts";
import { authorized, changed, type Signed, type SigningOptions, signed, signedWith } from "../signed.ts";
import { RSA_2048_CERTIFICATE, RSA_2048_OTHER } from "../test-keys.ts";
import { drafts, type VerificationDraft, type VerificationFamily } from "../types.ts";

const NOT_ALLOWED = { refuse: "signature-method-not-allowed" };
const ALL = ["HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT"];
const HTTP = "http://api.example.com";
/** A PLAINTEXT request with an absolute http URL. A verifier may reject a configuration with PLAINTEXT and an http origin. */
const overHttp = (origin: string, url = `${origin}/orders`): Signed => changed(signed({ ...PLAIN, origin }), { url });
const PLAIN = { signatureMethod: "PLAINTEXT" };
const ALLOWED = { signatureMethods: [...ALL] };
const CHOOSES: Partial<VerificationDraft> = {
  layer: "key",
  rule: "rfc5849-3.4-1",
  refuse: "key-kind-mismatch",
  alsoAcceptable: ["signature-method-not-allowed", "signature-mismatch", "signature-malformed"],
  faults: ["client-chooses-method"],
  cves: ["CVE-2026-72889"],
};
const PEM = publicPem(RSA_2048);

/** Texts that an incorrect server could use as the HMAC key of a client that has a public key. */
const FORGED_SECRETS: readonly (readonly [what: string, secret: string])[] = [
  ["the public key's PEM", PEM],
  ["the public key's PEM without its final line feed", PEM.trimEnd()],
  ["the public key's PEM with CRLF line ends", PEM.replaceAll("\n", "\r\n")],
  ["the public key's base64", PEM.replace(/-----[^-]*-----|\n/g, "")],
  ["the public key in PKCS #1", publicPem(RSA_2048, "pkcs1")],
  ["the client's certificate", RSA_2048_CERTIFICATE],
  ["an empty secret", ""],
  ["the text undefined", "undefined"],
  ["the text null", "null"],
  ["the text [object Object]", "[object Object]"],
];

/** A request in the name of the RSA client, signed with HMAC and a publicly known text as the secret. */
function forged(secret: string, options: Partial<SigningOptions> = {}): Signed {
  const request = signed({ by: { consumerKey: BANK.consumerKey, consumerSecret: secret }, ...options });
  return { ...request, by: BANK };
}

export const methods: VerificationFamily = {
  name: "methods",
  make: () =>
    drafts({ layer: "method", rule: "rfc5849-3.2-4" }, [
      ...ALL.filter((method) => method !== "PLAINTEXT").map(
        (signatureMethod) =>
          [
            `${signatureMethod}, allowed`,
            signed({ by: byMethod(signatureMethod), signatureMethod, form: "a=1" }),
            {
              server: ALLOWED,
              ...(signatureMethod.startsWith("RSA") && { faults: ["rsa-verified-by-signing-again"] }),
            },
          ] as const,
      ),
      ...["HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA512"].map(
        (signatureMethod) =>
          [
            `${signatureMethod}, not allowed`,
            signed({ by: byMethod(signatureMethod), signatureMethod }),
            NOT_ALLOWED,
          ] as const,
      ),
      [
        "HMAC-SHA1, only RSA-SHA256 allowed",
        signed(),
        {
          ...NOT_ALLOWED,
          server: { signatureMethods: ["RSA-SHA256"] },
          cves: ["CVE-2026-72889"],
          faults: ["client-chooses-method"],
        },
      ],
      [
        "RSA-SHA256, only HMAC-SHA1 allowed",
        signed({ by: BANK }),
        { ...NOT_ALLOWED, server: { signatureMethods: ["HMAC-SHA1"] } },
      ],
      ...[
        "HMAC-MD5",
        "hmac-sha1",
        "HMAC_SHA1",
        "Hmac-Sha1",
        "HMAC-SHA-1",
        "HMACSHA1",
        " HMAC-SHA1",
        "HMAC-SHA1 ",
        "HMAC-SHA1\0",
        "sha1",
        "none",
        "None",
        "__proto__",
        "constructor",
        "toString",
        "ＨＭＡＣ-SHA1",
      ].map(
        (signatureMethod) =>
          [
            `signature method ${JSON.stringify(signatureMethod)}`,
            signed({ signatureMethod, computedBy: "HMAC-SHA1" }),
            { ...NOT_ALLOWED, server: ALLOWED, faults: ["method-name-respelled"] },
          ] as const,
      ),
      [
        "empty signature method",
        signed({ signatureMethod: "", computedBy: "HMAC-SHA1" }),
        { ...NOT_ALLOWED, alsoAcceptable: ["parameter-missing"], faults: ["missing-method-defaulted"] },
      ],
      [
        "signature method none, empty signature",
        signedWith({ signatureMethod: "none", computedBy: "HMAC-SHA1" }, () => ""),
        { ...NOT_ALLOWED, alsoAcceptable: ["parameter-missing", "signature-malformed"] },
      ],
      // The hash does not match the named method.
      [
        "request names HMAC-SHA256, signed with HMAC-SHA1",
        signed({ signatureMethod: "HMAC-SHA256", computedBy: "HMAC-SHA1" }),
        {
          layer: "signature",
          server: ALLOWED,
          refuse: "signature-malformed",
          alsoAcceptable: ["signature-mismatch"],
          faults: ["hash-differs-from-method"],
        },
      ],
      [
        "request names HMAC-SHA1, signed with HMAC-SHA256",
        signed({ signatureMethod: "HMAC-SHA1", computedBy: "HMAC-SHA256" }),
        {
          layer: "signature",
          server: ALLOWED,
          refuse: "signature-malformed",
          alsoAcceptable: ["signature-mismatch"],
          faults: ["hash-differs-from-method"],
        },
      ],
      [
        "request names RSA-SHA256, signed with RSA-SHA1",
        signed({ by: BANK, signatureMethod: "RSA-SHA256", computedBy: "RSA-SHA1" }),
        { layer: "signature", server: ALLOWED, refuse: "signature-mismatch", faults: ["rsa-wrong-hash"] },
      ],
      [
        "request names RSA-SHA1, signed with RSA-SHA256",
        signed({ by: BANK, signatureMethod: "RSA-SHA1", computedBy: "RSA-SHA256" }),
        { layer: "signature", server: ALLOWED, refuse: "signature-mismatch", faults: ["rsa-wrong-hash"] },
      ],
      [
        "signature method changed after signing",
        authorized(signed(), (value) => value.replace("HMAC-SHA1", "HMAC-SHA512")),
        {
          layer: "signature",
          server: ALLOWED,
          refuse: "signature-malformed",
          alsoAcceptable: ["signature-mismatch"],
          faults: ["hash-differs-from-method"],
        },
      ],
      // The method does not match the kind of key.
      ...FORGED_SECRETS.map(
        ([what, secret]) =>
          [`HMAC-SHA1 for a client with a public key, HMAC key: ${what}`, forged(secret), CHOOSES] as const,
      ),
      [
        "HMAC-SHA256 for a client with a public key, HMAC key: its PEM",
        forged(PEM, { signatureMethod: "HMAC-SHA256" }),
        { ...CHOOSES, server: ALLOWED },
      ],
      [
        "HMAC-SHA1 for a client with a certificate, HMAC key: the certificate",
        forged(RSA_2048_CERTIFICATE),
        { ...CHOOSES, server: { keys: [{ consumerKey: BANK.consumerKey, publicKey: RSA_2048_CERTIFICATE }] } },
      ],
      [
        "HMAC-SHA1 for a client with a public key, HMAC key: its PEM, not percent-encoded",
        { ...signed({ by: { consumerKey: BANK.consumerKey, consumerSecret: "" }, keyText: `${PEM}&` }), by: BANK },
        CHOOSES,
      ],
      [
        "HMAC-SHA1 for a client with a public key, HMAC key: its PEM without an ampersand",
        { ...signed({ by: { consumerKey: BANK.consumerKey, consumerSecret: "" }, keyText: PEM }), by: BANK },
        { ...CHOOSES, faults: ["client-chooses-method", "rsa-key-used-as-hmac-secret"] },
      ],
      [
        "PLAINTEXT for a client with a public key, signature: its PEM",
        forged(PEM, PLAIN),
        { ...CHOOSES, server: ALLOWED },
      ],
      [
        "PLAINTEXT for a client with a public key, signature: an ampersand",
        forged("", PLAIN),
        { ...CHOOSES, server: ALLOWED },
      ],
      [
        "RSA-SHA256 for a client with a secret, signed with an arbitrary RSA key",
        { ...signed({ by: { consumerKey: SHOP.consumerKey, privateKey: RSA_2048_OTHER } }), by: SHOP },
        CHOOSES,
      ],
      [
        "RSA-SHA256 for a client with a secret, signed with HMAC-SHA1",
        signed({ signatureMethod: "RSA-SHA256", computedBy: "HMAC-SHA1" }),
        { ...CHOOSES, faults: ["client-chooses-method", "rsa-key-used-as-hmac-secret"] },
      ],
      [
        "signed parameters name a key URL, which the verifier must not fetch",
        signed({
          by: { ...BANK, privateKey: RSA_2048_OTHER },
          more: [
            ["oauth_certificate_url", "https://evil.example/key.pem"],
            ["xoauth_signature_publickey", "https://evil.example/key.pem"],
          ],
        }),
        {
          layer: "signature",
          rule: "rfc5849-3.4-1",
          refuse: "signature-mismatch",
          faults: ["key-fetched-from-request"],
          server: { keys: [keyOf(BANK)] },
        },
      ],
      // PLAINTEXT.
      [
        "PLAINTEXT, not enabled",
        signed(PLAIN),
        { ...NOT_ALLOWED, rule: "rfc5849-3.4.4-2", faults: ["client-chooses-method"], cves: ["CVE-2026-72889"] },
      ],
      [
        "PLAINTEXT over http, not enabled",
        overHttp(HTTP),
        {
          ...NOT_ALLOWED,
          rule: "rfc5849-3.4.4-2",
          alsoAcceptable: ["insecure-transport"],
          server: { origin: undefined },
        },
      ],
      [
        "PLAINTEXT over https, enabled",
        signed({ ...PLAIN, form: "a=1" }),
        { layer: "transport-security", rule: "rfc5849-3.4.4-2", server: ALLOWED },
      ],
      [
        "PLAINTEXT over https, with a token",
        signed({ ...PLAIN, by: SHOP_WITH_TOKEN }),
        { layer: "transport-security", rule: "rfc5849-3.4.4-2", server: ALLOWED },
      ],
      [
        "PLAINTEXT over https, reserved characters in the secrets",
        signed({ ...PLAIN, by: { ...SHOP, consumerSecret: "a/b&c", token: "t", tokenSecret: "%25 é" } }),
        { layer: "signature", rule: "rfc5849-3.4.4-1", server: ALLOWED, faults: ["plaintext-secrets-not-encoded"] },
      ],
      [
        "PLAINTEXT over http, enabled",
        overHttp(HTTP),
        {
          layer: "transport-security",
          rule: "rfc5849-3.4.4-2",
          refuse: "insecure-transport",
          faults: ["plaintext-accepted-over-http", "plaintext-over-http"],
          server: { ...ALLOWED, origin: undefined },
        },
      ],
      [
        "PLAINTEXT over http, scheme in upper case",
        overHttp(HTTP, "HTTP://api.example.com/orders"),
        {
          layer: "transport-security",
          rule: "rfc5849-3.4.4-2",
          refuse: "insecure-transport",
          faults: ["plaintext-accepted-over-http"],
          server: { ...ALLOWED, origin: undefined },
        },
      ],
      [
        "PLAINTEXT over http on port 443",
        overHttp(`${HTTP}:443`),
        {
          layer: "transport-security",
          rule: "rfc5849-3.4.4-2",
          refuse: "insecure-transport",
          faults: ["plaintext-accepted-over-http"],
          server: { ...ALLOWED, origin: undefined },
        },
      ],
      [
        "PLAINTEXT with another client's secret",
        signed({ ...PLAIN, by: { ...SHOP, consumerSecret: RIVAL.consumerSecret! } }),
        {
          layer: "signature",
          rule: "rfc5849-3.4.4-1",
          refuse: "signature-mismatch",
          server: { ...ALLOWED, keys: [keyOf(SHOP)] },
        },
      ],
      [
        "PLAINTEXT without the ampersand",
        signed({ ...PLAIN, keyText: SHOP.consumerSecret! }),
        {
          layer: "signature",
          rule: "rfc5849-3.4.4-1",
          refuse: "signature-mismatch",
          alsoAcceptable: ["signature-malformed"],
          server: ALLOWED,
          faults: ["key-without-ampersand"],
        },
      ],
      [
        "PLAINTEXT signature percent-encoded again",
        signed({ ...PLAIN, keyText: "kd94hf93k423kf44%26" }),
        {
          layer: "signature",
          rule: "rfc5849-3.4.4-1",
          refuse: "signature-mismatch",
          alsoAcceptable: ["signature-malformed"],
          server: ALLOWED,
          faults: ["plaintext-signature-encoded-twice"],
        },
      ],
      [
        "PLAINTEXT with a prefix of the secret",
        signed({ ...PLAIN, keyText: "kd94hf93k423kf4" }),
        {
          layer: "signature",
          rule: "rfc5849-3.4.4-1",
          refuse: "signature-mismatch",
          alsoAcceptable: ["signature-malformed"],
          server: ALLOWED,
        },
      ],
      [
        "PLAINTEXT with the HMAC-SHA1 signature of another request",
        signedWith(PLAIN, () => signed().signature),
        {
          layer: "signature",
          rule: "rfc5849-3.4.4-1",
          refuse: "signature-mismatch",
          alsoAcceptable: ["signature-malformed"],
          server: ALLOWED,
        },
      ],
    ]),
};

function byMethod(signatureMethod: string): typeof SHOP {
  return signatureMethod.startsWith("RSA-") ? BANK : SHOP;
}
