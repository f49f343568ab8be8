/** Whole requests, signed with each signature method except HMAC-SHA1, which the other families use. */

import { get, ORIGIN, post, toSign } from "../requests.ts";
import { LEAST_FOR_SHA1, LEAST_FOR_SHA256, LEAST_FOR_SHA512, RSA_2048, RSA_4096 } from "../test-keys.ts";
import type { Draft, Family, JsonInput, JsonRequest } from "../types.ts";

const SHAPES: readonly (readonly [what: string, request: JsonRequest, changes?: Partial<JsonInput>])[] = [
  ["a GET without parameters", get("/status")],
  ["a GET with a query", get("/photos?file=vacation.jpg&size=original")],
  [
    "a POST with a form",
    post([
      ["amount", "10.42"],
      ["currency", "EUR"],
      ["order_desc", "Gift card"],
    ]),
  ],
  ["a PUT with a query and a form", { method: "PUT", url: `${ORIGIN}/orders/7?notify=1`, form: [["state", "paid"]] }],
  [
    "non-ASCII names and values",
    post([
      ["straße", "Größe M"],
      ["名前", "花子 😀"],
    ]),
  ],
  [
    "reserved characters in names and values",
    post([
      ["a&b=c", "d%e+f~g"],
      ["!*'()", "/?#[]@:;,$"],
    ]),
  ],
  ["the same name in query and form", { method: "POST", url: `${ORIGIN}/orders?tag=b&tag=a`, form: [["tag", "b"]] }],
  [
    "no oauth_version, an upper-case host and a default port",
    get("HTTPS://API.Example.COM:443/status?x="),
    { version: null },
  ],
  ["a DELETE with an empty path and a non-default port", { method: "DELETE", url: "http://api.example.com:8080" }],
];

/** One draft per request. */
function shapesSignedBy(signatureMethod: string, rule: string): Draft[] {
  return SHAPES.map(([what, request, changes]) =>
    toSign(`${signatureMethod} over ${what}`, rule, request, { signatureMethod, ...changes }),
  );
}

const LEAST_KEYS = {
  "RSA-SHA1": ["361", LEAST_FOR_SHA1],
  "RSA-SHA256": ["489", LEAST_FOR_SHA256],
  "RSA-SHA512": ["745", LEAST_FOR_SHA512],
} as const;

/** A request signed with a key of the fewest bits that the method can sign with (RFC 8017 9.2). */
function signedByLeastKey(signatureMethod: keyof typeof LEAST_KEYS, rule: string): Draft {
  const [bits, privateKey] = LEAST_KEYS[signatureMethod];
  return toSign(
    `${signatureMethod} with a key of ${bits} bits, the fewest that have room for the digest`,
    rule,
    get("/status"),
    { signatureMethod, credentials: { consumerKey: "client-1", privateKey } },
  );
}

/** Like {@link shapesSignedBy} for an RSA method, and also with a longer key, with a token and with the least key. */
function rsaShapesSignedBy(signatureMethod: "RSA-SHA256" | "RSA-SHA512", rule: string): Draft[] {
  return [
    ...shapesSignedBy(signatureMethod, rule),
    toSign(
      `${signatureMethod} with a key of 4096 bits: the signature has 512 bytes`,
      rule,
      post([["amount", "10.42"]]),
      {
        signatureMethod,
        credentials: { consumerKey: "client-1", privateKey: RSA_4096 },
      },
    ),
    toSign(
      `${signatureMethod} with a token, which is sent and signed although RSA uses no token secret`,
      rule,
      get("/status"),
      {
        signatureMethod,
        credentials: { consumerKey: "client-1", token: "token-7f3a", privateKey: RSA_2048 },
      },
    ),
    signedByLeastKey(signatureMethod, rule),
  ];
}

export const signatureMethods: readonly Family[] = [
  family("hmac-sha256", () => shapesSignedBy("HMAC-SHA256", "hmac-sha2-1")),
  family("hmac-sha512", () => shapesSignedBy("HMAC-SHA512", "hmac-sha2-1")),
  family("rsa-sha1", () => [
    ...shapesSignedBy("RSA-SHA1", "rfc5849-3.4.3-1"),
    signedByLeastKey("RSA-SHA1", "rfc5849-3.4.3-1"),
  ]),
  // With keys of 2048 and of 4096 bits.
  family("rsa-sha256", () => rsaShapesSignedBy("RSA-SHA256", "rsa-sha2-1")),
  family("rsa-sha512", () => rsaShapesSignedBy("RSA-SHA512", "rsa-sha2-1")),
];

function family(name: string, make: () => Draft[]): Family {
  return { name, area: "request", make };
}
