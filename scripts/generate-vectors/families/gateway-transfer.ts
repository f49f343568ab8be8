/** The gateway's transfer, with all of its 16 parameters. */

import type { JsonPair } from "../../../src/conformance/vectors/index.ts";
import { gatewayDrafts } from "../gateway-operation.ts";
import type { Family } from "../types.ts";

const FORM: readonly JsonPair[] = [
  ["client_orderid", "invoice-812"],
  ["amount", "10.42"],
  ["currency", "EUR"],
  ["order_desc", "Gift card: 2 × «Größe M», 50% off!"],
  ["credit_card_number", "4444555566661111"],
  ["expire_month", "12"],
  ["expire_year", "2099"],
  ["cvv2", "123"],
  ["card_printed_name", "José Núñez"],
  ["destination-card-no", "4444333322221111"],
  ["ipaddress", "192.0.2.17"],
  ["email", "jose.nunez+test@example.com"],
  ["first_name", "José"],
  ["address1", "Hauptstraße 7/3"],
  ["redirect_url", "https://shop.example.com/done?order=1&lang=de"],
  ["server_callback_url", "https://shop.example.com/callback"],
];

export const gatewayTransfer: Family = {
  name: "gateway-transfer",
  area: "request",
  make: () =>
    gatewayDrafts([
      { what: "transfer for an endpoint", path: "/v4/transfer/39915", form: FORM },
      { what: "transfer for a group", path: "/v4/transfer/group/174", form: FORM },
    ]),
};
