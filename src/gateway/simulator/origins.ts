/**
 * The origins of the double, and which of them a client used in the request that it signed.
 *
 * @module
 */

import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";

/** Names of the loopback address that a client may sign without being told. */
const LOOPBACK_NAMES = ["127.0.0.1", "localhost"] as const;

/** The addresses of a server on this port, without a slash at the end; the first is the one to tell. */
export function serverOrigins(isEncrypted: boolean, hostName: string | undefined, port: number): [string, ...string[]] {
  const originOf = (name: string): string => `${isEncrypted ? "https" : "http"}://${name.toLowerCase()}:${port}`;
  const [first, ...others] = LOOPBACK_NAMES;
  return hostName === undefined
    ? [originOf(first), ...others.map(originOf)]
    : [originOf(hostName), ...LOOPBACK_NAMES.map(originOf)];
}

/** What the client calls us, if that is one of our names; else the first of them. */
export function requestedOrigin(request: Pick<HttpRequest, "headers">, origins: readonly string[]): string {
  return originFromHost(request, origins) ?? origins[0]!;
}

/** The origin whose host is the one in the only Host header. */
export function originFromHost(request: Pick<HttpRequest, "headers">, origins: readonly string[]): string | undefined {
  const [host, ...others] = headerValues(request, "host");
  if (host === undefined || others.length > 0) return undefined;
  return origins.find((origin) => origin.endsWith(`//${host.toLowerCase()}`));
}
