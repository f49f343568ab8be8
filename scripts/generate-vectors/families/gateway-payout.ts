/** The gateway's payout, to a bank account and to a card. */

import { gatewayDrafts } from "../gateway-operation.ts";
import type { Family } from "../types.ts";

export const gatewayPayout: Family = {
  name: "gateway-payout",
  area: "request",
  make: () =>
    gatewayDrafts([
      {
        what: "payout to a bank account",
        path: "/v4/payout/39915",
        form: [
          ["client_orderid", "invoice-812"],
          ["amount", "10.42"],
          ["currency", "CNY"],
          ["order_desc", "Rückzahlung (2 von 3)"],
          ["account_number", "6222020200112233445"],
          ["bank_name", "中国工商银行"],
          ["bank_branch", "Branch No. 5 & Co"],
          ["bank_province", "上海"],
          ["bank_city", "上海"],
        ],
      },
      {
        what: "payout to a card for a group",
        path: "/v4/payout/group/174",
        form: [
          ["client-order-id", "invoice-812"],
          ["amount", "10.42"],
          ["currency", "EUR"],
          ["credit_card_number", "4444555566661111"],
          ["expire_month", "12"],
          ["expire_year", "2099"],
          ["card_printed_name", "JOSE NUNEZ"],
          ["ipaddress", "192.0.2.17"],
          ["purpose", "refund"],
          ["server_callback_url", "https://shop.example.com/callback"],
          ["redirect_url", "https://shop.example.com/done?a=1&b=2"],
        ],
      },
    ]),
};
