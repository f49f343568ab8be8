/** The valid requests of one client, which cases change. */

import { parsePrivateKey, type RsaKey } from "../../platform/index.ts";
import { isRsaMethod, type SignatureMethod } from "../../spec/signature-methods.ts";
import { baseStringOf, type Draft, type Pair, type Place, type SigningKey, signatureOf } from "./draft.ts";

/** The credentials of the client that signs. */
export interface Credentials {
  readonly consumerKey: string;
  readonly consumerSecret?: string | undefined;
  readonly token?: string | undefined;
  readonly tokenSecret?: string | undefined;
  /** PEM of an RSA key, and of its public half. */
  readonly privateKey?: string | undefined;
  readonly publicKey?: string | undefined;
  /** A second client, which signs with HMAC-SHA1 and without a token. */
  readonly other?: { readonly consumerKey: string; readonly consumerSecret: string } | undefined;
}

/** Makes valid requests from one client to one server. */
export interface ValidRequests {
  /** A new valid request. */
  readonly fresh: () => Draft;
  readonly credentials: Credentials;
  /** The key that signs valid requests. */
  readonly key: SigningKey;
  /** The signature of a draft. */
  readonly sign: (draft: Draft, key?: SigningKey) => string;
  /** An RSA key that the server does not have. */
  readonly otherRsaKey: () => RsaKey;
  /** Whether a PLAINTEXT signature, which is the secret, may be sent: over http to a server on this machine. */
  readonly maySendPlaintext: boolean;
  /** Whether requests with methods other than GET and HEAD may be sent. */
  readonly mayChangeMethod: boolean;
}

/** The request of a client before it is signed. */
export type GoodRequest = Omit<Draft, "protocol" | "place">;

/** Who signs which request, and how. */
export interface ValidRequestOptions
  extends Pick<ValidRequests, "credentials" | "otherRsaKey" | "maySendPlaintext" | "mayChangeMethod"> {
  readonly request: GoodRequest;
  readonly method: SignatureMethod;
  readonly place: Place;
  /** The timestamp of a new request, in seconds. */
  readonly now: () => number;
  /** The nonce of a new request. */
  readonly nonce: () => string;
}

/** Creates the functions that make the valid requests of a client. */
export function createValidRequests({
  request,
  method,
  place,
  now,
  nonce,
  ...shared
}: ValidRequestOptions): ValidRequests {
  const { consumerKey, token, consumerSecret, tokenSecret, privateKey } = shared.credentials;
  const key: SigningKey = isRsaMethod(method)
    ? { method, privateKey: parsePrivateKey(privateKey!) }
    : { method, consumerSecret, tokenSecret };
  return {
    ...shared,
    key,
    sign: (draft, other = key) => signatureOf(other, baseStringOf(draft)),
    fresh: () => ({
      ...request,
      place,
      protocol: [
        ["oauth_consumer_key", consumerKey],
        ...(token === undefined ? [] : ([["oauth_token", token]] satisfies Pair[])),
        ["oauth_signature_method", method],
        ["oauth_timestamp", String(now())],
        ["oauth_nonce", nonce()],
        ["oauth_version", "1.0"],
      ],
    }),
  };
}
