/** What the base string URI is made of: the server's own origin and the target of the request line, nothing else. */

import { BANK } from "../clients.ts";
import { authorizationOf, changed, type Meant, rewritten, type Signed, signed, withHeaders } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const HTTP = "http://api.example.com";
const ORDER = signed({ form: "a=1" });
const for_ = (origin: string, meant: Meant = {}): Signed => signed({ form: "a=1", origin, ...meant });
const WRONG = { refuse: "signature-mismatch" };
const TRUSTED = { ...WRONG, faults: ["forwarded-headers-trusted"] };
const IGNORED = { faults: ["forwarded-headers-trusted"] };
const hosted = (request: Signed, host: string): Signed => rewritten(request, "Host", () => host);
const URL_RULE = { layer: "parse", rule: "rfc5849-3.4.1.2-5" } as const;
const MALFORMED = { ...URL_RULE, refuse: "url-malformed" };
const absolute = { server: { origin: undefined } };

/** See the module. */
export const origins: VerificationFamily = {
  name: "origins",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.4.1.2-6" }, [
      // The scheme, the host and the port.
      ["signed for http, delivered to https", for_(HTTP), { ...WRONG, faults: ["both-schemes-tried"] }],
      [
        "signed for https, delivered to http",
        for_("https://api.example.com"),
        { ...WRONG, faults: ["both-schemes-tried", "proxy-scheme-not-considered"], server: { origin: HTTP } },
      ],
      ["signed for http, delivered to http", for_(HTTP), { server: { origin: HTTP } }],
      [
        "signed for https, behind a proxy that ends TLS: the configured origin counts",
        withHeaders(hosted(ORDER, "10.0.0.7:8080"), ["X-Forwarded-Proto", "https"], ["X-Forwarded-For", "192.0.2.1"]),
        { faults: ["proxy-scheme-not-considered"] },
      ],
      ["signed for another host", hosted(for_("https://staging.example.com"), "api.example.com"), WRONG],
      [
        "signed for another host, with its Host header",
        for_("https://staging.example.com"),
        { ...WRONG, faults: ["host-header-unchecked", "host-header-ignored"] },
      ],
      [
        "RSA: signed for another host, with its Host header",
        for_("https://staging.example.com", { by: BANK }),
        { ...WRONG, faults: ["host-header-unchecked"] },
      ],
      [
        "signed for the configured origin, another Host header",
        hosted(ORDER, "10.0.0.7:8080"),
        { faults: ["host-header-unchecked", "proxy-scheme-not-considered"] },
      ],
      [
        "two Host headers",
        withHeaders(ORDER, ["Host", "evil.example"]),
        { faults: ["host-header-unchecked"], mayRefuse: "HTTP has such a request refused" },
      ],
      [
        "no Host header",
        { ...ORDER, headers: ORDER.headers.filter(([name]) => name !== "Host") },
        { mayRefuse: "HTTP/1.1 has such a request refused" },
      ],
      [
        "signed for a subdomain",
        for_("https://api.example.com.evil.example"),
        { ...WRONG, faults: ["host-header-unchecked"] },
      ],
      [
        "signed for another port",
        for_("https://api.example.com:8443"),
        { ...WRONG, faults: ["non-default-port-dropped"] },
      ],
      [
        "signed without the port that the server has",
        ORDER,
        { ...WRONG, faults: ["non-default-port-dropped"], server: { origin: "https://api.example.com:8443" } },
      ],
      [
        "signed with the port that the server has",
        for_("https://api.example.com:8443"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["non-default-port-dropped"],
          server: { origin: "https://api.example.com:8443" },
        },
      ],
      [
        "https on port 80: not its default",
        for_("https://api.example.com:80"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["port-stripped-for-either-scheme"],
          server: { origin: "https://api.example.com:80" },
        },
      ],
      [
        "http on port 443: not its default",
        for_("http://api.example.com:443"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["port-stripped-for-either-scheme"],
          server: { origin: "http://api.example.com:443" },
        },
      ],
      [
        "https on port 80, signed without it",
        for_("https://api.example.com"),
        {
          ...WRONG,
          rule: "rfc5849-3.4.1.2-2",
          faults: ["port-stripped-for-either-scheme"],
          server: { origin: "https://api.example.com:80" },
        },
      ],
      [
        "an IPv6 address",
        for_("https://[2001:db8::1]"),
        { rule: "rfc5849-3.4.1.2-1", faults: ["ipv6-brackets-lost"], server: { origin: "https://[2001:DB8::1]" } },
      ],
      [
        "an IPv6 address with its default port",
        for_("https://[2001:db8::1]"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["ipv6-port-split-at-first-colon"],
          server: { origin: "https://[2001:db8::1]:443" },
        },
      ],
      [
        "an IPv6 address with another port",
        for_("https://[2001:db8::1]:8443"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["ipv6-port-split-at-first-colon"],
          server: { origin: "https://[2001:db8::1]:8443" },
        },
      ],
      ["an IPv4 address", for_("http://127.0.0.1:8080"), { server: { origin: "http://127.0.0.1:8080" } }],
      // What other headers claim.
      [
        "X-Forwarded-Proto says http, the request is signed for http",
        withHeaders(for_(HTTP), ["X-Forwarded-Proto", "http"]),
        TRUSTED,
      ],
      [
        "X-Forwarded-Proto says http, the request is signed for the configured origin",
        withHeaders(ORDER, ["X-Forwarded-Proto", "http"]),
        IGNORED,
      ],
      [
        "X-Forwarded-Proto says https to a server that is http",
        withHeaders(ORDER, ["X-Forwarded-Proto", "https"]),
        { ...TRUSTED, server: { origin: HTTP } },
      ],
      [
        "X-Forwarded-Host names the host that was signed",
        withHeaders(hosted(for_("https://staging.example.com"), "api.example.com"), [
          "X-Forwarded-Host",
          "staging.example.com",
        ]),
        TRUSTED,
      ],
      [
        "X-Forwarded-Host names another host than was signed",
        withHeaders(ORDER, ["X-Forwarded-Host", "evil.example"]),
        IGNORED,
      ],
      ["X-Forwarded-Port names another port", withHeaders(ORDER, ["X-Forwarded-Port", "8443"]), IGNORED],
      [
        "X-Forwarded-Prefix names a path",
        withHeaders(ORDER, ["X-Forwarded-Prefix", "/api"]),
        { faults: ["forwarded-headers-trusted", "mounted-path-wrong"] },
      ],
      [
        "Forwarded names scheme and host that were signed",
        withHeaders(hosted(for_("http://staging.example.com"), "api.example.com"), [
          "Forwarded",
          "for=1.2.3.4;proto=http;host=staging.example.com",
        ]),
        TRUSTED,
      ],
      [
        "Forwarded names another scheme and host",
        withHeaders(ORDER, ["Forwarded", "proto=http;host=evil.example"]),
        IGNORED,
      ],
      [
        "X-Original-URL names another path",
        withHeaders(ORDER, ["X-Original-URL", "/refunds"], ["X-Rewrite-URL", "/refunds"]),
        IGNORED,
      ],
      [
        "X-Original-URL names the path that was signed",
        withHeaders(changed(ORDER, { url: "/refunds" }), ["X-Original-URL", "/orders"], ["X-Rewrite-URL", "/orders"]),
        TRUSTED,
      ],
      [
        "X-HTTP-Method-Override names another method",
        withHeaders(ORDER, ["X-HTTP-Method-Override", "PUT"]),
        { faults: ["method-override-signed"] },
      ],
      [
        "X-HTTP-Method-Override names the method that was signed",
        withHeaders(changed(signed({ method: "PUT", form: "a=1" }), { method: "POST" }), [
          "X-HTTP-Method-Override",
          "PUT",
        ]),
        { ...WRONG, faults: ["method-override-signed"] },
      ],
      [
        "a field _method in the form names another method",
        signed({ form: "_method=PUT&a=1" }),
        { faults: ["method-override-signed"] },
      ],
      [
        "a field _method in the form names the method that was signed",
        changed(signed({ method: "PUT", form: "_method=PUT&a=1" }), { method: "POST" }),
        { ...WRONG, faults: ["method-override-signed"] },
      ],
      [
        "an Authorization header of the proxy's",
        withHeaders(
          ORDER,
          ["Proxy-Authorization", "Basic YTpi"],
          ["X-Authorization", authorizationOf(ORDER).replace("client-1", "client-2")],
        ),
      ],
      // The path.
      ...[
        "/",
        "/a/b/",
        "//a//b",
        "/a/../b/./c",
        "/a%2Fb",
        "/a%2fb",
        "/%7Euser",
        "/~user",
        "/a;v=1/b",
        "/A/b",
        "/a/%C3%A9",
        "/a:b@c,d$e",
        "/%41",
      ].map(
        (target) =>
          [
            `the path ${target}, as signed`,
            signed({ target, form: "a=1" }),
            { rule: "rfc5849-3.4.1.2-3", faults: ["path-decoded", "path-encoded-again"] },
          ] as const,
      ),
      [
        "another case of an escape in the path",
        changed(signed({ target: "/a%2Fb" }), { url: "/a%2fb" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["two-path-forms-tried"] },
      ],
      [
        "an escaped slash decoded",
        changed(signed({ target: "/a%2Fb" }), { url: "/a/b" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["path-decoded"] },
      ],
      [
        "an escape in the path encoded once more",
        changed(signed({ target: "/a%20b" }), { url: "/a%2520b" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["path-encoded-again"] },
      ],
      [
        "a slash at the end taken off",
        changed(signed({ target: "/a/" }), { url: "/a" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["two-path-forms-tried", "trailing-slash-dropped"] },
      ],
      [
        "the path that is left behind a mount point",
        changed(signed({ target: "/shop/orders" }), { url: "/orders" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["mounted-path-wrong"] },
      ],
      [
        "the path below a mount point, as the client sees it",
        signed({ target: "/shop/orders" }),
        { rule: "rfc5849-3.4.1.2-3", faults: ["mounted-path-wrong"] },
      ],
      [
        "a path that begins with two slashes and a host's name",
        signed({ target: "//evil.example/orders" }),
        { rule: "rfc5849-3.4.1.2-3" },
      ],
      [
        "a query of question marks and slashes",
        signed({ target: "/r?a=/b?c/../d&e=f?g" }),
        { rule: "rfc5849-3.4.1.2-4", faults: ["second-question-mark-cut", "query-kept-in-uri"] },
      ],
      [
        "a redirect followed with the old header",
        changed(ORDER, { url: "/v2/orders" }),
        { ...WRONG, faults: ["redirect-reuses-signature"] },
      ],
      // The target's form.
      ["an absolute URL of the server's own origin", changed(ORDER, { url: "https://api.example.com/orders" })],
      [
        "an absolute URL of another host",
        changed(for_("https://evil.example"), { url: "https://evil.example/orders" }),
        { ...MALFORMED, alsoAcceptable: ["signature-mismatch"], faults: ["host-header-unchecked"] },
      ],
      [
        "an absolute URL of another scheme",
        changed(for_(HTTP), { url: `${HTTP}/orders` }),
        { ...MALFORMED, alsoAcceptable: ["signature-mismatch"], faults: ["both-schemes-tried"] },
      ],
      [
        "an absolute URL whose path is empty",
        changed(signed({ target: "/" }), { url: "https://api.example.com" }),
        { ...absolute, rule: "rfc5849-3.4.1.2-3", faults: ["root-slash-missing"] },
      ],
      [
        "an absolute URL whose path is empty, with a query",
        changed(signed({ target: "/?a=1" }), { url: "https://api.example.com?a=1" }),
        { ...absolute, rule: "rfc5849-3.4.1.2-3", faults: ["root-slash-missing"] },
      ],
      [
        "an absolute http URL on its default port",
        changed(for_(HTTP), { url: "HTTP://Api.Example.Com:80/orders" }),
        { ...absolute, rule: "rfc5849-3.4.1.2-2" },
      ],
      ...[
        "",
        "*",
        "orders",
        "api.example.com:443",
        "ftp://api.example.com/orders",
        "https://",
        "https:///orders",
        "https://api.example.com:99999/orders",
        "?a=1",
      ].map((url) => [`the target ${JSON.stringify(url)}`, changed(ORDER, { url }), MALFORMED] as const),
      ...["/or ders", "/orders#part", "/orders\t", "/orders\u0000", "/orders?q=é", "/orders\r\nX: y"].map(
        (url) =>
          [
            `the target ${JSON.stringify(url)}, which no request line can hold`,
            changed(ORDER, { url }),
            { ...MALFORMED, alsoAcceptable: ["signature-mismatch"] },
          ] as const,
      ),
      ...["", "PO ST", "POST\r\n", "PÖST"].map(
        (method) =>
          [
            `the method ${JSON.stringify(method)}, which no request line can hold`,
            changed(ORDER, { method }),
            { ...MALFORMED, alsoAcceptable: ["signature-mismatch"] },
          ] as const,
      ),
    ]),
};
