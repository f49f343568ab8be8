/** Faults of the path of the base string URI (RFC 5849 3.4.1.2). */

import { specification, toText } from "../../model/index.ts";
import { utf8Octets } from "../../platform/index.ts";
import { type EncoderChange, encodeWith } from "../encoding/encoder-changes.ts";
import type { FaultDefinition, StageChange } from "../fault.ts";
import { SIGN_PATH_AS_SENT } from "../helpers/fixes.ts";
import { remove, replace } from "../helpers/texts.ts";
import { changeAuthority, changePath } from "./uri-changes.ts";

/** Decodes the path; octets that are not UTF-8 are unchanged. */
const decodePath: StageChange = (stages) => ({
  ...stages,
  path: (parts) => {
    const path = stages.path(parts);
    const text = toText(stages.percentDecode(path));
    return text.includes("\ufffd") ? path : text;
  },
});

/** Resolves "." and ".." (RFC 3986 5.2.4). */
function resolveDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  for (const [at, segment] of segments.entries()) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
    if (at === segments.length - 1 && /^\.\.?$/.test(segment)) kept.push("");
  }
  return `/${kept.join("/")}`;
}

/** Decodes each segment of the path, and encodes it again with another encoder. */
const encodeSegments = (change: EncoderChange): StageChange => {
  const encode = change(specification.percentEncode);
  return changePath((path) =>
    path
      .split("/")
      .map((segment) => encode(specification.percentDecode(segment)))
      .join("/"),
  );
};

/** Encodes the text between separators. */
function encodeBetween(separators: RegExp, text: string): string {
  const pieces = text.split(separators);
  return pieces.map((piece, at) => (at % 2 === 0 ? specification.percentEncode(utf8Octets(piece)) : piece)).join("");
}

/** Encodes the given path, except separators. Each unescaped character of the given path is encoded once. */
function encodePath(separators: RegExp): StageChange {
  return changePath((path, parts) => encodeBetween(separators, parts.path || path));
}

export const PATH_FAULTS: readonly FaultDefinition[] = [
  {
    id: "path-lowercased",
    title: "Path in lower case",
    what: "The client converts the whole URI to lower case, including the path.",
    trigger: "/Accounts/Get",
    fix: "Convert only scheme and host to lower case.",
    evidence: ["postmanlabs/postman-collection#257", "RestKit/RestKit#533", "guicocoa/cocoa-oauth#1"],
    apply: changePath((path) => path.toLowerCase()),
    variants: [
      {
        name: "upper-case",
        what: "The client converts the path to upper case.",
        apply: changePath((path) => path.toUpperCase()),
      },
    ],
  },
  {
    id: "path-encoded-again",
    title: "Encoded path encoded again",
    what: "The client escapes the escapes of the path once more: %20 becomes %2520 before the base string encodes the URI.",
    trigger: "/r%20v/X",
    fix: SIGN_PATH_AS_SENT,
    evidence: ["Mastercard/oauth1-signer-java#18", "yahoo/TDOAuth#15"],
    apply: changePath(replace(/%/g, "%25")),
    variants: [
      {
        name: "every-character",
        what: "The client encodes each segment of the encoded path, so %20 becomes %2520 and @ becomes %40.",
        apply: encodePath(/(\/)/),
      },
      {
        name: "whole-uri",
        what: "The client encodes the encoded URI, except : and /, so %20 becomes %2520 and [ becomes %5B.",
        apply: (stages) =>
          changeAuthority((authority) => encodeBetween(/(:)/, authority))(encodePath(/([:/])/)(stages)),
      },
    ],
  },
  {
    id: "path-decoded",
    title: "Path decoded",
    what: "The client signs the decoded path, so %2F within a segment is signed as a slash; or the path is encoded once more when it is sent.",
    trigger: "/a%2Fb",
    fix: {
      text: SIGN_PATH_AS_SENT,
      calls: { JavaScript: "new URL(url).pathname", Java: "uri.getRawPath()", Go: "req.URL.EscapedPath()" },
    },
    evidence: [
      "yahoo/TDOAuth#15",
      "https://github.com/Cimpress-MCP/oauth_reverse_proxy/blob/HEAD/lib/proxy/oauth/signatures/oauth1a.js",
    ],
    apply: decodePath,
    variants: [
      {
        name: "twice",
        what: "The client signs a path that was decoded twice.",
        apply: (stages) => decodePath(decodePath(stages)),
      },
      {
        name: "plus-as-space",
        what: "The client decodes the path like a form, so a + in it is signed as a space.",
        apply: (stages) => decodePath(changePath(replace(/\+/g, "%20"))(stages)),
      },
    ],
  },
  {
    id: "path-unreserved-decoded",
    title: "Escaped unreserved characters decoded in the path",
    what: "The client normalises the path as RFC 3986 allows (%7E becomes ~), but the request line keeps the escape.",
    trigger: "/%7Eme",
    fix: SIGN_PATH_AS_SENT,
    evidence: [],
    apply: changePath((path) =>
      path.replace(/%([0-9A-F]{2})/gi, (escaped, hex: string) => {
        const character = String.fromCharCode(Number.parseInt(hex, 16));
        return /[A-Za-z0-9\-._~]/.test(character) ? character : escaped;
      }),
    ),
  },
  {
    id: "path-space-raw",
    title: "Space in the path not encoded",
    what: "The client signs a space in the path unencoded, but the request line contains %20.",
    trigger: "/r v/X",
    fix: { text: "Escape the path before you sign and send it.", calls: { JavaScript: "new URL(url).pathname" } },
    evidence: ["oauthlib/oauthlib#650", "oauthlib/oauthlib#651"],
    apply: changePath(replace(/%20/g, " ")),
  },
  {
    id: "trailing-slash-dropped",
    title: "Trailing slash dropped",
    what: "The client signs the path without its last slash, because a URL type removes it; or a redirect or a framework adds the slash.",
    trigger: "/api/library/",
    fix: SIGN_PATH_AS_SENT,
    evidence: ["guicocoa/cocoa-oauth#5", "lorenbrichter/OAuthCore#5", "zendframework/zendframework#1102"],
    apply: changePath(remove(/(?<=.)\/$/)),
  },
  {
    id: "trailing-slash-added",
    title: "Trailing slash added",
    what: "The client signs a slash at the end of the path that the request does not have: it adds one, or a redirect or a framework removes it.",
    trigger: "/orders",
    fix: SIGN_PATH_AS_SENT,
    evidence: ["kloon/WooCommerce-REST-API-Client-Library#73", "7digital/SevenDigital.Api.Wrapper#204"],
    apply: changePath((path) => (path.endsWith("/") ? path : `${path}/`)),
  },
  {
    id: "root-slash-missing",
    title: "Empty path not written as /",
    what: "The client signs a URL without a path as scheme and host only, but requests the path /.",
    trigger: "https://example.com?a=1",
    fix: { text: "Sign / if the path is empty.", calls: { JavaScript: "new URL(url).pathname" } },
    evidence: ["ddo/oauth-1.0a#24", "postmanlabs/postman-app-support#8879"],
    apply: changePath((path, parts) => (parts.path === "" ? "" : path)),
    variants: [
      { name: "sent-slash", apply: changePath((path) => (path === "/" ? "" : path)) },
      {
        name: "null",
        what: "The client signs an empty path before a query as the word null.",
        apply: changePath((path, parts) => (parts.path === "" && parts.query !== undefined ? "null" : path)),
      },
    ],
  },
  {
    id: "dot-segments-removed",
    title: "Dot segments resolved",
    what: "The client signs /a/../b as /b, but the request line keeps the dot segments.",
    trigger: "/a/../b",
    fix: SIGN_PATH_AS_SENT,
    evidence: [],
    apply: changePath((path) => resolveDots(path)),
  },
  {
    id: "double-slash-collapsed",
    title: "Empty path segments collapsed",
    what: "The client signs //a//b as /a/b.",
    trigger: "//a//b",
    fix: SIGN_PATH_AS_SENT,
    evidence: [],
    apply: changePath(replace(/\/{2,}/g, "/")),
  },
  {
    id: "path-parameters-dropped",
    title: "Path parameters after ; dropped",
    what: "The client uses a URL function that splits ;name=value off the path, and does not put it back.",
    trigger: "/mylogs;version=1.1",
    fix: { text: SIGN_PATH_AS_SENT, calls: { Python: "urllib.parse.urlsplit(url).path" } },
    evidence: ["oauthlib/oauthlib#83"],
    apply: changePath(remove(/;(?<=(?:^|\/)[^/;]*;)[^/]*$/)),
    variants: [{ name: "every-segment", apply: changePath(remove(/;[^/]*/g)) }],
  },
  {
    id: "path-characters-encoded",
    title: "Path encoded like a parameter",
    trigger: "/users/@me/it's",
    fix: SIGN_PATH_AS_SENT,
    what: "The client encodes each segment of the path as in RFC 5849, so @ becomes %40.",
    apply: encodeSegments((encode) => encode),
    variants: [
      {
        name: "tilde",
        what: "The client encodes each segment of the path, such as ~ as %7E.",
        apply: encodeSegments(encodeWith({ escaped: "~" })),
      },
      {
        name: "form",
        what: "The client encodes each segment of the path like a form, so a space becomes + and @ becomes %40.",
        apply: encodeSegments(encodeWith({ bare: "*", escaped: "~", space: "+" })),
      },
      { name: "plus", what: "The client writes a + in the path as %20.", apply: changePath(replace(/\+/g, "%20")) },
      {
        name: "apostrophe",
        what: "The client writes a ' in the path as %27.",
        apply: changePath(replace(/'/g, "%27")),
      },
    ],
  },
  {
    id: "path-escapes-in-capitals",
    title: "Escapes of the path in capital letters",
    what: "The client writes escapes in the path with upper-case digits, but sends them in lower case.",
    trigger: "/a%2fb",
    fix: SIGN_PATH_AS_SENT,
    // oauth-signature 1.5.0 (JavaScript) and google-oauth-client 1.34 (Java)
    apply: changePath((path) => path.replace(/%[0-9A-Fa-f]{2}/g, (digits) => digits.toUpperCase())),
  },
];
