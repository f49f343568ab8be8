/**
 * The head of a request (method, request target, header fields, connection) and the URL that it names, exactly as
 * received: nothing is decoded, merged or normalized.
 */

import { splitAuthorizationHeader } from "../../oauth1/authorization-header.ts";
import { type HeaderField, type HttpRequest, headerValues } from "../../oauth1/http-request.ts";

/** The head of a message as node:http returns it. Only `rawHeaders` keeps repeated header fields apart. */
export interface IncomingHead {
  /** The request target. */
  readonly url?: string | undefined;
  /** The request target as received, if a router removed its mount point from `url`. */
  readonly originalUrl?: string | undefined;
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

/** The method is an argument, because a framework may keep the original one in another member. */
export function headOf({ url = "", originalUrl = url, rawHeaders, socket }: IncomingHead, method: string): Head {
  return {
    method,
    url: originalUrl,
    headers: fieldsOf(rawHeaders),
    secure: socket.encrypted === true,
    remoteAddress: socket.remoteAddress,
  };
}

/** HTTP/2 has pseudo-header fields; `:authority` is its Host (RFC 9113 8.3.1). */
function fieldsOf(rawHeaders: readonly string[]): HeaderField[] {
  const fields: HeaderField[] = [];
  let authority: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name, value] = [rawHeaders[index]!, rawHeaders[index + 1]!];
    if (name === ":authority") authority = value;
    else if (!name.startsWith(":")) fields.push([name, value]);
  }
  // If there is also a Host field with another host, both are returned.
  const isHost = authority === undefined || headerValues({ headers: fields }, "host").includes(authority);
  if (!isHost) fields.push(["host", authority!]);
  return fields;
}

/**
 * Whether the verifier could accept the request with some body. It could not if there are two Authorization headers or a
 * malformed one, or if neither header, query nor a form can contain protocol parameters.
 */
export function mayBeSigned(head: Head): boolean {
  const [authorization, another] = headerValues(head, "authorization");
  if (another !== undefined) return false;
  if (authorization !== undefined && /^[ \t]*oauth(?:[ \t]|$)/i.test(authorization)) return isWellFormed(authorization);
  const isForm = headerValues(head, "content-type").some((type) => /x-www-form-urlencoded/i.test(type));
  // The name may be percent-encoded.
  return isForm || /[?&](?:oauth|[^=&?]*%)/i.test(head.url);
}

function isWellFormed(authorization: string): boolean {
  try {
    splitAuthorizationHeader(authorization);
    return true;
  } catch {
    return false;
  }
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
 * The absolute URL. Its host comes from an absolute target, or else from the Host header (RFC 9112 3.3). Its scheme
 * always depends on the connection, not on the target.
 *
 * @returns `undefined` if there is no host, several hosts, or a host that a URL cannot contain
 */
export function absoluteUrl(target: string, encrypted: boolean, hosts: readonly string[]): string | undefined {
  const host = AUTHORITY_RE.exec(target)?.[1] ?? hosts[0];
  if (hosts.length > 1 || host === undefined || !HOST_RE.test(host)) return undefined;
  return `${encrypted ? "https" : "http"}://${host}${pathOf(target)}`;
}
