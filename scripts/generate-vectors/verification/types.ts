/** Families of vectors for verifiers. */

import type { EarlierRequest, Layer, VerificationServer } from "../../../src/conformance/vectors/index.ts";
import type { Client } from "./clients.ts";
import type { Sent, Signed } from "./signed.ts";

/** An earlier request, and whether the server accepted it. */
export interface Earlier extends Pick<EarlierRequest, "now" | "accepted"> {
  readonly request: Sent;
}

/** A vector before the model computes its values. */
export interface VerificationDraft {
  readonly comment: string;
  readonly layer: Layer;
  readonly rule: string;
  readonly faults?: readonly string[];
  readonly cves?: readonly string[];
  /** Differences from the default server, whose only key belongs to the client that signed. */
  readonly server?: Partial<Omit<VerificationServer, "origin">> & {
    /** undefined: the request's URL is absolute. */
    readonly origin?: string | undefined;
  };
  readonly earlier?: readonly Earlier[];
  readonly request: Sent & { readonly by?: Client };
  /** The rejection code. Absent: the request must be accepted. */
  readonly refuse?: string | undefined;
  readonly alsoAcceptable?: readonly string[];
  readonly mayRefuse?: string;
  readonly mayAccept?: string;
}

/** Vectors about one topic. Their numbers are permanent, so new vectors are added at the end only. */
export interface VerificationFamily {
  /** Also the topic of the ids. */
  readonly name: string;
  /** The same drafts each time. */
  readonly make: () => VerificationDraft[];
}

/** The common fields of the drafts of a table. */
export type Shared = Partial<Omit<VerificationDraft, "comment" | "request">> &
  Pick<VerificationDraft, "layer" | "rule">;

/** Makes drafts from common fields and one row per draft. */
export function drafts(
  shared: Shared,
  rows: readonly (readonly [comment: string, request: Signed, own?: Partial<VerificationDraft>])[],
): VerificationDraft[] {
  return rows.map(([comment, request, own]) => ({ ...shared, comment, request, ...own }));
}
