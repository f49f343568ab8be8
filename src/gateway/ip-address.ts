/**
 * Recognizes IP addresses.
 *
 * @module
 */

const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const IPV4_RE = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
/** What stands in the brackets of a URL, and the zone that RFC 4007 11 allows behind it, which no URL has. */
const IPV6_RE = /^([0-9A-Fa-f:.]+)(?:%[0-9A-Za-z.:-]+)?$/;

/** Whether a text is an IPv4 or IPv6 address, and nothing else. */
export function isIpAddress(text: string): boolean {
  if (IPV4_RE.test(text)) return true;
  const [, address] = IPV6_RE.exec(text) ?? [];
  return address !== undefined && URL.canParse(`http://[${address}]/`);
}
