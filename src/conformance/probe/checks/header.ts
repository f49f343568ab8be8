/** The grammar of the Authorization header (RFC 5849 3.5.1). */

import type { HttpRequest } from "../../../oauth1/http-request.ts";
import { type Draft, encode, protocolValue, withProtocol, write } from "../../cases/draft.ts";
import { accepts, type Case, type Check, type Good, offers, open, rejects } from "../check.ts";
import { casesOf, editHeader, respelled, spoiled, withHeaders } from "./changes.ts";

const SYNTAX = "rfc5849-3.5.1-3";
const inHeader = (draft: Draft): Draft => ({ ...draft, place: "header" });
const withRealm =
  (realm: string) =>
  (draft: Draft): Draft => ({ ...draft, place: "header", realm });
const reject = (good: Good, edit: (value: string) => string): Case => spoiled(good, editHeader(edit), inHeader);

/** A header that is added, in front of the right one or behind it. */
function secondHeader(
  good: Good,
  field: (request: HttpRequest) => readonly [string, string],
  where: "first" | "last",
): readonly HttpRequest[] {
  const request = good.signed(inHeader(good.fresh()));
  const added = field(request);
  const headers = where === "first" ? [added, ...request.headers] : [...request.headers, added];
  return [{ ...request, headers }];
}

const authorizationOf = ({ headers }: HttpRequest): string =>
  headers.find(([name]) => name === "Authorization")?.[1] ?? "";

export const HEADER: readonly Check[] = [
  {
    id: "header-spelling",
    title: "header in another right spelling",
    rule: SYNTAX,
    means: "The server rejects right headers: clients that write them so fail.",
    cases: (good) => ({
      ...casesOf<(value: string) => string>(
        {
          "scheme-in-lower-case": (value) => value.replace("OAuth", "oauth"),
          "scheme-in-upper-case": (value) => value.replace("OAuth", "OAUTH"),
          "no-space-after-commas": (value) => value.replaceAll(", ", ","),
          "space-around-commas": (value) => value.replaceAll(", ", " , "),
          "several-spaces-after-commas": (value) => value.replaceAll(", ", ",   "),
          "tab-after-commas": (value) => value.replaceAll(", ", ",\t"),
          "several-spaces-after-the-scheme": (value) => value.replace("OAuth ", "OAuth   "),
          "parameters-reordered": (value) => `OAuth ${value.slice("OAuth ".length).split(", ").reverse().join(", ")}`,
          "escapes-in-lower-case": (value) => value.replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
        },
        (edit) => respelled(good, editHeader(edit), inHeader),
      ),
      "value-encoded-unnecessarily": respelled(
        good,
        editHeader((value) => value.replace('oauth_version="1.0"', 'oauth_version="1%2E0"')),
        inHeader,
      ),
      "field-name-in-lower-case": respelled(
        good,
        renameFields((name) => name.toLowerCase()),
        inHeader,
      ),
      "field-name-in-upper-case": respelled(
        good,
        renameFields((name) => name.toUpperCase()),
        inHeader,
      ),
      "equals-sign-of-the-signature-literal": [
        open(accepts(editHeader((value) => value.replaceAll("%3D", "="))(good.signed(inHeader(good.fresh()))))),
      ],
      "parameter-name-encoded-unnecessarily": [
        open(
          accepts(
            editHeader((value) => value.replace("oauth_nonce", "oauth%5Fnonce"))(good.signed(inHeader(good.fresh()))),
          ),
        ),
      ],
    }),
  },
  {
    id: "realm",
    title: "header with a realm",
    rule: "rfc5849-3.5.1-2",
    means: "The realm may be any quoted string and is not signed; the server rejects right headers with one.",
    noServerError: true,
    cases: (good) => ({
      ...casesOf(
        {
          plain: "probe",
          empty: "",
          url: "https://example.com/",
          "with-comma": "a,b",
          "with-comma-and-equals-sign": "a, b=c",
          "with-percent-signs": "100%25 %zz",
          "with-protocol-parameter": "oauth_nonce=x, oauth_token=y",
        },
        (realm) => [accepts(good.signed(withRealm(realm)(good.fresh())))],
      ),
      "with-escaped-quote": [open(accepts(good.signed(withRealm('a \\"b\\" c')(good.fresh()))))],
      last: respelled(
        good,
        editHeader((value) => `${value}, realm="probe"`),
        inHeader,
      ),
      "not-signed": respelled(
        good,
        editHeader((value) => value.replace('realm="a"', 'realm="b"')),
        withRealm("a"),
      ),
    }),
  },
  {
    id: "values-in-header",
    title: "value of the header with unusual characters",
    rule: "rfc5849-3.5.1-1",
    means: "The server reads the value of a protocol parameter wrongly, and rejects right requests.",
    cases: (good) => ({
      ...casesOf(
        {
          "word-realm": (draft: Draft) => `realm${protocolValue(draft, "oauth_nonce").slice(5)}`,
          "word-realm-inside": (draft: Draft) => `x${protocolValue(draft, "oauth_nonce").slice(6)}realm`,
          "word-oauth-signature": (draft: Draft) => `oauthsignature${protocolValue(draft, "oauth_nonce").slice(14)}`,
        },
        (nonce) => {
          const draft = inHeader(good.fresh());
          return [accepts(good.signed(withProtocol(draft, { oauth_nonce: nonce(draft) })))];
        },
      ),
      ...casesOf(CALLBACKS, (callback) => [
        offers(good.signed(withProtocol(good.fresh(), { oauth_callback: "oob" }))),
        accepts(good.signed(withProtocol(good.fresh(), { oauth_callback: callback }))),
      ]),
    }),
  },
  {
    id: "plus-in-header",
    title: "plus sign in the header where a space was signed",
    rule: "rfc5849-3.6-4",
    means: "The server reads a plus sign in the header as a space, so a signature with one fails now and then.",
    cases: (good) => {
      const draft = withProtocol(inHeader(good.fresh()), { oauth_callback: "a b" });
      const edit = editHeader((value) => value.replace("a%20b", "a+b"));
      return {
        "in-a-value": [
          offers(good.signed(withProtocol(inHeader(good.fresh()), { oauth_callback: "a b" }))),
          rejects(edit(good.signed(draft))),
        ],
        "literal-in-a-signature": [open(accepts(literalPlus(good)))],
      };
    },
  },
  {
    id: "header-malformed",
    title: "malformed header",
    rule: SYNTAX,
    means: "A malformed header must end in an ordinary rejection: anybody can send one.",
    noServerError: true,
    cases: (good) => ({
      ...casesOf<string>(
        {
          "only-the-scheme": "OAuth",
          "only-the-scheme-and-a-space": "OAuth ",
          empty: "",
          "name-only": "OAuth oauth_consumer_key",
          "name-and-equals-sign": "OAuth oauth_consumer_key=",
          "value-only": 'OAuth "x"',
          "equals-sign-only": "OAuth =",
          "comma-only": "OAuth ,",
          "commas-only": "OAuth ,,,",
          "quote-only": 'OAuth "',
          "bad-escape": 'OAuth oauth_consumer_key="%zz"',
          "cut-escape": 'OAuth oauth_consumer_key="%4"',
          "escape-that-is-not-utf-8": 'OAuth oauth_consumer_key="%FF"',
          "control-character": 'OAuth oauth_consumer_key="%00"',
          "many-commas": `OAuth ${",".repeat(2000)}`,
          "many-quotes": `OAuth ${'"'.repeat(2000)}`,
          "object-member-names": 'OAuth __proto__="1", constructor="2", toString="3"',
        },
        (value) => [rejects(editHeader(() => value)(good.signed(inHeader(good.fresh()))))],
      ),
      ...casesOf<(value: string) => string>(
        {
          "no-closing-quote": (value) => value.replace(/"$/, ""),
          "no-closing-quote-inside": (value) => value.replace('",', ","),
          "no-opening-quote": (value) => value.replace('="', "="),
          "text-after-a-value": (value) => value.replace('",', '"x,'),
          "bad-escape-in-the-signature": (value) => value.replace(/oauth_signature="/, 'oauth_signature="%zz'),
          "bad-escape-in-the-nonce": (value) => value.replace('oauth_nonce="', 'oauth_nonce="%'),
          "no-scheme": (value) => value.replace("OAuth ", ""),
          "scheme-only-begins-with-oauth": (value) => value.replace("OAuth ", "OAuth2 "),
          "no-space-after-the-scheme": (value) => value.replace("OAuth ", "OAuth"),
        },
        (edit) => reject(good, edit),
      ),
    }),
  },
  {
    id: "header-separators",
    title: "header with wrong quotes or separators",
    rule: SYNTAX,
    means: "The server reads what is no OAuth header as one, and two readers of it may see different parameters.",
    cases: (good) => ({
      ...casesOf<(value: string) => string>(
        {
          "single-quotes": (value) => value.replaceAll('"', "'"),
          "no-comma": (value) => value.replace(", ", " "),
          semicolons: (value) => value.replaceAll(", ", "; "),
          ampersands: (value) => value.replaceAll(", ", "&"),
        },
        (edit) => reject(good, edit),
      ),
      ...casesOf<(value: string) => string>(
        {
          "no-quotes": (value) => value.replaceAll('"', ""),
          "comma-first": (value) => value.replace("OAuth ", "OAuth ,"),
          "comma-last": (value) => `${value},`,
          "two-commas": (value) => value.replace(", ", ",, "),
          "space-before-equals-sign": (value) => value.replace('="', ' ="'),
          "space-after-equals-sign": (value) => value.replace('="', '= "'),
        },
        (edit) => [open(rejects(editHeader(edit)(good.signed(inHeader(good.fresh())))))],
      ),
    }),
  },
  {
    id: "header-repeated",
    title: "two Authorization headers",
    rule: SYNTAX,
    means: "The server takes one of two headers, and a proxy in front of it may take the other one.",
    noServerError: true,
    cases: (good) => {
      const other = write(withProtocol(inHeader(good.fresh()), { oauth_consumer_key: "probe" }), "d3Jvbmc=");
      const add = (field: (request: HttpRequest) => readonly [string, string], where: "first" | "last"): Case => [
        { send: secondHeader(good, field, where), accepted: 0 },
      ];
      return {
        same: add((request) => ["Authorization", authorizationOf(request)], "last"),
        "same-in-lower-case": add((request) => ["authorization", authorizationOf(request)], "last"),
        "other-client-first": add(() => ["Authorization", authorizationOf(other)], "first"),
        "other-client-last": add(() => ["Authorization", authorizationOf(other)], "last"),
        joined: reject(good, (value) => `${value}, ${value}`),
        "basic-last": [open({ send: secondHeader(good, () => ["Authorization", "Basic eDp4"], "last"), accepted: 0 })],
      };
    },
  },
  {
    id: "other-headers",
    title: "request with other header fields",
    rule: "rfc5849-3.2-1",
    means: "The signature does not cover header fields; the server lets them decide, and rejects right requests.",
    cases: (good) => ({
      ...casesOf<readonly [string, string]>(
        {
          "x-authorization": ["X-Authorization", 'OAuth oauth_nonce="x"'],
          "proxy-authorization": ["Proxy-Authorization", "Basic eDp4"],
          "unknown-field": ["X-Probe", "oauth_signature=x"],
          cookie: ["Cookie", "oauth_token=x"],
        },
        (field) => respelled(good, withHeaders(field)),
      ),
    }),
  },
];

/** Values of oauth_callback whose encoding somebody may undo twice. */
const CALLBACKS: Readonly<Record<string, string>> = {
  "encoded-percent-sign": "https://example.com/?a=%2541",
  "encoded-url": encode("https://example.com/?a=b&c=d"),
  "comma-and-quotes": 'a, b="c"',
  "non-ascii": "é€",
};

function renameFields(rename: (name: string) => string): (request: HttpRequest) => HttpRequest {
  return (request) => ({ ...request, headers: request.headers.map(([name, value]) => [rename(name), value]) });
}

/** A request whose signature has a plus sign, which is sent as it is. */
function literalPlus(good: Good): HttpRequest {
  let draft = inHeader(good.fresh());
  for (let tries = 0; tries < 200 && !good.sign(draft).includes("+"); tries++) draft = inHeader(good.fresh());
  return editHeader((value) => value.replaceAll("%2B", "+"))(good.signed(draft));
}
