/**
 * The inputs for which npm's oauth-1.0a (2.2.6) follows RFC 5849 3.4.1, as named limits. Inside all limits its stages are
 * evidence. Outside a limit it deviates, or the RFC has no value to compare with; a comment at each limit describes what the
 * package does there, and a test confirms it.
 */

import type { Domain } from "./domain.ts";

/** A request in decoded text, its query as sent (RFC 5849 3.4.1.3.1: the three sources of parameters). */
export interface ReferenceRequest {
  readonly method: string;
  readonly url: string;
  readonly form?: readonly (readonly [string, string])[];
  readonly protocolParameters: readonly (readonly [string, string])[];
  readonly realm?: string;
}

const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** The limits of the parameter string, the base string URI and the base string. */
export const oauth1aDomain: Domain<RequestInPieces> = {
  // Writes the method without percent-encoding it (3.4.1.1 item 1: a custom method must be encoded).
  "method-not-unreserved": ({ method }) => !/^[A-Za-z0-9\-._~]+$/.test(method),
  // Does not check the URL; RFC 5849 defines a value for absolute http and https URLs only.
  "url-not-http": ({ scheme = "", host }) => !/^https?$/i.test(scheme) || host === "",
  // Keeps the case of the scheme and the host (3.4.1.2 item 1: lower case).
  "upper-case-scheme-or-host": ({ scheme = "", host }) => /[A-Z]/.test(scheme + host),
  // Keeps :80 on http and :443 on https (3.4.1.2 item 3: must be excluded).
  "default-port": ({ scheme = "", port }) => port !== undefined && defaultPorts[scheme.toLowerCase()] === port,
  // Keeps an empty port and leading zeros as written (RFC 3986 6.2.3).
  "port-not-plain": ({ port = "1" }) => !/^[1-9][0-9]*$/.test(port),
  // Signs user:password@ as part of the host (3.4.1.2 item 2: what the Host header holds).
  userinfo: ({ userinfo }) => userinfo !== undefined,
  // Leaves an empty path empty; the request is sent with "/" (RFC 3986 6.2.3).
  "empty-path": ({ path }) => path === "",
  // Signs characters that are not allowed in a URI as if they were sent raw (3.4.1.2: r%20v is encoded once more).
  "not-uri-characters": ({ authority = "", path }) => !/^[A-Za-z0-9\-._~:/@!$&'()*+,;=%[\]]*$/.test(authority + path),
  // Signs the fragment, as part of the path or of the last value (3.4.1.2: without the fragment).
  fragment: ({ fragment }) => fragment !== undefined,
  // Truncates the query at a second question mark (RFC 3986 3.4 allows it there).
  "query-question-mark": ({ query = "" }) => query.includes("?"),
  // Signs a parameter without name and value for an empty query or a piece between two ampersands.
  "query-empty-piece": ({ pieces }) => pieces.includes(""),
  // Reads + as a plus; in a form-encoded query it is a space (3.4.1.3.1).
  "query-plus": ({ query = "" }) => query.includes("+"),
  // Truncates a value at a second equals sign.
  "query-second-equals-sign": ({ pieces }) => pieces.some((piece) => rawValue(piece).includes("=")),
  // Does not decode names in the query, so an escape in a name is encoded twice.
  "query-name-escaped": ({ pieces }) => pieces.some((piece) => rawName(piece).includes("%")),
  // Throws a URIError for a percent sign without two hexadecimal digits.
  "query-malformed-escape": ({ pieces }) => pieces.some((piece) => /%(?![0-9A-Fa-f]{2})/.test(rawValue(piece))),
  // Throws a URIError for escaped octets that are not UTF-8; the RFC encodes octets again as they were.
  "query-not-utf-8": ({ pieces }) => pieces.some((piece) => escapesAreNotUtf8(rawValue(piece))),
  // Loses the first of two equal names in the query if its value is empty.
  "query-empty-value-repeated": ({ pieces }) =>
    pieces.some((piece, index) => {
      const isFirst = pieces.findIndex((other) => rawName(other) === rawName(piece)) === index;
      const isRepeated = pieces.filter((other) => rawName(other) === rawName(piece)).length > 1;
      return isFirst && isRepeated && rawValue(piece) === "";
    }),
  // Treats a query name such as constructor as repeated, because every object inherits it.
  "query-name-inherited": ({ pieces }) => pieces.some((piece) => rawName(piece) in Object.prototype),
  // Loses a parameter called __proto__ (assigning it sets the prototype of its object).
  "proto-name": (request) => allNames(request).flat().includes("__proto__"),
  // Keeps one of two equal names if they come from query, body and protocol parameters (3.4.1.3.1: all).
  "name-in-two-places": (request) => {
    const places = allNames(request).flatMap((names) => [...new Set(names)]);
    return new Set(places).size < places.length;
  },
  // Signs a parameter called oauth_signature (3.4.1.3.1: must be excluded).
  "signature-parameter": (request) => allNames(request).flat().includes("oauth_signature"),
  // Signs a realm given among the protocol parameters (3.4.1.3.1: excluding the realm).
  "realm-protocol-parameter": ({ protocolParameters }) => protocolParameters.some(([name]) => name === "realm"),
  // Leaves out the form if there is an oauth_body_hash (the RFC has no such exception).
  "body-hash-with-form": ({ form = [], protocolParameters }) =>
    form.length > 0 && protocolParameters.some(([name]) => name === "oauth_body_hash"),
  // Throws a URIError for text that is not well-formed Unicode, which has no UTF-8 form (3.6).
  "lone-surrogate": ({ method, url, form = [], protocolParameters }) =>
    /\p{Surrogate}/u.test([method, url, ...form.flat(), ...protocolParameters.flat()].join(" ")),
};

/** The limits of the Authorization header (3.5.1); they do not concern the base string. */
export const oauth1aHeaderDomain: Domain<ReferenceRequest> = {
  // Writes a header without parameters as OAut: it removes the length of a separator that is not there.
  "header-empty": ({ protocolParameters, realm }) => protocolParameters.length === 0 && realm === undefined,
  // Sorts the parameters by name; RFC 5849 leaves the order free, so only the sorted order can be compared.
  "header-order": ({ protocolParameters }) => {
    const names = protocolParameters.map(([name]) => name);
    return names.some((name, index) => index > 0 && name < (names[index - 1] ?? ""));
  },
  // Joins the values of a repeated name with a comma.
  "header-repeated-name": ({ protocolParameters }) =>
    new Set(protocolParameters.map(([name]) => name)).size < protocolParameters.length,
  // Leaves out parameters whose name does not start with oauth_.
  "header-name-not-oauth": ({ protocolParameters }) => protocolParameters.some(([name]) => !name.startsWith("oauth_")),
  // Leaves out a realm that is empty.
  "header-realm-empty": ({ realm }) => realm === "",
  // Writes quotation marks and backslashes of the realm without a backslash (RFC 2617 quoted-string).
  "header-realm-quoting": ({ realm }) => /["\\]/.test(realm ?? ""),
  // Writes control characters into the header, which no header field can have (RFC 7230 3.2.6).
  "header-realm-control-character": ({ realm }) => /[\x00-\x08\x0a-\x1f\x7f]/.test(realm ?? ""),
  // Throws a URIError for text that is not well-formed Unicode, which has no UTF-8 form (3.6).
  "header-lone-surrogate": ({ protocolParameters }) => /\p{Surrogate}/u.test(protocolParameters.flat().join(" ")),
};

/** Names by place: query (not decoded, as the package leaves them), form, protocol parameters. */
function allNames({ pieces, form = [], protocolParameters }: RequestInPieces): string[][] {
  return [pieces.map(rawName), form.map(([name]) => name), protocolParameters.map(([name]) => name)];
}

function escapesAreNotUtf8(value: string): boolean {
  // This looks only at well-formed escapes, because another limit covers malformed ones.
  return (value.match(/(?:%[0-9A-Fa-f]{2})+/g) ?? []).some((run) => {
    try {
      decodeURIComponent(run);
      return false;
    } catch {
      return true;
    }
  });
}

/** A request with the pieces of its URL, and the pieces between the ampersands of its query. */
type RequestInPieces = ReturnType<typeof inPieces>;

export function inPieces(request: ReferenceRequest) {
  const url = urlPieces(request.url);
  return { ...request, ...url, pieces: url.query?.split("&") ?? [] };
}

/**
 * The pieces of a URL as written, without correcting anything (RFC 3986 appendix B): `undefined` for an absent piece, "" for
 * an empty one. `new URL()` would repair exactly the deviations that the limits must find. Never fails, because every part of
 * the pattern is optional.
 */
function urlPieces(url: string) {
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

/** The name of a query piece, not decoded. */
function rawName(piece: string): string {
  return piece.split("=", 1)[0] ?? "";
}

/** The value of a query piece, not decoded; empty without "=". */
function rawValue(piece: string): string {
  const equals = piece.indexOf("=");
  return equals < 0 ? "" : piece.slice(equals + 1);
}
