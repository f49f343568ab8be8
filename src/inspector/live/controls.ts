/** The controls of the gateway simulator: planned failures, orders, callbacks, the clock and merchants. */

import type { SimulatorPageData } from "../../gateway/simulator/controls.ts";
import type { MerchantRecord } from "../../gateway/simulator/merchants.ts";
import type { OrderRecord } from "../../gateway/simulator/order-store.ts";
import { hexText, randomOctets } from "../../platform/index.ts";
import { plural } from "../../redaction/visible.ts";
import { element } from "../dom.ts";
import { select, textArea, textInput } from "../tabs/controls.ts";
import { controlButton, controlForm } from "./control-form.ts";
import { ordersView } from "./orders.ts";
import { post, withQuery } from "./server.ts";

type Choices = SimulatorPageData["controls"];

/** @param onReset called after the server has forgotten its requests */
export function controlsView(choices: Choices, onReset: () => void): HTMLElement {
  const orders = ordersView();
  const forms = element(
    "div",
    { class: "controls" },
    ...[failureForm(choices), paymentForm(choices, orders.refresh), outcomeForm(choices)],
    ...[clockForm(orders.refresh), merchantForm()],
  );
  const reset = controlButton("Reset", async () => {
    await post("reset");
    onReset();
    orders.refresh();
    return "Removed all requests and planned failures, and everything that is not in the data of the simulator.";
  });
  const har = element("a", { href: "har", class: "action", download: "countersign.har" }, "Export as HAR");
  return element(
    "div",
    { class: "panels" },
    element("div", { class: "row" }, reset, har),
    element("details", {}, element("summary", {}, "Controls"), forms),
    orders.element,
  );
}

/** An input for a whole number. */
function numberInput(value: string, least: number): HTMLInputElement {
  const made = textInput(value);
  made.type = "number";
  made.min = String(least);
  return made;
}

function required<Input extends HTMLInputElement>(input: Input): Input {
  input.required = true;
  return input;
}

function optionsOf<Value extends string>(values: readonly Value[]): readonly (readonly [Value, string])[] {
  return values.map((value) => [value, value] as const);
}

/** Keeps the members that are not empty. */
function given(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

function failureForm({ failureModes }: Choices): HTMLElement {
  return controlForm({
    title: "Failures",
    hint: "The next valid requests fail this way.",
    fields: {
      mode: select(optionsOf(failureModes)),
      times: numberInput("1", 1),
      milliseconds: numberInput("", 0),
      client_orderid: textInput(),
    },
    labels: {
      mode: "Failure",
      times: "Number of requests",
      milliseconds: "Delay in milliseconds (only for slow)",
      client_orderid: "Only requests with this client_orderid",
    },
    action: "Plan failures",
    async run(values) {
      const { fails, times } = await post<{ fails: string; times: number }>(withQuery("fail", values));
      return `Planned: ${fails}, ${plural(times, "time")}.`;
    },
  });
}

function paymentForm({ statuses }: Choices, refresh: () => void): HTMLElement {
  return controlForm({
    title: "Payment",
    hint: "Adds a payment of a customer, for create-card-ref and status.",
    fields: {
      clientOrderId: required(textInput()),
      login: textInput(),
      amount: textInput(),
      currency: textInput(),
      callbackUrl: textInput(),
      status: select([["", "as planned under Outcomes"], ...optionsOf(statuses)]),
    },
    labels: {
      clientOrderId: "Merchant's id of the order (client_orderid)",
      login: "Login (if empty, the first merchant)",
      amount: "Amount",
      currency: "Currency",
      callbackUrl: "Callback URL",
      status: "Status",
    },
    action: "Add the payment",
    async run(values) {
      const { orderId, status } = await post<OrderRecord>("payments", given(values));
      refresh();
      return `Order ${orderId}: ${status}.`;
    },
  });
}

function outcomeForm({ statuses }: Choices): HTMLElement {
  return controlForm({
    title: "Outcomes",
    hint: "Later orders that meet all conditions end this way. An empty condition is met by every order.",
    fields: {
      clientOrderId: textInput(),
      amount: textInput(),
      arrival: numberInput("", 1),
      status: select(optionsOf(statuses)),
      afterSeconds: numberInput("", 0),
      threeDSecure: element("input", { type: "checkbox" }),
    },
    labels: {
      clientOrderId: "Merchant's id of the order (client_orderid)",
      amount: "Amount",
      arrival: "Number of the order, from 1",
      status: "Status",
      afterSeconds: "Seconds until then",
      threeDSecure: "3-D Secure",
    },
    action: "Add the outcome",
    async run({ arrival, afterSeconds, threeDSecure, ...texts }) {
      await post("outcomes", {
        ...given(texts),
        ...(arrival === "" ? {} : { arrival: Number(arrival) }),
        ...(afterSeconds === "" ? {} : { afterSeconds: Number(afterSeconds) }),
        ...(threeDSecure === "" ? {} : { threeDSecure: true }),
      });
      return `Added: ${texts.status}.`;
    },
  });
}

function clockForm(refresh: () => void): HTMLElement {
  return controlForm({
    title: "Clock",
    hint: "Advances the clock of the simulator, and sends the callbacks that are then due.",
    fields: { advance: numberInput("60", 0) },
    labels: { advance: "Seconds" },
    action: "Advance the clock",
    async run(values) {
      const { now } = await post<{ now: string }>(withQuery("clock", values));
      refresh();
      return `It is ${now}.`;
    },
  });
}

function merchantForm(): HTMLElement {
  return controlForm({
    title: "Merchant",
    hint: "Adds a merchant, or changes one with the same login.",
    fields: {
      login: required(textInput()),
      controlKey: textInput(hexText(randomOctets(16)).toUpperCase()),
      endpoints: required(textInput()),
      publicKey: textArea(2),
    },
    labels: {
      login: "Login",
      controlKey: "Control key",
      endpoints: "Endpoints, separated by commas",
      publicKey: "Public key as PEM",
    },
    action: "Add the merchant",
    async run({ endpoints, publicKey, ...texts }) {
      const { login } = await post<MerchantRecord>("merchants", {
        ...given(texts),
        endpoints: endpoints.split(",").map((id) => ({ id: id.trim() })),
        ...(publicKey === "" ? {} : { publicKeys: [publicKey] }),
      });
      return `Added: ${login}.`;
    },
  });
}
