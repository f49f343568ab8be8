/** The paths of the control API, and what each does. */

import { quote } from "../../oauth1/errors.ts";
import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import { utf8Text } from "../../platform/index.ts";
import type { HttpResponse } from "../../verifier/adapters/rejection-response.ts";
import { configurationError } from "../errors.ts";
import { FAILURE_MODES, isFailureMode, type PlannedFailures } from "./failure-modes.ts";
import { harOf } from "./har.ts";
import type { LogViewOptions } from "./logged-request.ts";
import type { Merchants, NewMerchant } from "./merchants.ts";
import type { OrderStore } from "./order-store.ts";
import type { NewPayment } from "./orders.ts";
import type { OrderOutcome } from "./outcomes.ts";
import type { ListOptions, RequestList, RequestLog } from "./request-log.ts";
import { bankPage, confirmedPage } from "./three-d-secure.ts";

/** What the control API shows and changes. */
export interface Admin {
  readonly log: RequestLog;
  readonly failNext: PlannedFailures["add"];
  readonly merchants: Merchants;
  readonly store: OrderStore;
  reset(): void;
}

/** A request to the control API. */
export interface ControlCall {
  readonly query: URLSearchParams;
  /** What the path has after the one of the control. */
  readonly rest: string;
  readonly request: HttpRequest;
}

/** One path of the control API. It throws a GatewayError for wrong input. */
export interface Control {
  readonly method: "GET" | "POST";
  /** Below `/_countersign/`. If it ends in a slash, the request has more after it. */
  readonly path: string;
  /** The rest of the request, for people. */
  readonly usage: string;
  answer(admin: Admin, call: ControlCall): Promise<HttpResponse> | HttpResponse;
}

const MAX_TIMES = 100_000;
const MAX_MILLISECONDS = 600_000;
const MAX_SECONDS = 100_000_000;

export const CONTROLS: readonly Control[] = [
  {
    ...{ method: "GET", path: "requests", usage: "?last=N&after=N&contains=TEXT&accepted=false&card-data=show" },
    answer: async ({ log }, { query }) => json(200, await listedRequests(log, query)),
  },
  {
    ...{ method: "GET", path: "requests/", usage: "NUMBER?card-data=show" },
    async answer({ log }, { rest, query }) {
      const number = wholeNumber("the number of the request", rest, 1, Number.MAX_SAFE_INTEGER);
      const found = await log.one(number, viewOptions(query));
      return found === undefined ? json(404, { error: `the log has no request ${number}` }) : json(200, found);
    },
  },
  {
    ...{ method: "GET", path: "har", usage: "?last=N&card-data=show" },
    answer: async ({ log }, { query }) => json(200, harOf((await log.list(listOptions(query))).requests)),
  },
  {
    ...{ method: "POST", path: "fail", usage: "?mode=MODE&times=N&milliseconds=N&client_orderid=ID" },
    answer({ failNext }, { query }) {
      const mode = query.get("mode");
      if (!isFailureMode(mode)) throw configurationError(`mode must be one of ${FAILURE_MODES.join(", ")}`);
      const times = numberIn(query, "times", 1, MAX_TIMES) ?? 1;
      const milliseconds = numberIn(query, "milliseconds", 0, MAX_MILLISECONDS);
      const clientOrderId = query.get("client_orderid") ?? undefined;
      failNext(mode, times, milliseconds, clientOrderId);
      return json(200, { fails: mode, times, milliseconds, clientOrderId });
    },
  },
  {
    ...{ method: "GET", path: "merchants", usage: "" },
    answer: ({ merchants }) => json(200, { merchants: merchants.records() }),
  },
  {
    ...{ method: "POST", path: "merchants", usage: " with a merchant in JSON" },
    answer: ({ merchants }, { request }) => json(201, merchants.add(jsonBody(request) as NewMerchant)),
  },
  {
    ...{ method: "GET", path: "orders", usage: "" },
    answer: ({ store }) => json(200, { orders: store.orders() }),
  },
  {
    ...{ method: "POST", path: "payments", usage: " with a payment in JSON" },
    answer: ({ store }, { request }) => json(201, store.addPayment(jsonBody(request) as NewPayment)),
  },
  {
    ...{ method: "POST", path: "outcomes", usage: " with an outcome in JSON" },
    answer({ store }, { request }) {
      const outcome = jsonBody(request) as OrderOutcome;
      store.addOutcome(outcome);
      return json(201, outcome);
    },
  },
  {
    ...{ method: "GET", path: "callbacks", usage: "" },
    answer: async ({ store }) => json(200, { callbacks: await store.callbacks() }),
  },
  {
    ...{ method: "GET", path: "clock", usage: "" },
    answer: ({ store }) => json(200, clockOf(store)),
  },
  {
    ...{ method: "POST", path: "clock", usage: "?advance=SECONDS" },
    async answer({ store }, { query }) {
      const seconds = numberIn(query, "advance", 0, MAX_SECONDS);
      if (seconds === undefined) throw configurationError("advance must have the seconds to put the clock forward");
      await store.advanceClock(seconds);
      return json(200, clockOf(store));
    },
  },
  {
    ...{ method: "POST", path: "reset", usage: "" },
    answer(admin) {
      admin.reset();
      return json(200, { reset: true });
    },
  },
  {
    ...{ method: "GET", path: "3ds", usage: "?orderid=ID" },
    answer: ({ store }, { query }) => bankPage(store.waitingOrder(query.get("orderid"))),
  },
  {
    ...{ method: "POST", path: "3ds", usage: "?orderid=ID" },
    async answer({ store }, { query }) {
      const order = store.waitingOrder(query.get("orderid"));
      if (order !== undefined) await store.complete(order);
      return confirmedPage(order, store.controlOf);
    },
  },
];

async function listedRequests(log: RequestLog, query: URLSearchParams): Promise<RequestList> {
  const { total, first, next, requests } = await log.list(listOptions(query));
  const contains = query.get("contains");
  const accepted = oneOf(query, "accepted", ["true", "false"]);
  const listed = requests.filter(
    (one) =>
      (contains === null || JSON.stringify(one).includes(contains)) &&
      (accepted === undefined || String(one.accepted) === accepted),
  );
  return { total, first, next, requests: listed };
}

function listOptions(query: URLSearchParams): ListOptions {
  const last = numberIn(query, "last", 0, 999_999);
  const after = numberIn(query, "after", 0, Number.MAX_SAFE_INTEGER);
  return { last, after, ...viewOptions(query) };
}

function viewOptions(query: URLSearchParams): LogViewOptions {
  return { showCardData: oneOf(query, "card-data", ["show"]) !== undefined };
}

function oneOf(query: URLSearchParams, name: string, values: readonly string[]): string | undefined {
  const value = query.get(name);
  if (value === null || values.includes(value)) return value ?? undefined;
  throw configurationError(`${name} must be ${values.join(" or ")}`);
}

function numberIn(query: URLSearchParams, name: string, least: number, most: number): number | undefined {
  const text = query.get(name);
  return text === null ? undefined : wholeNumber(name, text, least, most);
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^[0-9]{1,16}$/.test(text) && value >= least && value <= most) return value;
  throw configurationError(`${name} must be a whole number from ${least} to ${most}`);
}

function clockOf(store: OrderStore): { readonly now: string } {
  return { now: new Date(store.now() * 1000).toISOString() };
}

function jsonBody(request: HttpRequest): unknown {
  const [type = ""] = headerValues(request, "content-type");
  // A web page can send other types to this address without asking.
  if (!/^application\/json\s*(?:;|$)/i.test(type)) {
    throw configurationError(`expected a body of the type application/json, got ${quote(type)}`);
  }
  try {
    return JSON.parse(utf8Text(request.body ?? new Uint8Array())) as unknown;
  } catch {
    throw configurationError("the body is not JSON");
  }
}

/** Indented JSON, which no page of another origin can load. */
export function json(status: number, value: unknown): HttpResponse {
  return {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    },
    body: `${JSON.stringify(value, undefined, 2)}\n`,
  };
}
