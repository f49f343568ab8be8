/** Splits an absolute http or https URL without changing a character (RFC 3986 3, RFC 5849 3.4.1.2). */

import type { UrlParts } from "./stages.ts";

// scheme, authority, path, query, fragment
const URL_RE = /^([^:/?#]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/;
const SCHEME_RE = /^https?$/i;
const AUTHORITY_RE = /^(?:.*@)?(\[[^\]]*\]|[^:]*)(?::(.*))?$/s; // userinfo, host, port
const IP_LITERAL_RE = /^\[[A-Za-z0-9:.\-_~%]+\]$/;
const REGISTERED_NAME_RE = /^[A-Za-z0-9\-._~!$&'()*+,;=%]+$/; // RFC 3986 3.2.2

/**
 * @param url absolute URL; nothing is trimmed, decoded or normalised
 * @throws Error if there is no scheme, a scheme other than http and https, no authority, an empty or impossible host,
 * or a port that is not a number from 1 to 65535
 */
export function splitUrl(url: string): UrlParts {
  // The messages do not repeat the URL: userinfo and query may contain secrets.
  const match = URL_RE.exec(url);
  if (match === null) throw new Error("URL is not absolute: expected scheme://host");
  const [, scheme = "", authority = "", path = "", query, fragment] = match;
  if (!SCHEME_RE.test(scheme)) {
    throw new Error(`URL scheme ${JSON.stringify(scheme)} is neither http nor https`);
  }

  const [, host = "", port = ""] = AUTHORITY_RE.exec(authority) ?? [];
  if (host === "") throw new Error("URL has no host");
  if (!IP_LITERAL_RE.test(host) && !REGISTERED_NAME_RE.test(host)) {
    throw new Error(`URL host ${JSON.stringify(host)} holds characters that no host has`);
  }

  return {
    scheme,
    host,
    ...(port === "" ? {} : { port: portNumber(port) }),
    path,
    ...(query === undefined ? {} : { query }),
    ...(fragment === undefined ? {} : { fragment }),
  };
}

function portNumber(port: string): number {
  const number = /^[0-9]+$/.test(port) ? Number(port) : Number.NaN;
  if (!(number >= 1 && number <= 65535)) {
    throw new Error(`URL port ${JSON.stringify(port)} is not a number from 1 to 65535`);
  }
  return number;
}
