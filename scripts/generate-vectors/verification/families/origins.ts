/** The base string URI: it consists of the server's configured origin and the request target only. */

import { BANK } from "../clients.ts";
import {
  authorizationOf,
  changed,
  rewritten,
  type Signed,
  type SigningOptions,
  signed,
  withHeaders,
} from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const HTTP = "http://api.example.com";
const ORDER = signed({ form: "a=1" });
const for_ = (origin: string, options: SigningOptions = {}): Signed => signed({ form: "a=1", origin, ...options });
const WRONG = { refuse: "signature-mismatch" };
const TRUSTED = { ...WRONG, faults: ["forwarded-headers-trusted"] };
const IGNORED = { faults: ["forwarded-headers-trusted"] };
const hosted = (request: Signed, host: string): Signed => rewritten(request, "Host", () => host);
const URL_RULE = { layer: "parse", rule: "rfc5849-3.4.1.2-5" } as const;
const MALFORMED = { ...URL_RULE, refuse: "url-malformed" };
const absolute = { server: { origin: undefined } };

export const origins: VerificationFamily = {
  name: "origins",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.4.1.2-6" }, [
      // Scheme, host and port.
      ["signed for http, sent to https", for_(HTTP), { ...WRONG, faults: ["both-schemes-tried"] }],
      [
        "signed for https, sent to http",
        for_("https://api.example.com"),
        { ...WRONG, faults: ["both-schemes-tried", "proxy-scheme-not-considered"], server: { origin: HTTP } },
      ],
      ["signed for http, sent to http", for_(HTTP), { server: { origin: HTTP } }],
      [
        "signed for https, behind a proxy that terminates TLS: the configured origin is used",
        withHeaders(hosted(ORDER, "10.0.0.7:8080"), ["X-Forwarded-Proto", "https"], ["X-Forwarded-For", "192.0.2.1"]),
        { faults: ["proxy-scheme-not-considered"] },
      ],
      ["signed for a different host", hosted(for_("https://staging.example.com"), "api.example.com"), WRONG],
      [
        "signed for a different host, with its Host header",
        for_("https://staging.example.com"),
        { ...WRONG, faults: ["host-header-unchecked", "host-header-ignored"] },
      ],
      [
        "RSA: signed for a different host, with its Host header",
        for_("https://staging.example.com", { by: BANK }),
        { ...WRONG, faults: ["host-header-unchecked"] },
      ],
      [
        "signed for the configured origin, different Host header",
        hosted(ORDER, "10.0.0.7:8080"),
        { faults: ["host-header-unchecked", "proxy-scheme-not-considered"] },
      ],
      [
        "two Host headers",
        withHeaders(ORDER, ["Host", "evil.example"]),
        { faults: ["host-header-unchecked"], mayRefuse: "HTTP requires servers to reject such a request" },
      ],
      [
        "no Host header",
        { ...ORDER, headers: ORDER.headers.filter(([name]) => name !== "Host") },
        { mayRefuse: "HTTP/1.1 requires servers to reject such a request" },
      ],
      [
        "signed for a host that begins with the server's host name",
        for_("https://api.example.com.evil.example"),
        { ...WRONG, faults: ["host-header-unchecked"] },
      ],
      [
        "signed for a different port",
        for_("https://api.example.com:8443"),
        { ...WRONG, faults: ["non-default-port-dropped"] },
      ],
      [
        "signed without the server's port",
        ORDER,
        { ...WRONG, faults: ["non-default-port-dropped"], server: { origin: "https://api.example.com:8443" } },
      ],
      [
        "signed with the server's port",
        for_("https://api.example.com:8443"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["non-default-port-dropped"],
          server: { origin: "https://api.example.com:8443" },
        },
      ],
      [
        "https on port 80: not the default port",
        for_("https://api.example.com:80"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["port-stripped-for-either-scheme"],
          server: { origin: "https://api.example.com:80" },
        },
      ],
      [
        "http on port 443: not the default port",
        for_("http://api.example.com:443"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["port-stripped-for-either-scheme"],
          server: { origin: "http://api.example.com:443" },
        },
      ],
      [
        "https on port 80, signed without the port",
        for_("https://api.example.com"),
        {
          ...WRONG,
          rule: "rfc5849-3.4.1.2-2",
          faults: ["port-stripped-for-either-scheme"],
          server: { origin: "https://api.example.com:80" },
        },
      ],
      [
        "IPv6 address",
        for_("https://[2001:db8::1]"),
        { rule: "rfc5849-3.4.1.2-1", faults: ["ipv6-brackets-lost"], server: { origin: "https://[2001:DB8::1]" } },
      ],
      [
        "IPv6 address with the default port",
        for_("https://[2001:db8::1]"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["ipv6-port-split-at-first-colon"],
          server: { origin: "https://[2001:db8::1]:443" },
        },
      ],
      [
        "IPv6 address with a non-default port",
        for_("https://[2001:db8::1]:8443"),
        {
          rule: "rfc5849-3.4.1.2-2",
          faults: ["ipv6-port-split-at-first-colon"],
          server: { origin: "https://[2001:db8::1]:8443" },
        },
      ],
      ["IPv4 address", for_("http://127.0.0.1:8080"), { server: { origin: "http://127.0.0.1:8080" } }],
      // Untrusted headers.
      ["X-Forwarded-Proto: http, signed for http", withHeaders(for_(HTTP), ["X-Forwarded-Proto", "http"]), TRUSTED],
      [
        "X-Forwarded-Proto: http, signed for the configured origin",
        withHeaders(ORDER, ["X-Forwarded-Proto", "http"]),
        IGNORED,
      ],
      [
        "X-Forwarded-Proto: https, signed for https, the server's origin is http",
        withHeaders(ORDER, ["X-Forwarded-Proto", "https"]),
        { ...TRUSTED, server: { origin: HTTP } },
      ],
      [
        "X-Forwarded-Host names the signed host, the server has a different one",
        withHeaders(hosted(for_("https://staging.example.com"), "api.example.com"), [
          "X-Forwarded-Host",
          "staging.example.com",
        ]),
        TRUSTED,
      ],
      [
        "X-Forwarded-Host names a different host than the signed one",
        withHeaders(ORDER, ["X-Forwarded-Host", "evil.example"]),
        IGNORED,
      ],
      ["X-Forwarded-Port names a different port", withHeaders(ORDER, ["X-Forwarded-Port", "8443"]), IGNORED],
      [
        "X-Forwarded-Prefix names a path prefix",
        withHeaders(ORDER, ["X-Forwarded-Prefix", "/api"]),
        { faults: ["forwarded-headers-trusted", "mounted-path-wrong"] },
      ],
      [
        "Forwarded names the signed scheme and host, the server has different ones",
        withHeaders(hosted(for_("http://staging.example.com"), "api.example.com"), [
          "Forwarded",
          "for=1.2.3.4;proto=http;host=staging.example.com",
        ]),
        TRUSTED,
      ],
      [
        "Forwarded names a different scheme and host",
        withHeaders(ORDER, ["Forwarded", "proto=http;host=evil.example"]),
        IGNORED,
      ],
      [
        "X-Original-URL names a different path",
        withHeaders(ORDER, ["X-Original-URL", "/refunds"], ["X-Rewrite-URL", "/refunds"]),
        IGNORED,
      ],
      [
        "X-Original-URL names the signed path, the request has a different one",
        withHeaders(changed(ORDER, { url: "/refunds" }), ["X-Original-URL", "/orders"], ["X-Rewrite-URL", "/orders"]),
        TRUSTED,
      ],
      [
        "X-HTTP-Method-Override names a different method",
        withHeaders(ORDER, ["X-HTTP-Method-Override", "PUT"]),
        { faults: ["method-override-signed"] },
      ],
      [
        "X-HTTP-Method-Override names the signed method, the request has a different one",
        withHeaders(changed(signed({ method: "PUT", form: "a=1" }), { method: "POST" }), [
          "X-HTTP-Method-Override",
          "PUT",
        ]),
        { ...WRONG, faults: ["method-override-signed"] },
      ],
      [
        "form parameter _method names a different method",
        signed({ form: "_method=PUT&a=1" }),
        { faults: ["method-override-signed"] },
      ],
      [
        "form parameter _method names the signed method, the request has a different one",
        changed(signed({ method: "PUT", form: "_method=PUT&a=1" }), { method: "POST" }),
        { ...WRONG, faults: ["method-override-signed"] },
      ],
      [
        "Proxy-Authorization and X-Authorization headers",
        withHeaders(
          ORDER,
          ["Proxy-Authorization", "Basic YTpi"],
          ["X-Authorization", authorizationOf(ORDER).replace("client-1", "client-2")],
        ),
      ],
      // Path.
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
            `path ${target}, unchanged`,
            signed({ target, form: "a=1" }),
            { rule: "rfc5849-3.4.1.2-3", faults: ["path-decoded", "path-encoded-again"] },
          ] as const,
      ),
      [
        "letter case of percent-encoding in the path changed",
        changed(signed({ target: "/a%2Fb" }), { url: "/a%2fb" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["two-path-forms-tried"] },
      ],
      [
        "percent-encoded slash in the path decoded",
        changed(signed({ target: "/a%2Fb" }), { url: "/a/b" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["path-decoded"] },
      ],
      [
        "path percent-encoded again",
        changed(signed({ target: "/a%20b" }), { url: "/a%2520b" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["path-encoded-again"] },
      ],
      [
        "trailing slash removed from the path",
        changed(signed({ target: "/a/" }), { url: "/a" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["two-path-forms-tried", "trailing-slash-dropped"] },
      ],
      [
        "mount point removed from the path",
        changed(signed({ target: "/shop/orders" }), { url: "/orders" }),
        { ...WRONG, rule: "rfc5849-3.4.1.2-3", faults: ["mounted-path-wrong"] },
      ],
      [
        "path with its mount point, as the client sees it",
        signed({ target: "/shop/orders" }),
        { rule: "rfc5849-3.4.1.2-3", faults: ["mounted-path-wrong"] },
      ],
      [
        "path that begins with two slashes and a host name",
        signed({ target: "//evil.example/orders" }),
        { rule: "rfc5849-3.4.1.2-3" },
      ],
      [
        "query with question marks and slashes",
        signed({ target: "/r?a=/b?c/../d&e=f?g" }),
        { rule: "rfc5849-3.4.1.2-4", faults: ["second-question-mark-cut", "query-kept-in-uri"] },
      ],
      [
        "redirect followed with the old Authorization header",
        changed(ORDER, { url: "/v2/orders" }),
        { ...WRONG, faults: ["redirect-reuses-signature"] },
      ],
      // Syntax of the request target.
      ["absolute URL with the server's origin", changed(ORDER, { url: "https://api.example.com/orders" })],
      [
        "absolute URL with a different host",
        changed(for_("https://evil.example"), { url: "https://evil.example/orders" }),
        { ...MALFORMED, alsoAcceptable: ["signature-mismatch"], faults: ["host-header-unchecked"] },
      ],
      [
        "absolute URL with a different scheme",
        changed(for_(HTTP), { url: `${HTTP}/orders` }),
        { ...MALFORMED, alsoAcceptable: ["signature-mismatch"], faults: ["both-schemes-tried"] },
      ],
      [
        "absolute URL with an empty path",
        changed(signed({ target: "/" }), { url: "https://api.example.com" }),
        { ...absolute, rule: "rfc5849-3.4.1.2-3", faults: ["root-slash-missing"] },
      ],
      [
        "absolute URL with an empty path and a query",
        changed(signed({ target: "/?a=1" }), { url: "https://api.example.com?a=1" }),
        { ...absolute, rule: "rfc5849-3.4.1.2-3", faults: ["root-slash-missing"] },
      ],
      [
        "absolute http URL with the default port",
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
      ].map((url) => [`request target ${JSON.stringify(url)}`, changed(ORDER, { url }), MALFORMED] as const),
      ...["/or ders", "/orders#part", "/orders\t", "/orders\u0000", "/orders?q=é", "/orders\r\nX: y"].map(
        (url) =>
          [
            `request target ${JSON.stringify(url)}, invalid in a request line`,
            changed(ORDER, { url }),
            { ...MALFORMED, alsoAcceptable: ["signature-mismatch"] },
          ] as const,
      ),
      ...["", "PO ST", "POST\r\n", "PÖST"].map(
        (method) =>
          [
            `method ${JSON.stringify(method)}, invalid in a request line`,
            changed(ORDER, { method }),
            { ...MALFORMED, alsoAcceptable: ["signature-mismatch"] },
          ] as const,
      ),
    ]),
};
