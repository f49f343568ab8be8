/** The data that the server writes into the pages below `/_countersign/`, and the data that they request from it. */

/** The data of the page with the list of requests. */
export interface ListPageData {
  /** The kind of server, for the title. */
  readonly title: string;
}

/** The data of the inspector: a request to explain. An empty text means that the value is absent. */
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
  /** The reason why the request is not shown as it arrived. */
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
  /** The known causes of a rejection. */
  readonly causes: readonly { readonly id: string; readonly title: string }[];
  /** The client's id of the order; empty if the request has none. */
  readonly clientOrderId: string;
  /** The number of notices. */
  readonly notices: number;
  /** Whether the search for the cause has not ended yet. */
  readonly isPending: boolean;
}

/** The changes in the list. */
export interface SummaryList {
  /** The number of requests since the start or the last reset. */
  readonly total: number;
  /** The log no longer contains requests with a smaller number. */
  readonly first: number;
  /** The value of `after` for the next call. */
  readonly next: number;
  /** Whether more changes are already available. */
  readonly hasMore: boolean;
  readonly requests: readonly RequestSummary[];
}
