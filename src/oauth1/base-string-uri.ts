/**
 * The base string URI (RFC 5849 3.4.1.2): scheme, host, port and path, as one spelling.
 *
 * Written without the URL class, which would change the path: it removes dot segments and rewrites characters, while
 * the signature covers the path as it goes on the request line.
 *
 * @module
 */

import { kindOf, OAuth1Error, quote } from "./errors.ts";
import { percentEncode } from "./percent-encoding.ts";

/** The parts of an absolute http or https URL, each as it was written. */
export interface UrlParts {
  readonly scheme: "http" | "https";
  /** Without userinfo and port. */
  readonly host: string;
  /** The number, or `undefined` where none was written. */
  readonly port: number | undefined;
  /** Possibly empty. */
  readonly path: string;
  /** Without the question mark; `undefined` where there was none. */
  readonly query: string | undefined;
  /** Where the fragment's `#` stands, or the length of the URL. */
  readonly end: number;
}

/**
 * The base string URI of a request URL: scheme and host in lower case, no default port, no userinfo, query or
 * fragment, an empty path as `/`, the path otherwise as it was (RFC 5849 3.4.1.2).
 *
 * Octets that no URI can hold (space, control characters, non-ASCII) are percent-encoded in the path first.
 *
 * @param url - absolute http or https URL
 * @throws {@link OAuth1Error} `url-malformed` for any other text
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

/** The same, for a URL that was split already. */
export function joinBaseStringUri({ scheme, host, port, path }: UrlParts): string {
  const isDefault = port === undefined || port === DEFAULT_PORTS[scheme];
  const authority = isDefault ? host.toLowerCase() : `${host.toLowerCase()}:${port}`;
  return `${scheme}://${authority}${path === "" ? "/" : escapeNonUri(path)}`;
}

const DEFAULT_PORTS = { http: 80, https: 443 } as const;

/** Splits a URL as RFC 3986 3 does, checking scheme, host and port and nothing else. */
export function splitUrl(url: string): UrlParts {
  if (typeof url !== "string") throw new OAuth1Error("url-malformed", `url: expected text, got ${kindOf(url)}`);
  const scheme = readScheme(url);
  const start = scheme.length + "://".length;
  const hash = url.indexOf("#");
  const end = hash === -1 ? url.length : hash;
  const mark = url.indexOf("?");
  const queryAt = mark === -1 || mark > end ? end : mark;
  const slash = url.indexOf("/", start);
  const pathAt = slash === -1 || slash > queryAt ? queryAt : slash;
  const { host, port } = readAuthority(url, url.slice(start, pathAt));
  const query = queryAt === end ? undefined : url.slice(queryAt + 1, end);
  return { scheme, host, port, path: url.slice(pathAt, queryAt), query, end };
}

function readScheme(url: string): "http" | "https" {
  const colon = url.indexOf("://");
  const scheme = colon === -1 ? "" : url.slice(0, colon).toLowerCase();
  if (scheme !== "http" && scheme !== "https") throw malformed("expected an absolute http or https URL", url, url);
  return scheme;
}

function readAuthority(url: string, authority: string): { host: string; port: number | undefined } {
  const hostAt = authority.lastIndexOf("@") + 1;
  // A colon before the closing bracket belongs to an IPv6 address.
  const colon = authority.indexOf(":", Math.max(hostAt, authority.lastIndexOf("]")));
  const host = authority.slice(hostAt, colon === -1 ? authority.length : colon);
  if (host === "") throw malformed("expected a host", url, undefined);
  if (!isHost(host)) {
    throw malformed("expected a host name, an IPv4 address or an IPv6 address in brackets", url, host);
  }
  return { host, port: colon === -1 ? undefined : readPort(url, authority.slice(colon + 1)) };
}

/** Whether every character may stand in a host (RFC 3986 3.2.2); names that are not ASCII must come as punycode. */
function isHost(host: string): boolean {
  return host.startsWith("[") ? IP_LITERAL_RE.test(host) : REGISTERED_NAME_RE.test(host);
}

const IP_LITERAL_RE = /^\[(?:[0-9a-f:.]*:[0-9a-f:.]*|v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+)\]$/i; // "[::1]", "[v1.x]"
const REGISTERED_NAME_RE = /^(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})+$/i; // "example.com", "127.0.0.1"

/** An empty port is none at all (RFC 3986 6.2.3). */
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

/** An error about a URL. Where an at sign hints at a password, whatever part it is in, what came is not told. */
function malformed(expected: string, url: string, came: string | undefined): OAuth1Error {
  const told = url.includes("@") ? "something else (not shown: the URL may hold a password)" : quote(came);
  return new OAuth1Error("url-malformed", `url: ${expected}, got ${came === undefined ? "none" : told}`);
}
