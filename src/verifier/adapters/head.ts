/**
 * What a message says before its body: taken as it came, with nothing merged and nothing chosen.
 *
 * @module
 */

import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import { absoluteUrl, pathOf } from "./target.ts";

/** A message as node:http shows it; repeated headers are still apart in `rawHeaders`, and nowhere else. */
export interface IncomingHead {
  /** The request target. */
  readonly url?: string | undefined;
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[];
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly encrypted?: boolean | undefined;
  };
}

/** A request without its body, and what is known of the connection that brought it. */
export interface Head extends Omit<HttpRequest, "body"> {
  /** Whether the connection was TLS. */
  readonly secure: boolean;
  readonly remoteAddress?: string | undefined;
}

/** The head of a message, of which frameworks may have kept another method and target than it shows now. */
export function headOf({ rawHeaders, socket }: IncomingHead, method: string, target: string): Head {
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
export function urlToVerify(head: Head, originFromHost: boolean): string | undefined {
  if (!originFromHost) return pathOf(head.url);
  return absoluteUrl(head.url, head.secure, headerValues(head, "host"));
}
