/**
 * What the double is called by those who talk to it. They sign what they call it.
 *
 * @module
 */

import type { Arrival } from "./arrival.ts";

/** Names of the loopback address that a client may sign without being told. */
const LOOPBACK_NAMES = ["127.0.0.1", "localhost"] as const;

/** The addresses of a server on this port, without a slash at the end; the first is the one to tell. */
export function ownOrigins(isEncrypted: boolean, hostName: string | undefined, port: number): [string, ...string[]] {
  const originOf = (name: string): string => `${isEncrypted ? "https" : "http"}://${name.toLowerCase()}:${port}`;
  const [first, ...others] = LOOPBACK_NAMES;
  return hostName === undefined
    ? [originOf(first), ...others.map(originOf)]
    : [originOf(hostName), ...LOOPBACK_NAMES.map(originOf)];
}

/** What the client calls us, if that is one of our names; else the first of them. */
export function calledOrigin({ headers }: Pick<Arrival, "headers">, origins: readonly string[]): string {
  const hosts = headers.filter(([name]) => name.toLowerCase() === "host").map(([, value]) => value.toLowerCase());
  const called = origins.find((origin) => hosts.length === 1 && origin.endsWith(`//${hosts[0]}`));
  return called ?? origins[0]!;
}
