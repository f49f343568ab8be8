/** The orders of the simulator, and the callbacks that it has sent. */

import type { CallbackAttempt } from "../../gateway/simulator/callback-queue.ts";
import type { OrderRecord } from "../../gateway/simulator/order-store.ts";
import { visible } from "../../redaction/visible.ts";
import { button, element } from "../dom.ts";
import { codeCell, table } from "../tabs/controls.ts";
import { controlButton, reasonOf } from "./control-form.ts";
import { get, post, withQuery } from "./server.ts";

/** The number of orders and callbacks to show; older ones are available in the control API. */
const MOST = 100;

/** The panel, which requests its data when it is opened, and again on demand. */
export function ordersView(): { readonly element: HTMLElement; refresh(): void } {
  const content = element("div", { class: "part" });
  const panel = element("details", {}, element("summary", {}, "Orders and callbacks"), content);

  async function load(): Promise<void> {
    const [{ orders }, { callbacks }] = await Promise.all([
      get<{ orders: readonly OrderRecord[] }>("orders"),
      get<{ callbacks: readonly CallbackAttempt[] }>("callbacks"),
    ]);
    content.replaceChildren(
      element("div", { class: "row" }, button("Refresh", refresh)),
      table(
        `The last of ${orders.length} orders`,
        ["order", "client_orderid", "login", "what", "amount", "status"],
        orders.slice(-MOST).reverse().map(orderRow),
      ),
      table(
        `The last of ${callbacks.length} attempts to send a callback`,
        ["time", "order", "attempt", "result", "next", "URL", "repeat"],
        callbacks.slice(-MOST).reverse().map(callbackRow),
      ),
    );
  }

  function refresh(): void {
    if (!panel.open) return;
    load().catch((error: unknown) => content.replaceChildren(visible(reasonOf(error))));
  }

  function callbackRow({ at, orderId, attempt, result, nextAt = "", url }: CallbackAttempt): HTMLTableRowElement {
    const repeat = controlButton(`Send again for ${orderId}`, async () => {
      await post(withQuery("callbacks", { orderid: orderId }));
      refresh();
      return "sent";
    });
    return row(timeText(at), [orderId, String(attempt), result, timeText(nextAt), url], repeat);
  }

  panel.addEventListener("toggle", refresh);
  return { element: panel, refresh };
}

/** The list of requests uses the same clock. */
function timeText(iso: string): string {
  return iso.replace(/^(.{10})T(.{8}).*/, "$1 $2 UTC");
}

function orderRow(order: OrderRecord): HTMLTableRowElement {
  const { orderId, clientOrderId, login, kind, amount = "", currency = "", status } = order;
  return row(orderId, [clientOrderId, login, kind, `${amount} ${currency}`.trim(), status]);
}

function row(heading: string, cells: readonly string[], last?: HTMLElement): HTMLTableRowElement {
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, element("code", {}, visible(heading))),
    ...cells.map(codeCell),
    ...(last === undefined ? [] : [element("td", {}, last)]),
  );
}
