/**
 * The head of a request (method, request target, header fields, connection) and the URL that it names, exactly as
 * received: nothing is decoded, merged or normalized.
 */

import type { HttpRequest } from "../../oauth1/http-request.ts";

/** The head of a message as node:http gives it. Only `rawHeaders` keeps repeated header fields apart. */
export interface IncomingHead {
  /** The request target. */
  readonly url?: string | undefined;
  /** Names and values alternately. */
  readonly rawHeaders: readonly string[];
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    /** Whether the connection uses TLS. */
    readonly encrypted?: boolean | undefined;
  };
}

/** A request without its body, and the connection that it came on. */
export interface Head extends Omit<HttpRequest, "body"> {
  /** Whether the connection uses TLS. */
  readonly secure: boolean;
  readonly remoteAddress?: string | undefined;
}

/** Method and target are arguments, because a framework may keep the ones of the request line in other members. */
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

/** An absolute-form target up to its path (RFC 9112 3.2.2). */
const AUTHORITY_RE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/** A usable Host header: no userinfo, no path, no character that would end the authority early. */
const HOST_RE = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

/** Path and query of a request target: the verifier's `origin` decides what comes before them, not the client. */
export function pathOf(target: string): string {
  const rest = target.replace(AUTHORITY_RE, "");
  return rest === target || rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * The absolute URL, with the host of the target if that is absolute, else of the Host header (RFC 9112 3.3). The scheme
 * is that of the connection, whatever the target says.
 *
 * @returns `undefined` for no host, several, or one that a URL cannot contain
 */
export function absoluteUrl(target: string, encrypted: boolean, hosts: readonly string[]): string | undefined {
  const host = AUTHORITY_RE.exec(target)?.[1] ?? hosts[0];
  if (hosts.length > 1 || host === undefined || !HOST_RE.test(host)) return undefined;
  return `${encrypted ? "https" : "http"}://${host}${pathOf(target)}`;
}
