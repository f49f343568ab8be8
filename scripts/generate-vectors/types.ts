/**
 * What a family of generated vectors is.
 *
 * @module
 */

import type { JsonPair, Operation, Transport, UnsignedRequest } from "../../src/conformance/vectors/index.ts";

/** A request before it is signed, as the files have it. */
export type JsonRequest = Omit<UnsignedRequest, "form"> & { readonly form?: readonly JsonPair[] };

/** The credentials of any operation, as the files have them. */
export interface JsonCredentials {
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
  readonly token?: string;
  readonly tokenSecret?: string;
  readonly privateKey?: string;
  readonly publicKey?: string;
}

/** The input of any operation, as the files have it; `vectors/schema.json` says which members each operation has. */
export interface JsonInput {
  readonly text?: string;
  readonly octets?: string;
  readonly formEncoded?: string;
  readonly parameters?: readonly JsonPair[];
  readonly url?: string;
  readonly header?: string;
  readonly realm?: string;
  readonly body?: string;
  readonly hash?: "SHA-1" | "SHA-256" | "SHA-512";
  readonly request?: JsonRequest;
  readonly protocolParameters?: readonly JsonPair[];
  readonly baseString?: string;
  readonly signatureMethod?: string;
  readonly signature?: string;
  readonly credentials?: JsonCredentials;
  readonly nonce?: string;
  readonly timestamp?: string;
  readonly version?: "1.0" | null;
  readonly transport?: Transport;
}

/** Where a family's vectors stand: the first part of their ids, and the file, unless it is the gateway's. */
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

/** One vector before anything is computed. */
export interface Draft {
  /** One line: what is special. */
  readonly comment: string;
  /** Id of a rule; its level is the vector's. */
  readonly rule: string;
  readonly operation: Operation;
  readonly input: JsonInput;
  /** The input is against the rule: the model must refuse it, and so must everyone. */
  readonly mustRefuse?: true;
  /** Why a strict implementation may refuse instead of answering. */
  readonly mayRefuse?: string;
}

/** Vectors about one thing. Their numbers are permanent, so a family only grows at its end. */
export interface Family {
  /** Also the topic of the ids. */
  readonly name: string;
  readonly area: Area;
  /** The same drafts each time. */
  readonly make: () => Draft[];
}
