/**
 * A short and slow implementation of RFC 5849: how a server reads a request and computes the base string.
 *
 * Octets are binary text here, one character for each, so that nothing is decoded or replaced by accident.
 */

import type { OctetText, SignedRequest } from "../../src/oauth1/index.ts";

/** Octets as text of characters U+0000 to U+00FF. */
export type Binary = string;

export type BinaryPair = [name: Binary, value: Binary];

export function binary(text: OctetText): Binary {
  return Buffer.from(text as string).toString("latin1");
}

export function encode(octets: Binary): string {
  return octets.replace(
    /[^A-Za-z0-9\-._~]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}

export function decode(text: string): Binary {
  return binary(text).replace(/%([0-9A-Fa-f]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** What a form decoder on a server makes of a query or a body. */
export function readForm(form: string): BinaryPair[] {
  return form
    .split("&")
    .filter((piece) => piece !== "")
    .map((piece) => {
      const [name = "", ...value] = piece.replace(/\+/g, "%20").split("=");
      return [decode(name), decode(value.join("="))];
    });
}

/** What a server makes of an Authorization header that our signer wrote: nothing but `, ` between its parameters. */
export function readAuthorization(header: string): { realm: string | undefined; parameters: BinaryPair[] } {
  const match = /^OAuth (?:realm="((?:[^"\\]|\\.)*)", )?(.*)$/.exec(header);
  if (match === null) throw new Error(`not an OAuth header: ${header}`);
  const parameters = match[2]!.split(", ").map((part): BinaryPair => {
    const [, name, value] = /^([A-Za-z0-9\-._~%]+)="([A-Za-z0-9\-._~%]*)"$/.exec(part) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not a header parameter: ${part}`);
    return [decode(name), decode(value)];
  });
  return { realm: match[1]?.replace(/\\(.)/g, "$1"), parameters };
}

/** The text between the question mark and the fragment. */
export function queryOf(url: string): string {
  return /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? "";
}

/** The base string of decoded pairs; `oauth_signature` is left out. */
export function baseString(method: string, url: string, pairs: BinaryPair[]): string {
  const [, scheme, authority, path] = /^([A-Za-z]+):\/\/(?:[^/?#]*@)?([^/?#]*)([^?#]*)/.exec(url) ?? [];
  if (scheme === undefined || authority === undefined) throw new Error(`not a URL: ${url}`);
  const defaultPort = scheme.toLowerCase() === "http" ? /:(?:0*80)?$/ : /:(?:0*443)?$/;
  const uri = `${scheme.toLowerCase()}://${authority.toLowerCase().replace(defaultPort, "")}${path || "/"}`;
  const parameters = pairs
    .filter(([name]) => name !== "oauth_signature")
    .map(([name, value]) => ({ name: encode(name), value: encode(value) }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.value, b.value))
    .map(({ name, value }) => `${name}=${value}`)
    .join("&");
  return [method.toUpperCase(), uri, parameters].map((part) => encode(binary(part))).join("&");
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** What a server receives: every pair of query, header and body, and the signature. */
export interface Received {
  readonly query: BinaryPair[];
  readonly header: BinaryPair[];
  readonly body: BinaryPair[];
  readonly signature: Binary;
  readonly baseString: string;
}

/** Reads a signed request as a server does. Parameters that are in header and body count once (header-and-body). */
export function receive({ method, url, headers, body }: SignedRequest): Received {
  const query = readForm(queryOf(url));
  const header = headers.authorization === undefined ? [] : readAuthorization(headers.authorization).parameters;
  const isForm = headers["content-type"] === "application/x-www-form-urlencoded";
  const form = isForm ? readForm(body as string) : [];
  const repeated = new Set(header.map((pair) => JSON.stringify(pair)));
  const own = form.filter((pair) => !(pair[0].startsWith("oauth_") && repeated.has(JSON.stringify(pair))));
  const all = [...query, ...header, ...own];
  const signatures = all.filter(([name]) => name === "oauth_signature");
  if (signatures.length !== 1) throw new Error(`expected one signature, got ${signatures.length}`);
  return { query, header, body: form, signature: signatures[0]![1], baseString: baseString(method, url, all) };
}
