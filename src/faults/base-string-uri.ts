/** Faults of the base string URI: scheme, host, port and path (RFC 5849 3.4.1.2). */

import { toText, type UrlParts } from "../model/index.ts";
import { hostToUnicode } from "../platform/index.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { replaceStage } from "./stage-changes.ts";
import { get } from "./trigger-requests.ts";

function changeAuthority(change: (authority: string, parts: UrlParts) => string): StageChange {
  return replaceStage("authority", (write, parts) => change(write(parts), parts));
}

function removePortIf(when: (parts: UrlParts) => boolean): StageChange {
  return replaceStage("authority", (write, parts) => {
    const { port: _port, ...rest } = parts;
    return write(when(parts) ? rest : parts);
  });
}

function changeUri(change: (uri: string, url: string) => string): StageChange {
  return replaceStage("baseStringUri", (join, url, all) => change(join(url, all), url));
}

const withPort = (authority: string, { port }: UrlParts): string =>
  port === undefined || /:\d+$/.test(authority) ? authority : `${authority}:${port}`;
const queryOf = (url: string): string => /^[^?#]*(\?[^#]*)?/.exec(url)![1] ?? "";

const keepQuery = changeUri((uri, url) => uri + queryOf(url));

function changePath(change: (path: string, parts: UrlParts) => string): StageChange {
  return replaceStage("path", (write, parts) => change(write(parts), parts));
}

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

const AS_SENT = "Sign the path exactly as it is in the request line.";

export const BASE_STRING_URI_FAULTS: readonly FaultDefinition[] = [
  {
    id: "default-port-kept",
    title: "Default port kept",
    what: "The client keeps :80 in an http URI or :443 in an https URI.",
    trigger: get("http://example.com:80/r"),
    fix: { text: "Leave the port out if it is the default of the scheme.", calls: { JavaScript: "new URL(url).host" } },
    evidence: ["ddo/oauth-1.0a#59", "scribejava/scribejava#428", "r-lib/httr#435"],
    apply: changeAuthority(withPort),
  },
  {
    id: "non-default-port-dropped",
    title: "Non-default port dropped",
    what: "The client builds the URI from the host name only, so a port such as :8080 is lost.",
    trigger: get("http://localhost:8080/test"),
    fix: { text: "Keep a port that is not the default of the scheme.", calls: { JavaScript: "new URL(url).host" } },
    evidence: [
      "yahoo/TDOAuth#3",
      "Mastercard/insomnia-plugin-mastercard#6",
      "SPORE/net-http-spore#27",
      "thephpleague/oauth1-client#123",
      "hwi/HWIOAuthBundle#561",
    ],
    apply: removePortIf(() => true),
  },
  {
    id: "port-stripped-for-either-scheme",
    title: "Ports 80 and 443 removed for either scheme",
    what: "The client removes both ports without checking the scheme, so also 80 for https and 443 for http.",
    trigger: get("http://example.com:443/r"),
    fix: {
      text: "Remove 80 for http and 443 for https, and nothing else.",
      calls: { JavaScript: "new URL(url).host" },
    },
    apply: removePortIf(({ port }) => port === 80 || port === 443),
  },
  {
    id: "host-case-kept",
    title: "Host not in lower case",
    what: "The client copies the host with its capital letters.",
    trigger: get("http://EXAMPLE.com/X"),
    fix: { text: "Write the host in lower case.", calls: { JavaScript: "new URL(url).host" } },
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: changeAuthority((authority, { host }) => host + authority.slice(host.length)),
  },
  {
    id: "scheme-case-kept",
    title: "Scheme not in lower case",
    what: "The client copies the scheme as it was typed.",
    trigger: get("HTTPS://example.com/r"),
    fix: { text: "Write the scheme in lower case.", calls: { JavaScript: "new URL(url).protocol" } },
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: changeUri((uri, url) => url.slice(0, url.indexOf(":")) + uri.slice(uri.indexOf(":"))),
  },
  {
    id: "fragment-kept",
    title: "Fragment kept",
    what: "The client keeps the fragment, which starts at #, in the URI.",
    trigger: get("/r#top"),
    fix: { text: "Cut the URL at ? and #." },
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: changeUri((uri, url) => uri + (/#[\s\S]*$/.exec(url)?.[0] ?? "")),
  },
  {
    id: "query-kept-in-uri",
    title: "Query left in the URI",
    what: "The client signs the URI with its query, whether or not it also signs the query's parameters.",
    trigger: get("/r?term=73318"),
    fix: {
      text: "Cut the URL at ?, and sign the query's parameters with the others.",
      calls: { JavaScript: "new URL(url).origin + new URL(url).pathname" },
    },
    evidence: ["litl/rauth#1", "ahmadnassri/app-restconsole#64", "Kong/insomnia#4238", "jrconlin/oauthsimple#13"],
    apply: keepQuery,
    variants: [
      (stages) => {
        const kept = keepQuery(stages);
        return {
          ...kept,
          collectParameters: (sources, all) =>
            kept.collectParameters(sources, all).filter(({ origin }) => origin !== "query"),
        };
      },
    ],
  },
  {
    id: "userinfo-kept",
    title: "User information kept",
    what: "The client copies user:password@ into the URI, although it is not part of the host.",
    trigger: get("https://u:p@example.com/r"),
    fix: { text: "Use only host and port.", calls: { JavaScript: "new URL(url).host" } },
    apply: changeUri((uri, url) => uri.replace("://", `://${/^[^/]*\/\/([^/?#]*@)/.exec(url)?.[1] ?? ""}`)),
  },
  {
    id: "ipv6-brackets-lost",
    title: "Brackets of an IPv6 host removed",
    what: "The client signs the address without brackets, as some URL types return it.",
    trigger: get("http://[::1]/x"),
    fix: { text: "Write an IPv6 host with its brackets, as the Host header does." },
    evidence: ["transithq/tropel#526"],
    apply: changeAuthority((authority) => authority.replace(/[[\]]/g, "")),
  },
  {
    id: "ipv6-port-split-at-first-colon",
    title: "IPv6 host split at its first colon",
    what: "The client splits host and port at the first colon, which is inside an IPv6 address; it does not recognise the default port and keeps it.",
    trigger: get("http://[::1]:80/x"),
    fix: { text: "Look for the port after the closing bracket.", calls: { JavaScript: "new URL(url).host" } },
    evidence: ["https://github.com/lepture/authlib/blob/HEAD/authlib/oauth1/rfc5849/signature.py"],
    apply: changeAuthority((authority, parts) => (parts.host.startsWith("[") ? withPort(authority, parts) : authority)),
  },
  {
    id: "idn-host-not-punycode",
    title: "Unicode host name signed",
    what: "The client signs an international host name in Unicode, but the request contains the ASCII form.",
    trigger: get("https://xn--bcher-kva.example/r"),
    fix: {
      text: "Sign the ASCII form (xn--), as in the Host header.",
      calls: { JavaScript: "new URL(url).host", Python: 'host.encode("idna").decode()' },
    },
    apply: changeAuthority((authority, { host }) => {
      const unicode = /^xn--|\.xn--/i.test(host) ? hostToUnicode(host) : "";
      return unicode === "" ? authority : unicode + authority.slice(host.length);
    }),
  },
  {
    id: "path-lowercased",
    title: "Path in lower case",
    what: "The client converts the whole URI to lower case, including the path.",
    trigger: get("/Accounts/Get"),
    fix: { text: "Convert only scheme and host to lower case." },
    evidence: ["postmanlabs/postman-collection#257", "RestKit/RestKit#533", "guicocoa/cocoa-oauth#1"],
    apply: changePath((path) => path.toLowerCase()),
  },
  {
    id: "path-encoded-again",
    title: "Encoded path encoded again",
    what: "The client escapes the escapes of the path once more: %20 becomes %2520 before the base string encodes the URI.",
    trigger: get("/r%20v/X"),
    fix: { text: AS_SENT },
    evidence: ["Mastercard/oauth1-signer-java#18", "yahoo/TDOAuth#15"],
    apply: changePath((path) => path.replaceAll("%", "%25")),
    variants: [changePath((path) => path.split("/").map(encodeURIComponent).join("/"))],
  },
  {
    id: "path-decoded",
    title: "Path decoded",
    what: "The client signs the decoded path, so %2F within a segment is signed as a slash.",
    trigger: get("/a%2Fb"),
    fix: {
      text: AS_SENT,
      calls: { JavaScript: "new URL(url).pathname", Java: "uri.getRawPath()", Go: "req.URL.EscapedPath()" },
    },
    evidence: [
      "yahoo/TDOAuth#15",
      "https://github.com/Cimpress-MCP/oauth_reverse_proxy/blob/HEAD/lib/proxy/oauth/signatures/oauth1a.js",
    ],
    apply: (stages) => ({ ...stages, path: (parts) => toText(stages.percentDecode(stages.path(parts))) }),
  },
  {
    id: "path-unreserved-decoded",
    title: "Escaped unreserved characters decoded in the path",
    what: "The client normalises the path as RFC 3986 allows (%7E becomes ~), but the request line keeps the escape.",
    trigger: get("/%7Eme"),
    fix: { text: AS_SENT },
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
    trigger: get("/r v/X"),
    fix: { text: "Escape the path before you sign and send it.", calls: { JavaScript: "new URL(url).pathname" } },
    evidence: ["oauthlib/oauthlib#650", "oauthlib/oauthlib#651"],
    apply: changePath((path) => path.replaceAll("%20", " ")),
  },
  {
    id: "trailing-slash-dropped",
    title: "Trailing slash dropped",
    what: "The client takes the path from a URL type that removes a trailing slash.",
    trigger: get("/api/library/"),
    fix: { text: AS_SENT },
    evidence: ["guicocoa/cocoa-oauth#5", "lorenbrichter/OAuthCore#5", "zendframework/zendframework#1102"],
    apply: changePath((path) => path.replace(/(?<=.)\/$/, "")),
  },
  {
    id: "trailing-slash-added",
    title: "Trailing slash added",
    what: "The client adds a slash to the end of the signed path, but not to the path that it sends.",
    trigger: get("/orders"),
    fix: { text: AS_SENT },
    evidence: ["kloon/WooCommerce-REST-API-Client-Library#73", "7digital/SevenDigital.Api.Wrapper#204"],
    apply: changePath((path) => (path.endsWith("/") ? path : `${path}/`)),
  },
  {
    id: "root-slash-missing",
    title: "Empty path not written as /",
    what: "The client signs a URL without a path as scheme and host only, but requests the path /.",
    trigger: get("https://example.com?a=1"),
    fix: { text: "Sign / if the path is empty.", calls: { JavaScript: "new URL(url).pathname" } },
    evidence: ["ddo/oauth-1.0a#24", "postmanlabs/postman-app-support#8879"],
    apply: changePath((path, parts) => (parts.path === "" ? "" : path)),
    variants: [changePath((path) => (path === "/" ? "" : path))],
  },
  {
    id: "dot-segments-removed",
    title: "Dot segments resolved",
    what: "The client signs /a/../b as /b, but the request line keeps the dot segments.",
    trigger: get("/a/../b"),
    fix: { text: AS_SENT },
    apply: changePath((path) => resolveDots(path)),
  },
  {
    id: "double-slash-collapsed",
    title: "Empty path segments collapsed",
    what: "The client signs //a//b as /a/b.",
    trigger: get("//a//b"),
    fix: { text: AS_SENT },
    apply: changePath((path) => path.replace(/\/{2,}/g, "/")),
  },
  {
    id: "path-parameters-dropped",
    title: "Path parameters after ; dropped",
    what: "The client uses a URL function that splits ;name=value off the path, and does not put it back.",
    trigger: get("/mylogs;version=1.1"),
    fix: { text: AS_SENT, calls: { Python: "urllib.parse.urlsplit(url).path" } },
    evidence: ["oauthlib/oauthlib#83"],
    apply: changePath((path) => path.replace(/;[^/]*$/, "")),
    variants: [changePath((path) => path.replace(/;[^/]*/g, ""))],
  },
];
