/**
 * Generators of requests, with many values that implementations get wrong: reserved characters, characters that encoders
 * forget, almost equal names, empty parts.
 *
 * They generate inputs of operations. Properties write them as JSON, so that a generated request can be saved, run again
 * and promoted to a vector.
 */

import * as fc from "fast-check";
import {
  type InputOf,
  isOfRsa,
  type NameValue,
  RSA_METHODS,
  SECRET_METHODS,
  type SigningIdentity,
  type UnsignedRequest,
} from "../vectors/input.ts";
import { TEST_PRIVATE_KEY } from "../vectors/test-key.ts";
import { QUERY_PIECES, url } from "./url-generators.ts";

type SignInput = InputOf<"sign">;

/** Pieces of text that some encoder, decoder or sorter gets wrong. */
const TRICKY = [
  ..." ~%+*&=!'()/?#;:@,$[]\"\\<>|^`{}-._",
  ..."aAbBzZ019éÉßıİ漢😀\u0000\u001f\u007f\u0080\u00a0\u0301\u2028\ufeff\ufffd\uff5e\u{10ffff}",
  "%20",
  "%2520",
  "%zz",
  "%E9",
  "\r\n",
  "oauth_",
];

/** Any code point except the surrogates, which have no UTF-8. */
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
    arbitrary: fc.constantFrom("", "10.42", "client order", "4444333322221111", "https://shop.example/?a=b&c=d"),
  },
);

/** Names that a wrong order sorts differently, or that have a meaning of their own in some languages. */
const NEAR_NAMES = [
  ..."aAbBäÄéz019~%* ",
  ...["a-b", "a_b", "a.b", "a1", "a10", "a9", "aa", "a=", "a b", "a%20b", "client_orderid", "client-order-id", ""],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "length",
    "0",
    "realm",
    "oauth",
    "OAuth_x",
    "\uff5e",
    "😀",
    "é",
    "e\u0301",
  ],
];

/** Names of a client's own parameters. None begins with `oauth_`, which belongs to the protocol. */
export const name: fc.Arbitrary<string> = fc
  .oneof({ weight: 4, arbitrary: fc.constantFrom(...NEAR_NAMES) }, { weight: 1, arbitrary: text })
  .filter((candidate) => !candidate.startsWith("oauth_"));

/** Usually few pairs, and sometimes so many that sort functions switch to another algorithm. */
const pairs: fc.Arbitrary<NameValue[]> = fc.oneof(
  { weight: 24, arbitrary: fc.array(fc.tuple(name, text), { maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(name, fc.constantFrom("", "1", "10", "é")), { minLength: 33, maxLength: 48 }),
  },
);

/** Pairs of a form. Names and whole pairs repeat. */
export const form: fc.Arbitrary<NameValue[]> = pairs.chain((pairs) =>
  pairs.length === 0
    ? fc.constant([])
    : fc.array(fc.constantFrom(...pairs), { maxLength: 2 }).map((again) => [...pairs, ...again]),
);

const METHODS = ["GET", "POST", "post", "Put", "DELETE", "PATCH", "HEAD", "OPTIONS", "M-SEARCH", "x!y"];

/** Requests as most clients make them. Only their values are unusual, so that simple implementations can be right too. */
const plainRequest: fc.Arbitrary<UnsignedRequest> = fc
  .tuple(
    fc.constantFrom("PUT", "POST"),
    fc.constantFrom("https://gateway.example/processing/api/v4/transfer/39915", "http://a.example:8080/x-y/Z~"),
    fc.uniqueArray(fc.tuple(name, text), { maxLength: 6, selector: ([one]) => one }),
  )
  .map(([method, plainUrl, pairs]) => ({ method, url: plainUrl, form: pairs }));

const anyRequest: fc.Arbitrary<UnsignedRequest> = fc.record(
  { method: fc.constantFrom(...METHODS), url, form },
  { requiredKeys: ["method", "url"] },
);

/** A body of GET or HEAD has no meaning (RFC 7231 4.3.1), and many clients refuse to send one. */
function isBodiless({ method }: UnsignedRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function withoutIdleBody({ form: pairs, ...rest }: UnsignedRequest): UnsignedRequest {
  return pairs === undefined || isBodiless(rest) ? rest : { ...rest, form: pairs };
}

/** Requests before they are signed. */
export const request: fc.Arbitrary<UnsignedRequest> = fc
  .oneof({ weight: 3, arbitrary: anyRequest }, { weight: 1, arbitrary: plainRequest })
  .map(withoutIdleBody);

/** Names of clients and tokens; not empty, because many implementations treat an empty name as an absent one. */
const identifier = text.map((one) => one || "k");

/** Forms as they are on the wire, also with octets that are not UTF-8. */
const formEncoded: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(fc.constantFrom(...QUERY_PIECES, "name=%E9", "%E9=%C3%A9", "a=0", "a=false"), {
        minLength: 1,
        maxLength: 4,
      })
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

/** Replaces the body: with an encoded form, with an explicit Content-Type, or with a body that is not form-encoded. */
const otherBody: fc.Arbitrary<(from: UnsignedRequest) => UnsignedRequest> = fc.oneof(
  { weight: 8, arbitrary: fc.constant((from: UnsignedRequest) => from) },
  {
    weight: 2,
    arbitrary: formEncoded.map((encoded) => ({ method, url: where }: UnsignedRequest) => ({
      method,
      url: where,
      formEncoded: encoded,
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...FORM_HEADERS)
      .map((header) => (from: UnsignedRequest) => ({ ...from, headers: [header] })),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...UNSIGNED_BODIES).map(([type, body]) => ({ method, url: where }: UnsignedRequest) => ({
      method,
      url: where,
      headers: [["Content-Type", type] as const],
      body,
    })),
  },
);

/** Changes the method of a request with a body to POST if it is GET or HEAD. */
function sendable(request: UnsignedRequest): UnsignedRequest {
  const hasBody = request.body !== undefined || request.formEncoded !== undefined;
  return hasBody && isBodiless(request) ? { ...request, method: "POST" } : request;
}

/** The input with another body. A body that is not form-encoded cannot carry protocol parameters. */
function withOtherBody(input: SignInput, replace: (from: UnsignedRequest) => UnsignedRequest): SignInput {
  const request = sendable(replace(input.request));
  const isInBody = input.transport === "body" || input.transport === "header-and-body";
  return { ...input, request, ...(request.body !== undefined && isInBody ? { transport: "header" as const } : {}) };
}

const hmacCredentials = fc.record(
  { consumerSecret: text, token: identifier, tokenSecret: text },
  { requiredKeys: ["consumerSecret"] },
);
const rsaCredentials = fc.record(
  { privateKey: fc.constant(TEST_PRIVATE_KEY), token: identifier },
  { requiredKeys: ["privateKey"] },
);

const secretSigning = fc
  .tuple(fc.constantFrom(...SECRET_METHODS), hmacCredentials)
  .map(([signatureMethod, credentials]) => (consumerKey: string): SigningIdentity => {
    return { signatureMethod, credentials: { consumerKey, ...credentials } };
  });
const rsaSigning = fc
  .tuple(fc.constantFrom(...RSA_METHODS), rsaCredentials)
  .map(([signatureMethod, credentials]) => (consumerKey: string): SigningIdentity => {
    return { signatureMethod, credentials: { consumerKey, ...credentials } };
  });

/** A method and its credentials; RSA seldom, because it is slow. */
const signing: fc.Arbitrary<SigningIdentity> = fc
  .tuple(fc.oneof({ weight: 9, arbitrary: secretSigning }, { weight: 1, arbitrary: rsaSigning }), identifier)
  .map(([signingFor, consumerKey]) => signingFor(consumerKey))
  // Signers refuse PEM text as a secret on purpose.
  .filter(({ credentials }) => !("consumerSecret" in credentials && credentials.consumerSecret.includes("-----BEGIN")));

const REALMS = ["", "Photos", 'a "quoted" \\ realm', "x, y=z", "https://gateway.example/"];
const FURTHER: NameValue[] = [
  ["oauth_callback", "oob"],
  ["oauth_callback", "https://shop.example/done?a=b&c=d e"],
  ["oauth_verifier", "a+b/c="],
  ["oauth_x-y", "~"],
];

const carried = fc.oneof(
  fc.record(
    { transport: fc.constantFrom("header" as const, "header-and-body" as const), realm: fc.constantFrom(...REALMS) },
    { requiredKeys: ["transport"] },
  ),
  fc.record({ transport: fc.constantFrom("body" as const, "query" as const) }),
);

const BODY_TRANSPORTS: readonly string[] = ["body", "header-and-body"];

/** Inputs of the operation `sign`, with nonce and timestamp. */
export const signInput: fc.Arbitrary<SignInput> = fc
  .record({
    request,
    signing,
    nonce: text.map((candidate) => candidate.replace(/[\u0000-\u001f\u007f]/g, "") || "n"),
    timestamp: fc.oneof(fc.constant(1_700_000_000), fc.integer({ min: 1, max: 4_102_444_800 })).map(String),
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
    ...(further === undefined ? {} : { protocolParameters: [further] }),
  }));

/** Like `signInput`, some with other bodies and headers, of which only forms are signed. */
export const signInputWithBodies: fc.Arbitrary<SignInput> = fc
  .tuple(signInput, otherBody)
  .map(([input, replace]) => withOtherBody(input, replace));

/** Like `signInputWithBodies`, some with an empty token, which only some implementations send. */
export const signInputWithEmptyTokens: fc.Arbitrary<SignInput> = fc
  .tuple(signInputWithBodies, fc.nat({ max: 15 }))
  .map(([input, one]) => (one === 0 ? withEmptyToken(input) : input));

function withEmptyToken(input: SignInput): SignInput {
  return isOfRsa(input)
    ? { ...input, credentials: { ...input.credentials, token: "" } }
    : { ...input, credentials: { ...input.credentials, token: "" } };
}
