/**
 * Where npm's oauth-1.0a (2.2.6) follows RFC 5849 3.4.1, as named limits. Inside all of them its stages are evidence;
 * outside any of them it deviates, or the RFC has no value to compare with. Each limit is held by a test that shows
 * the deviation.
 *
 * @module
 */

import type { DomainLimit } from "./domain.ts";
import { queryPieces, rawName, rawValue, urlPieces } from "./url-pieces.ts";

/** A request in decoded text, its query still as sent (RFC 5849 3.4.1.3.1: the three sources of parameters). */
export interface ReferenceRequest {
  readonly method: string;
  readonly url: string;
  readonly form?: readonly (readonly [string, string])[];
  readonly protocolParameters: readonly (readonly [string, string])[];
  readonly realm?: string;
}

const defaultPorts: Readonly<Record<string, string>> = { http: "80", https: "443" };

/** The limits of the parameter string, the base string URI and the base string. */
export const oauth1aDomain: readonly DomainLimit<ReferenceRequest>[] = [
  {
    name: "method-not-unreserved",
    reason: "writes the method without percent-encoding it (3.4.1.1 item 1: a custom method must be encoded)",
    outside: ({ method }) => !/^[A-Za-z0-9\-._~]+$/.test(method),
  },
  {
    name: "url-not-http",
    reason: "checks nothing of the URL; RFC 5849 gives a value for absolute http and https URLs only",
    outside: ({ url }) => {
      const { scheme, host } = urlPieces(url);
      return !/^https?$/i.test(scheme ?? "") || host === "";
    },
  },
  {
    name: "upper-case-scheme-or-host",
    reason: "keeps the case of the scheme and the host (3.4.1.2 item 1: lower case)",
    outside: ({ url }) => /[A-Z]/.test((urlPieces(url).scheme ?? "") + urlPieces(url).host),
  },
  {
    name: "default-port",
    reason: "keeps :80 on http and :443 on https (3.4.1.2 item 3: must be excluded)",
    outside: ({ url }) => {
      const { scheme, port } = urlPieces(url);
      return port !== undefined && defaultPorts[scheme?.toLowerCase() ?? ""] === port;
    },
  },
  {
    name: "port-not-plain",
    reason: "keeps an empty port and leading zeros as written (RFC 3986 6.2.3)",
    outside: ({ url }) => !/^[1-9][0-9]*$/.test(urlPieces(url).port ?? "1"),
  },
  {
    name: "userinfo",
    reason: "signs user:password@ as part of the host (3.4.1.2 item 2: what the Host header holds)",
    outside: ({ url }) => urlPieces(url).userinfo !== undefined,
  },
  {
    name: "empty-path",
    reason: 'leaves an empty path empty; the request is sent with "/" (RFC 3986 6.2.3)',
    outside: ({ url }) => urlPieces(url).path === "",
  },
  {
    name: "not-uri-characters",
    reason: "signs characters that no URI holds as if they were sent raw (3.4.1.2: r%20v is encoded once more)",
    outside: ({ url }) => {
      const { authority, path } = urlPieces(url);
      return !/^[A-Za-z0-9\-._~:/@!$&'()*+,;=%[\]]*$/.test((authority ?? "") + path);
    },
  },
  {
    name: "fragment",
    reason: "signs the fragment, as part of the path or of the last value (3.4.1.2: without the fragment)",
    outside: ({ url }) => urlPieces(url).fragment !== undefined,
  },
  {
    name: "query-question-mark",
    reason: "cuts the query at a second question mark (RFC 3986 3.4 allows it there)",
    outside: ({ url }) => urlPieces(url).query?.includes("?") === true,
  },
  {
    name: "query-empty-piece",
    reason: "signs a parameter without name and value for an empty query or a piece between two ampersands",
    outside: ({ url }) => queryPieces(url).includes(""),
  },
  {
    name: "query-plus",
    reason: "reads + as a plus; in a form-encoded query it is a space (3.4.1.3.1)",
    outside: ({ url }) => urlPieces(url).query?.includes("+") === true,
  },
  {
    name: "query-second-equals-sign",
    reason: "cuts a value at a second equals sign",
    outside: ({ url }) => queryPieces(url).some((piece) => rawValue(piece).includes("=")),
  },
  {
    name: "query-name-escaped",
    reason: "does not decode names in the query, so an escape in a name is encoded twice",
    outside: ({ url }) => queryPieces(url).some((piece) => rawName(piece).includes("%")),
  },
  {
    name: "query-malformed-escape",
    reason: "throws a URIError for a percent sign without two hexadecimal digits",
    outside: ({ url }) => queryPieces(url).some((piece) => /%(?![0-9A-Fa-f]{2})/.test(rawValue(piece))),
  },
  {
    name: "query-not-utf-8",
    reason: "throws a URIError for escaped octets that are not UTF-8; the RFC encodes octets again as they were",
    outside: ({ url }) => queryPieces(url).some((piece) => escapesAreNotUtf8(rawValue(piece))),
  },
  {
    name: "query-empty-value-repeated",
    reason: "loses the first of two equal names in the query when its value is empty",
    outside: ({ url }) => {
      const pieces = queryPieces(url);
      return pieces.some((piece, index) => {
        const isFirst = pieces.findIndex((other) => rawName(other) === rawName(piece)) === index;
        const isRepeated = pieces.filter((other) => rawName(other) === rawName(piece)).length > 1;
        return isFirst && isRepeated && rawValue(piece) === "";
      });
    },
  },
  {
    name: "query-name-inherited",
    reason: "takes a query name such as constructor for one seen before, as every object inherits it",
    outside: ({ url }) => queryPieces(url).some((piece) => rawName(piece) in Object.prototype),
  },
  {
    name: "proto-name",
    reason: "loses a parameter called __proto__ (assigning it sets the prototype of its object)",
    outside: (request) => allNames(request).flat().includes("__proto__"),
  },
  {
    name: "name-in-two-places",
    reason: "keeps one of two equal names when they come from query, body and protocol parameters (3.4.1.3.1: all)",
    outside: (request) => {
      const places = allNames(request).flatMap((names) => [...new Set(names)]);
      return new Set(places).size < places.length;
    },
  },
  {
    name: "signature-parameter",
    reason: "signs a parameter called oauth_signature (3.4.1.3.1: must be excluded)",
    outside: (request) => allNames(request).flat().includes("oauth_signature"),
  },
  {
    name: "realm-protocol-parameter",
    reason: "signs a realm given among the protocol parameters (3.4.1.3.1: excluding the realm)",
    outside: ({ protocolParameters }) => protocolParameters.some(([name]) => name === "realm"),
  },
  {
    name: "body-hash-with-form",
    reason: "leaves out the form when there is an oauth_body_hash (the RFC knows no such exception)",
    outside: ({ form = [], protocolParameters }) =>
      form.length > 0 && protocolParameters.some(([name]) => name === "oauth_body_hash"),
  },
  {
    name: "lone-surrogate",
    reason: "throws a URIError for text that is not well-formed Unicode, which has no UTF-8 form (3.6)",
    outside: ({ method, url, form = [], protocolParameters }) =>
      /\p{Surrogate}/u.test([method, url, ...form.flat(), ...protocolParameters.flat()].join(" ")),
  },
];

/** The limits of the Authorization header (3.5.1); they say nothing about the base string. */
export const oauth1aHeaderDomain: readonly DomainLimit<ReferenceRequest>[] = [
  {
    name: "header-empty",
    reason: "writes a header without parameters as OAut, cut short by the length of a separator that is not there",
    outside: ({ protocolParameters, realm }) => protocolParameters.length === 0 && realm === undefined,
  },
  {
    name: "header-order",
    reason: "sorts the parameters by name; RFC 5849 leaves the order free, so only the sorted order can be compared",
    outside: ({ protocolParameters }) => {
      const names = protocolParameters.map(([name]) => name);
      return names.some((name, index) => index > 0 && name < (names[index - 1] ?? ""));
    },
  },
  {
    name: "header-repeated-name",
    reason: "joins the values of a repeated name with a comma",
    outside: ({ protocolParameters }) =>
      new Set(protocolParameters.map(([name]) => name)).size < protocolParameters.length,
  },
  {
    name: "header-name-not-oauth",
    reason: "leaves out parameters whose name does not start with oauth_",
    outside: ({ protocolParameters }) => protocolParameters.some(([name]) => !name.startsWith("oauth_")),
  },
  {
    name: "header-realm-empty",
    reason: "leaves out a realm that is empty",
    outside: ({ realm }) => realm === "",
  },
  {
    name: "header-realm-quoting",
    reason: "writes quotation marks and backslashes of the realm without a backslash (RFC 2617 quoted-string)",
    outside: ({ realm }) => /["\\]/.test(realm ?? ""),
  },
  {
    name: "header-realm-control-character",
    reason: "writes control characters into the header, which no header field can hold (RFC 7230 3.2.6)",
    outside: ({ realm }) => /[\x00-\x08\x0a-\x1f\x7f]/.test(realm ?? ""),
  },
  {
    name: "header-lone-surrogate",
    reason: "throws a URIError for text that is not well-formed Unicode, which has no UTF-8 form (3.6)",
    outside: ({ protocolParameters }) => /\p{Surrogate}/u.test(protocolParameters.flat().join(" ")),
  },
];

/** Names by place: query (not decoded, as the package leaves them), form, protocol parameters. */
function allNames({ url, form = [], protocolParameters }: ReferenceRequest): string[][] {
  return [queryPieces(url).map(rawName), form.map(([name]) => name), protocolParameters.map(([name]) => name)];
}

function escapesAreNotUtf8(value: string): boolean {
  // Malformed escapes have a limit of their own; only runs of well-formed ones are asked here.
  return (value.match(/(?:%[0-9A-Fa-f]{2})+/g) ?? []).some((run) => {
    try {
      decodeURIComponent(run);
      return false;
    } catch {
      return true;
    }
  });
}
