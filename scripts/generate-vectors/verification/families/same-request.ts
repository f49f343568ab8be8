/** Equivalent spellings of a request: they have the same base string, so the verifier must accept them. */

import { BANK } from "../clients.ts";
import { authorized, changed, rewritten, type Signed, signed, withHeaders } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const ORDER = signed({ form: "amount=10.42&currency=EUR&note=a%20b~c" });
const SEARCH = signed({ target: "/orders?state=open&q=a%20b" });
const LIST = signed({ form: "id=2&id=1&id=2" });
const AT_80 = signed({ origin: "http://api.example.com", form: "a=1" });

export const sameRequest: VerificationFamily = {
  name: "same-request",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.2-1" }, [
      ["form POST, unchanged", ORDER, { faults: ["nonce-result-inverted"] }],
      ["GET, unchanged", SEARCH],
      ["GET without a query", signed()],
      [
        "form POST, signed with RSA",
        signed({ by: BANK, form: "amount=10.42" }),
        { faults: ["rsa-verified-by-signing-again"] },
      ],
      ["GET, signed with RSA", signed({ by: BANK, target: "/orders?state=open" })],
      ["form parameters reordered", body(ORDER, "note=a%20b~c&currency=EUR&amount=10.42"), { faults: ["not-sorted"] }],
      ["query parameters reordered", changed(SEARCH, { url: "/orders?q=a%20b&state=open" })],
      [
        "parameters with equal names reordered: they are sorted by value",
        body(LIST, "id=1&id=2&id=2"),
        { faults: ["equal-names-not-sorted-by-value", "identical-duplicates-merged"] },
      ],
      [
        "space in the form sent as a plus sign",
        body(ORDER, "amount=10.42&currency=EUR&note=a+b~c"),
        { faults: ["form-plus-not-space"] },
      ],
      [
        "space in the query sent as a plus sign",
        changed(SEARCH, { url: "/orders?state=open&q=a+b" }),
        { faults: ["form-plus-not-space"] },
      ],
      [
        "tilde in the form percent-encoded",
        body(ORDER, "amount=10.42&currency=EUR&note=a%20b%7Ec"),
        { faults: ["bracket-parser-reencoded"] },
      ],
      ["percent-encoding with lower-case hexadecimal digits", body(ORDER, "amount=10.42&currency=EUR&note=a%20b%7ec")],
      [
        "letters in the form percent-encoded unnecessarily",
        body(ORDER, "%61mount=10%2E42&currency=%45UR&note=a%20b~c"),
      ],
      [
        "letters in the query percent-encoded unnecessarily",
        changed(SEARCH, { url: "/orders?%73tate=%6fpen&q=a%20b" }),
      ],
      [
        "two adjacent ampersands and a trailing ampersand in the form",
        body(ORDER, "amount=10.42&&currency=EUR&note=a%20b~c&"),
        {
          rule: "rfc5849-3.4.1.3.1-1",
          faults: ["empty-pair-signed"],
          mayRefuse: "a strict parser may reject empty pairs",
        },
      ],
      [
        "trailing ampersand in the query",
        changed(SEARCH, { url: "/orders?state=open&q=a%20b&" }),
        { rule: "rfc5849-3.4.1.3.1-1", mayRefuse: "a strict parser may reject empty pairs" },
      ],
      [
        "question mark with an empty query",
        changed(signed({ form: "a=1" }), { url: "/orders?" }),
        { rule: "rfc5849-3.4.1.2-4" },
      ],
      [
        "equals sign added after a name without a value",
        changed(signed({ target: "/orders?open" }), { url: "/orders?open=" }),
        { rule: "rfc5849-3.4.1.3.1-1" },
      ],
      [
        "equals sign removed after a name with an empty value",
        changed(signed({ target: "/orders?open=" }), { url: "/orders?open" }),
        { rule: "rfc5849-3.4.1.3.1-1" },
      ],
      ["header parameters reordered", authorized(ORDER, reversed), { rule: "rfc5849-3.5.1-1" }],
      [
        "value in the header percent-encoded unnecessarily",
        authorized(ORDER, (value) => value.replace('"client-1"', '"%63lient%2D1"')),
        { rule: "rfc5849-3.5.1-1" },
      ],
      [
        "parameter name in the header percent-encoded unnecessarily",
        authorized(ORDER, (value) => value.replace("oauth_nonce", "oauth%5Fnonce")),
        { rule: "rfc5849-3.5.1-1", mayRefuse: "no known client percent-encodes the names of protocol parameters" },
      ],
      [
        "percent-encoding of the signature with lower-case hexadecimal digits",
        authorized(ORDER, (value) => value.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())),
        { rule: "rfc5849-3.5.1-1" },
      ],
      [
        "equals sign of the signature not percent-encoded",
        authorized(ORDER, (value) => value.replace("%3D", "=")),
        { rule: "rfc5849-3.5.1-1", faults: ["header-values-not-encoded", "header-split-naively"] },
      ],
      [
        "method in lower case",
        changed(ORDER, { method: "post" }),
        { rule: "rfc5849-3.4.1.1-2", mayRefuse: "HTTP methods are case-sensitive" },
      ],
      [
        "scheme of the origin in upper case",
        ORDER,
        { rule: "rfc5849-3.4.1.2-1", server: { origin: "HTTPS://api.example.com" } },
      ],
      [
        "host of the origin with upper-case letters",
        ORDER,
        { rule: "rfc5849-3.4.1.2-1", faults: ["host-case-kept"], server: { origin: "https://API.Example.COM" } },
      ],
      [
        "origin with the default port of https",
        ORDER,
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["default-port-kept", "host-default-port-kept"],
          server: { origin: "https://api.example.com:443" },
        },
      ],
      [
        "origin with the default port of http",
        AT_80,
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["host-default-port-kept"],
          server: { origin: "http://api.example.com:80" },
        },
      ],
      ["absolute URL", absoluteUrl(ORDER, "https://api.example.com/orders"), { server: { origin: undefined } }],
      [
        "absolute URL with an upper-case host and the default port",
        absoluteUrl(ORDER, "https://API.example.com:443/orders"),
        { rule: "rfc5849-3.4.1.2-1", server: { origin: undefined } },
      ],
      [
        "absolute URL with a query",
        absoluteUrl(SEARCH, "https://api.example.com/orders?state=open&q=a%20b"),
        { server: { origin: undefined } },
      ],
      [
        "additional headers, which are not signed",
        withHeaders(ORDER, ["User-Agent", "curl/8.0"], ["Accept", "*/*"], ["Cookie", "a=1; oauth_nonce=2"]),
      ],
      [
        "header names in lower case",
        { ...ORDER, headers: ORDER.headers.map(([name, value]) => [name.toLowerCase(), value]) },
        { rule: "rfc5849-3.5.1-3", faults: ["header-spacing-or-case-rejected", "content-type-name-case-missed"] },
      ],
      [
        "header names in upper case",
        { ...ORDER, headers: ORDER.headers.map(([name, value]) => [name.toUpperCase(), value]) },
        { rule: "rfc5849-3.5.1-3", faults: ["header-spacing-or-case-rejected", "content-type-name-case-missed"] },
      ],
      ["headers reordered", { ...ORDER, headers: [...ORDER.headers].reverse() }],
      [
        "no oauth_version",
        signed({ form: "a=1", version: null }),
        { rule: "rfc5849-3.1-2", faults: ["defaults-added-to-base-string"] },
      ],
      [
        "parameter moved from the body to the query: the base string is the same",
        { ...changed(ORDER, { url: "/orders?amount=10.42", body: "currency=EUR&note=a%20b~c" }) },
        {
          rule: "rfc5849-3.4.1.3.1-5",
          mayRefuse: "the application may require a parameter in a certain place",
        },
      ],
      [
        "parameter moved from the query to the body",
        changed(
          rewritten(signed({ target: "/orders?a=1", form: "b=2" }), "Host", (value) => value),
          { url: "/orders", body: "b=2&a=1" },
        ),
        {
          rule: "rfc5849-3.4.1.3.1-5",
          mayRefuse: "the application may require a parameter in a certain place",
        },
      ],
    ]),
};

function body(request: Signed, form: string): Signed {
  return changed(request, { body: form });
}

function absoluteUrl(request: Signed, url: string): Signed {
  return changed(request, { url });
}

/** Reverses the order of the header's parameters. */
function reversed(value: string): string {
  return `OAuth ${value.slice("OAuth ".length).split(", ").reverse().join(", ")}`;
}
