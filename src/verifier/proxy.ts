/**
 * The option `proxy`: which forwarded headers the verifier trusts.
 *
 * Anyone can write forwarded headers. The verifier reads them only on connections from a configured address, and accepts
 * only configured hosts, so that a request signed for one service is not accepted by another.
 */

import { tryBaseStringUri } from "../oauth1/base-string-uri.ts";
import { checkOptions } from "../platform/check-options.ts";
import { ipAddressOctets } from "../platform/index.ts";
import { VerifierConfigurationError } from "./configuration-error.ts";
import { type Received, textValues } from "./received-request.ts";
import type { TrustedProxy } from "./types.ts";

/**
 * Returns the origin that the client signed, normalized, with a slash at the end, or what the proxy did wrong;
 * `undefined` for a request that did not come through the proxy.
 */
export type ProxyRule = (request: Received) => { readonly uri: string } | { readonly problem: string } | undefined;

/** @throws {@link VerifierConfigurationError} `proxy-invalid` */
export function readProxy(proxy: TrustedProxy): ProxyRule {
  checkOptions(
    proxy,
    ["addresses", "hosts"],
    "proxy",
    (_, message) => new VerifierConfigurationError("proxy-invalid", message),
  );
  const subnets = readSubnets(proxy.addresses);
  const origins = readHosts(proxy.hosts);
  return ({ headers, remoteAddress = "" }) => {
    const address = ipAddressOctets(remoteAddress);
    if (address === undefined || !subnets.some((subnet) => contains(subnet, address))) return undefined;
    const scheme = only(textValues(headers, "x-forwarded-proto"))?.toLowerCase();
    if (scheme !== "http" && scheme !== "https") {
      return { problem: "the proxy must send one X-Forwarded-Proto that is http or https" };
    }
    const forwarded = textValues(headers, "x-forwarded-host");
    const host = only(forwarded.length > 0 ? forwarded : textValues(headers, "host"));
    const uri = host === undefined ? undefined : originUri(scheme, host);
    if (uri !== undefined && origins.has(uri)) return { uri };
    return { problem: "the proxy must send one X-Forwarded-Host, or Host, that is among the configured hosts" };
  };
}

/** The value of a header that occurs once. A list of values comes from a second proxy; no scheme or host matches it. */
function only(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0]!.trim() : undefined;
}

/** Addresses whose first `bits` bits are those of `octets`. */
interface Subnet {
  readonly octets: readonly number[];
  readonly bits: number;
}

function readSubnets(addresses: unknown): readonly Subnet[] {
  if (!Array.isArray(addresses) || addresses.length === 0) throw invalid("addresses must be a list of IP addresses");
  return addresses.map(readSubnet);
}

function readSubnet(text: unknown): Subnet {
  const [address = "", prefix, ...rest] = typeof text === "string" ? text.split("/") : [];
  const octets = ipAddressOctets(address);
  if (octets === undefined || rest.length > 0 || (prefix !== undefined && !/^(?:0|[1-9][0-9]{0,2})$/.test(prefix))) {
    throw invalid("addresses must be IP addresses such as 10.0.0.7, or subnets such as 10.0.0.0/8");
  }
  const most = 8 * octets.length;
  const bits = prefix === undefined ? most : Number(prefix);
  // A subnet of length 0 would trust every address.
  if (bits < 1 || bits > most) throw invalid(`a subnet of ${address} must have from 1 to ${most} bits`);
  return { octets, bits };
}

/** An IPv4 address also matches its IPv6 form `::ffff:10.0.0.7`, which sockets for both families report. */
function contains(subnet: Subnet, octets: readonly number[]): boolean {
  if (subnet.octets.length === 4 && octets.length === 16) {
    const isMapped = octets.slice(0, 12).every((octet, index) => octet === (index < 10 ? 0 : 0xff));
    return isMapped && contains(subnet, octets.slice(12));
  }
  return subnet.octets.length === octets.length && bitsOf(subnet.octets, subnet.bits) === bitsOf(octets, subnet.bits);
}

function bitsOf(octets: readonly number[], count: number): string {
  return octets
    .map((octet) => octet.toString(2).padStart(8, "0"))
    .join("")
    .slice(0, count);
}

function readHosts(hosts: unknown): ReadonlySet<string> {
  if (!Array.isArray(hosts) || hosts.length === 0) throw invalid("hosts must be a list of the hosts that clients sign");
  const origins = new Set<string>();
  for (const host of hosts) {
    for (const scheme of ["http", "https"] as const) {
      const uri = typeof host === "string" ? originUri(scheme, host) : undefined;
      if (uri === undefined) throw invalid("hosts must be hosts with an optional port, such as api.example:8443");
      origins.add(uri);
    }
  }
  return origins;
}

/** The length of the longest host name with a port. Longer client text is not parsed. */
const LONGEST_HOST = 260;

/** The origin of a host, normalized, with a slash at the end; `undefined` for any other text. */
export function originUri(scheme: "http" | "https", host: string): string | undefined {
  return host.length > LONGEST_HOST || /[/?#@\s]/.test(host) ? undefined : tryBaseStringUri(`${scheme}://${host}/`);
}

function invalid(message: string): VerifierConfigurationError {
  return new VerifierConfigurationError("proxy-invalid", `proxy: ${message}`);
}
