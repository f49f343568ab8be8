/** The origins under which clients reach the server, and the one that a client signed. */

import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";

/** Host names that always lead to the server. */
const LOOPBACK_NAMES = ["127.0.0.1", "localhost"] as const;

/** The origins of a server on this port, without a slash at the end. The first is the one to show. */
export function serverOrigins(isEncrypted: boolean, hostName: string | undefined, port: number): [string, ...string[]] {
  const [first, ...others] = hostName === undefined ? LOOPBACK_NAMES : [hostName, ...LOOPBACK_NAMES];
  const originOf = (name: string): string => `${isEncrypted ? "https" : "http"}://${name.toLowerCase()}:${port}`;
  return [originOf(first!), ...others.map(originOf)];
}

/** The origin in the Host header if it is one of the server's, else the first of them. */
export function requestedOrigin(request: Pick<HttpRequest, "headers">, origins: readonly string[]): string {
  return originFromHost(request, origins) ?? origins[0]!;
}

/** The origin with the host of the Host header; `undefined` unless there is exactly one such header. */
export function originFromHost(request: Pick<HttpRequest, "headers">, origins: readonly string[]): string | undefined {
  const [host, ...others] = headerValues(request, "host");
  if (host === undefined || others.length > 0) return undefined;
  return origins.find((origin) => origin.endsWith(`//${host.toLowerCase()}`));
}
