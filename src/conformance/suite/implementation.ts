/** What the suite tests: an object whose methods are the operations of a driver (docs/driver.md). */

import type { Capabilities, Hello } from "../drivers/contract.ts";
import type { AnyCredentials, MethodOf, Operation, QuestionOf, RequestJson } from "../vectors/input.ts";
import type { JsonPair } from "../vectors/json-text.ts";
import type { StageValues } from "../vectors/stages.ts";

export type { AnyCredentials };

/** A value, or a promise of it. */
export type Later<Value> = Value | Promise<Value>;

/** What an implementation declares besides its methods. Other questions are not asked. */
export interface Declared extends Capabilities {
  /** Names the implementation in titles and messages. @default "signer" or "verifier" */
  readonly implementation?: Partial<Hello["implementation"]>;
  /** Returns why the implementation does not support a question to a method, such as `sign`; `undefined` if it does. */
  outside?(method: MethodName, question: object): string | undefined;
}

/** A request before it is signed. It has at most one of `form`, `formEncoded` and `body`. */
export type UnsignedRequest = RequestJson;

/**
 * What a signer is asked to sign: the request, and the values of the protocol parameters. Credentials are secrets for HMAC
 * and PLAINTEXT, and the PEM of the private key for RSA. If `nonce` or `timestamp` is absent, the signer chooses. A `version` of
 * null means that no `oauth_version` is sent.
 */
export type Question = QuestionOf<"sign">;

/** What a signer is asked to sign: the request, and the list of all protocol parameters except the signature. */
export type ExactQuestion = QuestionOf<"sign-exactly">;

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
  /** Signs a whole request with exactly the given protocol parameters. If `sign` is absent, `signExactly` gets its questions. */
  signExactly?(question: ExactQuestion): Later<Sent | string>;
  /** Returns the base string of the request. */
  baseString?(question: Question): Later<Answer<string>>;
  /** Percent-encodes text, or base64 of octets that are not UTF-8. */
  percentEncode?(question: QuestionOf<"percent-encoding"> & { readonly text: string }): Later<Answer<string>>;
  /** Decodes percent-encoded text. */
  percentDecode?(question: QuestionOf<"percent-decoding">): Later<Answer<string>>;
  /** Decodes a query or a form. */
  parameters?(question: QuestionOf<"parameters">): Later<Answer<readonly JsonPair[]>>;
  /** Encodes, sorts and joins parameters. */
  parameterString?(question: QuestionOf<"parameter-string">): Later<Answer<string>>;
  /** Returns the base string URI of a URL. */
  baseStringUri?(question: QuestionOf<"base-string-uri">): Later<Answer<string>>;
  /** Signs a base string, which is absent only for PLAINTEXT. */
  signature?(question: QuestionOf<"signature"> & { readonly baseString: string }): Later<Answer<string>>;
  /** Writes an Authorization header. */
  authorizationHeader?(question: QuestionOf<"authorization-header">): Later<Answer<string>>;
  /** Reads an Authorization header. */
  parseAuthorizationHeader?(
    question: QuestionOf<"authorization-header-parsing">,
  ): Later<readonly JsonPair[] | { readonly value: readonly JsonPair[]; readonly realm?: string | null }>;
  /** Returns the `oauth_body_hash` of a body, with a hash algorithm such as SHA-256. */
  bodyHash?(question: QuestionOf<"body-hash">): Later<Answer<string>>;
}

/** The methods of a verifier. Both are optional; at least one is required. */
export interface Verifier extends Declared {
  /**
   * Verifies a received request, whose body is in base64, as a server does. The method gets the secrets or public key (PEM)
   * of the client and the token that the request names, the time in seconds, and whether the nonce was used before.
   */
  verify?(question: QuestionOf<"verify">): Later<Validity>;
  /** Verifies the signature of a base string, or of a request with all its protocol parameters. */
  verifySignature?(question: QuestionOf<"verify-signature">): Later<Validity>;
}

/** The name of a method. The compiler reports an operation without one. */
type MethodName = keyof Pick<Signer & Verifier, MethodOf<Operation>>;
