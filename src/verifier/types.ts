/** The types of the verifier's arguments. `verdict.ts` contains those of its results. */

import type { HttpRequest } from "../oauth1/http-request.ts";
import type { RsaKeyInput } from "../oauth1/keys.ts";
import type { SignatureMethod } from "../oauth1/signature-methods.ts";
import type { Transport } from "../oauth1/signer.ts";
import type { NonceStore } from "./nonce-store.ts";
import type { Accepted, Verdict, VerdictEvent } from "./verdict.ts";

export type * from "./verdict.ts";

/** A request as received. */
export interface ReceivedRequest {
  /** As on the request line. */
  readonly method: string;
  /**
   * The request target (`/path?query`) or the absolute URL, exactly as received: not decoded, not normalized. A path
   * needs the option `origin` or `proxy`. Without `origin` the verifier accepts the scheme and host of an absolute URL
   * as they are, so do not build it from the Host header alone.
   */
  readonly url: string;
  /** Names in any case. Pass repeated headers as separate pairs, or as a list in a record. */
  readonly headers:
    | Readonly<Record<string, string | readonly string[] | undefined>>
    | readonly (readonly [name: string, value: string])[];
  /**
   * The octets as received, not decoded and not parsed. Text is encoded as UTF-8. Pass an empty value for no body. If it
   * is absent and the headers announce a body (Content-Length, Transfer-Encoding), the request has an unsigned body.
   */
  readonly body?: string | Uint8Array | undefined;
  /** Whether the connection uses TLS. If it does not, PLAINTEXT needs the option `proxy`. @default true */
  readonly secure?: boolean;
  /** IP address at the other end of the connection; only the option `proxy` needs it. */
  readonly remoteAddress?: string | undefined;
}

/** The client and the signature method that a request claims. Neither claim is proven yet. */
export interface ClaimedIdentity {
  readonly consumerKey: string;
  readonly token: string | undefined;
  readonly signatureMethod: SignatureMethod;
}

/** A stored secret, for HMAC and PLAINTEXT. All text is decoded. */
export interface StoredSecret {
  readonly consumerSecret: string;
  /**
   * The secret of the token; may be empty. Setting it means that the look-up has found this token. Without it and without
   * `token`, the key verifies only requests without a token.
   */
  readonly tokenSecret?: string | undefined;
  /** The token of this secret. The key does not verify requests with another token or with none. */
  readonly token?: string | undefined;
  /** The verdict contains this id as `keyId`, to distinguish keys during a rotation. */
  readonly id?: string | undefined;
}

/** A stored public key or certificate, for RSA. */
export interface StoredPublicKey {
  readonly publicKey: RsaKeyInput;
  /** The token of this key. Without it the key verifies only requests without a token. RSA uses no token secret. */
  readonly token?: string | undefined;
  readonly id?: string | undefined;
}

/** One key of a client. A secret verifies HMAC and PLAINTEXT, a public key verifies RSA. */
export type StoredKey = StoredSecret | StoredPublicKey;

/**
 * Finds the current keys of a client; `undefined`, `null` or an empty list for an unknown client. If the request has a
 * token, every key must be for that token: find keys by consumer key and token together, and set `token`. If the look-up throws
 * or rejects, or takes too long, the verifier rejects the request with `credentials-unavailable`.
 */
export type CredentialsLookup = (identity: ClaimedIdentity) => FoundKeys | PromiseLike<FoundKeys>;

/** What a look-up returns. */
export type FoundKeys = StoredKey | readonly StoredKey[] | undefined | null;

/** The limits of a request, in octets unless stated otherwise. */
export interface Limits {
  /** The request target or URL. @default 8192 */
  readonly url: number;
  /** The Authorization header. @default 8192 */
  readonly authorization: number;
  /** The body. @default 102_400 */
  readonly body: number;
  /** Number of parameters in query, header and body together. @default 1000 */
  readonly parameters: number;
  /** A parameter's name, as sent. @default 256 */
  readonly name: number;
  /** A parameter's value, as sent. @default 65_536 */
  readonly value: number;
  /** The nonce, decoded. @default 128 */
  readonly nonce: number;
  /** The consumer key and the token, each, decoded. @default 1024 */
  readonly identifier: number;
}

/** A proxy in front of the server whose forwarded headers the verifier trusts. */
export interface TrustedProxy {
  /** IP addresses and subnets (`10.0.0.0/8`) that the proxy connects from. */
  readonly addresses: readonly string[];
  /** Hosts (`host` or `host:port`) that clients sign. The verifier rejects requests for others. */
  readonly hosts: readonly string[];
}

/** The policy of a verifier. */
export interface VerifierOptions {
  /** Finds the keys of a client. */
  readonly credentials: CredentialsLookup;
  /** Remembers nonces, so that no request is accepted twice. */
  readonly nonceStore: NonceStore;
  /** The methods that the verifier accepts. @default ["HMAC-SHA1", "RSA-SHA256"] */
  readonly signatureMethods?: readonly SignatureMethod[] | undefined;
  /** Maximum distance of a timestamp from the clock, into the past and the future; at most a day. @default 300 */
  readonly clockToleranceSeconds?: number | undefined;
  /** How much longer nonces are kept, because the clocks of several verifiers differ; at most an hour. @default 60 */
  readonly clockSkewSeconds?: number | undefined;
  /**
   * Maximum time of a look-up or a nonce claim that returns a promise, in milliseconds, up to 600_000. A later answer is
   * ignored.
   * @default 5000
   */
  readonly timeoutMilliseconds?: number | undefined;
  /** The clock: seconds since 1970. @default the system clock */
  readonly now?: (() => number) | undefined;
  /** `https://host[:port]` as clients sign it, for requests whose URL is a path. */
  readonly origin?: string | undefined;
  /** A proxy whose X-Forwarded-Proto and X-Forwarded-Host (or Host) contain what the client signed. @default none */
  readonly proxy?: TrustedProxy | undefined;
  /** Minimum size of RSA keys, 1024 to 16_384, the largest size allowed. @default 2048 */
  readonly minimumRsaBits?: number | undefined;
  /**
   * The places where the protocol parameters may be (RFC 5849 3.5). With `header-and-body` the body repeats the header's
   * parameters with equal values, but not the signature.
   *
   * @default ["header", "body", "query"]
   */
  readonly transport?: Transport | readonly Transport[] | undefined;
  /** Adds `header-and-body` to the places of `transport`. @default false */
  readonly allowHeaderAndBody?: boolean | undefined;
  /** Whether to reject a request without `oauth_version`, which RFC 5849 3.1 makes optional. @default false */
  readonly requireVersion?: boolean | undefined;
  /**
   * Whether to reject an Authorization header with a value that is not percent-encoded (RFC 5849 3.5.1), such as a signature
   * that contains `+`. Without the option, the verifier reads such a value as it is.
   *
   * @default false
   */
  readonly requireEncodedHeader?: boolean | undefined;
  /**
   * Whether to accept a body that the signature does not cover. The signature covers the parameters of a form; it covers
   * any other body (JSON, XML, `multipart/form-data`, a body without Content-Type) only by `oauth_body_hash`. Without the
   * hash, someone may have changed the body, or added it to a signed request, so such a request is rejected with
   * `body-hash-missing`. A request without a body, such as a usual GET, needs no hash. If you accept the risk, `body` of
   * the accepted request is `unsigned` where nothing covers the body.
   * @default false
   */
  readonly allowUnsignedBody?: boolean | undefined;
  /**
   * Called with each verdict, for metrics and logs, and with each mistake in the program that makes `verify` reject. What
   * it throws or changes has no effect on the verdict; the verifier does not wait for a promise.
   */
  readonly onVerdict?: ((event: VerdictEvent) => void) | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** Options of one call of `verify` or `authenticate`. */
export interface RequestOptions {
  /** Replaces the option of {@link VerifierOptions} for this request. @default that of the verifier */
  readonly allowUnsignedBody?: boolean | undefined;
}

/** Verifies requests under one policy. */
export interface Verifier {
  /**
   * Resolves to the accepted request, and rejects with an {@link AuthenticationError} for anything else that a client
   * can send.
   */
  authenticate(request: ReceivedRequest, options?: RequestOptions): Promise<Accepted>;
  /**
   * Resolves to a verdict for anything that a client can send. A rejection is an object too, so test `verdict.accepted`
   * or use `authenticate`.
   */
  verify(request: ReceivedRequest, options?: RequestOptions): Promise<Verdict>;
  /**
   * The request with the absolute URL that its client should have signed, in the form that `countersign/diagnosis` takes.
   * `undefined` if the URL cannot be determined. Do not log the result: it has the signature (with PLAINTEXT, the secret).
   */
  toHttpRequest(request: ReceivedRequest): HttpRequest | undefined;
}
