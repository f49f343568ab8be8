/** The log of the simulator: its last requests, and the search for the causes of rejections, which runs later. */

import type { HttpRequest } from "../../oauth1/http-request.ts";
import { createBackgroundQueue } from "./background-queue.ts";
import { createLogView, type LogEntry, type LoggedRequest, type LogViewOptions } from "./logged-request.ts";
import type { Merchants } from "./merchants.ts";
import type { SummaryList } from "./page-data.ts";

/** Which requests to list. */
export interface ListOptions extends LogViewOptions {
  /** At most so many, the last ones. @default all */
  readonly last?: number | undefined;
  /** Only what is new or has changed since the list whose `next` this was. */
  readonly after?: number | undefined;
}

/** A list of requests, for a client that asks again and again. */
export interface RequestList {
  /** How many requests there were since the start, or since the last reset. */
  readonly total: number;
  /** The log has no request with a smaller number any more. */
  readonly first: number;
  /** The value of `after` that continues here. */
  readonly next: number;
  readonly requests: readonly LoggedRequest[];
}

export interface RequestLogOptions {
  readonly merchants: Pick<Merchants, "controlKeys">;
  /** The origin of the server. */
  readonly origin: () => string;
  /** How many requests it keeps, if their bodies and answers have at most `mostOctets` together. */
  readonly size: number;
  /** An attacker can send large bodies. @default 64 MiB */
  readonly mostOctets?: number;
  readonly onRequest: ((request: LoggedRequest) => void) | undefined;
  readonly onDefect: (error: unknown) => void;
  /** Whether a request is in progress. */
  readonly isBusy: () => boolean;
  /** Is aborted when the simulator is closed. */
  readonly closing: AbortSignal;
}

export interface RequestLog {
  /** The number of a new request. */
  nextNumber(): number;
  add(entry: LogEntry): void;
  /** Shows an entry, after it has completed its diagnosis. */
  completed(entry: LogEntry): Promise<LoggedRequest>;
  /** The last accepted requests. */
  accepted(count: number): HttpRequest[];
  /** The last requests. It completes their diagnoses first. */
  requests(count?: number): Promise<LoggedRequest[]>;
  /** The last requests. It waits for pending diagnoses a short time, and not at all with `after`. */
  list(options: ListOptions): Promise<RequestList>;
  /** What has changed in the list of requests, oldest change first: a part of it, if it is long. */
  summaries(after: number): SummaryList;
  /** One request, with its complete diagnosis. */
  one(number: number, options: LogViewOptions): Promise<LoggedRequest | undefined>;
  reset(): void;
  /** Drops pending diagnoses. */
  close(): Promise<void>;
}

/** To make more takes so long that a client would wait for its answer. */
const MOST_SUMMARIES = 200;

const MOST_OCTETS = 64 * 2 ** 20;

export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { merchants, origin, size, mostOctets = MOST_OCTETS, onRequest, onDefect, isBusy, closing } = options;
  /** The last entries, in the order of their answers. */
  const entries: LogEntry[] = [];
  const view = createLogView(merchants, origin);
  /** What is shown of an entry while it does not change: hiding what must not be shown takes milliseconds. */
  const cache = new WeakMap<
    LogEntry,
    { readonly change: number; readonly keys: readonly string[]; readonly shown: LoggedRequest }
  >();
  const queue = createBackgroundQueue(isBusy);
  let count = 0;
  let total = 0;
  let changes = 0;
  let octets = 0;

  function show(entry: LogEntry, options: LogViewOptions = {}): LoggedRequest {
    if (options.showCardData) return view.request(entry, options);
    // A key that was added later is hidden in earlier requests, too.
    const { change = 0 } = entry;
    const keys = merchants.controlKeys();
    const cached = cache.get(entry);
    if (cached?.change === change && cached.keys === keys) return cached.shown;
    const shown = view.request(entry);
    cache.set(entry, { change, keys, shown });
    return shown;
  }

  /** Lets the server answer other requests in between. */
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

  /** Searches once, also if several ask. */
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
