/** `countersign gateway --listen`: reads the address to listen on, and describes who can connect to it. */

import { ipAddressOctets } from "../../platform/index.ts";
import { isLoopbackAddress } from "../../request-log/origins.ts";
import { readNumber } from "../input/read-number.ts";
import { UsageError } from "../process/exit-codes.ts";

/** The address on which the simulator listens. */
export interface ListenAddress {
  /** An IP address; absent for 127.0.0.1. */
  readonly address?: string;
  /** 0 selects a free port. */
  readonly port: number;
}

const HINT = "examples: 0.0.0.0:8080, [::]:8080, 127.0.0.1:8080";

/**
 * @param listen - the value of `--listen`
 * @param port - the value of `--port`
 * @throws {@link UsageError}
 */
export function readListenAddress(listen: string | undefined, port: string | undefined): ListenAddress {
  if (listen === undefined) return { port: readNumber("--port", port ?? "0", 0, 65_535) };
  if (port !== undefined) throw new UsageError("--listen has the port: leave out --port", HINT);
  const [, ipv6, ipv4, number = ""] = /^(?:\[([^\]]*)\]|([^:]*)):([0-9]+)$/.exec(listen) ?? [];
  const address = ipv6 ?? ipv4 ?? "";
  if (ipAddressOctets(address) === undefined || address.includes(":") !== (ipv6 !== undefined)) {
    throw new UsageError("--listen must be an IP address and a port", HINT);
  }
  return { address, port: readNumber("the port of --listen", number, 0, 65_535) };
}

/** A warning about what other machines can do; `undefined` if only programs on this machine can connect. */
export function exposureNote({ address }: ListenAddress, port: number, hasSample: boolean): string | undefined {
  if (address === undefined || isLoopbackAddress(address)) return undefined;
  const isEvery = ipAddressOctets(address)!.every((octet) => octet === 0);
  const shown = address.includes(":") ? `[${address}]` : address;
  return [
    `countersign: WARNING: the simulator listens on ${shown}:${port}, not on this machine alone`,
    `  who: every machine that can connect to ${isEvery ? "any address of this machine" : shown}; there is no password`,
    "  what: the control API below /_countersign/ shows all requests, with card data to those who ask for it. It adds",
    "    merchants and orders, and sends callbacks from this machine to any URL",
    ...(hasSample
      ? ["  keys: this output has the keys of the sample merchant: whoever reads it can sign as this merchant"]
      : []),
    "  so: use it in a container or a test network only, and with keys and cards for tests only",
  ].join("\n");
}
