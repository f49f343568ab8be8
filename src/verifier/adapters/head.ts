/**
 * What a message says before its body: taken as it came, with nothing merged and nothing chosen.
 *
 * @module
 */

import type { ReceivedRequest } from "../types.ts";
import { absoluteUrl, pathOf } from "./target.ts";

/** A message as node:http shows it; repeated headers are still apart in `rawHeaders`, and nowhere else. */
export interface WireMessage {
  /** The request target. */
  readonly url?: string | undefined;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly encrypted?: boolean | undefined;
  };
}

/** A received request without its body. */
export interface Head extends ReceivedRequest {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly secure: boolean;
}

/** The head of a message, of which frameworks may have kept another method and target than it shows now. */
export function headOf({ rawHeaders, socket }: WireMessage, method: string, target: string): Head {
  return {
    method,
    url: target,
    headers: pairs(rawHeaders),
    secure: socket.encrypted === true,
    remoteAddress: socket.remoteAddress,
  };
}

function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const paired: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    paired.push([rawHeaders[index]!, rawHeaders[index + 1]!]);
  }
  return paired;
}

/** The URL to verify: the path alone unless the host may decide; `undefined` where that host cannot be told. */
export function urlToVerify({ url, headers, secure }: Head, originFromHost: boolean): string | undefined {
  if (!originFromHost) return pathOf(url);
  const hosts = headers.filter(([name]) => name.toLowerCase() === "host").map(([, value]) => value);
  return absoluteUrl(url, secure, hosts);
}
