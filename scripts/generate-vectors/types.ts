/** Families of generated vectors, and the JSON that they produce. */

import type {
  AnyCredentials,
  JsonPair,
  Operation,
  Transport,
  UnsignedRequest,
} from "../../src/conformance/vectors/index.ts";
import type { HashAlgorithm } from "../../src/spec/signature-methods.ts";

/** A request before it is signed, as JSON. */
export type JsonRequest = Omit<UnsignedRequest, "form"> & { readonly form?: readonly JsonPair[] };

/** The input of any operation, as JSON; `vectors/schema.json` defines the members of each operation. */
export interface JsonInput {
  readonly text?: string;
  readonly octets?: string;
  readonly formEncoded?: string;
  readonly parameters?: readonly JsonPair[];
  readonly url?: string;
  readonly header?: string;
  readonly realm?: string;
  readonly body?: string;
  readonly hash?: HashAlgorithm;
  readonly request?: JsonRequest;
  readonly protocolParameters?: readonly JsonPair[];
  readonly baseString?: string;
  readonly signatureMethod?: string;
  readonly signature?: string;
  readonly credentials?: AnyCredentials;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly version?: "1.0" | null;
  readonly transport?: Transport;
}

/** The first part of the ids of a family; also the name of its file, except for the gateway's vectors. */
export type Area =
  | "request"
  | "percent-encoding"
  | "parameter-string"
  | "base-string-uri"
  | "base-string"
  | "parameters"
  | "authorization-header"
  | "body"
  | "signature";

/** A vector before its values are computed. */
export interface Draft {
  /** What the vector tests, in one line. */
  readonly comment: string;
  /** Id of a rule; the vector has its level. */
  readonly rule: string;
  readonly operation: Operation;
  readonly input: JsonInput;
  /** The input violates the rule: the model and every implementation must refuse it. */
  readonly mustRefuse?: true;
}

/** Vectors about one topic. Their numbers are permanent, so new vectors are added at the end only. */
export interface Family {
  /** Also the topic of the ids. */
  readonly name: string;
  readonly area: Area;
  /** Returns the same drafts each time. */
  readonly make: () => Draft[];
}
