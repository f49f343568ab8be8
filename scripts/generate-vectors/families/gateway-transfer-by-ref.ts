/** The gateway's transfer-by-ref, to a card number and to a reference. */

import { gatewayDrafts } from "../gateway-operation.ts";
import type { Family } from "../types.ts";

export const gatewayTransferByRef: Family = {
  name: "gateway-transfer-by-ref",
  area: "request",
  make: () =>
    gatewayDrafts([
      {
        what: "transfer-by-ref to a card number, client-order-id",
        path: "/v4/transfer-by-ref/39915",
        form: [
          ["client-order-id", "invoice-812"],
          ["destination-card-no", "4444333322221111"],
          ["amount", "10.5"],
          ["currency", "EUR"],
          ["order_desc", "Consumer credit"],
        ],
      },
      {
        what: "transfer-by-ref to a reference for a group, client_orderid",
        path: "/v4/transfer-by-ref/group/174",
        form: [
          ["client_orderid", "invoice-812"],
          ["destination-card-ref-id", "7654321"],
          ["amount", "10.5"],
          ["currency", "EUR"],
          ["ipaddress", "2001:db8::17"],
        ],
      },
    ]),
};
