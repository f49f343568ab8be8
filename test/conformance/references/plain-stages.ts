/**
 * RFC 5849 3.4.1 in a few plain lines, for requests that the oauth-1.0a domain lets through or shuts out. Only a
 * yardstick for the domain's predicates: the model and the library are not asked, as they are checked elsewhere with
 * the help of this very reference.
 */

import type { ReferenceRequest } from "../../../src/conformance/references/oauth-1.0a-domain.ts";

/** The three stages; undefined where the URL is not one that the RFC speaks of. */
export function plainStages(
  request: ReferenceRequest,
): { "parameter-string": string; "base-string-uri": string; "base-string": string } | undefined {
  const uri = plainUri(request.url);
  if (uri === undefined) return undefined;
  const query = /^[^?#]*\?([^#]*)/.exec(request.url)?.[1] ?? "";
  const pairs: [string, string][] = [
    ...query.split("&").filter(Boolean).map(formDecode),
    ...[...(request.form ?? []), ...request.protocolParameters.filter(([name]) => name !== "realm")].map(
      ([name, value]): [string, string] => [encode(Buffer.from(name)), encode(Buffer.from(value))],
    ),
  ];
  const parameters = pairs
    .filter(([name]) => name !== "oauth_signature")
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map((pair) => pair.join("="))
    .join("&");
  return {
    "parameter-string": parameters,
    "base-string-uri": uri,
    "base-string": [request.method.toUpperCase(), uri, parameters].map((part) => encode(Buffer.from(part))).join("&"),
  };
}

function plainUri(url: string): string | undefined {
  const match = /^(https?):\/\/(?:[^/?#]*@)?([^/?#:]+)(?::0*([0-9]*))?([^?#]*)/i.exec(url);
  if (match === null) return undefined;
  const scheme = (match[1] ?? "").toLowerCase();
  const port = match[3] ?? "";
  const isDefault = port === "" || port === (scheme === "http" ? "80" : "443");
  const path = (match[4] || "/").replace(/[^A-Za-z0-9\-._~:/@!$&'()*+,;=%[\]]/gu, (c) => encode(Buffer.from(c)));
  return `${scheme}://${(match[2] ?? "").toLowerCase()}${isDefault ? "" : `:${port}`}${path}`;
}

function formDecode(piece: string): [string, string] {
  const equals = piece.indexOf("=");
  const [name, value] = equals < 0 ? [piece, ""] : [piece.slice(0, equals), piece.slice(equals + 1)];
  return [encode(unescapeOctets(name)), encode(unescapeOctets(value))];
}

function unescapeOctets(text: string): Buffer {
  // One octet a character, so that an escape is one character too and octets that are not UTF-8 pass unharmed.
  const binary = Buffer.from(text.replaceAll("+", " ")).toString("latin1");
  return Buffer.from(
    binary.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
}

function encode(octets: Uint8Array): string {
  return [...octets]
    .map((octet) => {
      const character = String.fromCharCode(octet);
      return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
