/** What the server writes into the pages below `/_countersign/`, and what they ask it for. */

import type { FailureMode } from "./failure-modes.ts";
import type { PaymentStatus } from "./outcomes.ts";

/** The data of the page with the list of requests. */
export interface ListPageData {
  /** What the server is, for the title. */
  readonly title: string;
  /** Absent if the server has no controls. */
  readonly controls?: { readonly failureModes: readonly FailureMode[]; readonly statuses: readonly PaymentStatus[] };
}

/** The data of the inspector: a request to explain. Empty text is nothing. */
export interface InspectorPageData {
  readonly number: number;
  /** As raw HTTP. */
  readonly request: string;
  readonly consumerSecret: string;
  readonly tokenSecret: string;
  /** PEM of a public key. */
  readonly rsaKey: string;
  /** The base string that the client sent for comparison. */
  readonly baseString: string;
  readonly showCardData: boolean;
  /** Why the request is not as it arrived. */
  readonly note: string;
}

/** A request in the list. */
export interface RequestSummary {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly status: number;
  readonly accepted: boolean;
  readonly outcome: string;
  /** The causes of a rejection, as far as they are known. */
  readonly causes: readonly { readonly id: string; readonly title: string }[];
  /** The merchant's id of the order, by the name that the operation has for it; empty without one. */
  readonly clientOrderId: string;
  /** The number of deviations from the specification. */
  readonly notices: number;
  /** Whether the search for the cause has not ended yet. */
  readonly isPending: boolean;
}

/** What has changed in the list. */
export interface SummaryList {
  /** How many requests there were since the start, or since the last reset. */
  readonly total: number;
  /** The log has no request with a smaller number any more. */
  readonly first: number;
  /** The value of `after` that continues here. */
  readonly next: number;
  /** Whether there are more changes already. */
  readonly hasMore: boolean;
  readonly requests: readonly RequestSummary[];
}
