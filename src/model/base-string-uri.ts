/** The base string URI: scheme, authority and path of the request (RFC 5849 3.4.1.2). */

import { toOctets } from "./octets.ts";
import { escapeOctet } from "./percent-encoding.ts";
import type { Stages, UrlParts } from "./stages.ts";

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 };

/**
 * Scheme and host in lower case, the port unless it is the default, and the path, without userinfo, query and fragment.
 *
 * @param url absolute http or https URL
 * @throws Error if the URL is not absolute, not http or https, or has no host or an invalid port
 */
export function baseStringUri(url: string, stages: Stages): string {
  const parts = stages.splitUrl(url);
  return `${parts.scheme.toLowerCase()}://${stages.authority(parts)}${stages.path(parts)}`;
}

/** Host and port (RFC 5849 3.4.1.2, items 1 to 3). */
export function authority({ scheme, host, port }: UrlParts): string {
  const lowerCaseHost = host.toLowerCase();
  if (port === undefined || port === DEFAULT_PORTS[scheme.toLowerCase()]) return lowerCaseHost;
  return `${lowerCaseHost}:${port}`;
}

/**
 * The path as it is sent: "/" if it is empty. Octets that a URI cannot contain (space, controls, DEL, non-ASCII) are
 * percent-encoded. Dot segments and escapes stay.
 *
 * @throws Error if the path contains a lone surrogate
 */
export function path(parts: UrlParts): string {
  if (parts.path === "") return "/";
  return Array.from(toOctets(parts.path), (octet) =>
    octet > 0x20 && octet < 0x7f ? String.fromCharCode(octet) : escapeOctet(octet),
  ).join("");
}
