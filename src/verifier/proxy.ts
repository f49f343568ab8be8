/**
 * A proxy in front of this machine: whom to believe about scheme and host, and what.
 *
 * Forwarded headers can be written by anyone. They count only on a connection from a configured address, and only for
 * a configured host, so that a request signed for one service is not taken at another.
 *
 * @module
 */

import { BlockList, isIP } from "node:net";
import { baseStringUri } from "../oauth1/index.ts";
import { VerifierConfigurationError } from "./configuration-error.ts";
import { headerValues } from "./received-request.ts";
import type { ReceivedRequest, TrustedProxy } from "./types.ts";

/** A proxy as configured, ready to be asked. */
export interface ProxyRule {
  isProxy(address: string | undefined): boolean;
  /**
   * The origin that the client signed, normalized, with a slash at the end; or in words what the proxy did not say.
   */
  originOf(request: ReceivedRequest): { readonly uri: string } | { readonly fault: string };
}

/** Reads the option. */
export function readProxy(proxy: TrustedProxy): ProxyRule {
  const addresses = readAddresses(proxy?.addresses);
  const origins = readHosts(proxy?.hosts);
  return {
    isProxy(address) {
      const family = isIP(address ?? "");
      return family !== 0 && addresses.check(address!, family === 6 ? "ipv6" : "ipv4");
    },
    originOf(request) {
      const scheme = only(headerValues(request.headers, "x-forwarded-proto"))?.toLowerCase();
      if (scheme !== "http" && scheme !== "https") {
        return { fault: "the proxy must send one X-Forwarded-Proto that is http or https" };
      }
      const forwarded = headerValues(request.headers, "x-forwarded-host");
      const host = only(forwarded.length > 0 ? forwarded : headerValues(request.headers, "host"));
      const uri = host === undefined ? undefined : originUri(scheme, host);
      if (uri !== undefined && origins.has(uri)) return { uri };
      return { fault: "the proxy must send one X-Forwarded-Host, or Host, that is among the configured hosts" };
    },
  };
}

/** The value of a header that stands once. A list tells of a further proxy, whom nobody vouched for. */
function only(values: readonly string[]): string | undefined {
  return values.length === 1 && !values[0]!.includes(",") ? values[0]!.trim() : undefined;
}

function readAddresses(addresses: unknown): BlockList {
  if (!Array.isArray(addresses) || addresses.length === 0) throw invalid("addresses must be a list of IP addresses");
  const list = new BlockList();
  for (const address of addresses) addAddress(list, address);
  return list;
}

function addAddress(list: BlockList, text: unknown): void {
  const [address = "", prefix, ...rest] = typeof text === "string" ? text.split("/") : [];
  const family = isIP(address);
  const bits = family === 6 ? 128 : 32;
  if (family === 0 || rest.length > 0 || (prefix !== undefined && !/^(?:0|[1-9][0-9]{0,2})$/.test(prefix))) {
    throw invalid("addresses must be IP addresses such as 10.0.0.7, or subnets such as 10.0.0.0/8");
  }
  const length = prefix === undefined ? bits : Number(prefix);
  // A subnet of length 0 is everybody, which is what this option exists to rule out.
  if (length < 1 || length > bits) throw invalid(`a subnet of ${address} must have from 1 to ${bits} bits`);
  list.addSubnet(address, length, family === 6 ? "ipv6" : "ipv4");
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

function originUri(scheme: "http" | "https", host: string): string | undefined {
  if (/[/?#@\s]/.test(host)) return undefined;
  try {
    return baseStringUri(`${scheme}://${host}/`);
  } catch {
    return undefined;
  }
}

function invalid(message: string): VerifierConfigurationError {
  return new VerifierConfigurationError("proxy-invalid", `proxy: ${message}`);
}
