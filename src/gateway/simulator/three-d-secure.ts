/** The page of the payer's bank, and the return of the payer's browser to the merchant. */

import { PRIVATE_HEADERS } from "../../request-log/control.ts";
import type { HttpResponse } from "../../verifier/adapters/rejection-response.ts";
import type { Order } from "./orders.ts";

/** @param order - `undefined` if no order with this id is waiting for the payer */
export function bankPage(order: Order | undefined): HttpResponse {
  if (order === undefined) return NONE_WAITS;
  const { clientOrderId, amount = "", currency = "" } = order;
  return page(
    200,
    `<h1>Confirm the payment</h1>
<p>Order ${escaped(clientOrderId)}: ${escaped(amount)} ${escaped(currency)}</p>
<form method="post"><button>Confirm</button></form>`,
  );
}

/**
 * The answer to the confirmation. If the order has a redirect URL, the answer contains a form that the browser posts there, as
 * the gateway's answer does.
 *
 * @param controlOf - returns the checksum of an order
 */
export function confirmedPage(order: Order | undefined, controlOf: (order: Order) => string | undefined): HttpResponse {
  if (order === undefined) return NONE_WAITS;
  const { redirectUrl, clientOrderId, orderId, result } = order;
  if (redirectUrl === undefined) return page(200, "<h1>Confirmed</h1>");
  const fields = {
    status: result.status,
    orderid: orderId,
    merchant_order: clientOrderId,
    control: controlOf(order) ?? "",
  };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return page(
    200,
    `<h1>Confirmed</h1>
<form method="post" action="${escaped(redirectUrl)}">${inputs.join("")}<button>Return to the shop</button></form>`,
  );
}

/** Without a referrer policy: under `no-referrer`, a browser sends a form with `Origin: null`, which the control API rejects. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  ...PRIVATE_HEADERS,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

function page(status: number, content: string): HttpResponse {
  return {
    status,
    headers: HEADERS,
    body: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Bank of the simulator</title></head>
<body>${content}</body></html>\n`,
  };
}

const NONE_WAITS = page(404, "<h1>No order waits for the payer</h1>");

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
