/**
 * Faults of the path in the base string URI (RFC 5849 3.4.1.2).
 *
 * @module
 */

import { toText, type UrlParts } from "../model/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { get } from "./requests.ts";

/** Changes the path. */
function pathAs(change: (path: string, parts: UrlParts) => string): Apply {
  return (stages) => ({ ...stages, path: (parts) => change(stages.path(parts), parts) });
}

/** Resolves "." and ".." (RFC 3986 5.2.4). */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  for (const [at, segment] of segments.entries()) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
    if (at === segments.length - 1 && /^\.\.?$/.test(segment)) kept.push("");
  }
  return `/${kept.join("/")}`;
}

const AS_SENT = "Sign the path exactly as it stands on the request line.";

/** See the module. */
export const PATH: readonly Fault[] = [
  {
    id: "path-lowercased",
    title: "Path in lower case",
    what: "The whole URI is lower-cased, its path with it.",
    stage: "path",
    trigger: get("/Accounts/Get"),
    fix: { text: "Lower-case scheme and host alone." },
    evidence: [
      "https://github.com/postmanlabs/postman-collection/issues/257",
      "https://github.com/RestKit/RestKit/issues/533",
      "https://github.com/guicocoa/cocoa-oauth/pull/1",
    ],
    apply: pathAs((path) => path.toLowerCase()),
  },
  {
    id: "path-encoded-again",
    title: "Encoded path encoded again",
    what: "Escapes of the path are escaped once more, so %20 becomes %2520 before the base string encodes the URI.",
    stage: "path",
    trigger: get("/r%20v/X"),
    fix: { text: AS_SENT },
    evidence: [
      "https://github.com/Mastercard/oauth1-signer-java/issues/18",
      "https://github.com/yahoo/TDOAuth/pull/15",
    ],
    apply: pathAs((path) => path.replaceAll("%", "%25")),
    also: [pathAs((path) => path.split("/").map(encodeURIComponent).join("/"))],
  },
  {
    id: "path-decoded",
    title: "Path decoded",
    what: "The path is signed decoded, so %2F within a segment is signed as a slash.",
    stage: "path",
    trigger: get("/a%2Fb"),
    fix: {
      text: AS_SENT,
      calls: { JavaScript: "new URL(url).pathname", Java: "uri.getRawPath()", Go: "req.URL.EscapedPath()" },
    },
    evidence: [
      "https://github.com/yahoo/TDOAuth/pull/15",
      "https://github.com/Cimpress-MCP/oauth_reverse_proxy/blob/HEAD/lib/proxy/oauth/signatures/oauth1a.js",
    ],
    apply: (stages) => ({ ...stages, path: (parts) => toText(stages.percentDecode(stages.path(parts))) }),
  },
  {
    id: "path-unreserved-decoded",
    title: "Escaped unreserved characters decoded in the path",
    what: "The path is normalised as RFC 3986 allows, %7E becomes ~, while the request line keeps the escape.",
    stage: "path",
    trigger: get("/%7Eme"),
    fix: { text: AS_SENT },
    evidence: [],
    apply: pathAs((path) =>
      path.replace(/%([0-9A-F]{2})/gi, (escaped, hex: string) => {
        const character = String.fromCharCode(Number.parseInt(hex, 16));
        return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped;
      }),
    ),
  },
  {
    id: "path-space-raw",
    title: "Raw space in the path not encoded",
    what: "A URL is given with a space in its path and signed so, while the request line carries %20.",
    stage: "path",
    trigger: get("/r v/X"),
    fix: { text: "Escape the path before signing and sending it.", calls: { JavaScript: "new URL(url).pathname" } },
    evidence: ["https://github.com/oauthlib/oauthlib/issues/650", "https://github.com/oauthlib/oauthlib/pull/651"],
    apply: pathAs((path) => path.replaceAll("%20", " ")),
  },
  {
    id: "trailing-slash-dropped",
    title: "Trailing slash dropped",
    what: "The path comes from a URL type that cuts a slash at its end off.",
    stage: "path",
    trigger: get("/api/library/"),
    fix: { text: AS_SENT },
    evidence: [
      "https://github.com/guicocoa/cocoa-oauth/issues/5",
      "https://github.com/lorenbrichter/OAuthCore/pull/5",
      "https://github.com/zendframework/zendframework/pull/1102",
    ],
    apply: pathAs((path) => path.replace(/(?<=.)\/$/, "")),
  },
  {
    id: "trailing-slash-added",
    title: "Trailing slash added",
    what: "A slash is put behind the path that is signed, and not behind the one that is sent.",
    stage: "path",
    trigger: get("/orders"),
    fix: { text: AS_SENT },
    evidence: [
      "https://github.com/kloon/WooCommerce-REST-API-Client-Library/pull/73",
      "https://github.com/7digital/SevenDigital.Api.Wrapper/issues/204",
    ],
    apply: pathAs((path) => (path.endsWith("/") ? path : `${path}/`)),
  },
  {
    id: "root-slash-missing",
    title: "Empty path not written as /",
    what: "A URL without a path is signed as scheme and host alone, while the request asks for /.",
    stage: "path",
    trigger: get("https://example.com?a=1"),
    fix: { text: "Sign / where the path is empty.", calls: { JavaScript: "new URL(url).pathname" } },
    evidence: [
      "https://github.com/ddo/oauth-1.0a/issues/24",
      "https://github.com/postmanlabs/postman-app-support/issues/8879",
    ],
    apply: pathAs((path, parts) => (parts.path === "" ? "" : path)),
    also: [pathAs((path) => (path === "/" ? "" : path))],
  },
  {
    id: "dot-segments-removed",
    title: "Dot segments resolved",
    what: "/a/../b is signed as /b, while the request line keeps the segments.",
    stage: "path",
    trigger: get("/a/../b"),
    fix: { text: AS_SENT },
    evidence: [],
    apply: pathAs((path) => withoutDots(path)),
  },
  {
    id: "double-slash-collapsed",
    title: "Empty path segments collapsed",
    what: "//a//b is signed as /a/b.",
    stage: "path",
    trigger: get("//a//b"),
    fix: { text: AS_SENT },
    evidence: [],
    apply: pathAs((path) => path.replace(/\/{2,}/g, "/")),
  },
  {
    id: "path-parameters-dropped",
    title: "Path parameters behind ; dropped",
    what: "A URL function parts ;name=value from the path, and it is not put back.",
    stage: "path",
    trigger: get("/mylogs;version=1.1"),
    fix: { text: AS_SENT, calls: { Python: "urllib.parse.urlsplit(url).path" } },
    evidence: ["https://github.com/oauthlib/oauthlib/issues/83"],
    apply: pathAs((path) => path.replace(/;[^/]*$/, "")),
    also: [pathAs((path) => path.replace(/;[^/]*/g, ""))],
  },
];
