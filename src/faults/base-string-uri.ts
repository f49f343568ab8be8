/**
 * Faults of the base string URI but for its path (RFC 5849 3.4.1.2).
 *
 * @module
 */

import type { UrlParts } from "../model/index.ts";
import { hostToUnicode } from "../platform/index.ts";
import type { Apply, Fault } from "./fault.ts";
import { get } from "./requests.ts";

/** Changes host and port. */
function authorityAs(change: (authority: string, parts: UrlParts) => string): Apply {
  return (stages) => ({ ...stages, authority: (parts) => change(stages.authority(parts), parts) });
}

/** Leaves the port out of some authorities. */
function withoutPort(when: (parts: UrlParts) => boolean): Apply {
  return (stages) => ({
    ...stages,
    authority(parts) {
      const { port: _port, ...rest } = parts;
      return stages.authority(when(parts) ? rest : parts);
    },
  });
}

/** Changes the whole URI, with the URL at hand. */
function uriAs(change: (uri: string, url: string) => string): Apply {
  return (stages) => ({ ...stages, baseStringUri: (url, all) => change(stages.baseStringUri(url, all), url) });
}

const withPort = (authority: string, { port }: UrlParts): string =>
  port === undefined || /:\d+$/.test(authority) ? authority : `${authority}:${port}`;
const queryOf = (url: string): string => /^[^?#]*(\?[^#]*)?/.exec(url)![1] ?? "";

const queryKept = uriAs((uri, url) => uri + queryOf(url));

/** See the module. */
export const BASE_STRING_URI: readonly Fault[] = [
  {
    id: "default-port-kept",
    title: "Default port kept",
    what: ":80 stays in an http URI, or :443 in an https one.",
    stage: "authority",
    trigger: get("http://example.com:80/r"),
    fix: { text: "Leave the port out where it is the scheme's default.", calls: { JavaScript: "new URL(url).host" } },
    evidence: [
      "https://github.com/ddo/oauth-1.0a/issues/59",
      "https://github.com/scribejava/scribejava/issues/428",
      "https://github.com/r-lib/httr/pull/435",
    ],
    apply: authorityAs(withPort),
  },
  {
    id: "non-default-port-dropped",
    title: "Other port dropped",
    what: "The URI is built from the name of the host alone, so :8080 is lost.",
    stage: "authority",
    trigger: get("http://localhost:8080/test"),
    fix: { text: "Keep a port that is not the scheme's default.", calls: { JavaScript: "new URL(url).host" } },
    evidence: [
      "https://github.com/yahoo/TDOAuth/issues/3",
      "https://github.com/Mastercard/insomnia-plugin-mastercard/issues/6",
      "https://github.com/SPORE/net-http-spore/issues/27",
      "https://github.com/thephpleague/oauth1-client/issues/123",
      "https://github.com/hwi/HWIOAuthBundle/pull/561",
    ],
    apply: withoutPort(() => true),
  },
  {
    id: "port-stripped-for-either-scheme",
    title: "80 and 443 removed whatever the scheme",
    what: "Both ports are cut off without a look at the scheme, also https on 80 and http on 443.",
    stage: "authority",
    trigger: get("http://example.com:443/r"),
    fix: { text: "Cut off 80 for http and 443 for https, nothing else.", calls: { JavaScript: "new URL(url).host" } },
    evidence: [],
    apply: withoutPort(({ port }) => port === 80 || port === 443),
  },
  {
    id: "host-case-kept",
    title: "Host not in lower case",
    what: "The host is copied with its capitals.",
    stage: "authority",
    trigger: get("http://EXAMPLE.com/X"),
    fix: { text: "Write the host in lower case.", calls: { JavaScript: "new URL(url).host" } },
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: authorityAs((authority, { host }) => host + authority.slice(host.length)),
  },
  {
    id: "scheme-case-kept",
    title: "Scheme not in lower case",
    what: "The scheme is copied as it was typed.",
    stage: "baseStringUri",
    trigger: get("HTTPS://example.com/r"),
    fix: { text: "Write the scheme in lower case.", calls: { JavaScript: "new URL(url).protocol" } },
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: uriAs((uri, url) => url.slice(0, url.indexOf(":")) + uri.slice(uri.indexOf(":"))),
  },
  {
    id: "fragment-kept",
    title: "Fragment kept",
    what: "What stands behind # stays in the URI.",
    stage: "baseStringUri",
    trigger: get("/r#top"),
    fix: { text: "Cut the URL at ? and #." },
    evidence: ["https://github.com/ddo/oauth-1.0a/blob/HEAD/oauth-1.0a.js"],
    apply: uriAs((uri, url) => uri + (/#[\s\S]*$/.exec(url)?.[0] ?? "")),
  },
  {
    id: "query-kept-in-uri",
    title: "Query left in the URI",
    what: "The URI is signed with its query, whether or not the parameters are signed too.",
    stage: "baseStringUri",
    trigger: get("/r?term=73318"),
    fix: {
      text: "Cut the URL at ? and sign the query's parameters with the others.",
      calls: { JavaScript: "new URL(url).origin + new URL(url).pathname" },
    },
    evidence: [
      "https://github.com/litl/rauth/issues/1",
      "https://github.com/ahmadnassri/app-restconsole/issues/64",
      "https://github.com/Kong/insomnia/issues/4238",
      "https://github.com/jrconlin/oauthsimple/issues/13",
    ],
    apply: queryKept,
    also: [
      (stages) => {
        const kept = queryKept(stages);
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
    what: "user:password@ is copied into the URI, though it is not part of the Host that is asked.",
    stage: "baseStringUri",
    trigger: get("https://u:p@example.com/r"),
    fix: { text: "Take host and port alone.", calls: { JavaScript: "new URL(url).host" } },
    evidence: [],
    apply: uriAs((uri, url) => uri.replace("://", `://${/^[^/]*\/\/([^/?#]*@)/.exec(url)?.[1] ?? ""}`)),
  },
  {
    id: "ipv6-brackets-lost",
    title: "Brackets of an IPv6 host lost",
    what: "The bare address is signed, as some URL types hand it out.",
    stage: "authority",
    trigger: get("http://[::1]/x"),
    fix: { text: "Write an IPv6 host with its brackets, as the Host header does." },
    evidence: ["https://github.com/transithq/tropel/pull/526"],
    apply: authorityAs((authority) => authority.replace(/[[\]]/g, "")),
  },
  {
    id: "ipv6-port-split-at-first-colon",
    title: "IPv6 host split at its first colon",
    what: "Host and port are parted at the first colon, which tears an IPv6 host apart; its default port is not recognised and stays.",
    stage: "authority",
    trigger: get("http://[::1]:80/x"),
    fix: { text: "Look for the port behind the closing bracket.", calls: { JavaScript: "new URL(url).host" } },
    evidence: ["https://github.com/lepture/authlib/blob/HEAD/authlib/oauth1/rfc5849/signature.py"],
    apply: authorityAs((authority, parts) => (parts.host.startsWith("[") ? withPort(authority, parts) : authority)),
  },
  {
    id: "idn-host-not-punycode",
    title: "Unicode host name signed",
    what: "An international host is signed in its Unicode form, while the request carries the ASCII form.",
    stage: "authority",
    trigger: get("https://xn--bcher-kva.example/r"),
    fix: {
      text: "Sign the ASCII form (xn--), which the Host header has.",
      calls: { JavaScript: "new URL(url).host", Python: 'host.encode("idna").decode()' },
    },
    evidence: [],
    apply: authorityAs((authority, { host }) => {
      const unicode = /^xn--|\.xn--/i.test(host) ? hostToUnicode(host) : "";
      return unicode === "" ? authority : unicode + authority.slice(host.length);
    }),
  },
];
