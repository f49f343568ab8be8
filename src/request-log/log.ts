/** The log of a server: its last requests, and the search for the causes of rejections, which runs later. */

import type { HttpRequest } from "../oauth1/http-request.ts";
import { createBackgroundQueue } from "./background-queue.ts";
import {
  createLogView,
  type LogEntry,
  type LoggedRequest,
  type LogOptions,
  type LogViewOptions,
} from "./logged-request.ts";
import type { SummaryList } from "./page-data.ts";

/** Selects the requests to list. */
export interface ListOptions extends LogViewOptions {
  /** The maximum number of requests; the most recent ones are listed. @default all */
  readonly last?: number | undefined;
  /** Lists only requests that are new or have changed since the list that returned this value as `next`. */
  readonly after?: number | undefined;
}

/** A list of requests, for a client that polls. */
export interface RequestList {
  /** The number of requests since the start or the last reset. */
  readonly total: number;
  /** The log no longer contains requests with a smaller number. */
  readonly first: number;
  /** The value of `after` for the next call. */
  readonly next: number;
  readonly requests: readonly LoggedRequest[];
}

export interface RequestLogOptions extends LogOptions {
  /** The number of requests to keep, if their bodies and answers have at most `mostOctets` together. */
  readonly size: number;
  /** Limits the memory, because an attacker can send large bodies. @default 64 MiB */
  readonly mostOctets?: number;
  readonly onRequest: ((request: LoggedRequest) => void) | undefined;
  readonly onDefect: (error: unknown) => void;
  /** Whether a request is in progress. */
  readonly isBusy: () => boolean;
  /** Aborted when the server is closed. */
  readonly closing: AbortSignal;
}

export interface RequestLog {
  /** The number of a new request. */
  nextNumber(): number;
  add(entry: LogEntry): void;
  /** Shows an entry, once its diagnosis is complete. */
  completed(entry: LogEntry): Promise<LoggedRequest>;
  /** The accepted requests among the last ones. */
  accepted(count: number): HttpRequest[];
  /** The last requests, after their diagnoses have been completed. */
  requests(count?: number): Promise<LoggedRequest[]>;
  /** The last requests. Waits a short time for pending diagnoses, but not at all with `after`. */
  list(options: ListOptions): Promise<RequestList>;
  /** The changes in the list of requests, the oldest first; only some of them if there are many. */
  summaries(after: number): SummaryList;
  /** One request, with its complete diagnosis. */
  one(number: number, options: LogViewOptions): Promise<LoggedRequest | undefined>;
  reset(): void;
  /** Drops pending diagnoses. */
  close(): Promise<void>;
}

/** Creating more summaries takes so long that a client would wait for its answer. */
const MOST_SUMMARIES = 200;

const MOST_OCTETS = 64 * 2 ** 20;

export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { secrets, size, mostOctets = MOST_OCTETS, onRequest, onDefect, isBusy, closing } = options;
  /** The last entries, in the order of their answers. */
  const entries: LogEntry[] = [];
  const view = createLogView(options);
  /** The shown form of each entry, kept until the entry changes, because redacting it takes milliseconds. */
  const cache = new WeakMap<
    LogEntry,
    { readonly change: number; readonly hidden: readonly string[]; readonly shown: LoggedRequest }
  >();
  const queue = createBackgroundQueue(isBusy);
  let count = 0;
  let total = 0;
  let changes = 0;
  let octets = 0;

  function show(entry: LogEntry, options: LogViewOptions = {}): LoggedRequest {
    if (options.showCardData) return view.request(entry, options);
    // A secret that was added later is hidden in earlier requests too.
    const { change = 0 } = entry;
    const hidden = secrets();
    const cached = cache.get(entry);
    if (cached?.change === change && cached.hidden === hidden) return cached.shown;
    const shown = view.request(entry);
    cache.set(entry, { change, hidden, shown });
    return shown;
  }

  /** Yields so that the server can answer other requests. */
  async function showAll(listed: readonly LogEntry[], options: LogViewOptions): Promise<LoggedRequest[]> {
    const shown: LoggedRequest[] = [];
    for (const entry of listed) {
      shown.push(show(entry, options));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return shown;
  }

  function last(wanted = size): LogEntry[] {
    return entries.slice(Math.max(entries.length - wanted, 0));
  }

  function add(entry: LogEntry): void {
    total++;
    entry.change = ++changes;
    entries.push(entry);
    octets += octetsOf(entry);
    while (entries.length > size || octets > mostOctets) octets -= octetsOf(entries.shift()!);
    const report = (): void => onRequest?.(show(entry));
    const run = async (): Promise<void> => {
      await complete(entry);
      report();
    };
    if (entry.search === undefined) report();
    else queue.add({ run, drop: report });
  }

  /** Searches only once, even if several callers ask. */
  function complete(entry: LogEntry): Promise<void> {
    entry.completing ??= search(entry);
    return entry.completing;
  }

  async function search(entry: LogEntry): Promise<void> {
    if (entry.search === undefined) return;
    try {
      entry.diagnosis = await entry.search();
    } catch (error) {
      if (closing.aborted) return;
      onDefect(error);
    }
    entry.search = undefined;
    entry.change = ++changes;
  }

  /** The smallest number in the log. */
  function first(): number {
    return entries.reduce((least, { number }) => Math.min(least, number), count + 1);
  }

  return {
    nextNumber: () => ++count,
    add,
    async completed(entry) {
      await complete(entry);
      return show(entry);
    },
    accepted: (wanted) => last(wanted).flatMap(({ verdict, request }) => (verdict?.accepted ? [request] : [])),
    async requests(wanted) {
      const shown = last(wanted);
      for (const entry of shown) await complete(entry);
      return shown.map((entry) => show(entry));
    },
    async list({ last: wanted, after, ...options }) {
      if (after === undefined) await queue.settled();
      const listed = last(wanted).filter(({ change = 0 }) => after === undefined || change > after);
      const state = { total, first: first(), next: changes };
      return { ...state, requests: await showAll(listed, options) };
    },
    summaries(after) {
      const changed = entries.filter(({ change = 0 }) => change > after);
      const listed = changed.sort((one, other) => one.change! - other.change!).slice(0, MOST_SUMMARIES);
      const hasMore = listed.length < changed.length;
      const requests = listed.map(view.summary);
      return { total, first: first(), next: hasMore ? listed.at(-1)!.change! : changes, hasMore, requests };
    },
    async one(number, options) {
      const found = entries.find((entry) => entry.number === number);
      if (found === undefined) return undefined;
      await complete(found);
      return show(found, options);
    },
    reset() {
      entries.length = 0;
      octets = 0;
      total = 0;
    },
    close: queue.stop,
  };
}

function octetsOf({ request, answer }: LogEntry): number {
  return (request.body?.length ?? 0) + answer.body.length;
}
