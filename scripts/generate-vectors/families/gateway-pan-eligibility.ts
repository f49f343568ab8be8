/** The gateway's pan-eligibility send, under the old and the new names of its parameters. */

import { gatewayDrafts } from "../gateway-operation.ts";
import type { Family } from "../types.ts";

export const gatewayPanEligibility: Family = {
  name: "gateway-pan-eligibility",
  area: "request",
  make: () =>
    gatewayDrafts([
      {
        what: "pan-eligibility send by reference, client-order-id",
        path: "/v2/pan-eligibility/send/39915",
        form: [
          ["client-order-id", "invoice-812"],
          ["sending-card-ref-id", "7654321"],
        ],
      },
      {
        what: "pan-eligibility send by number, client_orderid",
        path: "/v2/pan-eligibility/send/39915",
        form: [
          ["client_orderid", "invoice-812"],
          ["sending-card-number", "4444555566661111"],
          ["card-printed-name", "JOSÉ NÚÑEZ"],
          ["expire_month", "12"],
          ["expire_year", "2099"],
          ["server_callback_url", "https://shop.example.com/callback?order=812&step=1"],
        ],
      },
    ]),
};
