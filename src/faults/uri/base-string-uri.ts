/** Faults of the base string URI: scheme, host and port, and parts that do not belong to it (RFC 5849 3.4.1.2). */

import type { UrlParts } from "../../model/index.ts";
import { hostToUnicode } from "../../platform/index.ts";
import type { FaultDefinition, Form, StageChange } from "../fault.ts";
import { SIGN_SCHEME_OF_SERVER } from "../helpers/fixes.ts";
import { inForms } from "../helpers/forms.ts";
import { OAUTH_1_0A } from "../helpers/sources.ts";
import { dropParameters, isFrom, replaceStage } from "../helpers/stage-changes.ts";
import { remove } from "../helpers/texts.ts";
import { changeAuthority, changeUri, joinUri, queryOf } from "./uri-changes.ts";

function removePortIf(when: (parts: UrlParts) => boolean): StageChange {
  return replaceStage("authority", (write, parts) => {
    const { port: _port, ...rest } = parts;
    return write(when(parts) ? rest : parts);
  });
}

const withPort = (authority: string, { port }: UrlParts): string =>
  port === undefined || /:\d+$/.test(authority) ? authority : `${authority}:${port}`;
const keepQuery = changeUri((uri, url) => uri + queryOf(url));
const sortedQuery = (url: string): string => `?${queryOf(url).slice(1).split("&").sort().join("&")}`;

const WHOLE_URI = "Sign the request's scheme, host and path: https://host/path.";

const fixScheme = (scheme: string): StageChange => changeUri((uri) => uri.replace(/^[^:]*/, scheme));

const absentPort = (name: string, what: string, port: string): Form => ({
  name,
  what: `The client writes ${what}.`,
  apply: changeAuthority((authority) => (/:\d*$/.test(authority) ? authority : `${authority}:${port}`)),
});

export const BASE_STRING_URI_FAULTS: readonly FaultDefinition[] = [
  {
    id: "default-port-kept",
    title: "Default port kept",
    what: "The client keeps :80 in an http URI or :443 in an https URI.",
    trigger: "http://example.com:80/r",
    fix: "Leave the port out if it is the default of the scheme.",
    evidence: ["ddo/oauth-1.0a#59", "scribejava/scribejava#428", "r-lib/httr#435"],
    apply: changeAuthority(withPort),
  },
  {
    id: "default-port-signed",
    title: "Default port added",
    what: "The client adds :80 to an http URI or :443 to an https URI that has no port.",
    trigger: "http://example.com/r",
    fix: "Leave :80 for http and :443 for https out of the base string URI.",
    apply: changeAuthority((authority, { scheme }) =>
      /:\d+$/.test(authority) ? authority : `${authority}:${/^https$/i.test(scheme) ? 443 : 80}`,
    ),
  },
  {
    id: "absent-port-written",
    title: "Port written that the URL does not have",
    fix: "Write a port only if the URL has one that is not the default of its scheme.",
    ...inForms([
      absentPort("minus-one", "the port -1, which a URL type returns if there is none", "-1"),
      absentPort("empty", "a colon without a port", ""),
      absentPort("none", "the port None", "None"),
    ]),
  },
  {
    id: "empty-port-kept",
    title: "Colon of an empty port kept",
    what: "The client keeps the colon before an empty port.",
    trigger: "https://example.com:/r",
    fix: "Leave the colon out if no port follows it.",
    apply: changeUri((uri, url) =>
      /^[^/?#]*\/\/[^/?#]*:(?=[/?#]|$)/.test(url) ? uri.replace(/^[^/]*\/\/[^/]*/, (origin) => `${origin}:`) : uri,
    ),
  },
  {
    id: "non-default-port-dropped",
    title: "Non-default port dropped",
    what: "The client builds the URI from the host name only, so a port such as :8080 is lost; or a proxy adds its port to the request.",
    trigger: "http://localhost:8080/test",
    fix: "Keep a port that is not the default of the scheme.",
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
    trigger: "http://example.com:443/r",
    fix: "Remove 80 for http and 443 for https, and nothing else.",
    evidence: [],
    apply: removePortIf(({ port }) => port === 80 || port === 443),
  },
  {
    id: "host-case-kept",
    title: "Host not in lower case",
    what: "The client keeps capital letters in the host.",
    trigger: "http://EXAMPLE.com/X",
    fix: "Write the host in lower case.",
    evidence: [OAUTH_1_0A],
    apply: changeAuthority((authority, { host }) => host + authority.slice(host.length)),
    variants: [
      {
        name: "upper-case",
        what: "The client writes the host in upper case.",
        apply: changeAuthority((authority) => authority.toUpperCase()),
      },
    ],
  },
  {
    id: "scheme-case-kept",
    title: "Scheme not in lower case",
    what: "The client copies the scheme as it was typed.",
    trigger: "HTTPS://example.com/r",
    fix: { text: "Write the scheme in lower case.", calls: { JavaScript: "new URL(url).protocol" } },
    evidence: [OAUTH_1_0A],
    apply: changeUri((uri, url) => url.slice(0, url.indexOf(":")) + uri.slice(uri.indexOf(":"))),
    variants: [
      {
        name: "upper-case",
        what: "The client writes the scheme in upper case.",
        apply: changeUri((uri) => uri.replace(/^https?:/, (scheme) => scheme.toUpperCase())),
      },
    ],
  },
  {
    id: "scheme-fixed",
    title: "Scheme fixed",
    what: "The client signs http whatever the scheme of the URL is.",
    fix: SIGN_SCHEME_OF_SERVER,
    apply: fixScheme("http"),
    variants: [
      { name: "https", what: "The client signs https whatever the scheme of the URL is.", apply: fixScheme("https") },
    ],
  },
  {
    id: "fragment-kept",
    title: "Fragment kept",
    what: "The client keeps the fragment, which starts at #, in the URI.",
    trigger: "/r#top",
    fix: "Cut the URL at ? and #.",
    evidence: [OAUTH_1_0A],
    apply: changeUri((uri, url) => uri + (/#[\s\S]*$/.exec(url)?.[0] ?? "")),
    variants: [
      {
        name: "without-query",
        what: "The client cuts the URL only at ?, so without a query the URI keeps the fragment.",
        apply: changeUri((uri, url) => uri + (/^[^?#]*(#[^?]*)/.exec(url)?.[1] ?? "")),
      },
    ],
  },
  {
    id: "query-kept-in-uri",
    title: "Query left in the URI",
    what: "The client signs the URI with its query, whether or not it also signs the query's parameters.",
    trigger: "/r?term=73318",
    fix: "Cut the URL at ?, and sign the query's parameters with the others.",
    evidence: ["litl/rauth#1", "ahmadnassri/app-restconsole#64", "Kong/insomnia#4238", "jrconlin/oauthsimple#13"],
    apply: keepQuery,
    variants: [
      {
        name: "parameters-not-signed",
        apply: (stages) => keepQuery(dropParameters(isFrom("query"))(stages)),
      },
      {
        name: "sorted",
        what: "The client signs the URI with its query in sorted order.",
        apply: changeUri((uri, url) => (queryOf(url) === "" ? uri : uri + sortedQuery(url))),
      },
      {
        name: "question-mark-only",
        what: "The client cuts the query off the URI, but not the question mark before it.",
        apply: changeUri((uri, url) => (queryOf(url) === "" ? uri : `${uri}?`)),
      },
    ],
  },
  {
    id: "empty-query-kept",
    title: "Question mark of an empty query kept",
    what: "The client keeps the question mark of an empty query in the base string URI.",
    trigger: "/r?",
    fix: "Cut the URL at ?.",
    apply: changeUri((uri, url) => (queryOf(url) === "?" ? `${uri}?` : uri)),
  },
  {
    id: "userinfo-kept",
    title: "User information kept",
    what: "The client copies user:password@ into the URI, although it is not part of the host.",
    trigger: "https://u:p@example.com/r",
    fix: "Use only host and port.",
    evidence: [],
    apply: changeUri((uri, url) => uri.replace("://", `://${/^[^/]*\/\/([^/?#]*@)/.exec(url)?.[1] ?? ""}`)),
  },
  {
    id: "ipv6-brackets-lost",
    title: "Brackets of an IPv6 host removed",
    what: "The client signs the address without brackets, as some URL types return it.",
    trigger: "http://[::1]/x",
    fix: "Write an IPv6 host with its brackets, as the Host header does.",
    evidence: ["transithq/tropel#526"],
    apply: changeAuthority(remove(/[[\]]/g)),
  },
  {
    id: "ipv6-port-split-at-first-colon",
    title: "IPv6 host split at its first colon",
    what: "The client splits host and port at the first colon, which is inside an IPv6 address; it does not recognise the default port and keeps it.",
    trigger: "http://[::1]:80/x",
    fix: "Look for the port after the closing bracket.",
    evidence: ["https://github.com/lepture/authlib/blob/HEAD/authlib/oauth1/rfc5849/signature.py"],
    apply: changeAuthority((authority, parts) => (parts.host.startsWith("[") ? withPort(authority, parts) : authority)),
  },
  {
    id: "idn-host-not-punycode",
    title: "Unicode host name signed",
    what: "The client signs an international host name in Unicode, but the request contains the ASCII form.",
    trigger: "https://xn--bcher-kva.example/r",
    fix: {
      text: "Sign the ASCII form (xn--), as in the Host header.",
      calls: { JavaScript: "new URL(url).host", Python: 'host.encode("idna").decode()' },
    },
    evidence: [],
    apply: changeAuthority((authority, { host }) => {
      const unicode = hostToUnicode(host);
      return unicode === host.toLowerCase() ? authority : unicode + authority.slice(host.length);
    }),
  },
  {
    id: "uri-scheme-missing",
    title: "Scheme missing from the URI",
    fix: WHOLE_URI,
    what: "The client signs host and path without scheme.",
    apply: joinUri((_, authority, path) => authority + path),
    variants: [
      {
        name: "one-slash",
        what: "The client joins the URI like a file path, which leaves one slash after the scheme.",
        apply: joinUri((scheme, authority, path) => `${scheme}:/${authority}${path}`),
      },
    ],
  },
  {
    id: "uri-authority-missing",
    title: "Host missing from the URI",
    fix: WHOLE_URI,
    what: "The client signs the path alone.",
    apply: joinUri((_scheme, _authority, path) => path),
    variants: [
      {
        name: "target",
        what: "The client signs the request target: path and query.",
        apply: joinUri((_scheme, _authority, path, query) => path + query),
      },
    ],
  },
  {
    id: "uri-path-missing",
    title: "Path missing from the URI",
    what: "The client signs scheme and host without the path.",
    trigger: "/r",
    fix: WHOLE_URI,
    apply: joinUri((scheme, authority) => `${scheme}://${authority}`),
  },
  {
    id: "host-dot-removed",
    title: "Dot at the end of the host removed",
    what: "The client signs the host without the dot at its end.",
    trigger: "https://example.com./r",
    fix: "Sign the host of the Host header.",
    // signet 0.17.0 (Ruby)
    apply: changeAuthority(remove(/\.(?=:|$)/)),
  },
];
