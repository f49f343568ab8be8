/** Other spellings of the same request: the base string is the same, and so is the verdict. */

import { BANK } from "../clients.ts";
import { authorized, changed, rewritten, type Signed, signed, withHeaders } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const ORDER = signed({ form: "amount=10.42&currency=EUR&note=a%20b~c" });
const SEARCH = signed({ target: "/orders?state=open&q=a%20b" });
const LIST = signed({ form: "id=2&id=1&id=2" });
const AT_80 = signed({ origin: "http://api.example.com", form: "a=1" });

/** See the module. */
export const sameRequest: VerificationFamily = {
  name: "same-request",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.2-1" }, [
      ["a form post as it was signed", ORDER, { faults: ["nonce-result-inverted"] }],
      ["a GET as it was signed", SEARCH],
      ["a GET without a query", signed()],
      [
        "a form post signed by RSA",
        signed({ by: BANK, form: "amount=10.42" }),
        { faults: ["rsa-verified-by-signing-again"] },
      ],
      ["a GET signed by RSA", signed({ by: BANK, target: "/orders?state=open" })],
      [
        "the pairs of the form in another order",
        body(ORDER, "note=a%20b~c&currency=EUR&amount=10.42"),
        { faults: ["not-sorted"] },
      ],
      ["the pairs of the query in another order", changed(SEARCH, { url: "/orders?q=a%20b&state=open" })],
      [
        "equal names in another order: they are sorted by value",
        body(LIST, "id=1&id=2&id=2"),
        { faults: ["equal-names-not-sorted-by-value", "identical-duplicates-merged"] },
      ],
      [
        "a plus for a space in the form",
        body(ORDER, "amount=10.42&currency=EUR&note=a+b~c"),
        { faults: ["form-plus-not-space"] },
      ],
      [
        "a plus for a space in the query",
        changed(SEARCH, { url: "/orders?state=open&q=a+b" }),
        { faults: ["form-plus-not-space"] },
      ],
      [
        "an escaped tilde in the form",
        body(ORDER, "amount=10.42&currency=EUR&note=a%20b%7Ec"),
        { faults: ["bracket-parser-reencoded"] },
      ],
      ["lower-case hexadecimal digits", body(ORDER, "amount=10.42&currency=EUR&note=a%20b%7ec")],
      ["letters escaped without need in the form", body(ORDER, "%61mount=10%2E42&currency=%45UR&note=a%20b~c")],
      ["letters escaped without need in the query", changed(SEARCH, { url: "/orders?%73tate=%6fpen&q=a%20b" })],
      [
        "an empty piece between two ampersands",
        body(ORDER, "amount=10.42&&currency=EUR&note=a%20b~c&"),
        {
          rule: "rfc5849-3.4.1.3.1-1",
          faults: ["empty-pair-signed"],
          mayRefuse: "empty pieces are no pairs, and a strict reader need not take them",
        },
      ],
      [
        "an ampersand at the end of the query",
        changed(SEARCH, { url: "/orders?state=open&q=a%20b&" }),
        { rule: "rfc5849-3.4.1.3.1-1", mayRefuse: "empty pieces are no pairs, and a strict reader need not take them" },
      ],
      [
        "a question mark with nothing behind it",
        changed(signed({ form: "a=1" }), { url: "/orders?" }),
        { rule: "rfc5849-3.4.1.2-4" },
      ],
      [
        "an equals sign behind a name alone",
        changed(signed({ target: "/orders?open" }), { url: "/orders?open=" }),
        { rule: "rfc5849-3.4.1.3.1-1" },
      ],
      [
        "no equals sign behind a name whose value is empty",
        changed(signed({ target: "/orders?open=" }), { url: "/orders?open" }),
        { rule: "rfc5849-3.4.1.3.1-1" },
      ],
      ["the parameters of the header in another order", authorized(ORDER, reversed), { rule: "rfc5849-3.5.1-1" }],
      [
        "an escape without need in the header",
        authorized(ORDER, (value) => value.replace('"client-1"', '"%63lient%2D1"')),
        { rule: "rfc5849-3.5.1-1" },
      ],
      [
        "an escape without need in a name of the header",
        authorized(ORDER, (value) => value.replace("oauth_nonce", "oauth%5Fnonce")),
        { rule: "rfc5849-3.5.1-1", mayRefuse: "no client writes the names of protocol parameters so" },
      ],
      [
        "lower-case hexadecimal digits in the signature's escapes",
        authorized(ORDER, (value) => value.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase())),
        { rule: "rfc5849-3.5.1-1" },
      ],
      [
        "the signature's equals sign bare",
        authorized(ORDER, (value) => value.replace("%3D", "=")),
        { rule: "rfc5849-3.5.1-1", faults: ["header-values-not-encoded", "header-split-naively"] },
      ],
      [
        "the method in lower case",
        changed(ORDER, { method: "post" }),
        { rule: "rfc5849-3.4.1.1-2", mayRefuse: "HTTP methods are compared with their case" },
      ],
      [
        "the scheme of the origin spelled in upper case",
        ORDER,
        { rule: "rfc5849-3.4.1.2-1", server: { origin: "HTTPS://api.example.com" } },
      ],
      [
        "the host of the origin spelled in upper case",
        ORDER,
        { rule: "rfc5849-3.4.1.2-1", faults: ["host-case-kept"], server: { origin: "https://API.Example.COM" } },
      ],
      [
        "the default port of https spelled out",
        ORDER,
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["default-port-kept", "host-default-port-kept"],
          server: { origin: "https://api.example.com:443" },
        },
      ],
      [
        "the default port of http spelled out",
        AT_80,
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["host-default-port-kept"],
          server: { origin: "http://api.example.com:80" },
        },
      ],
      ["an absolute URL", absoluteUrl(ORDER, "https://api.example.com/orders"), { server: { origin: undefined } }],
      [
        "an absolute URL with host in upper case and default port",
        absoluteUrl(ORDER, "https://API.example.com:443/orders"),
        { rule: "rfc5849-3.4.1.2-1", server: { origin: undefined } },
      ],
      [
        "an absolute URL with a query",
        absoluteUrl(SEARCH, "https://api.example.com/orders?state=open&q=a%20b"),
        { server: { origin: undefined } },
      ],
      [
        "headers that are not signed",
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
      ["the headers in another order", { ...ORDER, headers: [...ORDER.headers].reverse() }],
      [
        "without a version",
        signed({ form: "a=1", version: null }),
        { rule: "rfc5849-3.1-2", faults: ["defaults-added-to-base-string"] },
      ],
      [
        "a pair moved from the body to the query: signed alike wherever it stands",
        { ...changed(ORDER, { url: "/orders?amount=10.42", body: "currency=EUR&note=a%20b~c" }) },
        {
          rule: "rfc5849-3.4.1.3.1-5",
          mayRefuse: "a server that knows where its parameters belong refuses it behind the signature",
        },
      ],
      [
        "a pair moved from the query to the body",
        changed(
          rewritten(signed({ target: "/orders?a=1", form: "b=2" }), "Host", (value) => value),
          { url: "/orders", body: "b=2&a=1" },
        ),
        {
          rule: "rfc5849-3.4.1.3.1-5",
          mayRefuse: "a server that knows where its parameters belong refuses it behind the signature",
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

/** The parameters of a header from last to first. */
function reversed(value: string): string {
  return `OAuth ${value.slice("OAuth ".length).split(", ").reverse().join(", ")}`;
}
