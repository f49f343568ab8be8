/** Sends callbacks, and repeats those that the merchant's server does not answer with 200. */

import { callbackControl } from "../callback.ts";
import type { Merchant } from "./data.ts";
import { type Order, statusOf } from "./orders.ts";
import { FINAL_STATUSES } from "./outcomes.ts";

/** The platform's `fetch`, or one that a test gives. */
export type CallbackFetch = (
  url: string,
  init: { readonly method: "GET"; readonly redirect: "manual"; readonly signal: AbortSignal },
) => Promise<{ readonly status: number }>;

/** One attempt to send a callback. */
export interface CallbackAttempt {
  readonly clientOrderId: string;
  readonly orderId: string;
  /** The whole URL, with the checksum. */
  readonly url: string;
  /** From 1. */
  readonly attempt: number;
  /** ISO 8601. */
  readonly at: string;
  /** Whether the server answered 200, so that the callback is not repeated. */
  readonly delivered: boolean;
  /** The HTTP status of the answer, or why there was none. */
  readonly result: string;
  /** When the callback is repeated; absent if it is not. */
  readonly nextAt?: string;
}

/**
 * The pauses before the repetitions, in seconds: 30 that become longer, 14 days in all, as the gateway documents. Their
 * single lengths are not published.
 */
export const CALLBACK_PAUSES: readonly number[] = Array.from({ length: 30 }, (_, index) => 127 * (index + 1) ** 2);

export interface CallbackQueueOptions {
  readonly now: () => number;
  readonly pauses: readonly number[];
  readonly fetch: CallbackFetch;
  readonly merchantOf: (login: string) => Merchant | undefined;
  readonly onAttempt: (attempt: CallbackAttempt) => void;
}

export interface CallbackQueue {
  /** Plans the callback of an order, once it is final. */
  add(order: Order): void;
  /** Sends the callback of a final order now, also if it was sent before, and waits for the answer. */
  repeat(order: Order): Promise<void>;
  /** Sends all that is due now, and waits for the answers. */
  sendDue(): Promise<void>;
  /** All attempts, the oldest first. */
  attempts(): readonly CallbackAttempt[];
  reset(): void;
  close(): Promise<void>;
}

interface Planned {
  readonly order: Order;
  readonly attempt: number;
  readonly dueAt: () => number;
}

const TIMEOUT_MILLISECONDS = 10_000;
/** How often a running clock is compared with the next callback. */
const MOST_MILLISECONDS = 500;
const MOST_IN_FLIGHT = 50;
const KEPT_ATTEMPTS = 100_000;

export function createCallbackQueue({
  now,
  pauses,
  fetch,
  merchantOf,
  onAttempt,
}: CallbackQueueOptions): CallbackQueue {
  let planned: Planned[] = [];
  const attempts: CallbackAttempt[] = [];
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  function plan(one: Planned): void {
    if (closing.signal.aborted) return;
    planned.push(one);
    schedule();
  }

  function schedule(): void {
    if (timer !== undefined || planned.length === 0 || closing.signal.aborted) return;
    const isDue = planned.some(({ dueAt }) => dueAt() <= now());
    timer = setTimeout(run, isDue ? 0 : MOST_MILLISECONDS).unref();
  }

  async function run(): Promise<void> {
    timer = undefined;
    await sendDue();
    schedule();
  }

  /** One run at a time; a second caller gets a run that begins after the first. */
  async function sendDue(): Promise<void> {
    while (sending !== undefined) await sending;
    const time = now();
    const due = planned.filter(({ dueAt }) => dueAt() <= time);
    if (due.length === 0) return;
    planned = planned.filter((one) => !due.includes(one));
    sending = sendAll(due).finally(() => {
      sending = undefined;
    });
    await sending;
  }

  async function sendAll(due: Planned[]): Promise<void> {
    const work = async (): Promise<void> => {
      for (let next = due.shift(); next !== undefined; next = due.shift()) await send(next);
    };
    await Promise.all(Array.from({ length: MOST_IN_FLIGHT }, work));
  }

  async function send({ order, attempt }: Planned): Promise<void> {
    const { login, clientOrderId, orderId } = order;
    const controlKey = merchantOf(login)?.controlKey;
    const url = controlKey === undefined ? order.callbackUrl! : callbackUrl(order, statusOf(order, now()), controlKey);
    const result = controlKey === undefined ? "not sent: the merchant has no control key" : await answerOf(url);
    if (closing.signal.aborted) return;
    const delivered = result === "200";
    const pause = delivered || controlKey === undefined ? undefined : pauses[attempt - 1];
    const at = now();
    const dueAt = pause === undefined ? undefined : at + pause;
    const times = { at: isoTime(at), ...(dueAt === undefined ? {} : { nextAt: isoTime(dueAt) }) };
    const made = { clientOrderId, orderId, url, attempt, delivered, result, ...times };
    attempts.push(made);
    if (attempts.length > KEPT_ATTEMPTS) attempts.shift();
    if (dueAt !== undefined) plan({ order, attempt: attempt + 1, dueAt: () => dueAt });
    onAttempt(made);
  }

  async function answerOf(url: string): Promise<string> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]);
    try {
      return String((await fetch(url, { method: "GET", redirect: "manual", signal })).status);
    } catch (error) {
      const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
      return `no answer: ${cause?.code ?? message}`;
    }
  }

  return {
    add(order) {
      if (order.callbackUrl === undefined || !FINAL_STATUSES.includes(order.result.status)) return;
      plan({ order, attempt: 1, dueAt: () => order.finalAt });
    },
    async repeat(order) {
      const attempt = attempts.filter(({ orderId }) => orderId === order.orderId).length + 1;
      planned = planned.filter((one) => one.order !== order);
      plan({ order, attempt, dueAt: () => order.finalAt });
      await sendDue();
    },
    sendDue,
    attempts: () => attempts,
    reset() {
      planned = [];
      attempts.length = 0;
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await sending;
    },
  };
}

/** The URL of a callback: the merchant's, with the fields after its own query. */
function callbackUrl(order: Order, status: string, controlKey: string): string {
  const { clientOrderId, orderId, kind, amount, currency, result } = order;
  const fields = {
    ...{ status, orderid: orderId, merchant_order: clientOrderId, client_orderid: clientOrderId, type: kind },
    ...{ amount, currency, error_code: result.errorCode, error_message: result.errorMessage },
    control: callbackControl({ status, orderId, clientOrderId }, controlKey),
  };
  const url = new URL(order.callbackUrl!);
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
