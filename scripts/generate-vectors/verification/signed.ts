/** Signs a request as it will stand on the wire, by the model, and lets a family change it afterwards. */

import {
  type NameValue,
  readSentRequest,
  type SignatureMethod,
  specification,
  toOctetPairs,
} from "../../../src/model/index.ts";
import { type Client, SHOP } from "./clients.ts";

/** Where the server stands, unless a vector is about it. */
export const ORIGIN = "https://api.example.com";
/** The server's clock, and the timestamp of most requests. */
export const NOW = 1_700_000_000;
/** The nonce of most requests. */
export const NONCE = "5f1d3c7e9b2a4068";
/** The media type of a form. */
export const FORM = "application/x-www-form-urlencoded";

/** A request as it arrives: the target of the request line, all headers, the octets of the body. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** What is signed; everything has a usual value. */
export interface Meant {
  /** @default "POST" with a body, else "GET" */
  readonly method?: string;
  /** @default "/orders" */
  readonly target?: string;
  /** What the client takes for the server's origin. @default ORIGIN */
  readonly origin?: string;
  /** A form as it stands on the wire. */
  readonly form?: string | Uint8Array;
  /** A body that is no form. */
  readonly body?: string;
  /** Of the body. @default FORM for a form, application/json for another body; null: none is sent */
  readonly contentType?: string | null;
  /** Who signs. @default SHOP */
  readonly by?: Client;
  /** What the request names. @default RSA-SHA256 with a private key, else HMAC-SHA1 */
  readonly signatureMethod?: string;
  /** What is computed, where the request names something else. */
  readonly computedBy?: SignatureMethod;
  /** Exchanges the key text that HMAC uses. */
  readonly keyText?: string;
  readonly nonce?: string | Uint8Array | null;
  readonly timestamp?: string | number | null;
  readonly version?: string | null;
  /** Further protocol parameters. */
  readonly more?: readonly NameValue[];
  readonly realm?: string;
  /** @default "header" */
  readonly transport?: "header" | "body" | "query" | "header-and-body";
}

/** A request with the signature that belongs to it. */
export interface Signed extends Sent {
  readonly by: Client;
  readonly signature: string;
  readonly baseString: string;
}

const encode = specification.encodeForm;
const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

/** A signed request. */
export function signed(meant: Meant = {}): Signed {
  const by = meant.by ?? SHOP;
  const unsigned = send(meant, by, undefined);
  const { signature, baseString } = signatureFor(unsigned, meant, by);
  return { ...send(meant, by, signature), by, signature, baseString };
}

/** A request with a signature of one's own making: whatever `make` gives for the right one and the base string. */
export function signedWith(meant: Meant, make: (signature: string, baseString: string) => string): Signed {
  const right = signed(meant);
  return { ...right, ...send(meant, right.by, make(right.signature, right.baseString)) };
}

function signatureFor(unsigned: Sent, meant: Meant, by: Client): { signature: string; baseString: string } {
  const url = absolute(unsigned.url, meant.origin ?? ORIGIN);
  const { parameters } = readSentRequest({ ...unsigned, url });
  const baseString = specification.baseString(
    {
      method: unsigned.method,
      baseStringUri: specification.baseStringUri(url, specification),
      parameterString: specification.parameterString(parameters, specification),
    },
    specification,
  );
  const { consumerSecret = "", tokenSecret = "", privateKey } = by;
  const signatureMethod = meant.computedBy ?? (methodOf(meant, by) as SignatureMethod);
  const key = meant.keyText ?? specification.key({ consumerSecret, tokenSecret }, specification);
  const signature = specification.signature({ signatureMethod, baseString, key, ...(privateKey && { privateKey }) });
  return { signature, baseString };
}

function send(meant: Meant, by: Client, signature: string | undefined): Sent {
  const { target = "/orders", transport = "header", realm = null } = meant;
  const protocol = protocolParameters(meant, by);
  const all = signature === undefined ? protocol : [...protocol, ["oauth_signature", signature] as const];
  const inForm = transport === "body" ? all : transport === "header-and-body" ? protocol : [];
  const body = bodyOf(meant, inForm);
  const query = transport === "query" ? encode(toOctetPairs(all), specification) : "";
  const method = meant.method ?? (body.length > 0 ? "POST" : "GET");
  const contentType = meant.contentType === undefined ? usualType(meant, body) : meant.contentType;
  const isInHeader = transport === "header" || transport === "header-and-body";
  return {
    method,
    url: query === "" ? target : `${target}${target.includes("?") ? "&" : "?"}${query}`,
    headers: [
      ["Host", hostOf(meant.origin ?? ORIGIN)],
      ...(isInHeader ? [["Authorization", header(all, realm)] as const] : []),
      ...(contentType === null ? [] : [["Content-Type", contentType] as const]),
    ],
    body,
  };
}

function bodyOf({ form, body }: Meant, inForm: readonly NameValue[]): Uint8Array {
  if (body !== undefined) return utf8(body);
  const own = form === undefined ? new Uint8Array() : typeof form === "string" ? utf8(form) : form;
  if (inForm.length === 0) return own;
  const added = utf8(encode(toOctetPairs(inForm), specification));
  return own.length === 0 ? added : Uint8Array.from([...own, 0x26, ...added]);
}

function usualType({ body }: Meant, octets: Uint8Array): string | null {
  if (body !== undefined) return "application/json";
  return octets.length > 0 ? FORM : null;
}

function header(pairs: readonly NameValue[], realm: string | null): string {
  return specification.authorizationHeader({ protocolParameters: toOctetPairs(pairs), realm }, specification);
}

function protocolParameters(meant: Meant, by: Client): NameValue[] {
  const { nonce = NONCE, timestamp = NOW, version = "1.0", more = [] } = meant;
  return [
    ["oauth_consumer_key", by.consumerKey],
    ...(by.token === undefined ? [] : [["oauth_token", by.token] as const]),
    ["oauth_signature_method", methodOf(meant, by)],
    ...(timestamp === null ? [] : [["oauth_timestamp", String(timestamp)] as const]),
    ...(nonce === null ? [] : [["oauth_nonce", nonce] as const]),
    ...(version === null ? [] : [["oauth_version", version] as const]),
    ...more,
  ];
}

function methodOf({ signatureMethod }: Meant, { privateKey }: Client): string {
  return signatureMethod ?? (privateKey === undefined ? "HMAC-SHA1" : "RSA-SHA256");
}

/** An absolute URL of a request target. */
export function absolute(target: string, origin: string | undefined): string {
  return origin !== undefined && target.startsWith("/") ? `${origin}${target}` : target;
}

/** What a client puts into the Host header. */
function hostOf(origin: string): string {
  return origin.replace(/^[^:]*:\/\//, "");
}

/** The same request with something exchanged. */
export function changed<T extends Sent>(
  request: T,
  changes: { readonly method?: string; readonly url?: string; readonly body?: string | Uint8Array },
): T {
  const { body } = changes;
  return { ...request, ...changes, body: typeof body === "string" ? utf8(body) : (body ?? request.body) };
}

/** The same request with a header's value rewritten. */
export function rewritten<T extends Sent>(request: T, name: string, rewrite: (value: string) => string): T {
  const headers = request.headers.map(([other, value]) => [other, other === name ? rewrite(value) : value] as const);
  return { ...request, headers };
}

/** The same request with its Authorization header rewritten; a rewriting that changes nothing is a mistake. */
export function authorized<T extends Sent>(request: T, rewrite: (value: string) => string): T {
  const result = rewritten(request, "Authorization", rewrite);
  if (JSON.stringify(result.headers) === JSON.stringify(request.headers)) throw new Error("nothing was rewritten");
  return result;
}

/** The same request with headers behind its own. */
export function withHeaders<T extends Sent>(request: T, ...headers: readonly (readonly [string, string])[]): T {
  return { ...request, headers: [...request.headers, ...headers] };
}

/** The same request without a header. */
export function withoutHeader<T extends Sent>(request: T, name: string): T {
  return { ...request, headers: request.headers.filter(([other]) => other !== name) };
}

/** The value of the Authorization header. */
export function authorizationOf({ headers }: Sent): string {
  return headers.find(([name]) => name === "Authorization")?.[1] ?? "";
}
