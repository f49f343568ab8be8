/**
 * What a family of generated vectors is.
 *
 * @module
 */

import type { Operation, VectorInput } from "../../src/suite/index.ts";

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
  readonly input: VectorInput;
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
