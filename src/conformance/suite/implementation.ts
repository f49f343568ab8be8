/** What the suite tests: an object whose methods are the operations of a driver (docs/driver.md). */

import type { HashAlgorithm } from "../../spec/signature-methods.ts";
import type { Hello } from "../drivers/contract.ts";
import type { AnyCredentials, HttpRequest, SignatureMethod, Transport } from "../vectors/input.ts";
import type { JsonPair } from "../vectors/json-text.ts";
import type { StageValues } from "../vectors/stages.ts";

export type { AnyCredentials };

/** A value, or a promise of it. */
export type Later<Value> = Value | Promise<Value>;

/** What an implementation declares besides its methods. Questions outside of that are not asked. */
export interface Declared
  extends Partial<Pick<Hello, "signatureMethods" | "transports" | "fixesNonceAndTimestamp" | "limits">> {
  /** Names the implementation in titles and messages. @default "signer" or "verifier" */
  readonly implementation?: Partial<Hello["implementation"]>;
  /** Returns why the implementation does not support a question to a method, such as `sign`; `undefined` if it does. */
  outside?(method: string, question: object): string | undefined;
}

/** A request before it is signed. It has at most one of `form`, `formEncoded` and `body`. */
export interface UnsignedRequest {
  readonly method: string;
  /** The absolute URL, its query still encoded. */
  readonly url: string;
  /** Parameters of a form-encoded body, decoded. A name or value that is not UTF-8 is `{ octets: base64 }`. */
  readonly form?: readonly JsonPair[];
  /** A form-encoded body as it is on the wire. */
  readonly formEncoded?: string;
  /** A body that is not form-encoded; never signed. */
  readonly body?: string;
  /** More headers, as they are sent; never signed. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

/** What a signer is asked to sign: the request, and the values of the protocol parameters. */
export interface Question {
  readonly request: UnsignedRequest;
  readonly signatureMethod: SignatureMethod;
  /** Secrets for HMAC and PLAINTEXT, the PEM of the private key for RSA. */
  readonly credentials: AnyCredentials & { readonly consumerKey: string };
  /** Absent if the signer is to choose it. */
  readonly nonce?: string;
  /** In seconds. Absent if the signer is to choose it. */
  readonly timestamp?: string;
  /** The `oauth_version` to send; null for none. */
  readonly version: "1.0" | null;
  readonly transport: Transport;
  readonly realm?: string;
  /** Additional protocol parameters, such as `oauth_callback`. */
  readonly protocolParameters?: readonly JsonPair[];
}

/** What a signer is asked to sign: the request, and the list of all protocol parameters except the signature. */
export interface ExactQuestion extends Pick<Question, "request" | "signatureMethod" | "transport" | "realm"> {
  readonly credentials: AnyCredentials;
  readonly protocolParameters: readonly JsonPair[];
}

/** What a signer sends, and the stages that it shows. Stages have the names that vectors use, such as `base-string`. */
export interface Sent {
  /** The Authorization header. */
  readonly authorization?: string;
  /** The URL, if the signer changes it. */
  readonly url?: string;
  /** The form-encoded body. */
  readonly body?: string;
  readonly stages?: StageValues;
}

/** A value alone, or with the stages before it. */
export type Answer<Value> = Value | { readonly value: Value; readonly stages?: StageValues };

/** Whether a signature or a request is valid, alone or with the reason why not. */
type Validity = boolean | { readonly valid: boolean; readonly code?: string };

/** The methods of a signer. All are optional; at least one is required. */
export interface Signer extends Declared {
  /** Signs a whole request. Returns what is sent, or the signature alone. */
  sign?(question: Question): Later<Sent | string>;
  /** Signs a whole request with exactly the given protocol parameters. Without `sign`, it receives the questions for `sign`. */
  signExactly?(question: ExactQuestion): Later<Sent | string>;
  /** Returns the base string of the request. */
  baseString?(question: Question): Later<Answer<string>>;
  /** Percent-encodes text, or octets in base64 that are not UTF-8. */
  percentEncode?(question: { readonly text: string; readonly octets?: string }): Later<Answer<string>>;
  /** Decodes percent-encoded text. */
  percentDecode?(question: { readonly text: string }): Later<Answer<string>>;
  /** Decodes a query or a form. */
  parameters?(question: { readonly formEncoded: string }): Later<Answer<readonly JsonPair[]>>;
  /** Encodes, sorts and joins parameters. */
  parameterString?(question: { readonly parameters: readonly JsonPair[] }): Later<Answer<string>>;
  /** Returns the base string URI of a URL. */
  baseStringUri?(question: { readonly url: string }): Later<Answer<string>>;
  /** Signs a base string. */
  signature?(
    question: Pick<Question, "signatureMethod" | "credentials"> & { readonly baseString: string },
  ): Later<Answer<string>>;
  /** Writes an Authorization header. */
  authorizationHeader?(question: {
    readonly parameters: readonly JsonPair[];
    readonly realm?: string;
  }): Later<Answer<string>>;
  /** Reads an Authorization header. */
  parseAuthorizationHeader?(question: {
    readonly header: string;
  }): Later<readonly JsonPair[] | { readonly value: readonly JsonPair[]; readonly realm?: string | null }>;
  /** Returns the `oauth_body_hash` of a body, with a hash algorithm such as SHA-256. */
  bodyHash?(question: { readonly body: string; readonly hash: HashAlgorithm }): Later<Answer<string>>;
}

/** The methods of a verifier. Both are optional; at least one is required. */
export interface Verifier extends Declared {
  /** Verifies a received request as a server does, with a clock and the memory of one nonce. */
  verify?(question: {
    /** Its body is in base64. */
    readonly request: Omit<HttpRequest, "body"> & { readonly body: string };
    /** The secrets, or the PEM of the public key, of the client and the token that the request names. */
    readonly credentials: AnyCredentials;
    /** The server's clock, in seconds. */
    readonly now: number;
    /** Whether the server accepted this nonce before, with this timestamp, client and token. */
    readonly seen: boolean;
  }): Later<Validity>;
  /** Verifies the signature of a base string, or of a request with all its protocol parameters. */
  verifySignature?(
    question: Pick<ExactQuestion, "signatureMethod" | "credentials"> & {
      readonly signature: string;
      readonly baseString?: string;
      readonly request?: UnsignedRequest;
      readonly protocolParameters?: readonly JsonPair[];
    },
  ): Later<Validity>;
}
