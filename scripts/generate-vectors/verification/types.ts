/** What a family of vectors for verification is. */

import type { EarlierRequest, Layer, VerificationServer } from "../../../src/conformance/vectors/index.ts";
import type { Sent, Signed } from "./signed.ts";

/** A request that came before, and what came of it. */
export interface Earlier extends Pick<EarlierRequest, "now" | "accepted"> {
  readonly request: Sent;
}

/** One vector before the model has been asked. */
export interface VerificationDraft {
  readonly comment: string;
  readonly layer: Layer;
  readonly rule: string;
  readonly faults?: readonly string[];
  readonly cves?: readonly string[];
  /** What is not usual about the server. Its keys are usually the one of the client that signed. */
  readonly server?: Partial<Omit<VerificationServer, "origin">> & {
    /** undefined: the request's URL is absolute. */
    readonly origin?: string | undefined;
  };
  readonly earlier?: readonly Earlier[];
  readonly request: Signed;
  /** Absent: accepted. */
  readonly refuse?: string | undefined;
  readonly alsoAcceptable?: readonly string[];
  readonly mayRefuse?: string;
  readonly mayAccept?: string;
}

/** Vectors about one thing. Their numbers are permanent, so a family only grows at its end. */
export interface VerificationFamily {
  /** Also the topic of the ids. */
  readonly name: string;
  /** The same drafts each time. */
  readonly make: () => VerificationDraft[];
}

/** What the drafts of a table have in common. */
export type Shared = Partial<Omit<VerificationDraft, "comment" | "request">> &
  Pick<VerificationDraft, "layer" | "rule">;

/** Drafts that share all but a few fields. */
export function drafts(
  shared: Shared,
  rows: readonly (readonly [comment: string, request: Signed, own?: Partial<VerificationDraft>])[],
): VerificationDraft[] {
  return rows.map(([comment, request, own]) => ({ ...shared, comment, request, ...own }));
}
