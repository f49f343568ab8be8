/** Scheme, host, method and path, which the server must not take from header fields (RFC 5849 3.4.1.2). */

import type { HeaderField } from "../../oauth1/http-request.ts";
import { type CaseGroup, type ReceivedCase, SMALL_FORM } from "./case.ts";
import { authorizationOf, fields, method, otherScheme, path, unlike, withoutPort } from "./changes.ts";
import { type Draft, joinPairs } from "./draft.ts";
import { NEEDS_HARMLESS } from "./make-request.ts";

const ORIGIN = "rfc5849-3.4.1.2-6";
const STAGING = "staging.example.com";
const WRONG = { rule: ORIGIN, refuse: "signature-mismatch" };
const FORWARDED = "forwarded-headers-trusted";
const OVERRIDE = "method-override-signed";
const UNCHECKED = "host-header-unchecked";

const schemeOf = (origin: string): string => origin.split(":")[0]!;
const ownHost = ({ origin }: Draft): string => withoutPort(origin).split("//")[1]!;
const withSuffix = (draft: Draft): string => `${ownHost(draft)}.other.example`;
/** An origin with the scheme of the server and this host. */
const atHost =
  (host: (draft: Draft) => string) =>
  (draft: Draft): string =>
    `${schemeOf(draft.origin)}://${host(draft)}`;
/** The client signs for an origin other than the server's. */
const signedFor = (origin: (draft: Draft) => string): Pick<ReceivedCase, "signed"> => ({
  signed: (draft) => ({ ...draft, origin: origin(draft) }),
});
const ownHosts = ({ origin, host }: Draft): string[] =>
  [origin, `//${host}`].map((one) => one.replace(/^\w*:?\/\/|:\d+$/g, ""));
const ownPorts = ({ origin, host }: Draft): string[] => [origin, host].map((one) => /:(\d+)$/.exec(one)?.[1] ?? "");
const otherHost = (draft: Draft): string => unlike(STAGING, ownHosts(draft));
const otherPort = (draft: Draft): string => unlike("8443", ownPorts(draft), "1");
const otherPath = (draft: Draft): string => unlike("/other", [draft.path], "/x");
const prefix = ({ path }: Draft): string => unlike("/prefix", [`/${path.split("/")[1]}`], "/x");
const atOtherHost = atHost(otherHost);
const signedForOther: Pick<ReceivedCase, "signed"> = { signed: (draft) => ({ ...draft, path: otherPath(draft) }) };
/** A header field that the client adds. */
const field = (name: string, value: (draft: Draft) => string) => fields((draft) => [name, value(draft)]);
const host =
  (value: (draft: Draft) => string) =>
  (draft: Draft): Draft => ({ ...draft, host: value(draft) });
/** The request line names an origin. */
const inRequestLine = (origin: (draft: Draft) => string): Pick<ReceivedCase, "edit"> => ({
  edit: (request, draft) => ({ ...request, url: `${origin(draft)}${request.url}` }),
});

/** Header fields of proxies that name a scheme. */
const SCHEME_FIELDS: Readonly<Record<string, (scheme: string) => HeaderField>> = {
  "x-forwarded-proto": (scheme) => ["X-Forwarded-Proto", scheme],
  "x-forwarded-scheme": (scheme) => ["X-Forwarded-Scheme", scheme],
  "x-forwarded-ssl": (scheme) => ["X-Forwarded-Ssl", scheme === "https" ? "on" : "off"],
  "front-end-https": (scheme) => ["Front-End-Https", scheme === "https" ? "on" : "off"],
  "x-url-scheme": (scheme) => ["X-Url-Scheme", scheme],
  "forwarded-proto": (scheme) => ["Forwarded", `proto=${scheme}`],
};
const claimedScheme = (name: string): Pick<ReceivedCase, "edit"> =>
  fields((draft) => SCHEME_FIELDS[name]!(schemeOf(otherScheme(draft))));

/** A method that the request line does not have. */
const otherMethod = (draft: Draft): string => (draft.method === "PUT" ? "PATCH" : "PUT");
const methodField = (name: string): ReceivedCase => ({
  signed: (draft) => ({ ...draft, method: otherMethod(draft) }),
  ...field(name, otherMethod),
});
/** The parameter `_method` in the query or in the form. */
const methodParameter = (part: "query" | "body"): ReceivedCase => {
  const added = (draft: Draft): Draft => ({
    ...draft,
    [part]: joinPairs(draft[part], `_method=${otherMethod(draft)}`),
  });
  return { sent: added, signed: (draft) => ({ ...added(draft), method: otherMethod(draft) }) };
};

const PATHS = [
  ...["/", "/a/b/", "//a//b", "/a/../b/./c", "/a%2Fb", "/a%2fb", "/%7Euser", "/~user", "/a;v=1/b", "/A/b", "/a/%C3%A9"],
  ...["/a:b@c,d$e", "/%41"],
];

export const ORIGINS: readonly CaseGroup[] = [
  {
    ...WRONG,
    ...SMALL_FORM,
    check: {
      id: "signed-for-another-origin",
      title: "signed for another scheme, host or port",
      everywhere: true,
      means:
        "The signature does not protect the scheme, host and port: a request for one service is accepted by another.",
    },
    cases: {
      "other-scheme": { vector: "origins/1", ...signedFor(otherScheme), finds: "both-schemes-tried" },
      "other-scheme-and-default-port": signedFor((draft) => withoutPort(otherScheme(draft))),
      "other-host": { vector: "origins/5", ...signedFor(atOtherHost) },
      "host-with-a-suffix": signedFor((draft) => draft.origin.replace(ownHost(draft), withSuffix(draft))),
      "host-with-a-prefix": signedFor((draft) => draft.origin.replace(ownHost(draft), "x.$&")),
      "other-port": signedFor((draft) => `${withoutPort(draft.origin)}:${unlike("8081", ownPorts(draft), "1")}`),
      "without-the-port": signedFor(({ origin }) => withoutPort(origin)),
      "empty-origin": signedFor(atHost(() => "undefined")),
    },
  },
  {
    ...WRONG,
    isOpenForProbe: true,
    check: {
      id: "host-header",
      title: "Host header of another service, for which the request is signed",
      means:
        "RFC 5849 takes the host from this header, and this server accepts any host: a request that was signed for another service with the same credentials is valid here. A list of its own hosts prevents that.",
    },
    cases: {
      "other-host": { ...signedFor(atOtherHost), sent: host(otherHost) },
      "other-host-and-port": {
        ...signedFor((draft) => `${atOtherHost(draft)}:8443`),
        sent: host((draft) => `${otherHost(draft)}:8443`),
      },
      "own-host-with-a-suffix": {
        ...signedFor(atHost(withSuffix)),
        sent: host(withSuffix),
      },
    },
  },
  {
    rule: ORIGIN,
    ...SMALL_FORM,
    vectors: {
      "origins/4": {
        words: "signed for https, behind a proxy that terminates TLS: the configured origin is used",
        sent: host(() => "10.0.0.7:8080"),
        ...fields(["X-Forwarded-Proto", "https"], ["X-Forwarded-For", "192.0.2.1"]),
        finds: "proxy-scheme-not-considered",
      },
      "origins/8": {
        words: "signed for the configured origin, different Host header",
        sent: host(() => "10.0.0.7:8080"),
        finds: [UNCHECKED, "proxy-scheme-not-considered"],
      },
      "origins/9": {
        words: "two Host headers",
        ...fields(["Host", "evil.example"]),
        finds: UNCHECKED,
        mayRefuse: "HTTP requires servers to reject such a request",
      },
      "origins/10": {
        words: "no Host header",
        edit: (request) => ({ ...request, headers: request.headers.filter(([name]) => name !== "Host") }),
        mayRefuse: "HTTP/1.1 requires servers to reject such a request",
      },
      "origins/33": {
        words: "X-HTTP-Method-Override names a different method",
        ...fields(["X-HTTP-Method-Override", "PUT"]),
        finds: OVERRIDE,
      },
      "origins/35": {
        words: "form parameter _method names a different method",
        ofVector: { form: "_method=PUT&a=1" },
        finds: OVERRIDE,
      },
      "origins/37": {
        words: "Proxy-Authorization and X-Authorization headers",
        ...fields(["Proxy-Authorization", "Basic YTpi"], (_, request) => [
          "X-Authorization",
          authorizationOf(request).replace("client-1", "client-2"),
        ]),
      },
    },
  },
  {
    ...WRONG,
    ...SMALL_FORM,
    finds: FORWARDED,
    check: {
      id: "forwarded-headers",
      title: "forwarding header fields name another origin, for which the request is signed",
      means:
        "The caller decides for which scheme, host or path a request was signed. This is correct only if the address of the probe is that of a proxy which the server is set to trust.",
    },
    cases: {
      "x-forwarded-proto": { vector: "origins/22", ...signedFor(otherScheme), ...claimedScheme("x-forwarded-proto") },
      "x-forwarded-host": {
        vector: "origins/25",
        ...signedFor(atOtherHost),
        ...field("X-Forwarded-Host", otherHost),
      },
      "x-host": { ...signedFor(atOtherHost), ...field("X-Host", otherHost) },
      "forwarded-host": { ...signedFor(atOtherHost), ...fields((draft) => ["Forwarded", `host=${otherHost(draft)}`]) },
      "x-forwarded-host-and-proto": {
        ...signedFor((draft) => atOtherHost({ ...draft, origin: otherScheme(draft) })),
        ...fields(
          (draft) => ["X-Forwarded-Host", otherHost(draft)],
          (draft) => ["X-Forwarded-Proto", schemeOf(otherScheme(draft))],
        ),
      },
      "x-forwarded-port": {
        ...signedFor((draft) => `${withoutPort(draft.origin)}:${otherPort(draft)}`),
        ...field("X-Forwarded-Port", otherPort),
      },
      "x-forwarded-prefix": {
        signed: (draft) => ({ ...draft, path: prefix(draft) + draft.path }),
        ...field("X-Forwarded-Prefix", prefix),
      },
      "x-original-url": { ...signedForOther, ...field("X-Original-URL", otherPath) },
      "x-rewrite-url": { ...signedForOther, ...field("X-Rewrite-URL", otherPath) },
    },
    vectors: {
      "origins/29": {
        words: "Forwarded names the signed scheme and host, the server has different ones",
        ...signedFor(() => `http://${STAGING}`),
        ...fields(["Forwarded", `for=1.2.3.4;proto=http;host=${STAGING}`]),
      },
      "origins/32": {
        words: "X-Original-URL names the signed path, the request has a different one",
        sent: path("/refunds"),
        ...fields(["X-Original-URL", "/orders"], ["X-Rewrite-URL", "/orders"]),
      },
    },
    computed: [
      ...Object.keys(SCHEME_FIELDS)
        .filter((name) => name !== "x-forwarded-proto")
        .map((name) => ({ probe: name, ...signedFor(otherScheme), ...claimedScheme(name) })),
      ...Object.keys(SCHEME_FIELDS).map((name) => ({
        probe: `${name}-default-port`,
        ...signedFor((draft) => withoutPort(otherScheme(draft))),
        ...claimedScheme(name),
      })),
    ],
  },
  {
    rule: ORIGIN,
    ...SMALL_FORM,
    finds: FORWARDED,
    check: {
      id: "forwarded-headers-ignored",
      title: "valid request with forwarding header fields",
      means: "Anyone on the way can add such a header field; the server relies on it, and rejects valid requests.",
    },
    cases: {
      "x-forwarded-prefix": field("X-Forwarded-Prefix", prefix),
      "x-original-url": field("X-Original-URL", otherPath),
    },
    vectors: {
      "origins/23": {
        words: "X-Forwarded-Proto: http, signed for the configured origin",
        ...fields(["X-Forwarded-Proto", "http"]),
      },
      "origins/26": {
        words: "X-Forwarded-Host names a different host than the signed one",
        ...fields(["X-Forwarded-Host", "evil.example"]),
      },
      "origins/27": { words: "X-Forwarded-Port names a different port", ...fields(["X-Forwarded-Port", "8443"]) },
      "origins/28": {
        words: "X-Forwarded-Prefix names a path prefix",
        ...fields(["X-Forwarded-Prefix", "/api"]),
        finds: [FORWARDED, "mounted-path-wrong"],
      },
      "origins/30": {
        words: "Forwarded names a different scheme and host",
        ...fields(["Forwarded", "proto=http;host=evil.example"]),
      },
      "origins/31": {
        words: "X-Original-URL names a different path",
        ...fields(["X-Original-URL", "/refunds"], ["X-Rewrite-URL", "/refunds"]),
      },
    },
  },
  {
    ...WRONG,
    finds: OVERRIDE,
    // A server that obeys an override does what the other method asks for.
    signer: ({ key, mayChangeMethod }) => (mayChangeMethod ? key : NEEDS_HARMLESS),
    check: {
      id: "method-override",
      title: "another HTTP method in a header field, a query or a form",
      means:
        "The server verifies with a method other than that of the request line, so a signature for one method is accepted for another.",
    },
    cases: {
      "x-http-method-override": {
        vector: "origins/34",
        ...SMALL_FORM,
        ...methodField("X-HTTP-Method-Override"),
      },
      "x-http-method": methodField("X-HTTP-Method"),
      "x-method-override": methodField("X-Method-Override"),
      "method-in-query": methodParameter("query"),
      "method-in-form": { form: "", ...methodParameter("body") },
      "header-field-with-a-form": { form: "probe=1", ...methodField("X-HTTP-Method-Override") },
    },
    vectors: {
      "origins/36": {
        words: "form parameter _method names the signed method, the request has a different one",
        ofVector: { form: "_method=PUT&a=1" },
        signed: method("PUT"),
      },
    },
  },
  {
    layer: "parse",
    rule: "rfc5849-3.4.1.2-5",
    refuse: "url-malformed",
    alsoAcceptable: "signature-mismatch",
    check: {
      id: "request-target",
      title: "absolute URL in the request line",
      means: "The server verifies with the host of the request line, which the caller chooses.",
    },
    cases: {
      "of-another-host": { ...signedFor(atOtherHost), ...inRequestLine(atOtherHost), isOpenForProbe: true },
      "of-another-scheme": { ...signedFor(otherScheme), ...inRequestLine(otherScheme) },
    },
  },
  {
    rule: "rfc5849-3.4.1.2-3",
    vectors: {
      "origins/51": {
        words: "letter case of percent-encoding in the path changed",
        refuse: "signature-mismatch",
        ofVector: { path: "/a%2Fb" },
        sent: path("/a%2fb"),
        finds: "two-path-forms-tried",
      },
      "origins/52": {
        words: "percent-encoded slash in the path decoded",
        refuse: "signature-mismatch",
        ofVector: { path: "/a%2Fb" },
        sent: path("/a/b"),
        finds: "path-decoded",
      },
      "origins/53": {
        words: "path percent-encoded again",
        refuse: "signature-mismatch",
        ofVector: { path: "/a%20b" },
        sent: path("/a%2520b"),
        finds: "path-encoded-again",
      },
      "origins/54": {
        words: "trailing slash removed from the path",
        refuse: "signature-mismatch",
        ofVector: { path: "/a/" },
        sent: path("/a"),
        finds: ["two-path-forms-tried", "trailing-slash-dropped"],
      },
      "origins/56": {
        words: "path with its mount point, as the client sees it",
        ofVector: { path: "/shop/orders" },
        finds: "mounted-path-wrong",
      },
      "origins/57": {
        words: "path that begins with two slashes and a host name",
        ofVector: { path: "//evil.example/orders" },
      },
      "origins/58": {
        words: "query with question marks and slashes",
        rule: "rfc5849-3.4.1.2-4",
        ofVector: { path: "/r", query: "a=/b?c/../d&e=f?g" },
        finds: ["second-question-mark-cut", "query-kept-in-uri"],
      },
      "origins/59": {
        words: "redirect followed with the old Authorization header",
        ...WRONG,
        ...SMALL_FORM,
        sent: path("/v2/orders"),
        finds: "redirect-reuses-signature",
      },
    },
    computed: PATHS.map((text, index) => ({
      vector: `origins/${38 + index}`,
      words: `path ${text}, unchanged`,
      ofVector: { path: text, form: "a=1" },
      finds: ["path-decoded", "path-encoded-again"],
    })),
  },
];
