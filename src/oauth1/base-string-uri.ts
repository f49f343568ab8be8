/**
 * The base string URI (RFC 5849 3.4.1.2): scheme, host, port and path, normalized.
 *
 * This file does not use the class URL, which removes dot segments and rewrites characters of the path, because the
 * signature covers the path exactly as it is on the request line.
 */

import { kindOf, OAuth1Error, quote } from "./errors.ts";
import { percentEncode } from "./percent-encoding.ts";

/** The parts of an absolute http or https URL, each as written. */
export interface UrlParts {
  readonly scheme: "http" | "https";
  /** With its `@`; empty if absent. */
  readonly userinfo: string;
  readonly host: string;
  /** `undefined` if absent. */
  readonly port: number | undefined;
  /** May be empty. */
  readonly path: string;
  /** Without the question mark; `undefined` if absent. */
  readonly query: string | undefined;
  /** With its `#`; empty if absent. */
  readonly fragment: string;
}

/**
 * The base string URI of a request URL (RFC 5849 3.4.1.2): scheme and host in lower case; no default port, userinfo, query
 * or fragment; an empty path as `/`, any other path unchanged. Characters that a URI cannot contain (space, control
 * characters, non-ASCII) are percent-encoded in the path.
 *
 * @param url - absolute http or https URL
 * @throws {@link OAuth1Error} `url-malformed` for any other value
 *
 * @example
 * ```ts
 * import { baseStringUri } from "countersign/oauth1";
 *
 * baseStringUri("HTTP://EXAMPLE.com:80/r%20v/X?id=123#top"); // => "http://example.com/r%20v/X"
 * baseStringUri("https://[2001:DB8::1]:8443"); // => "https://[2001:db8::1]:8443/"
 * ```
 */
export function baseStringUri(url: string): string {
  return joinBaseStringUri(splitUrl(url));
}

export function joinBaseStringUri({ scheme, host, port, path }: UrlParts): string {
  const authority = port === undefined || port === DEFAULT_PORTS[scheme] ? host : `${host}:${port}`;
  return `${scheme}://${authority.toLowerCase()}${path === "" ? "/" : escapeNonUri(path)}`;
}

/** Like {@link baseStringUri}; `undefined` for text that is not an absolute http or https URL. */
export function tryBaseStringUri(url: string): string | undefined {
  try {
    return baseStringUri(url);
  } catch {
    return undefined;
  }
}

const DEFAULT_PORTS = { http: 80, https: 443 } as const;

const URL_RE = new RegExp(
  [
    /^(https?):\/\//, // scheme
    /([^/?#]*@)?/, // userinfo
    /(\[[^\]/?#@]*\]|[^:/?#@]*)/, // host
    /(?::([^/?#@]*))?/, // port
    /(\/[^?#]*)?/, // path
    /(?:\?([^#]*))?/, // query
    /(#.*)?$/, // fragment
  ]
    .map(({ source }) => source)
    .join(""),
  "is",
);

/** Splits a URL (RFC 3986 3). It checks only scheme, host and port. */
export function splitUrl(url: string): UrlParts {
  if (typeof url !== "string") throw new OAuth1Error("url-malformed", `url: expected text, got ${kindOf(url)}`);
  const parts = URL_RE.exec(url);
  // Any text after the scheme matches URL_RE.
  if (parts === null) throw malformed("expected an absolute http or https URL", url, url);
  const [, scheme, userinfo = "", host, port, path = "", query, fragment = ""] = parts;
  if (!isHost(host!)) throw notHost(url, host!);
  return {
    scheme: scheme!.length === 5 ? "https" : "http",
    userinfo,
    host: host!,
    port: port === undefined ? undefined : readPort(url, port),
    path,
    query,
    fragment,
  };
}

function notHost(url: string, host: string): OAuth1Error {
  return host === ""
    ? malformed("expected a host", url, undefined)
    : malformed("expected a host name, an IPv4 address or an IPv6 address in brackets", url, host);
}

/** Whether all characters are allowed in a host (RFC 3986 3.2.2). Names that are not ASCII must be in Punycode. */
function isHost(host: string): boolean {
  return (host.startsWith("[") ? IP_LITERAL_RE : REGISTERED_NAME_RE).test(host);
}

const IP_LITERAL_RE = /^\[(?:[0-9a-f.]*:[0-9a-f:.]*|v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+)\]$/i; // "[::1]", "[v1.x]"
const REGISTERED_NAME_RE = /^(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+$/i; // "a_b.example", "%41.example"

/** An empty port is equivalent to an absent one (RFC 3986 6.2.3). */
function readPort(url: string, text: string): number | undefined {
  if (text === "") return undefined;
  const port = /^[0-9]{1,12}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535) throw malformed("expected a port from 1 to 65535", url, text);
  return port;
}

function escapeNonUri(path: string): string {
  return NON_URI_RE.test(path) ? path.replace(new RegExp(NON_URI_RE, "gu"), (text) => percentEncode(text)) : path;
}

const NON_URI_RE = /[^\x21-\x7e]+/u; // " ", "é", "😀"

/** A URL with an at sign may contain a password; the message does not quote it. */
function malformed(expected: string, url: string, actual: string | undefined): OAuth1Error {
  const shown = url.includes("@") ? "something else (not shown: the URL may contain a password)" : quote(actual);
  return new OAuth1Error("url-malformed", `url: ${expected}, got ${actual === undefined ? "none" : shown}`);
}
