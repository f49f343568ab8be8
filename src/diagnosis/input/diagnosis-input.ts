/** The input of a diagnosis: a request, the keys with which it should be signed, and what the client computed. */

import type { HttpRequest, SigningCredentials, SigningInput } from "../../model/index.ts";
import type { PastedRequest } from "../../requests/pasted-request.ts";

/** The secrets or the RSA key of one client. */
export interface Key extends SigningCredentials {
  /** PEM of a public key or a certificate, for RSA methods. @default the public half of `privateKey` */
  readonly publicKey?: string | undefined;
}

/** A key that the client may have used instead. */
export interface OtherKey extends Key {
  /** The name of the key in the result, such as `"test account"`. It is shown, so it must not be a secret. */
  readonly label: string;
}

/** The input of {@link diagnose}. */
export interface DiagnosisInput {
  /** The request as it was sent, or as the author of the client describes it before signing. */
  readonly request: PastedRequest | SigningInput;
  readonly key: Key;
  /** Keys that the client may have used instead, such as the key of another environment or account, or an older key. */
  readonly otherKeys?: readonly OtherKey[] | undefined;
  /** What the client computed. @default the signature in the request */
  readonly evidence?: Evidence | undefined;
  /** Other origins of the service, as `scheme://host[:port][/prefix]`, such as the origin behind a proxy or another name. */
  readonly origins?: readonly string[] | undefined;
  /** Other URLs of the service that the client may have signed, without a query, such as the URL of another version. */
  readonly addresses?: readonly string[] | undefined;
  /** Values that a parameter may have had when it was signed, such as the ids of other orders. */
  readonly knownValues?: KnownValues | undefined;
  /** The time of the server in seconds since 1970. Without it, the timestamp is not compared with a clock. */
  readonly now?: number | undefined;
}

/** Values by parameter name. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Values that the client computed. */
export interface Evidence {
  /** The value of oauth_signature, percent-decoded. */
  readonly signature?: string | undefined;
  /** The base string that the client signed, or any text that contains it, such as a log. */
  readonly baseString?: string | undefined;
}

export function isHttpRequest<Sent extends HttpRequest>(request: Sent | SigningInput): request is Sent {
  return !("signatureMethod" in request);
}
