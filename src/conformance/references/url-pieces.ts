/**
 * Splits a URL into the pieces that the limits of a domain check, without correcting anything (RFC 3986 appendix B).
 * `new URL()` would repair exactly the deviations that the limits must find.
 */

/** The pieces as written: `undefined` for an absent piece, "" for an empty one. */
export interface UrlPieces {
  readonly scheme: string | undefined;
  readonly authority: string | undefined;
  readonly userinfo: string | undefined;
  readonly host: string;
  readonly port: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
}

/** Never fails, because every part of the pattern is optional. */
export function urlPieces(url: string): UrlPieces {
  const match = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(url);
  const authority = match?.[2];
  const at = authority?.lastIndexOf("@") ?? -1;
  const hostAndPort = authority?.slice(at + 1) ?? "";
  const port = /:([^:\]]*)$/.exec(hostAndPort);
  return {
    scheme: match?.[1],
    authority,
    userinfo: at < 0 ? undefined : authority?.slice(0, at),
    host: port === null ? hostAndPort : hostAndPort.slice(0, port.index),
    port: port?.[1],
    path: match?.[3] ?? "",
    query: match?.[4],
    fragment: match?.[5],
  };
}

/** The pieces between the ampersands of the query; none without a query. */
export function queryPieces(url: string): string[] {
  return urlPieces(url).query?.split("&") ?? [];
}

/** The name of a query piece, not decoded. */
export function rawName(piece: string): string {
  return piece.split("=", 1)[0] ?? "";
}

/** The value of a query piece, not decoded; empty without "=". */
export function rawValue(piece: string): string {
  const equals = piece.indexOf("=");
  return equals < 0 ? "" : piece.slice(equals + 1);
}
