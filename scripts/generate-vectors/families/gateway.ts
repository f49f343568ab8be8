/** Requests of the card gateway: both path prefixes, and each supported signature method and transport. */

import type { JsonPair } from "../../../src/conformance/vectors/index.ts";
import { RSA_2048 } from "../test-keys.ts";
import type { Draft, Family, JsonInput } from "../types.ts";

const HOST = "https://sandbox.example.com";
const PREFIXES = ["/processing/api", "/paynet/api"];
const MERCHANT = { consumerKey: "merchant-login" };
const CONTROL_KEY = "0FC6DCCE-2C4A-4A5B-9E5D-1F7C3E9A2B64";

type Signed = Omit<JsonInput, "request">;
const COMMON = { nonce: "Hq7tLm2XbR9", timestamp: "1700000000", version: "1.0" } as const;
const HMAC = { ...COMMON, signatureMethod: "HMAC-SHA1", credentials: { ...MERCHANT, consumerSecret: CONTROL_KEY } };
const VARIANTS: readonly (readonly [string, Signed])[] = [
  ["HMAC-SHA1, the protocol parameters repeated in the body", { ...HMAC, transport: "header-and-body", realm: "" }],
  ["HMAC-SHA1, only in the header", { ...HMAC, transport: "header" }],
  [
    "RSA-SHA256, in the header",
    {
      ...COMMON,
      signatureMethod: "RSA-SHA256",
      credentials: { ...MERCHANT, privateKey: RSA_2048 },
      transport: "header",
    },
  ],
];

/** A request of an operation: its path after the prefix, and its form. */
interface GatewayRequest {
  readonly what: string;
  readonly path: string;
  readonly form: readonly JsonPair[];
}

/** One draft per prefix, request and variant. */
function gatewayDrafts(requests: readonly GatewayRequest[]): Draft[] {
  return PREFIXES.flatMap((prefix) =>
    requests.flatMap(({ what, path, form }) =>
      VARIANTS.map(([variant, signed]) => ({
        comment: `${what} under ${prefix}: ${variant}`,
        rule: "gateway-1",
        operation: "sign",
        input: { request: { method: "POST", url: `${HOST}${prefix}${path}`, form }, ...signed },
      })),
    ),
  );
}

const CARD_REF_FORM: readonly JsonPair[] = [
  ["login", "merchant-login"],
  ["client_orderid", "invoice-812"],
  ["orderid", "5624444333322221"],
];

export const gatewayCreateCardRef: Family = {
  name: "gateway-create-card-ref",
  area: "request",
  make: () =>
    gatewayDrafts([
      { what: "create-card-ref for an endpoint", path: "/v4/create-card-ref/39915", form: CARD_REF_FORM },
      { what: "create-card-ref for a group", path: "/v4/create-card-ref/group/174", form: CARD_REF_FORM },
      { what: "create-card-ref without login", path: "/v4/create-card-ref/39915", form: CARD_REF_FORM.slice(1) },
    ]),
};

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

const TRANSFER_FORM: readonly JsonPair[] = [
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
      { what: "transfer for an endpoint", path: "/v4/transfer/39915", form: TRANSFER_FORM },
      { what: "transfer for a group", path: "/v4/transfer/group/174", form: TRANSFER_FORM },
    ]),
};

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

const VALUES: readonly (readonly [string, string])[] = [
  ["a space", "two words"],
  ["a plus", "a+b"],
  ["an asterisk", "2 * 3"],
  ["a tilde", "~10"],
  ["! ' ( )", "It's (new)!"],
  ["an umlaut", "Größe"],
  ["a euro sign", "5 €"],
  ["a percent sign", "50%"],
  ["an ampersand and an equals sign", "a&b=c"],
  ["a quote and a backslash", '"a\\b"'],
  ["an empty value", ""],
  ["CR LF", "line 1\r\nline 2"],
];

export const gatewayValues: Family = {
  name: "gateway-values",
  area: "request",
  make: (): Draft[] =>
    VALUES.map(([what, value]) => ({
      comment: `A description with ${what}`,
      rule: "gateway-2",
      operation: "sign",
      input: {
        request: {
          method: "POST",
          url: `${HOST}/paynet/api/v4/payout/39915`,
          form: [
            ["client_orderid", "invoice-812"],
            ["order_desc", value],
          ],
        },
        credentials: HMAC.credentials,
        signatureMethod: "HMAC-SHA1",
        ...COMMON,
        transport: "header-and-body",
        realm: "",
      },
    })),
};
