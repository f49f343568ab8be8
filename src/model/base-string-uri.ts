/**
 * The base string URI: scheme, authority and path of the request (RFC 5849 3.4.1.2).
 *
 * @module
 */

import { toOctets } from "./octets.ts";
import { escapeOctet } from "./percent-encoding.ts";
import type { Stages, UrlParts } from "./stages.ts";

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

/**
 * Scheme and host in lower case, the port unless it is the default, the path; no userinfo, query or fragment.
 *
 * @param url absolute http or https URL
 * @throws Error for what is no absolute http or https URL with a host and a possible port
 * @example
 * baseStringUri("http://EXAMPLE.COM:80/r%20v/X?id=123", specification); // "http://example.com/r%20v/X"
 */
export function baseStringUri(url: string, stages: Stages): string {
  const parts = stages.splitUrl(url);
  return `${parts.scheme.toLowerCase()}://${stages.authority(parts)}${stages.path(parts)}`;
}

/**
 * Host and port as RFC 5849 3.4.1.2 items 1 to 3 want them.
 *
 * @example
 * authority(splitUrl("https://EXAMPLE.net:8080/")); // "example.net:8080"
 */
export function authority({ scheme, host, port }: UrlParts): string {
  const lowerCaseHost = host.toLowerCase();
  if (port === undefined || port === DEFAULT_PORTS[scheme.toLowerCase()]) return lowerCaseHost;
  return `${lowerCaseHost}:${port}`;
}

/**
 * The path as it goes over the wire: "/" where it is empty, and octets that no URI can hold (space, controls, DEL,
 * non-ASCII) percent-encoded. Dot segments and existing escapes stay as they are.
 *
 * @throws Error if the path holds a lone surrogate
 * @example
 * path(splitUrl("http://example.com/a b/%7e/../é")); // "/a%20b/%7e/../%C3%A9"
 */
export function path(parts: UrlParts): string {
  if (parts.path === "") return "/";
  return Array.from(toOctets(parts.path), (octet) =>
    octet > 0x20 && octet < 0x7f ? String.fromCharCode(octet) : escapeOctet(octet),
  ).join("");
}
