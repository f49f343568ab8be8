/** The paths of the control API, and what each does. */

import { type Control, ControlError, json, jsonBody, numberIn } from "../../request-log/control.ts";
import { LOG_CONTROLS, type LogServer } from "../../request-log/log-controls.ts";
import type { ListPageData } from "../../request-log/page-data.ts";
import { GatewayError } from "../errors.ts";
import { FAILURE_MODES, type FailureMode, isFailureMode, type PlannedFailures } from "./failure-modes.ts";
import type { Merchants, NewMerchant } from "./merchants.ts";
import { MOST_SECONDS_ADVANCED, type OrderStore } from "./order-store.ts";
import type { NewPayment } from "./orders.ts";
import type { OrderOutcome, PaymentStatus } from "./outcomes.ts";
import { bankPage, confirmedPage } from "./three-d-secure.ts";

/** The data of the page with the list of requests. */
export interface SimulatorPageData extends ListPageData {
  readonly controls: { readonly failureModes: readonly FailureMode[]; readonly statuses: readonly PaymentStatus[] };
}

/** What the control API shows and changes. */
export interface Admin extends LogServer {
  readonly failNext: PlannedFailures["add"];
  readonly merchants: Merchants;
  readonly store: OrderStore;
  reset(): void;
}

const MAX_TIMES = 100_000;
const MAX_MILLISECONDS = 600_000;

const SIMULATOR_CONTROLS: readonly Control<Admin>[] = [
  {
    method: "POST",
    path: "fail",
    usage: "?mode=MODE&times=N&milliseconds=N&client_orderid=ID",
    answer({ failNext }, { query }) {
      const mode = query.get("mode");
      if (!isFailureMode(mode)) throw new ControlError(`mode must be one of ${FAILURE_MODES.join(", ")}`);
      const times = numberIn(query, "times", 1, MAX_TIMES) ?? 1;
      const milliseconds = numberIn(query, "milliseconds", 0, MAX_MILLISECONDS);
      const clientOrderId = query.get("client_orderid") ?? undefined;
      failNext(mode, times, milliseconds, clientOrderId);
      return json(200, { fails: mode, times, milliseconds, clientOrderId });
    },
  },
  {
    method: "GET",
    path: "merchants",
    usage: "",
    answer: ({ merchants }) => json(200, { merchants: merchants.records() }),
  },
  {
    method: "POST",
    path: "merchants",
    usage: " with a merchant in JSON",
    answer: ({ merchants }, { request }) => json(201, merchants.add(jsonBody(request) as NewMerchant)),
  },
  {
    method: "GET",
    path: "orders",
    usage: "",
    answer: ({ store }) => json(200, { orders: store.orders() }),
  },
  {
    method: "POST",
    path: "payments",
    usage: " with a payment in JSON",
    answer: ({ store }, { request }) => json(201, store.addPayment(jsonBody(request) as NewPayment)),
  },
  {
    method: "POST",
    path: "outcomes",
    usage: " with an outcome in JSON",
    answer({ store }, { request }) {
      const outcome = jsonBody(request) as OrderOutcome;
      store.addOutcome(outcome);
      return json(201, outcome);
    },
  },
  {
    method: "GET",
    path: "callbacks",
    usage: "",
    answer: async ({ store }) => json(200, { callbacks: await store.callbacks() }),
  },
  {
    method: "POST",
    path: "callbacks",
    usage: "?orderid=ID",
    answer: async ({ store }, { query }) =>
      json(200, { callbacks: await store.repeatCallback(query.get("orderid") ?? "") }),
  },
  {
    method: "GET",
    path: "clock",
    usage: "",
    answer: ({ store }) => json(200, clockOf(store)),
  },
  {
    method: "POST",
    path: "clock",
    usage: "?advance=SECONDS",
    async answer({ store }, { query }) {
      const seconds = numberIn(query, "advance", 0, MOST_SECONDS_ADVANCED);
      if (seconds === undefined) throw new ControlError("advance must have the seconds to put the clock forward");
      await store.advanceClock(seconds);
      return json(200, clockOf(store));
    },
  },
  {
    method: "POST",
    path: "reset",
    usage: "",
    answer(admin) {
      admin.reset();
      return json(200, { reset: true });
    },
  },
  {
    method: "GET",
    path: "3ds",
    usage: "?orderid=ID",
    answer: ({ store }, { query }) => bankPage(store.waitingOrder(query.get("orderid"))),
  },
  {
    method: "POST",
    path: "3ds",
    usage: "?orderid=ID",
    async answer({ store }, { query }) {
      const order = store.waitingOrder(query.get("orderid"));
      if (order !== undefined) await store.complete(order);
      return confirmedPage(order, store.controlOf);
    },
  },
];

export const CONTROLS: readonly Control<Admin>[] = [...LOG_CONTROLS, ...SIMULATOR_CONTROLS.map(withGatewayErrors)];

/** Reports an error of the simulator as a {@link ControlError}. */
function withGatewayErrors(control: Control<Admin>): Control<Admin> {
  return {
    ...control,
    async answer(admin, call) {
      try {
        return await control.answer(admin, call);
      } catch (error) {
        throw error instanceof GatewayError ? new ControlError(error.message) : error;
      }
    },
  };
}

function clockOf(store: OrderStore): { readonly now: string } {
  return { now: new Date(store.now() * 1000).toISOString() };
}
