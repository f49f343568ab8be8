/**
 * Generators of requests, with many values that implementations get wrong: reserved characters, characters that encoders
 * forget, almost equal names, empty parts.
 *
 * They generate inputs of operations, which properties write as JSON, so that a generated request can be saved, run again
 * and promoted to a vector.
 */

import * as fc from "fast-check";
import { RSA_METHODS, SECRET_METHODS } from "../../spec/signature-methods.ts";
import type { InputOf, NameValue, SigningIdentity, UnsignedRequest } from "../vectors/input.ts";
import { TEST_PRIVATE_KEY } from "../vectors/test-key.ts";
import { plainUrl, QUERY_PIECES, RESERVED, url } from "./url-generators.ts";

type SignInput = InputOf<"sign">;

/** Pieces of text that some encoder, decoder or sorter gets wrong. */
export const TRICKY: readonly string[] = [
  ..." ~%+*&=!'()/?#;:@,$[]\"\\<>|^`{}-._",
  ..."aAbBzZ019éÉßıİ漢😀\u0000\u001f\u007f\u0080\u00a0\u0301\u2028\ufeff\ufffd\uff5e\u{10ffff}",
  ..."%20 %2520 %zz %E9 \r\n oauth_".split(" "),
];

/** Any code point except the surrogates, which have no UTF-8 form. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));

/** Text for values: short, often made of pieces that implementations get wrong, never with a lone surrogate. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...TRICKY), { maxLength: 8 }).map((pieces) => pieces.join("")) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme-ascii", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.array(character, { maxLength: 12 }).map((characters) => characters.join("")) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "0",
      "2",
      "10",
      "false",
      "10.42",
      "client order",
      "4444333322221111",
      "https://shop.example/?a=b&c=d",
    ),
  },
);

/** Lengths in octets just above those at which an implementation may cut or divide a value. */
const LENGTHS = [65, 129, 256, 1025];

/** Values of parameters: text, long text, or a reserved character that occurs twice. */
const value: fc.Arbitrary<string> = fc.oneof(
  { weight: 16, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(...LENGTHS).map((length) => "v".repeat(length)) },
  { weight: 1, arbitrary: fc.constantFrom(...RESERVED).map((one) => `${one}v${one}`) },
);

/** Names that a wrong order sorts differently, or that have a special meaning in some languages. */
const NEAR_NAMES = [
  ..."aAbBäÄéz019~%* ",
  ...[
    "a-b",
    "a_b",
    "a.b",
    "a1",
    "a10",
    "a9",
    "2",
    "10",
    "aa",
    "a=",
    "a b",
    "a%20b",
    "client_orderid",
    "client-order-id",
    "",
  ],
  ...["items[]", "items[0]", "card[number]"],
  ..."__proto__ constructor toString length 0 realm oauth OAuth_x \uff5e 😀 é e\u0301".split(" "),
];

/** Names of a client's own parameters. None begins with `oauth_`, which belongs to the protocol. */
export const name: fc.Arbitrary<string> = fc
  .oneof({ weight: 4, arbitrary: fc.constantFrom(...NEAR_NAMES) }, { weight: 1, arbitrary: text })
  .filter((candidate) => !candidate.startsWith("oauth_"));

/** Octets that are not UTF-8. */
const NOT_UTF8 = Uint8Array.of(0xe9, 0xff);

/** Mostly short lists. */
const pairs: fc.Arbitrary<NameValue[]> = fc.oneof(
  { weight: 24, arbitrary: fc.array(fc.tuple(name, value), { maxLength: 8 }) },
  { weight: 1, arbitrary: manyPairs(name) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom<NameValue>(["a", NOT_UTF8], [NOT_UTF8, "a"]), { minLength: 1, maxLength: 3 }),
  },
);

/** Enough pairs for sort functions to switch to another algorithm. */
function manyPairs(names: fc.Arbitrary<string>): fc.Arbitrary<NameValue[]> {
  return fc.array(fc.tuple(names, fc.constantFrom("", "2", "10", "é")), { minLength: 33, maxLength: 60 });
}

/** Pairs of a form. Names and whole pairs repeat. */
export const form: fc.Arbitrary<NameValue[]> = pairs.chain((pairs) =>
  pairs.length === 0
    ? fc.constant([])
    : fc.array(fc.constantFrom(...pairs), { maxLength: 2 }).map((again) => [...pairs, ...again]),
);

const METHODS = ["GET", "POST", "post", "Put", "DELETE", "PATCH", "HEAD", "OPTIONS", "M-SEARCH", "x!y", "X+Y"];

/** Requests as most clients send them: only their values are unusual, and a list is written as a repeated name. */
const plainRequest: fc.Arbitrary<UnsignedRequest> = fc
  .tuple(
    fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS"),
    plainUrl(value),
    fc.oneof(
      {
        weight: 12,
        arbitrary: fc.uniqueArray(fc.tuple(name, value), { maxLength: 6, selector: ([one]) => one }),
      },
      {
        weight: 4,
        arbitrary: fc.array(fc.tuple(fc.constantFrom("ids", "n", "test[]"), value), { minLength: 2, maxLength: 4 }),
      },
      { weight: 1, arbitrary: manyPairs(fc.constantFrom("n", "a2", "a10", "a9")) },
    ),
  )
  .map(([method, url, form]) => ({ method, url, form }));

const anyRequest: fc.Arbitrary<UnsignedRequest> = fc.record(
  { method: fc.constantFrom(...METHODS), url, form },
  { requiredKeys: ["method", "url"] },
);

/** A body of GET or HEAD has no meaning (RFC 7231 4.3.1), and many clients refuse to send one. */
export function isBodiless({ method }: UnsignedRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function withoutIdleBody({ form: pairs, ...rest }: UnsignedRequest): UnsignedRequest {
  return pairs === undefined || isBodiless(rest) ? rest : { ...rest, form: pairs };
}

/** Requests before they are signed. */
export const request: fc.Arbitrary<UnsignedRequest> = fc
  .oneof({ weight: 3, arbitrary: plainRequest }, { weight: 2, arbitrary: anyRequest })
  .map(withoutIdleBody);

/** Names of clients and tokens; not empty, because many implementations treat an empty name as an absent one. */
const identifier = text.map((one) => one || "k");

/** Encoded forms as they are sent, some with octets that are not UTF-8. */
const formEncoded: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...QUERY_PIECES) },
          { weight: 1, arbitrary: fc.constantFrom("name=%E9", "%E9=%C3%A9", "a=%FF", "a=0", "a=false") },
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((pieces) => pieces.join("&")),
  },
  { weight: 1, arbitrary: fc.constantFrom('{"x":1}', '[{"a":"b"}]') },
);

const FORM_TYPE = "application/x-www-form-urlencoded";
const FORM_HEADERS = [
  ["Content-Type", `${FORM_TYPE}; charset=UTF-8`],
  ["content-type", FORM_TYPE],
  ["CONTENT-TYPE", FORM_TYPE],
] as const;

const MULTIPART = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nt\r\n--x--\r\n';
const UNSIGNED_BODIES = [
  ["application/json", '{"x":1,"y":"a b"}'],
  ["application/json", "{}"],
  ["application/xml", '<a b="c"/>'],
  ["text/plain", "a=b&c=d"],
  ["multipart/form-data; boundary=x", MULTIPART],
] as const;

/** An encoded form, an explicit Content-Type, a body that is not form-encoded, or no change. */
const otherBody: fc.Arbitrary<Partial<UnsignedRequest>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: formEncoded.map((encoded) => ({ formEncoded: encoded })) },
  { weight: 2, arbitrary: fc.constantFrom(...FORM_HEADERS).map((header) => ({ headers: [header] })) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(...UNSIGNED_BODIES)
      .map(([type, body]) => ({ headers: [["Content-Type", type] as const], body })),
  },
);

const BODY_TRANSPORTS: readonly string[] = ["body", "header-and-body"];

/** The input with another body. A body that is not form-encoded cannot carry protocol parameters. */
function withOtherBody(input: SignInput, change: Partial<UnsignedRequest>): SignInput {
  if (change.body === undefined && change.formEncoded === undefined) {
    return { ...input, request: { ...input.request, ...change } };
  }
  const { form: _replaced, ...rest } = input.request;
  const request = { ...rest, ...(isBodiless(rest) && { method: "POST" }), ...change };
  const mustMove = change.body !== undefined && BODY_TRANSPORTS.includes(input.transport);
  return { ...input, request, ...(mustMove && { transport: "header" as const }) };
}

const secretSigning = fc.tuple(
  fc.constantFrom(...SECRET_METHODS),
  fc.record({ consumerSecret: text, token: identifier, tokenSecret: text }, { requiredKeys: ["consumerSecret"] }),
);
const rsaSigning = fc.tuple(
  fc.constantFrom(...RSA_METHODS),
  fc.record({ privateKey: fc.constant(TEST_PRIVATE_KEY), token: identifier }, { requiredKeys: ["privateKey"] }),
);

/** A method and its credentials; RSA is rare, because it is slow. */
const signing: fc.Arbitrary<SigningIdentity> = fc
  .tuple(fc.oneof({ weight: 9, arbitrary: secretSigning }, { weight: 1, arbitrary: rsaSigning }), identifier)
  .map(([[signatureMethod, credentials], consumerKey]) => {
    // TypeScript does not see that each generator pairs a method with its kind of credentials.
    return { signatureMethod, credentials: { consumerKey, ...credentials } } as SigningIdentity;
  })
  // Signers refuse PEM text as a secret on purpose.
  .filter(({ credentials }) => !("consumerSecret" in credentials && credentials.consumerSecret.includes("-----BEGIN")));

const REALMS = ["r", "Photos", 'a "quoted" \\ realm', "x, y=z", "https://gateway.example/"];
const FURTHER: NameValue[] = [
  ["oauth_callback", "oob"],
  ["oauth_callback", "https://shop.example/done?a=b&c=d e"],
  ["oauth_verifier", "a+b/c="],
  ["oauth_x-y", "~"],
  ["oauth_realm", "Photos"],
];

const carried = fc.oneof(
  fc.record(
    { transport: fc.constantFrom("header" as const, "header-and-body" as const), realm: fc.constantFrom(...REALMS) },
    { requiredKeys: ["transport"] },
  ),
  fc.record({ transport: fc.constantFrom("body" as const, "query" as const) }),
);

/** Inputs of the operation `sign`, with nonce and timestamp. */
export const signInput: fc.Arbitrary<SignInput> = fc
  .record({
    request,
    signing,
    nonce: fc.oneof(
      {
        weight: 7,
        arbitrary: text.map((one) => one.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, "") || "n"),
      },
      { weight: 1, arbitrary: fc.constantFrom(" n", "n ", "-n", "--") },
    ),
    timestamp: fc
      .oneof(
        fc.constant(1_700_000_000),
        fc.integer({ min: 1, max: 4_102_444_800 }),
        // 11 to 13 digits: seconds in the far future, or milliseconds.
        fc.integer({ min: 10_000_000_000, max: 9_999_999_999_999 }),
      )
      .map(String),
    version: fc.constantFrom("1.0" as const, null),
    further: fc.option(fc.constantFrom(...FURTHER), { nil: undefined }),
    carried,
  })
  .map(({ signing: method, further, carried: where, request: asked, ...rest }) => ({
    operation: "sign" as const,
    ...rest,
    request: BODY_TRANSPORTS.includes(where.transport) && isBodiless(asked) ? { ...asked, method: "POST" } : asked,
    ...where,
    ...method,
    ...(further && { protocolParameters: [further] }),
  }));

/** Like `signInput`, but some have other bodies or headers. Of these, only forms are signed. */
export const signInputWithBodies: fc.Arbitrary<SignInput> = fc
  .tuple(signInput, otherBody)
  .map(([input, change]) => withOtherBody(input, change));

/** Like `signInputWithBodies`, but some have an empty token, which not all implementations send. */
export const signInputWithEmptyTokens: fc.Arbitrary<SignInput> = fc
  .tuple(signInputWithBodies, fc.nat({ max: 15 }))
  .map(([input, one]) =>
    one === 0 ? ({ ...input, credentials: { ...input.credentials, token: "" } } as SignInput) : input,
  );
