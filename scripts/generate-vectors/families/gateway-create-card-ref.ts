/** The gateway's create-card-ref, for an endpoint and for a group. */

import type { JsonPair } from "../../../src/conformance/vectors/index.ts";
import { gatewayDrafts } from "../gateway-operation.ts";
import type { Family } from "../types.ts";

const FORM: readonly JsonPair[] = [
  ["login", "merchant-login"],
  ["client_orderid", "invoice-812"],
  ["orderid", "5624444333322221"],
];

export const gatewayCreateCardRef: Family = {
  name: "gateway-create-card-ref",
  area: "request",
  make: () =>
    gatewayDrafts([
      { what: "create-card-ref for an endpoint", path: "/v4/create-card-ref/39915", form: FORM },
      { what: "create-card-ref for a group", path: "/v4/create-card-ref/group/174", form: FORM },
      { what: "create-card-ref without login", path: "/v4/create-card-ref/39915", form: FORM.slice(1) },
    ]),
};
