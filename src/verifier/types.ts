/**
 * What goes into the verifier and what comes out.
 *
 * @module
 */

import type { RsaKeyInput } from "../oauth1/keys.ts";
import type { Parameter } from "../oauth1/parameter.ts";
import type { SignatureMethod } from "../oauth1/signature-methods.ts";
import type { NonceStore } from "./nonce-store.ts";
import type { RejectionCode } from "./rejections.ts";

/** A request as it arrived. */
export interface ReceivedRequest {
  /** As on the request line. */
  readonly method: string;
  /**
   * Absolute, or the request target (`/path?query`) where an origin or a proxy is configured, exactly as received: not
   * decoded, not normalized. Whoever gives an absolute one without a configured origin vouches for scheme and host.
   */
  readonly url: string;
  /** Names in any case. Pairs keep what a record loses: that a header came twice. */
  readonly headers:
    | Readonly<Record<string, string | readonly string[] | undefined>>
    | readonly (readonly [name: string, value: string])[];
  /** Octets as received, not decoded and not parsed; text stands for its UTF-8. Absent or empty for none. */
  readonly body?: string | Uint8Array | undefined;
  /** Whether the connection that brought the request was TLS. Where it was not, PLAINTEXT needs a configured proxy. */
  readonly secure?: boolean | undefined;
  /** IP address of whoever is at the other end of the connection. Forwarded headers count only from a configured proxy. */
  readonly remoteAddress?: string | undefined;
}

/** Who a request claims to be, before anything is proven. */
export interface ClaimedIdentity {
  readonly consumerKey: string;
  readonly token: string | undefined;
  readonly signatureMethod: SignatureMethod;
}

/** A secret as stored: HMAC (and PLAINTEXT, where asked for). */
export interface StoredSecret {
  readonly consumerSecret: string;
  /** Where the request names a token: that token's secret, `""` where it has none. Absent serves no token at all. */
  readonly tokenSecret?: string | undefined;
  /** The token this secret goes with; a request with another token, or with none, does not match it. */
  readonly token?: string | undefined;
  /** Comes back in the result, to tell keys apart during a rotation. */
  readonly id?: string | undefined;
}

/** A public key or certificate as stored: RSA. */
export interface StoredPublicKey {
  readonly publicKey: RsaKeyInput;
  /** The token this key goes with. Absent leaves it to the look-up alone, since RSA covers no token secret. */
  readonly token?: string | undefined;
  readonly id?: string | undefined;
}

/** One live key of a client. The kind of key fixes the family of methods. */
export type StoredKey = StoredSecret | StoredPublicKey;

/**
 * Finds the live keys of a client; `undefined`, `null` or an empty list for an unknown one. Where the claim names a
 * token, what comes back must be meant for that token: found by both together, or carrying `token` itself.
 */
export type CredentialsLookup = (claim: ClaimedIdentity) => FoundKeys | Promise<FoundKeys>;

/** What a look-up comes back with. */
export type FoundKeys = StoredKey | readonly StoredKey[] | undefined | null;

/** What a request may be at most; everything in octets unless it says otherwise. */
export interface Limits {
  /** The request target or URL. @default 8192 */
  readonly url: number;
  /** The Authorization header. @default 8192 */
  readonly authorization: number;
  /** The body. @default 1_048_576 */
  readonly body: number;
  /** Number of parameters, from everywhere together. @default 1000 */
  readonly parameters: number;
  /** A parameter's name, as sent. @default 256 */
  readonly name: number;
  /** A parameter's value, as sent. @default 65_536 */
  readonly value: number;
  /** The nonce, decoded. @default 128 */
  readonly nonce: number;
}

/** A proxy in front of this machine, and what it may say. */
export interface TrustedProxy {
  /** IP addresses and subnets (`10.0.0.0/8`) that the proxy connects from. */
  readonly addresses: readonly string[];
  /** Hosts (`host` or `host:port`) that clients sign; any other is refused. */
  readonly hosts: readonly string[];
}

/** The policy of a verifier. */
export interface VerifierOptions {
  readonly credentials: CredentialsLookup;
  readonly nonceStore: NonceStore;
  /** @default ["HMAC-SHA1", "RSA-SHA256"] */
  readonly signatureMethods?: readonly SignatureMethod[] | undefined;
  /** How far a timestamp may lie in the past or the future. @default 300 */
  readonly clockToleranceSeconds?: number | undefined;
  /** How much longer nonces are kept, for clocks that differ between machines. @default 60 */
  readonly clockSkewSeconds?: number | undefined;
  /** The clock, in seconds. @default the system's */
  readonly now?: (() => number) | undefined;
  /** `https://host[:port]`, where requests come with a path only: what clients sign, not what the machine is called. */
  readonly origin?: string | undefined;
  /** From this proxy, X-Forwarded-Proto and X-Forwarded-Host (or Host) say what the client signed. @default none */
  readonly proxy?: TrustedProxy | undefined;
  /** @default 2048 */
  readonly minimumRsaBits?: number | undefined;
  /** Whether RSA is computed on the thread pool: more requests a second on several cores, a little more for each. @default false */
  readonly rsaOnThreadPool?: boolean | undefined;
  /** Whether protocol parameters may be repeated with equal values in the body (the gateway's habit). @default false */
  readonly allowHeaderAndBody?: boolean | undefined;
  /** Whether a body that is not form-encoded must come with `oauth_body_hash`. @default false */
  readonly requireBodyHash?: boolean | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** A request whose signature is right, whose time is now and whose nonce is new. */
export interface Accepted {
  readonly accepted: true;
  readonly consumerKey: string;
  readonly token: string | undefined;
  readonly signatureMethod: SignatureMethod;
  /** Seconds. */
  readonly timestamp: number;
  readonly nonce: string;
  /** What the signature covers, in order: query, then header, then body. */
  readonly parameters: readonly Parameter[];
  /** The `id` of the stored key that matched, where it has one. */
  readonly keyId: string | undefined;
}

/** One thing that is wrong with a request. */
export interface Problem {
  readonly code: RejectionCode;
  /** For the operator; never holds a secret or a signature. */
  readonly message: string;
}

/** A request that is refused. */
export interface Rejected {
  readonly accepted: false;
  /** The first problem's. */
  readonly code: RejectionCode;
  readonly message: string;
  /** HTTP status to answer with. */
  readonly status: number;
  /** All problems that were cheap to find, the first included. */
  readonly problems: readonly Problem[];
  /** What the client may be told: poorer, so that it learns nothing about others. */
  readonly publicResponse: { readonly status: number; readonly message: string };
}

/** What the verifier decides. */
export type Verdict = Accepted | Rejected;

/** Verifies requests under one policy. */
export interface Verifier {
  /** Decides; never throws, and never rejects, for anything a client can send. */
  verify(request: ReceivedRequest): Promise<Verdict>;
}
