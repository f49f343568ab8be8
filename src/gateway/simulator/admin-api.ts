/**
 * The control API: the paths below `/_countersign/`, which the gateway does not have. They show requests, orders and
 * callbacks, and change what happens next.
 */

import { quote } from "../../oauth1/errors.ts";
import { type HttpRequest, headerValues } from "../../oauth1/http-request.ts";
import { utf8Text } from "../../platform/index.ts";
import type { HttpResponse } from "../../verifier/adapters/rejection-response.ts";
import { configurationError, GatewayError } from "../errors.ts";
import { FAILURE_MODES, type FailureMode, isFailureMode } from "./failure-modes.ts";
import type { LoggedRequest } from "./logged-request.ts";
import type { OrderStore } from "./order-store.ts";
import type { NewPayment } from "./orders.ts";
import { originFromHost } from "./origins.ts";
import type { OrderOutcome } from "./outcomes.ts";
import { bankPage, confirmedPage } from "./three-d-secure.ts";

export interface Admin {
  requests(count?: number): Promise<LoggedRequest[]>;
  total(): number;
  failNext(mode: FailureMode, times?: number): void;
  readonly store: OrderStore;
  reset(): void;
}

export const ADMIN_PREFIX = "/_countersign/";
const MAX_TIMES = 100_000;

/** One path of the control API. It throws a GatewayError for wrong input. */
interface Control {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly usage: string;
  answer(admin: Admin, query: URLSearchParams, request: HttpRequest): Promise<HttpResponse> | HttpResponse;
}

const CONTROLS: readonly Control[] = [
  {
    ...{ method: "GET", path: "requests", usage: "requests?last=N&contains=TEXT&accepted=false" },
    answer: async (admin, query) => json(200, { total: admin.total(), requests: await requestsFor(admin, query) }),
  },
  {
    ...{ method: "GET", path: "request", usage: "request?number=N" },
    async answer(admin, query) {
      const number = wholeNumber(query, "number", 1, Number.MAX_SAFE_INTEGER);
      const found = (await admin.requests()).find((one) => one.number === number);
      return found === undefined ? json(404, { error: `the log has no request ${number}` }) : json(200, found);
    },
  },
  {
    ...{ method: "POST", path: "fail", usage: "fail?mode=MODE&times=N" },
    answer(admin, query) {
      const mode = query.get("mode");
      if (!isFailureMode(mode)) throw configurationError(`mode must be one of ${FAILURE_MODES.join(", ")}`);
      const times = wholeNumber(query, "times", 1, MAX_TIMES, "1");
      admin.failNext(mode, times);
      return json(200, { fails: mode, times });
    },
  },
  {
    ...{ method: "GET", path: "orders", usage: "orders" },
    answer: ({ store }) => json(200, { orders: store.orders() }),
  },
  {
    ...{ method: "POST", path: "payments", usage: "payments with a payment in JSON" },
    answer: ({ store }, _, request) => json(201, store.addPayment(jsonBody(request) as NewPayment)),
  },
  {
    ...{ method: "POST", path: "outcomes", usage: "outcomes with an outcome in JSON" },
    answer({ store }, _, request) {
      const outcome = jsonBody(request) as OrderOutcome;
      store.addOutcome(outcome);
      return json(201, outcome);
    },
  },
  {
    ...{ method: "GET", path: "callbacks", usage: "callbacks" },
    answer: async ({ store }) => json(200, { callbacks: await store.callbacks() }),
  },
  {
    ...{ method: "GET", path: "clock", usage: "clock" },
    answer: ({ store }) => json(200, { now: new Date(store.now() * 1000).toISOString() }),
  },
  {
    ...{ method: "POST", path: "clock", usage: "clock?advance=SECONDS" },
    async answer({ store }, query) {
      await store.advanceClock(wholeNumber(query, "advance", 0, 100_000_000));
      return json(200, { now: new Date(store.now() * 1000).toISOString() });
    },
  },
  {
    ...{ method: "POST", path: "reset", usage: "reset" },
    answer(admin) {
      admin.reset();
      return json(200, { reset: true });
    },
  },
  {
    ...{ method: "GET", path: "3ds", usage: "3ds?orderid=ID" },
    answer: ({ store }, query) => bankPage(store.waitingOrder(query.get("orderid"))),
  },
  {
    ...{ method: "POST", path: "3ds", usage: "3ds?orderid=ID" },
    async answer({ store }, query) {
      const order = store.waitingOrder(query.get("orderid"));
      if (order !== undefined) await store.complete(order);
      return confirmedPage(order, store.controlOf);
    },
  },
];

/**
 * Answers with indented JSON, except for the page of the payer's bank.
 *
 * @param origins - of the simulator: under another host name, a web page in a browser could read the requests
 */
export async function adminAnswer(
  request: HttpRequest,
  path: string,
  origins: readonly string[],
  admin: Admin,
): Promise<HttpResponse> {
  if (originFromHost(request, origins) === undefined) {
    return json(403, { error: `expected the Host ${origins.join(" or ")}` });
  }
  const [sentFrom] = headerValues(request, "origin");
  if (request.method === "POST" && sentFrom !== undefined && !origins.includes(sentFrom)) {
    return json(403, { error: "a page of another origin must not change the simulator" });
  }
  const { pathname, searchParams } = new URL(path, "http://simulator");
  const control = CONTROLS.find((one) => ADMIN_PREFIX + one.path === pathname && one.method === request.method);
  if (control === undefined) {
    const usages = CONTROLS.map(({ method, usage }) => `${method} ${ADMIN_PREFIX}${usage}`);
    return json(404, { error: "there is no such path", paths: usages });
  }
  try {
    return await control.answer(admin, searchParams, request);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return json(400, { error: error.message });
  }
}

async function requestsFor(admin: Admin, query: URLSearchParams): Promise<LoggedRequest[]> {
  const last = query.has("last") ? wholeNumber(query, "last", 0, 999_999) : undefined;
  const [contains, accepted] = [query.get("contains"), query.get("accepted")];
  if (accepted !== null && accepted !== "true" && accepted !== "false") {
    throw configurationError("accepted must be true or false");
  }
  return (await admin.requests(last)).filter(
    (one) =>
      (contains === null || JSON.stringify(one).includes(contains)) &&
      (accepted === null || String(one.accepted) === accepted),
  );
}

function wholeNumber(query: URLSearchParams, name: string, least: number, most: number, otherwise = ""): number {
  const text = query.get(name) ?? otherwise;
  const value = Number(text);
  if (/^[0-9]{1,16}$/.test(text) && value >= least && value <= most) return value;
  throw configurationError(`${name} must be a whole number from ${least} to ${most}`);
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

function json(status: number, value: unknown): HttpResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: `${JSON.stringify(value, undefined, 2)}\n`,
  };
}
