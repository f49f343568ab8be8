/**
 * Signing a request: request and credentials → parameters → parameter string → base string → signature → header.
 *
 * @module
 */

import { baseString } from "./base-string.ts";
import { joinBaseStringUri } from "./base-string-uri.ts";
import { kindOf, OAuth1Error } from "./errors.ts";
import type { EncodedParameter } from "./parameter.ts";
import { createIdentity, type Identity, type ProtocolOptions, protocolParameters } from "./protocol-parameters.ts";
import { type CheckedRequest, checkRequest, type RequestToSign } from "./request-to-sign.ts";
import { createBaseStringSigner, type RsaSigningKey, type SharedSecrets, type SigningKey } from "./signature.ts";
import { checkTransport, place, type Transport } from "./transport.ts";

/** Who signs, and with what: the signature method decides between shared secrets and an RSA private key. */
export type Credentials = SigningKey & {
  /** The client identifier, `oauth_consumer_key` on the wire. */
  readonly consumerKey: string;
  /** The token identifier, `oauth_token` on the wire; left out where absent. */
  readonly token?: string | undefined;
};

/** How one request is signed. */
export interface SignOptions extends ProtocolOptions {
  /** The header's realm; `""` is an empty realm. @default none */
  readonly realm?: string | undefined;
  /** Where the protocol parameters travel. @default "header" */
  readonly transport?: Transport | undefined;
}

/** A signed request, ready to be sent as it is. */
export interface SignedRequest {
  /** As it goes on the request line: upper case. */
  readonly method: string;
  /** As given, without fragment; with the protocol parameters where they travel in the query. */
  readonly url: string;
  /** Names in lower case: `authorization` and `content-type`, as far as the request has them. */
  readonly headers: Record<string, string>;
  /** The form-encoded or given body; `undefined` for none. */
  readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  /** As it stands in `oauth_signature`, not percent-encoded. */
  readonly signature: string;
  readonly baseString: string;
  /** The Authorization header value; `undefined` where nothing travels in a header. */
  readonly authorization: string | undefined;
}

/** Signs requests with one set of credentials. */
export interface Signer {
  /** Signs at once. */
  sign(request: RequestToSign, options?: SignOptions): SignedRequest;
  /** Signs with RSA on the thread pool; the other methods are too quick for it. */
  signAsync(request: RequestToSign, options?: SignOptions): Promise<SignedRequest>;
}

/**
 * Reads the credentials once and returns what signs with them; keeps nothing else between requests.
 *
 * Strict: what could only be signed by guessing is refused with an {@link OAuth1Error} whose `code` says what it was;
 * no message carries a secret.
 *
 * @throws {@link OAuth1Error} `signature-method-unknown`, `key-missing`, `key-kind-mismatch`, `key-unreadable`,
 * `key-passphrase-wrong`, `key-too-small`, `parameter-malformed`, `text-malformed`
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
export function createSigner(credentials: Credentials): Signer {
  if (credentials === null || typeof credentials !== "object") {
    throw new OAuth1Error("key-missing", `credentials must be an object, got ${kindOf(credentials)}`);
  }
  // Each is read once, so that what is named and what signs cannot differ.
  const { consumerKey, token, signatureMethod, consumerSecret, tokenSecret, privateKey, passphrase } =
    credentials as Partial<SharedSecrets & Omit<RsaSigningKey, "signatureMethod">> & Credentials;
  const identity = createIdentity(consumerKey, token, signatureMethod);
  const key = { signatureMethod, consumerSecret, tokenSecret, privateKey, passphrase };
  const signer = createBaseStringSigner(key as SigningKey);
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
 * Signs one request: `createSigner(credentials).sign(request, options)`. Reads the key each time; for more than one
 * request keep a signer.
 *
 * @throws {@link OAuth1Error} as {@link createSigner}, and for a request or an option that is not legal:
 * `url-malformed`, `method-malformed`, `parameter-malformed`, `parameter-reserved`, `parameter-duplicated`,
 * `text-malformed`, `body-conflict`, `body-malformed`, `body-hash-conflict`, `body-hash-unknown`, `nonce-malformed`,
 * `timestamp-malformed`, `version-unsupported`, `realm-malformed`, `transport-unknown`, `transport-unusable`
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
  return createSigner(credentials).sign(request, options);
}

interface Prepared {
  readonly request: CheckedRequest;
  readonly protocol: readonly EncodedParameter[];
  readonly baseString: string;
  readonly transport: Transport;
  readonly realm: string | undefined;
}

/** Everything up to the base string. */
function prepare(input: RequestToSign, identity: Identity, options: SignOptions): Prepared {
  const request = checkRequest(input);
  const { transport = "header", realm, bodyHash = false } = options;
  checkTransport(transport, request, realm, bodyHash);
  const protocol = protocolParameters(request, identity, options, bodyHash);
  const parameters = [...request.query, ...protocol, ...(request.form ?? [])];
  const { method, url } = request;
  return { request, protocol, baseString: baseString(method, joinBaseStringUri(url), parameters), transport, realm };
}

/** Puts the signature where the transport wants it. */
function finish({ request, protocol, baseString, transport, realm }: Prepared, signature: string): SignedRequest {
  const { method, url, headers, body, authorization } = place(request, protocol, signature, transport, realm);
  return { method, url, headers, body, signature, baseString, authorization };
}
