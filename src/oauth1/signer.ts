/** Signs requests: request and credentials → parameters → parameter string → base string → signature → header. */

import { checkOptions } from "../platform/check-options.ts";
import { joinAuthorizationHeader } from "./authorization-header.ts";
import { baseString } from "./base-string.ts";
import { joinBaseStringUri } from "./base-string-uri.ts";
import { keyError, OAuth1Error, optionsError, quote } from "./errors.ts";
import { createExternalSigner, type ExternalKey } from "./external-key.ts";
import { type EncodedParameter, encodeParameter } from "./parameter.ts";
import { joinParameters } from "./parameter-string.ts";
import { createIdentity, type Identity, type ProtocolOptions, protocolParameters } from "./protocol-parameters.ts";
import { type CheckedRequest, checkRequest, type RequestToSign } from "./request-to-sign.ts";
import {
  type BaseStringSigner,
  createBaseStringSigner,
  type RsaSigningKey,
  type SharedSecrets,
  type SigningKey,
} from "./signature.ts";

/** The client and its key. The signature method decides between shared secrets and an RSA private key. */
export type Credentials = SigningKey & Client;

/** The client, and a key that another program or a device holds. */
export type ExternalCredentials = ExternalKey & Client;

interface Client {
  /** The client identifier, sent as `oauth_consumer_key`. */
  readonly consumerKey: string;
  /** The token identifier, sent as `oauth_token`; absent for no token. */
  readonly token?: string | undefined;
}

/**
 * The place of the protocol parameters (RFC 5849 3.5). With `header-and-body`, which the RFC does not define, the body
 * repeats the parameters of the header. The signature covers each once, and is in the header only.
 */
export type Transport = "header" | "body" | "query" | "header-and-body";

/** The options for one request. */
export interface SignOptions extends ProtocolOptions {
  /** The realm of the header, printable ASCII; `""` is an empty realm. @default none */
  readonly realm?: string | undefined;
  /** The place of the protocol parameters (RFC 5849 3.5). @default "header" */
  readonly transport?: Transport | undefined;
  /**
   * The charset in the Content-Type of a form. A form is always signed and sent in UTF-8, so `iso-8859-1` is for forms of
   * ASCII only; by default, the Content-Type contains no charset.
   */
  readonly charset?: Charset | undefined;
}

/** A charset for {@link SignOptions}; it is sent in the case in which it is given. */
export type Charset = "utf-8" | "UTF-8" | "iso-8859-1" | "ISO-8859-1";

/** A signed request. Send all of it unchanged. */
export interface SignedRequest {
  /** In upper case. */
  readonly method: string;
  /** As given, without fragment; with the protocol parameters for the transport `query`. */
  readonly url: string;
  /** `authorization` and `content-type`, each if the request has one. Names are in lower case. */
  readonly headers: Record<string, string>;
  /** The encoded form or the given body; `undefined` without a body. */
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** The value of `oauth_signature`, not percent-encoded. */
  readonly signature: string;
  /** The signature base string (RFC 5849 3.4.1). */
  readonly baseString: string;
  /** The value of the Authorization header; `undefined` if the request has none. */
  readonly authorization: string | undefined;
}

/** Signs requests with one set of credentials. */
export interface Signer {
  /**
   * Signs synchronously.
   *
   * @throws {@link OAuth1Error} `synchronous-rsa-unavailable` for RSA in a browser, `synchronous-signing-unavailable` for a
   * key that is elsewhere; see also {@link sign}
   */
  sign(request: RequestToSign, options?: SignOptions): SignedRequest;
  /**
   * Like `sign`, but runs RSA on the thread pool, or in a browser with WebCrypto. The other methods are fast
   * enough without this. With a key that is elsewhere, it rejects with what the function `sign` of the key throws.
   *
   * @throws {@link OAuth1Error} `signature-malformed` if that function returns octets of another length
   */
  signAsync(request: RequestToSign, options?: SignOptions): Promise<SignedRequest>;
}

const CREDENTIALS = [
  "consumerKey",
  "token",
  "signatureMethod",
  "consumerSecret",
  "tokenSecret",
  "privateKey",
  "passphrase",
] as const;

/**
 * Creates a signer (RFC 5849 3.1, 3.4, 3.5). It reads the credentials once and keeps nothing else between requests.
 *
 * The signer is strict: it refuses a request that it could only sign by guessing, with an {@link OAuth1Error} (see
 * {@link sign}). No message contains a secret.
 *
 * @param credentials - the client, its method and its key; secrets decoded. pass `sign` instead of a key to use a key
 *   that this program does not hold
 * @throws {@link OAuth1Error} `signature-method-unknown`, `key-missing`, `key-kind-mismatch`, `key-unreadable`,
 * `key-passphrase-wrong`, `key-too-small`, `key-too-large`, `key-too-costly`, `parameter-malformed`, `text-malformed`,
 * `option-unknown`
 *
 * @example
 * ```ts
 * import { createSigner } from "countersign";
 *
 * const signer = createSigner({
 *   consumerKey: "dpf43f3p2l4k3l03",
 *   signatureMethod: "HMAC-SHA1",
 *   consumerSecret: "kd94hf93k423kf44",
 *   token: "nnch734d00sl2jdk",
 *   tokenSecret: "pfkkdhi9sl3r4s00",
 * });
 * const request = { method: "GET", url: "http://photos.example.net/photos?file=vacation.jpg&size=original" };
 * const signed = signer.sign(request, { nonce: "chapoH", timestamp: 137131202, version: null });
 * signed.signature; // => "MdpQcU8iPSUjWoN/UDMsK2sui9I="
 * ```
 */
export function createSigner(credentials: Credentials | ExternalCredentials): Signer {
  if (!isExternal(credentials)) return createLocalSigner(credentials);
  checkOptions(credentials, ["consumerKey", "token", "signatureMethod", "sign"], "credentials", keyError);
  const { consumerKey, token, signatureMethod, sign } = credentials;
  const identity = createIdentity(consumerKey, token, signatureMethod);
  return signerOf(identity, createExternalSigner({ signatureMethod, sign }));
}

function isExternal(credentials: Credentials | ExternalCredentials): credentials is ExternalCredentials {
  return typeof credentials === "object" && credentials !== null && "sign" in credentials;
}

/** {@link sign} takes no external keys, so a bundle of only `sign` has no code for them. */
function createLocalSigner(credentials: Credentials): Signer {
  checkOptions(credentials, CREDENTIALS, "credentials", keyError);
  // Each member is read once: a getter could return another value the second time.
  const { consumerKey, token, signatureMethod, consumerSecret, tokenSecret, privateKey, passphrase } =
    credentials as Partial<SharedSecrets & Omit<RsaSigningKey, "signatureMethod">> & Credentials;
  const identity = createIdentity(consumerKey, token, signatureMethod);
  const key = { signatureMethod, consumerSecret, tokenSecret, privateKey, passphrase };
  return signerOf(identity, createBaseStringSigner(key as SigningKey));
}

function signerOf(identity: Identity, signer: BaseStringSigner): Signer {
  return {
    sign(request, options = {}) {
      const prepared = prepare(request, identity, options);
      return finish(prepared, signer.sign(prepared.baseString));
    },
    async signAsync(request, options = {}) {
      const prepared = prepare(request, identity, options);
      return finish(prepared, await signer.signAsync(prepared.baseString));
    },
  };
}

/**
 * Signs one request: `createSigner(credentials).sign(request, options)`. For more than one request, keep a signer,
 * because it parses the key only once.
 *
 * @param request - method, absolute URL, and a form or another body
 * @param credentials - as for {@link createSigner}
 * @param options - nonce, timestamp (seconds), realm, transport, charset, body hash and more protocol parameters
 * @throws {@link OAuth1Error} as {@link createSigner}, and for a request or an option that is not valid:
 * `url-malformed`, `method-malformed`, `parameter-malformed`, `parameter-reserved`, `parameter-duplicated`,
 * `text-malformed`, `body-conflict`, `body-malformed`, `body-hash-conflict`, `body-hash-unknown`, `nonce-malformed`,
 * `timestamp-malformed`, `version-unsupported`, `realm-malformed`, `transport-unknown`, `transport-unusable`,
 * `charset-unusable`, `options-invalid`, `option-unknown`;
 * `synchronous-rsa-unavailable` for RSA in a browser: use {@link createSigner} and `signAsync`
 *
 * @example
 * ```ts
 * import { sign } from "countersign";
 *
 * const signed = sign(
 *   { method: "POST", url: "https://gateway.example/pay", form: { amount: "10.42" } },
 *   { consumerKey: "merchant", signatureMethod: "HMAC-SHA256", consumerSecret: "secret" },
 * );
 * signed.headers["content-type"]; // => "application/x-www-form-urlencoded"
 * signed.body; // => "amount=10.42"
 * ```
 */
export function sign(request: RequestToSign, credentials: Credentials, options?: SignOptions): SignedRequest {
  return createLocalSigner(credentials).sign(request, options);
}

interface Prepared {
  readonly request: CheckedRequest;
  readonly protocol: readonly EncodedParameter[];
  readonly baseString: string;
  readonly transport: Transport;
  readonly realm: string | undefined;
  readonly charset: Charset | undefined;
}

/** All steps up to the base string. */
function prepare(input: RequestToSign, identity: Identity, options: SignOptions): Prepared {
  const request = checkRequest(input);
  checkOptions(options, OPTIONS, "options", optionsError);
  const { transport = "header", realm, charset, bodyHash = false } = options;
  checkTransport(transport, request, realm, bodyHash);
  if (charset !== undefined) checkCharset(charset, request, transport);
  const protocol = protocolParameters(request, identity, options, bodyHash);
  const parameters = [...request.query, ...protocol, ...(request.form ?? [])];
  const { method, url } = request;
  const signed = baseString(method, joinBaseStringUri(url), parameters);
  return { request, protocol, baseString: signed, transport, realm, charset };
}

const OPTIONS = [
  "nonce",
  "timestamp",
  "version",
  "protocolParameters",
  "bodyHash",
  "realm",
  "transport",
  "charset",
] as const;

/** @throws {@link OAuth1Error} for a charset that the octets of the body would contradict */
function checkCharset(charset: unknown, { form }: CheckedRequest, transport: Transport): void {
  const name = typeof charset === "string" ? charset.toLowerCase() : undefined;
  if (name !== "utf-8" && name !== "iso-8859-1") {
    throw new OAuth1Error("charset-unusable", `charset must be utf-8 or iso-8859-1, got ${quote(charset)}`);
  }
  if (form === undefined && !usesBody(transport)) {
    throw new OAuth1Error("charset-unusable", "charset applies only to a form, got a request without one");
  }
  const isAscii = ({ encodedName, encodedValue }: EncodedParameter): boolean =>
    !/%[89A-F]/.test(encodedName + encodedValue);
  if (name === "utf-8" || form === undefined || form.every(isAscii)) return;
  const problem = "iso-8859-1 is possible for ASCII only, because a form is signed and sent in UTF-8";
  throw new OAuth1Error("charset-unusable", problem);
}

/** Whether the body contains protocol parameters and so must be a form: `body`, `header-and-body`. */
function usesBody(transport: Transport): boolean {
  return transport.endsWith("body");
}

export const TRANSPORTS: readonly Transport[] = ["header", "body", "query", "header-and-body"];

export function isTransport(text: unknown): text is Transport {
  return (TRANSPORTS as readonly unknown[]).includes(text);
}

/** @throws {@link OAuth1Error} for a transport, a realm or a body hash that the request cannot use */
function checkTransport(transport: Transport, request: CheckedRequest, realm: unknown, bodyHash: unknown): void {
  if (!isTransport(transport)) {
    throw new OAuth1Error(
      "transport-unknown",
      `transport must be one of ${TRANSPORTS.join(", ")}, got ${quote(transport)}`,
    );
  }
  const inBody = usesBody(transport);
  if (inBody && request.body !== undefined) {
    throw new OAuth1Error("transport-unusable", `transport ${transport} needs a form-encoded body, got another body`);
  }
  if (typeof bodyHash !== "boolean" && bodyHash !== "SHA-1") {
    throw new OAuth1Error("body-hash-unknown", `bodyHash must be true, false or "SHA-1", got ${quote(bodyHash)}`);
  }
  if (inBody && bodyHash !== false) {
    throw new OAuth1Error(
      "body-hash-conflict",
      `transport ${transport} makes a form-encoded body, which is not hashed`,
    );
  }
  if (realm !== undefined && (transport === "body" || transport === "query")) {
    throw new OAuth1Error("transport-unusable", `realm needs a header, got the transport ${transport}`);
  }
}

/** Places the protocol parameters and the signature after the parameters of form or query (RFC 5849 3.5). */
function finish(prepared: Prepared, signature: string): SignedRequest {
  const { request, protocol, baseString, transport, realm, charset } = prepared;
  const signed = [...protocol, encodeParameter("oauth_signature", signature, "header")];
  const form = request.form === undefined ? undefined : joinParameters(request.form);
  const hasForm = usesBody(transport);
  const inBody = transport === "body" ? signed : protocol;
  const body = hasForm ? appended(form, joinParameters(inBody)) : (form ?? request.body);
  const url = transport === "query" ? appendedToQuery(request, joinParameters(signed)) : request.href;
  const headers: Record<string, string> = {};
  let authorization: string | undefined;
  if (transport.startsWith("header")) {
    authorization = joinAuthorizationHeader(signed, { realm });
    headers.authorization = authorization;
  }
  if (form !== undefined || hasForm) {
    headers["content-type"] = `application/x-www-form-urlencoded${charset === undefined ? "" : `; charset=${charset}`}`;
  }
  return { method: request.method, url, headers, body, signature, baseString, authorization };
}

function appended(form: string | undefined, added: string): string {
  return form === undefined || form === "" ? added : `${form}&${added}`;
}

function appendedToQuery({ href, url: { query } }: CheckedRequest, added: string): string {
  if (query === undefined) return `${href}?${added}`;
  return `${href}${query === "" || query.endsWith("&") ? "" : "&"}${added}`;
}
