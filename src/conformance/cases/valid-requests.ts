/** The valid requests of one client, which cases change. */

import type { RsaKey } from "../../platform/index.ts";
import type { Draft, SigningKey } from "./draft.ts";

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
  /** Whether requests with other methods than GET and HEAD may be sent. */
  readonly mayChangeMethod: boolean;
}
