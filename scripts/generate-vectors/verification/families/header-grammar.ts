/** Valid and invalid syntax of the Authorization header. */

import { authorizationOf, authorized, type Signed, signed, withHeaders } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const ORDER = signed({ form: "a=1" });
const WITH_REALM = signed({ form: "a=1", realm: "Shop" });
const MALFORMED = { refuse: "authorization-malformed" };
const CRASHES = { ...MALFORMED, faults: ["malformed-header-crashes"] };
const NOTHING = { ...CRASHES, refuse: "protocol-parameters-missing", alsoAcceptable: ["authorization-malformed"] };
const LIST = "HTTP lets a parser skip empty list elements";
const SPACING = { faults: ["header-spacing-or-case-rejected"] };
const write = (rewrite: (value: string) => string, request: Signed = ORDER): Signed => authorized(request, rewrite);

export const headerGrammar: VerificationFamily = {
  name: "header-grammar",
  make: () =>
    drafts({ layer: "parse", rule: "rfc5849-3.5.1-3" }, [
      ["scheme in lower case", write((value) => value.replace("OAuth", "oauth")), SPACING],
      ["scheme in upper case", write((value) => value.replace("OAuth", "OAUTH")), SPACING],
      ["no space after commas", write((value) => value.replaceAll(", ", ",")), SPACING],
      ["space before and after each comma", write((value) => value.replaceAll(", ", " , ")), SPACING],
      ["tabs around commas", write((value) => value.replaceAll(", ", "\t,\t")), SPACING],
      ["several spaces around commas", write((value) => value.replaceAll(", ", "   ,   ")), SPACING],
      ["several spaces after the scheme", write((value) => value.replace("OAuth ", "OAuth   ")), SPACING],
      ["spaces at the end", write((value) => `${value}  `), SPACING],
      ["a realm", WITH_REALM, { rule: "rfc5849-3.5.1-2" }],
      ["an empty realm", signed({ form: "a=1", realm: "" }), { rule: "rfc5849-3.5.1-2" }],
      [
        "realm changed: it is not signed",
        write((value) => value.replace("Shop", "Other"), WITH_REALM),
        { rule: "rfc5849-3.4.1.3.1-2" },
      ],
      [
        "realm removed: it is not signed",
        write((value) => value.replace('realm="Shop", ', ""), WITH_REALM),
        { rule: "rfc5849-3.4.1.3.1-2" },
      ],
      [
        "realm as the last parameter",
        write((value) => `${value.replace('realm="Shop", ', "")}, realm="Shop"`, WITH_REALM),
        { rule: "rfc5849-3.4.1.3.1-2" },
      ],
      [
        "parameter name realm in upper case",
        write((value) => value.replace("realm", "REALM"), WITH_REALM),
        { rule: "rfc5849-3.5.1-2" },
      ],
      [
        "comma and equals sign in the realm",
        write((value) => value.replace("Shop", "a=b, c=d"), WITH_REALM),
        { rule: "rfc5849-3.5.1-2", faults: ["header-split-naively"] },
      ],
      [
        "text of a protocol parameter inside the quoted realm",
        write((value) => value.replace("Shop", 'x, oauth_nonce=\\"other\\"'), WITH_REALM),
        { rule: "rfc5849-3.5.1-2", faults: ["header-split-naively"] },
      ],
      [
        "escaped quote and backslash in the realm",
        write((value) => value.replace("Shop", 'a\\"b\\\\'), WITH_REALM),
        { rule: "rfc5849-3.5.1-2" },
      ],
      [
        "percent signs in the realm: it is not percent-encoded",
        write((value) => value.replace("Shop", "%zz%"), WITH_REALM),
        { rule: "rfc5849-3.5.1-2", faults: ["realm-percent-encoded"] },
      ],
      [
        "nonce that contains the word realm",
        signed({ nonce: "realm42" }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-found-by-substring"] },
      ],
      [
        "nonce that looks like a realm parameter",
        signed({ nonce: 'realm="x"' }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-found-by-substring"] },
      ],
      [
        "nonce with percent-encoded comma, equals sign and quotes",
        signed({ nonce: 'a,b="c"&d' }),
        { rule: "rfc5849-3.5.1-1", faults: ["header-split-naively", "nonce-reserved-characters"] },
      ],
      [
        "nonce with literal comma and equals sign",
        write((value) => value.replace("a%2Cb%3Dc", "a,b=c"), signed({ nonce: "a,b=c" })),
        {
          rule: "rfc5849-3.5.1-1",
          faults: ["header-split-naively", "header-values-not-encoded"],
          mayRefuse: "RFC 5849 requires percent-encoded values",
        },
      ],
      [
        "literal plus sign in a value stays a plus sign",
        write((value) => value.replace("a%2Bb", "a+b"), signed({ nonce: "a+b" })),
        { rule: "rfc5849-3.6-4", faults: ["header-plus-as-space"] },
      ],
      [
        "literal plus sign where a space was signed",
        write((value) => value.replace("a%20b", "a+b"), signed({ nonce: "a b" })),
        {
          layer: "signature",
          rule: "rfc5849-3.6-4",
          refuse: "signature-mismatch",
          faults: ["header-plus-as-space", "header-form-encoded"],
        },
      ],
      [
        "signed parameter without the oauth_ prefix",
        signed({ more: [["x_order", "7"]] }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["request-params-in-header"] },
      ],
      // Malformed headers.
      ["only the scheme", write(() => "OAuth"), NOTHING],
      ["only the scheme and a space", write(() => "OAuth "), NOTHING],
      ["an empty header", write(() => ""), NOTHING],
      ["name without equals sign and value", write(() => "OAuth x"), CRASHES],
      ["name and equals sign without a value", write(() => "OAuth oauth_nonce="), CRASHES],
      ["value without a name", write(() => 'OAuth ="x"'), CRASHES],
      ["only an equals sign", write(() => "OAuth ="), CRASHES],
      ["only a comma", write(() => "OAuth ,"), { ...CRASHES, alsoAcceptable: ["protocol-parameters-missing"] }],
      ["only a quote", write(() => 'OAuth "'), CRASHES],
      ["no closing quote", write((value) => value.slice(0, -1)), CRASHES],
      ["backslash before the closing quote", write((value) => `${value.slice(0, -1)}\\"`), CRASHES],
      ["no opening quote", write((value) => value.replace('oauth_nonce="', "oauth_nonce=")), CRASHES],
      [
        "values without quotes",
        write((value) => value.replaceAll('"', "")),
        {
          ...MALFORMED,
          faults: ["header-unquoted"],
          mayAccept: "HTTP allows unquoted values (tokens), RFC 5849 does not",
        },
      ],
      ["values in single quotes", write((value) => value.replaceAll('"', "'")), MALFORMED],
      ["text after a quoted value", write((value) => value.replace('"1.0"', '"1.0"x')), MALFORMED],
      [
        "no comma between two parameters",
        write((value) => value.replace(", oauth_nonce", " oauth_nonce")),
        { ...MALFORMED, faults: ["header-wrong-separator"] },
      ],
      [
        "semicolons instead of commas",
        write((value) => value.replaceAll(",", ";")),
        { ...MALFORMED, faults: ["header-wrong-separator"] },
      ],
      [
        "ampersands instead of commas",
        write((value) => value.replaceAll(", ", "&")),
        { ...MALFORMED, faults: ["header-wrong-separator"] },
      ],
      [
        "comma before the first parameter",
        write((value) => value.replace("OAuth ", "OAuth , ")),
        { ...MALFORMED, faults: ["header-leading-comma"], mayAccept: LIST },
      ],
      [
        "comma directly after the scheme",
        write((value) => value.replace("OAuth ", "OAuth,")),
        {
          ...MALFORMED,
          refuse: "protocol-parameters-missing",
          alsoAcceptable: ["authorization-malformed"],
          faults: ["header-leading-comma"],
        },
      ],
      ["comma after the last parameter", write((value) => `${value},`), { ...MALFORMED, mayAccept: LIST }],
      [
        "two commas in a row",
        write((value) => value.replace(", oauth_nonce", ", , oauth_nonce")),
        { ...MALFORMED, mayAccept: LIST },
      ],
      [
        "space before an equals sign",
        write((value) => value.replace("oauth_nonce=", "oauth_nonce =")),
        {
          ...MALFORMED,
          mayAccept:
            "HTTP parsers must tolerate whitespace here; RFC 5849 requires the equals sign immediately after the name",
        },
      ],
      [
        "space after an equals sign",
        write((value) => value.replace("oauth_nonce=", "oauth_nonce= ")),
        {
          ...MALFORMED,
          mayAccept:
            "HTTP parsers must tolerate whitespace here; RFC 5849 requires the quote immediately after the equals sign",
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
        "scheme that only begins with OAuth",
        write((value) => value.replace("OAuth", "OAuth2")),
        {
          ...MALFORMED,
          refuse: "protocol-parameters-missing",
          alsoAcceptable: ["authorization-malformed"],
          faults: ["scheme-missing"],
        },
      ],
      [
        "no space after the scheme",
        write((value) => value.replace("OAuth ", "OAuth")),
        {
          ...MALFORMED,
          refuse: "protocol-parameters-missing",
          alsoAcceptable: ["authorization-malformed"],
          faults: ["scheme-missing"],
        },
      ],
      [
        "two OAuth headers joined into one",
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
        "two realms, the second name in a different letter case",
        write((value) => value.replace('realm="Shop"', 'realm="Shop", Realm="Other"'), WITH_REALM),
        { refuse: "parameter-duplicated", alsoAcceptable: ["authorization-malformed"], rule: "rfc5849-3.5.1-2" },
      ],
      // Several Authorization headers.
      [
        "same Authorization header twice",
        withHeaders(ORDER, ["Authorization", authorizationOf(ORDER)]),
        { refuse: "authorization-repeated" },
      ],
      [
        "second OAuth header with a different client",
        withHeaders(ORDER, ["Authorization", authorizationOf(ORDER).replace("client-1", "client-2")]),
        { refuse: "authorization-repeated" },
      ],
      [
        "second Authorization header, its name in lower case",
        withHeaders(ORDER, ["authorization", authorizationOf(ORDER)]),
        { refuse: "authorization-repeated" },
      ],
      [
        "second Authorization header with the scheme Basic",
        withHeaders(ORDER, ["Authorization", "Basic YTpi"]),
        { refuse: "authorization-repeated", mayAccept: "a header of another scheme does not affect the OAuth header" },
      ],
      ["tab after the scheme", write((value) => value.replace("OAuth ", "OAuth\t")), SPACING],
    ]),
};
