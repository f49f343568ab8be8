/** Sends callbacks, and repeats those that the merchant's server does not answer with 200. */

import { setMaxListeners } from "node:events";
import { callbackControl } from "../callback.ts";
import type { Merchant } from "./data.ts";
import { type Order, statusOf } from "./orders.ts";
import { FINAL_STATUSES } from "./outcomes.ts";

/** The platform's `fetch`, or a replacement from a test. */
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
  /** The HTTP status of the answer, or the reason why none arrived. */
  readonly result: string;
  /** The time of the next attempt; absent if the callback is not repeated. */
  readonly nextAt?: string;
}

/**
 * The pauses before the repetitions, in seconds: 30 increasing pauses, 14 days in total, as the gateway documents. The
 * individual lengths are not published.
 */
export const CALLBACK_PAUSES: readonly number[] = Array.from({ length: 30 }, (_, index) => 127 * (index + 1) ** 2);

export interface CallbackQueueOptions {
  readonly now: () => number;
  readonly pauses: readonly number[];
  readonly fetch: CallbackFetch;
  readonly merchantOf: (login: string) => Merchant | undefined;
  readonly onAttempt: (attempt: CallbackAttempt) => void;
  /** Receives internal errors, and errors of `onAttempt`. */
  readonly onDefect: (error: unknown) => void;
}

export interface CallbackQueue {
  /** Schedules the callback of an order once the order is final. */
  add(order: Order): void;
  /**
   * Sends the callback of a final order now, even if it was sent before, and waits for the answer. Waits for an attempt in
   * flight first.
   */
  repeat(order: Order): Promise<void>;
  /** Sends all callbacks that are due now, and waits for the answers to these and to earlier callbacks. */
  sendDue(): Promise<void>;
  /** All attempts, the oldest first. */
  attempts(): readonly CallbackAttempt[];
  /** Forgets all attempts and schedules, and aborts attempts in flight, so that none of them is sent or recorded later. */
  reset(): void;
  /** Aborts attempts in flight. Nothing is sent afterwards, not even after `reset`. */
  close(): Promise<void>;
}

interface Planned {
  readonly order: Order;
  readonly attempt: number;
  readonly dueAt: () => number;
}

const TIMEOUT_MILLISECONDS = 10_000;
/** The pause between checks whether the next callback is due. */
const MOST_MILLISECONDS = 500;
const MOST_IN_FLIGHT = 50;
const KEPT_ATTEMPTS = 100_000;

export function createCallbackQueue({
  now,
  pauses,
  fetch,
  merchantOf,
  onAttempt,
  onDefect,
}: CallbackQueueOptions): CallbackQueue {
  let planned: Planned[] = [];
  const attempts: CallbackAttempt[] = [];
  /** The callbacks that are being sent, or wait for a free slot. */
  const inFlight = new Map<Planned, Promise<void>>();
  const waitingForPlace: (() => void)[] = [];
  let freePlaces = MOST_IN_FLIGHT;
  /** `close` and `reset` abort this; `reset` also replaces it. */
  let current = createStop();
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  /** Whether `timer` fires at once. */
  let isUrgent = false;

  function plan(one: Planned): void {
    if (current.signal.aborted) return;
    planned.push(one);
    schedule(one.dueAt() <= now());
  }

  function schedule(isDue: boolean): void {
    if (timer !== undefined && (isUrgent || !isDue)) return;
    clearTimeout(timer);
    isUrgent = isDue;
    timer = setTimeout(run, isDue ? 0 : MOST_MILLISECONDS).unref();
  }

  function run(): void {
    timer = undefined;
    startDue();
    if (planned.length > 0) schedule(false);
  }

  function startDue(): void {
    const time = now();
    const due: Planned[] = [];
    const later: Planned[] = [];
    for (const one of planned) (one.dueAt() <= time ? due : later).push(one);
    planned = later;
    for (const one of due) inFlight.set(one, sendInTurn(one, current.signal).catch(onDefect));
  }

  async function sendDue(): Promise<void> {
    startDue();
    await Promise.all(inFlight.values());
  }

  async function sendInTurn(one: Planned, signal: AbortSignal): Promise<void> {
    if (freePlaces > 0) freePlaces--;
    else await new Promise<void>((resolve) => waitingForPlace.push(resolve));
    try {
      if (!signal.aborted) await send(one, signal);
    } finally {
      inFlight.delete(one);
      const next = waitingForPlace.shift();
      if (next === undefined) freePlaces++;
      else next();
    }
  }

  function attemptInFlight(order: Order): Promise<void> | undefined {
    return [...inFlight].find(([one]) => one.order === order)?.[1];
  }

  async function send({ order, attempt }: Planned, signal: AbortSignal): Promise<void> {
    const { login, clientOrderId, orderId } = order;
    const controlKey = merchantOf(login)?.controlKey;
    const url = controlKey === undefined ? order.callbackUrl! : callbackUrl(order, statusOf(order, now()), controlKey);
    const result =
      controlKey === undefined ? "not sent: the merchant has no control key" : await answerOf(fetch, url, signal);
    if (signal.aborted) return;
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

  return {
    add(order) {
      if (order.callbackUrl === undefined || !FINAL_STATUSES.includes(order.result.status)) return;
      plan({ order, attempt: 1, dueAt: () => order.finalAt });
    },
    async repeat(order) {
      const { signal } = current;
      for (let one = attemptInFlight(order); one !== undefined; one = attemptInFlight(order)) await one;
      if (signal.aborted) return;
      const attempt = attempts.filter(({ orderId }) => orderId === order.orderId).length + 1;
      planned = planned.filter((one) => one.order !== order);
      plan({ order, attempt, dueAt: () => order.finalAt });
      startDue();
      await attemptInFlight(order);
    },
    sendDue,
    attempts: () => attempts,
    reset() {
      current.abort();
      if (!isClosed) current = createStop();
      planned = [];
      attempts.length = 0;
    },
    async close() {
      isClosed = true;
      current.abort();
      planned = [];
      clearTimeout(timer);
      await Promise.all(inFlight.values());
    },
  };
}

/** Callbacks in flight listen to this signal; Node.js would warn of more than ten listeners. */
function createStop(): AbortController {
  const stop = new AbortController();
  setMaxListeners(MOST_IN_FLIGHT, stop.signal);
  return stop;
}

/** Ends after the time limit or when `stopped` is aborted, even if `fetch` ignores its signal. */
async function answerOf(fetch: CallbackFetch, url: string, stopped: AbortSignal): Promise<string> {
  // AbortSignal.any does not keep a signal of AbortSignal.timeout: once that signal is garbage-collected, the attempt never ends.
  const ending = new AbortController();
  const { signal } = ending;
  const ended = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const stop = (): void => ending.abort(new Error("stopped"));
  stopped.addEventListener("abort", stop);
  const timer = setTimeout(
    () => ending.abort(new Error(`timeout after ${TIMEOUT_MILLISECONDS} ms`)),
    TIMEOUT_MILLISECONDS,
  );
  timer.unref();
  try {
    const { status } = await Promise.race([fetch(url, { method: "GET", redirect: "manual", signal }), ended]);
    return String(status);
  } catch (error) {
    const { cause, message } = error as Error & { readonly cause?: { readonly code?: string } };
    return `no answer: ${cause?.code ?? message}`;
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener("abort", stop);
  }
}

/** The URL of a callback: the merchant's URL, with the fields after its own query. */
function callbackUrl(order: Order, status: string, controlKey: string): string {
  const { clientOrderId, orderId, kind, amount, currency, result } = order;
  const fields = {
    status,
    orderid: orderId,
    merchant_order: clientOrderId,
    client_orderid: clientOrderId,
    type: kind,
    amount,
    currency,
    error_code: result.errorCode,
    error_message: result.errorMessage,
    control: callbackControl({ status, orderId, clientOrderId }, controlKey),
  };
  const url = new URL(order.callbackUrl!);
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
