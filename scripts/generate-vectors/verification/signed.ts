/** Signs requests with the model. Families can then change the signed request. */

import {
  type NameValue,
  readSentRequest,
  type SignatureMethod,
  specification,
  toOctetPairs,
} from "../../../src/model/index.ts";
import { type Client, SHOP } from "./clients.ts";

/** The server's default origin. */
export const ORIGIN = "https://api.example.com";
/** The server's clock, and the timestamp of most requests. */
export const NOW = 1_700_000_000;
/** The nonce of most requests. */
export const NONCE = "5f1d3c7e9b2a4068";
/** The media type of a form. */
const FORM = "application/x-www-form-urlencoded";

/** A request as the server receives it; `url` is the request target. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** The request to sign. */
export interface SigningOptions {
  /** @default "POST" with a body, else "GET" */
  readonly method?: string;
  /** @default "/orders" */
  readonly target?: string;
  /** The origin that the client signs for. @default ORIGIN */
  readonly origin?: string;
  /** A form, encoded. */
  readonly form?: string | Uint8Array;
  /** A body that is not a form. */
  readonly body?: string;
  /** The Content-Type; null sends none. @default FORM for a form, application/json for another body */
  readonly contentType?: string | null;
  /** The client that signs. @default SHOP */
  readonly by?: Client;
  /** The value of oauth_signature_method. @default RSA-SHA256 with a private key, else HMAC-SHA1 */
  readonly signatureMethod?: string;
  /** The method that computes the signature. @default signatureMethod */
  readonly computedBy?: SignatureMethod;
  /** Replaces the HMAC key. */
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

/** A request, and how it was signed. */
export interface Signed extends Sent {
  readonly by: Client;
  readonly signature: string;
  readonly baseString: string;
}

const encode = specification.encodeForm;
const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

export function signed(options: SigningOptions = {}): Signed {
  const by = options.by ?? SHOP;
  const unsigned = send(options, by, undefined);
  const { signature, baseString } = signatureFor(unsigned, options, by);
  return { ...send(options, by, signature), by, signature, baseString };
}

/** A request with the signature that `make` returns for the right signature and the base string. */
export function signedWith(options: SigningOptions, make: (signature: string, baseString: string) => string): Signed {
  const right = signed(options);
  return { ...right, ...send(options, right.by, make(right.signature, right.baseString)) };
}

function signatureFor(unsigned: Sent, options: SigningOptions, by: Client): { signature: string; baseString: string } {
  const url = absolute(unsigned.url, options.origin ?? ORIGIN);
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
  const signatureMethod = options.computedBy ?? (methodOf(options, by) as SignatureMethod);
  const key = options.keyText ?? specification.key({ consumerSecret, tokenSecret }, specification);
  const signature = specification.signature({ signatureMethod, baseString, key, ...(privateKey && { privateKey }) });
  return { signature, baseString };
}

function send(options: SigningOptions, by: Client, signature: string | undefined): Sent {
  const { target = "/orders", transport = "header", realm = null } = options;
  const protocol = protocolParameters(options, by);
  const all = signature === undefined ? protocol : [...protocol, ["oauth_signature", signature] as const];
  const inForm = transport === "body" ? all : transport === "header-and-body" ? protocol : [];
  const body = bodyOf(options, inForm);
  const query = transport === "query" ? encode(toOctetPairs(all), specification) : "";
  const method = options.method ?? (body.length > 0 ? "POST" : "GET");
  const contentType = options.contentType === undefined ? usualType(options, body) : options.contentType;
  const isInHeader = transport === "header" || transport === "header-and-body";
  return {
    method,
    url: query === "" ? target : `${target}${target.includes("?") ? "&" : "?"}${query}`,
    headers: [
      ["Host", hostOf(options.origin ?? ORIGIN)],
      ...(isInHeader ? [["Authorization", header(all, realm)] as const] : []),
      ...(contentType === null ? [] : [["Content-Type", contentType] as const]),
    ],
    body,
  };
}

function bodyOf({ form, body }: SigningOptions, inForm: readonly NameValue[]): Uint8Array {
  if (body !== undefined) return utf8(body);
  const own = form === undefined ? new Uint8Array() : typeof form === "string" ? utf8(form) : form;
  if (inForm.length === 0) return own;
  const added = utf8(encode(toOctetPairs(inForm), specification));
  return own.length === 0 ? added : Uint8Array.from([...own, 0x26, ...added]);
}

function usualType({ body }: SigningOptions, octets: Uint8Array): string | null {
  if (body !== undefined) return "application/json";
  return octets.length > 0 ? FORM : null;
}

function header(pairs: readonly NameValue[], realm: string | null): string {
  return specification.authorizationHeader({ protocolParameters: toOctetPairs(pairs), realm }, specification);
}

function protocolParameters(options: SigningOptions, by: Client): NameValue[] {
  const { nonce = NONCE, timestamp = NOW, version = "1.0", more = [] } = options;
  return [
    ["oauth_consumer_key", by.consumerKey],
    ...(by.token === undefined ? [] : [["oauth_token", by.token] as const]),
    ["oauth_signature_method", methodOf(options, by)],
    ...(timestamp === null ? [] : [["oauth_timestamp", String(timestamp)] as const]),
    ...(nonce === null ? [] : [["oauth_nonce", nonce] as const]),
    ...(version === null ? [] : [["oauth_version", version] as const]),
    ...more,
  ];
}

function methodOf({ signatureMethod }: SigningOptions, { privateKey }: Client): string {
  return signatureMethod ?? (privateKey === undefined ? "HMAC-SHA1" : "RSA-SHA256");
}

/** The absolute URL of a request target. */
export function absolute(target: string, origin: string | undefined): string {
  return origin !== undefined && target.startsWith("/") ? `${origin}${target}` : target;
}

/** The value of the Host header. */
function hostOf(origin: string): string {
  return origin.replace(/^[^:]*:\/\//, "");
}

/** Replaces method, URL or body of a request. */
export function changed<T extends Sent>(
  request: T,
  changes: { readonly method?: string; readonly url?: string; readonly body?: string | Uint8Array },
): T {
  const { body } = changes;
  return { ...request, ...changes, body: typeof body === "string" ? utf8(body) : (body ?? request.body) };
}

/** Rewrites the value of a header. */
function rewritten<T extends Sent>(request: T, name: string, rewrite: (value: string) => string): T {
  const headers = request.headers.map(([other, value]) => [other, other === name ? rewrite(value) : value] as const);
  return { ...request, headers };
}

/**
 * Rewrites the Authorization header.
 *
 * @throws Error if the value does not change
 */
export function authorized<T extends Sent>(request: T, rewrite: (value: string) => string): T {
  const result = rewritten(request, "Authorization", rewrite);
  if (JSON.stringify(result.headers) === JSON.stringify(request.headers))
    throw new Error("the Authorization header did not change");
  return result;
}

/** The value of the Authorization header. */
export function authorizationOf({ headers }: Sent): string {
  return headers.find(([name]) => name === "Authorization")?.[1] ?? "";
}
