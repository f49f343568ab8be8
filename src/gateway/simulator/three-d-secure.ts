/** The page of the payer's bank, and the return of the payer's browser to the merchant. */

import { type HttpResponse, htmlPage } from "../../verifier/adapters/rejection-response.ts";
import type { Order } from "./orders.ts";

/** @param order - `undefined` if none with this id waits for the payer */
export function bankPage(order: Order | undefined): HttpResponse {
  if (order === undefined) return htmlPage(404, "No order waits for the payer");
  const { clientOrderId, amount = "", currency = "" } = order;
  return page(`<h1>Confirm the payment</h1>
<p>Order ${escaped(clientOrderId)}: ${escaped(amount)} ${escaped(currency)}</p>
<form method="post"><button>Confirm</button></form>`);
}

/**
 * The answer to the confirmation. If the order has a redirect URL, it has a form for the browser to post there, as the
 * gateway does.
 *
 * @param controlOf - the checksum of an order
 */
export function confirmedPage(order: Order | undefined, controlOf: (order: Order) => string | undefined): HttpResponse {
  if (order === undefined) return htmlPage(404, "No order waits for the payer");
  const { redirectUrl, clientOrderId, orderId, result } = order;
  if (redirectUrl === undefined) return page("<h1>Confirmed</h1>");
  const fields = {
    ...{ status: result.status, orderid: orderId, merchant_order: clientOrderId, control: controlOf(order) ?? "" },
  };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return page(`<h1>Confirmed</h1>
<form method="post" action="${escaped(redirectUrl)}">${inputs.join("")}<button>Return to the shop</button></form>`);
}

function page(content: string): HttpResponse {
  return {
    status: 200,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    body: `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Bank of the simulator</title></head>
<body>${content}</body></html>\n`,
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
