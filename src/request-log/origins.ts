/** Finds the origins under which clients reach the server, and the origin that a client signed. */

import { type HttpRequest, headerValues } from "../oauth1/http-request.ts";
import { ipAddressOctets } from "../platform/index.ts";

type WithHeaders = Pick<HttpRequest, "headers">;

/** The origins of a server, without a trailing slash. */
export interface Origins {
  /** All origins. The first one is shown to users. */
  readonly all: readonly [string, ...string[]];
  /** The origin with the host of the Host header; `undefined` if it is not the server's, or not the only such header. */
  ofHost(request: WithHeaders): string | undefined;
  /** Like `ofHost`; otherwise the first of `all`. */
  requested(request: WithHeaders): string;
}

export interface OriginsOptions {
  readonly isEncrypted: boolean;
  readonly hostName: string | undefined;
  readonly port: number;
  /** The IP address on which the server listens. @default "127.0.0.1" */
  readonly address?: string | undefined;
}

/** Host names that always resolve to the server. */
const LOOPBACK_NAMES = ["127.0.0.1", "localhost"];
export const DEFAULT_ADDRESS = "127.0.0.1";

/** Whether only programs on this machine can connect to an address. */
export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^127\./.test(address);
}

/** Whether a text is a host as in a URL: a name, an IPv4 address, or an IPv6 address in brackets. */
export function isHostName(text: string): boolean {
  return /^(?:[a-z0-9][a-z0-9._-]*|\[[0-9a-f:.]+\])$/i.test(text) && URL.canParse(`http://${text}`);
}

/** @param options - with a host name that {@link isHostName} accepts */
export function createOrigins({ isEncrypted, hostName, port, address = DEFAULT_ADDRESS }: OriginsOptions): Origins {
  const scheme = isEncrypted ? "https" : "http";
  const names = [...(hostName === undefined ? [] : [hostName.toLowerCase()]), ...namesOf(address)];
  // Clients leave out the default port, and write an IPv6 address in its short form.
  const [first, ...others] = new Set(names.map((name) => new URL(`${scheme}://${name}:${port}`).origin));
  const all: Origins["all"] = [first!, ...others];

  /** Behind a container's port mapping, clients use another port and the addresses of other interfaces. */
  function isOwn(host: string): boolean {
    if (all.includes(`${scheme}://${host}`)) return true;
    if (isLoopbackAddress(address)) return false;
    const [, name, bracketed] = /^(\[([0-9a-f:.]+)\]|[a-z0-9._-]+)(?::[0-9]{1,5})?$/.exec(host) ?? [];
    if (name === undefined) return false;
    // A page that uses its own host name cannot send an IP address as Host, so this is safe.
    return names.includes(name) || ipAddressOctets(bracketed ?? name) !== undefined;
  }

  function ofHost(request: WithHeaders): string | undefined {
    const [sent, ...more] = headerValues(request, "host");
    if (sent === undefined || more.length > 0) return undefined;
    const host = sent.toLowerCase().replace(isEncrypted ? /:443$/ : /:80$/, "");
    return isOwn(host) ? `${scheme}://${host}` : undefined;
  }

  return { all, ofHost, requested: (request) => ofHost(request) ?? all[0] };
}

function namesOf(address: string): string[] {
  const own = address.includes(":") ? `[${address}]` : address;
  if (address === DEFAULT_ADDRESS || isUnspecified(address)) return LOOPBACK_NAMES;
  return isLoopbackAddress(address) ? [own, "localhost"] : [own];
}

/** `0.0.0.0` and `::` stand for all addresses of the machine. */
function isUnspecified(address: string): boolean {
  return ipAddressOctets(address)?.every((octet) => octet === 0) === true;
}
