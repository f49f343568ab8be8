/** How the Authorization header may be written, and how not. */

import { authorizationOf, authorized, type Signed, signed, withHeaders } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const ORDER = signed({ form: "a=1" });
const WITH_REALM = signed({ form: "a=1", realm: "Shop" });
const MALFORMED = { refuse: "authorization-malformed" };
const CRASHES = { ...MALFORMED, faults: ["malformed-header-crashes"] };
const NOTHING = { ...CRASHES, refuse: "protocol-parameters-missing", alsoAcceptable: ["authorization-malformed"] };
const LIST = "HTTP lets the reader of a list skip empty elements";
const SPACING = { faults: ["header-spacing-or-case-rejected"] };
const write = (rewrite: (value: string) => string, request: Signed = ORDER): Signed => authorized(request, rewrite);

/** See the module. */
export const headerGrammar: VerificationFamily = {
  name: "header-grammar",
  make: () =>
    drafts({ layer: "parse", rule: "rfc5849-3.5.1-3" }, [
      ["the scheme in lower case", write((value) => value.replace("OAuth", "oauth")), SPACING],
      ["the scheme in upper case", write((value) => value.replace("OAuth", "OAUTH")), SPACING],
      ["commas without a space", write((value) => value.replaceAll(", ", ",")), SPACING],
      ["spaces on both sides of each comma", write((value) => value.replaceAll(", ", " , ")), SPACING],
      ["tabs around commas", write((value) => value.replaceAll(", ", "\t,\t")), SPACING],
      ["several spaces around commas", write((value) => value.replaceAll(", ", "   ,   ")), SPACING],
      ["several spaces behind the scheme", write((value) => value.replace("OAuth ", "OAuth   ")), SPACING],
      ["spaces at the end", write((value) => `${value}  `), SPACING],
      ["a realm", WITH_REALM, { rule: "rfc5849-3.5.1-2" }],
      ["an empty realm", signed({ form: "a=1", realm: "" }), { rule: "rfc5849-3.5.1-2" }],
      [
        "another realm than the one that was sent: it is not signed",
        write((value) => value.replace("Shop", "Other"), WITH_REALM),
        { rule: "rfc5849-3.4.1.3.1-2" },
      ],
      [
        "a realm taken out",
        write((value) => value.replace('realm="Shop", ', ""), WITH_REALM),
        { rule: "rfc5849-3.4.1.3.1-2" },
      ],
      [
        "the realm last",
        write((value) => `${value.replace('realm="Shop", ', "")}, realm="Shop"`, WITH_REALM),
        { rule: "rfc5849-3.4.1.3.1-2" },
      ],
      [
        "the realm's name in upper case",
        write((value) => value.replace("realm", "REALM"), WITH_REALM),
        { rule: "rfc5849-3.5.1-2" },
      ],
      [
        "a comma and an equals sign in the realm",
        write((value) => value.replace("Shop", "a=b, c=d"), WITH_REALM),
        { rule: "rfc5849-3.5.1-2", faults: ["header-split-naively"] },
      ],
      [
        "a protocol parameter inside the realm's quotation marks",
        write((value) => value.replace("Shop", 'x, oauth_nonce=\\"other\\"'), WITH_REALM),
        { rule: "rfc5849-3.5.1-2", faults: ["header-split-naively"] },
      ],
      [
        "an escaped quotation mark and backslash in the realm",
        write((value) => value.replace("Shop", 'a\\"b\\\\'), WITH_REALM),
        { rule: "rfc5849-3.5.1-2" },
      ],
      [
        "escapes in the realm, which are none",
        write((value) => value.replace("Shop", "%zz%"), WITH_REALM),
        { rule: "rfc5849-3.5.1-2", faults: ["realm-percent-encoded"] },
      ],
      [
        "a nonce that holds the word realm",
        signed({ nonce: "realm42" }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-found-by-substring"] },
      ],
      [
        "a nonce that looks like a realm",
        signed({ nonce: 'realm="x"' }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-found-by-substring"] },
      ],
      [
        "a nonce with a comma, an equals sign and quotation marks, escaped",
        signed({ nonce: 'a,b="c"&d' }),
        { rule: "rfc5849-3.5.1-1", faults: ["header-split-naively", "nonce-reserved-characters"] },
      ],
      [
        "a nonce with a comma and an equals sign, bare",
        write((value) => value.replace("a%2Cb%3Dc", "a,b=c"), signed({ nonce: "a,b=c" })),
        {
          rule: "rfc5849-3.5.1-1",
          faults: ["header-split-naively", "header-values-not-encoded"],
          mayRefuse: "RFC 5849 has the value percent-encoded",
        },
      ],
      [
        "a bare plus in a value is a plus",
        write((value) => value.replace("a%2Bb", "a+b"), signed({ nonce: "a+b" })),
        { rule: "rfc5849-3.6-4", faults: ["header-plus-as-space"] },
      ],
      [
        "a bare plus where a space was signed",
        write((value) => value.replace("a%20b", "a+b"), signed({ nonce: "a b" })),
        {
          layer: "signature",
          rule: "rfc5849-3.6-4",
          refuse: "signature-mismatch",
          faults: ["header-plus-as-space", "header-form-encoded"],
        },
      ],
      [
        "a parameter that is not OAuth's, signed",
        signed({ more: [["x_order", "7"]] }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["request-params-in-header"] },
      ],
      // Broken.
      ["the scheme alone", write(() => "OAuth"), NOTHING],
      ["the scheme and a space", write(() => "OAuth "), NOTHING],
      ["an empty header", write(() => ""), NOTHING],
      ["a word without a value", write(() => "OAuth x"), CRASHES],
      ["a name and an equals sign", write(() => "OAuth oauth_nonce="), CRASHES],
      ["a value without a name", write(() => 'OAuth ="x"'), CRASHES],
      ["an equals sign alone", write(() => "OAuth ="), CRASHES],
      ["a comma alone", write(() => "OAuth ,"), { ...CRASHES, alsoAcceptable: ["protocol-parameters-missing"] }],
      ["a quotation mark alone", write(() => 'OAuth "'), CRASHES],
      ["no closing quotation mark", write((value) => value.slice(0, -1)), CRASHES],
      ["a backslash before the closing quotation mark", write((value) => `${value.slice(0, -1)}\\"`), CRASHES],
      ["no opening quotation mark", write((value) => value.replace('oauth_nonce="', "oauth_nonce=")), CRASHES],
      [
        "values without quotation marks",
        write((value) => value.replaceAll('"', "")),
        { ...MALFORMED, faults: ["header-unquoted"], mayAccept: "HTTP lets a value be a token, RFC 5849 does not" },
      ],
      ["values in single quotation marks", write((value) => value.replaceAll('"', "'")), MALFORMED],
      ["something behind a quoted value", write((value) => value.replace('"1.0"', '"1.0"x')), MALFORMED],
      [
        "no comma between two parameters",
        write((value) => value.replace(", oauth_nonce", " oauth_nonce")),
        { ...MALFORMED, faults: ["header-wrong-separator"] },
      ],
      [
        "semicolons for commas",
        write((value) => value.replaceAll(",", ";")),
        { ...MALFORMED, faults: ["header-wrong-separator"] },
      ],
      [
        "ampersands for commas",
        write((value) => value.replaceAll(", ", "&")),
        { ...MALFORMED, faults: ["header-wrong-separator"] },
      ],
      [
        "a comma before the first parameter",
        write((value) => value.replace("OAuth ", "OAuth , ")),
        { ...MALFORMED, faults: ["header-leading-comma"], mayAccept: LIST },
      ],
      [
        "a comma right behind the scheme",
        write((value) => value.replace("OAuth ", "OAuth,")),
        {
          ...MALFORMED,
          refuse: "protocol-parameters-missing",
          alsoAcceptable: ["authorization-malformed"],
          faults: ["header-leading-comma"],
        },
      ],
      ["a comma behind the last parameter", write((value) => `${value},`), { ...MALFORMED, mayAccept: LIST }],
      [
        "two commas in a row",
        write((value) => value.replace(", oauth_nonce", ", , oauth_nonce")),
        { ...MALFORMED, mayAccept: LIST },
      ],
      [
        "a space before an equals sign",
        write((value) => value.replace("oauth_nonce=", "oauth_nonce =")),
        {
          ...MALFORMED,
          mayAccept: "HTTP has readers bear white space there, RFC 5849 has the equals sign follow immediately",
        },
      ],
      [
        "a space behind an equals sign",
        write((value) => value.replace("oauth_nonce=", "oauth_nonce= ")),
        {
          ...MALFORMED,
          mayAccept: "HTTP has readers bear white space there, RFC 5849 has the quotation mark follow immediately",
        },
      ],
      [
        "no scheme",
        write((value) => value.slice("OAuth ".length)),
        {
          ...MALFORMED,
          refuse: "protocol-parameters-missing",
          alsoAcceptable: ["authorization-malformed"],
          faults: ["scheme-missing"],
        },
      ],
      [
        "a scheme that begins with OAuth",
        write((value) => value.replace("OAuth", "OAuth2")),
        {
          ...MALFORMED,
          refuse: "protocol-parameters-missing",
          alsoAcceptable: ["authorization-malformed"],
          faults: ["scheme-missing"],
        },
      ],
      [
        "no space behind the scheme",
        write((value) => value.replace("OAuth ", "OAuth")),
        {
          ...MALFORMED,
          refuse: "protocol-parameters-missing",
          alsoAcceptable: ["authorization-malformed"],
          faults: ["scheme-missing"],
        },
      ],
      [
        "the scheme twice, as where two headers were joined",
        write((value) => `${value}, ${value}`),
        {
          ...MALFORMED,
          refuse: "authorization-repeated",
          alsoAcceptable: ["authorization-malformed", "parameter-duplicated"],
        },
      ],
      [
        "two realms",
        write((value) => value.replace('realm="Shop"', 'realm="Shop", realm="Other"'), WITH_REALM),
        { refuse: "parameter-duplicated", alsoAcceptable: ["authorization-malformed"], rule: "rfc5849-3.5.1-2" },
      ],
      [
        "two realms in different case",
        write((value) => value.replace('realm="Shop"', 'realm="Shop", Realm="Other"'), WITH_REALM),
        { refuse: "parameter-duplicated", alsoAcceptable: ["authorization-malformed"], rule: "rfc5849-3.5.1-2" },
      ],
      // Several headers.
      [
        "the same header twice",
        withHeaders(ORDER, ["Authorization", authorizationOf(ORDER)]),
        { refuse: "authorization-repeated" },
      ],
      [
        "a second header of the same scheme with another client",
        withHeaders(ORDER, ["Authorization", authorizationOf(ORDER).replace("client-1", "client-2")]),
        { refuse: "authorization-repeated" },
      ],
      [
        "a second header in other letters",
        withHeaders(ORDER, ["authorization", authorizationOf(ORDER)]),
        { refuse: "authorization-repeated" },
      ],
      [
        "a second header of the scheme Basic",
        withHeaders(ORDER, ["Authorization", "Basic YTpi"]),
        { refuse: "authorization-repeated", mayAccept: "the other scheme's header says nothing about this one's" },
      ],
    ]),
};
