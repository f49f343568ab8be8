/** JSON Schemas of the gateway's answers and callbacks. */

import type { Operation, ParameterSource } from "../../src/gateway/index.ts";
import type { Json } from "./schemas.ts";

type Field = readonly [name: string, from: ParameterSource, description: string];

const TYPE: Field = ["type", "specification", "The kind of answer."];
const SERIAL: Field = ["serial-number", "specification", "The gateway's number of the request."];
const STATUS = "`approved`, `declined`, `error`, `filtered`, `processing` or `unknown`; absent means `processing`.";
const ERROR_CODE: Field = ["error-code", "public", "Only code 1 is published: a parameter is missing or wrong."];
const ERROR_MESSAGE: Field = ["error-message", "public", "Why the request or the order failed."];

/** An answer: the name of its schema, and its fields, from `src/gateway/answers.ts`. */
interface AnswerDescription {
  readonly schema: string;
  readonly required: readonly string[];
  readonly fields: readonly Field[];
}

const ANSWERS: Readonly<Record<Operation["answer"] | "error", AnswerDescription>> = {
  "card-reference": {
    schema: "cardReference",
    required: ["type"],
    fields: [
      TYPE,
      SERIAL,
      ["card-ref-id", "specification", "Stands for the card in later payments."],
      ["unq-card-ref-id", "public", "The same for every payment with the same card number."],
      ["recurring-payment-id", "specification", "Stands for the card in recurring payments."],
      ["dst-card-ref-id", "specification", "Of the receiver's card, if the first payment was a transfer."],
      ["dst-unq-card-ref-id", "public", "Of the receiver's card."],
      ["dst-recurring-payment-id", "public", "Of the receiver's card."],
      ["status", "specification", STATUS],
      ERROR_CODE,
      ERROR_MESSAGE,
    ],
  },
  order: {
    schema: "orderReceipt",
    required: ["type", "paynet-order-id"],
    fields: [
      TYPE,
      SERIAL,
      ["merchant-order-id", "public", "The merchant's id of the order."],
      ["paynet-order-id", "public", "The gateway's id of the order."],
      ["status", "public", STATUS],
      ERROR_CODE,
      ERROR_MESSAGE,
    ],
  },
  status: {
    schema: "orderStatus",
    required: ["type"],
    fields: [
      TYPE,
      SERIAL,
      ["status", "public", STATUS],
      ["merchant-order-id", "public", "The merchant's id of the order."],
      ["paynet-order-id", "public", "The gateway's id of the order."],
      ["transaction-type", "public", "Which operation made the order."],
      ["amount", "public", "With a point."],
      ["currency", "public", "A currency code of ISO 4217."],
      ["by-request-sn", "public", "The serial number of the request that made the order."],
      ["verified-3d-status", "public", "`AUTHENTICATED`, `NOT_AUTHENTICATED`, `UNSUPPORTED` or `UNKNOWN`."],
      ["redirect-to", "public", "Where to send the payer for 3-D Secure, while the order is `processing`."],
      ERROR_CODE,
      ERROR_MESSAGE,
    ],
  },
  error: {
    schema: "error",
    required: ["type", "error-message"],
    fields: [["type", "public", "`validation-error` or `error`."], SERIAL, ERROR_MESSAGE, ERROR_CODE],
  },
};

/** A reference to the schema of an answer in JSON. */
export function answerReference(answer: keyof typeof ANSWERS): Json {
  return { $ref: `#/components/schemas/${ANSWERS[answer].schema}` };
}

/** The schemas of all answers in JSON, by name. A number may be sent as a number or as text. */
export function answerSchemas(): Json {
  return Object.fromEntries(
    Object.values(ANSWERS).map(({ schema, required, fields }) => {
      const properties = fields.map(([name, from, description]) => {
        const type = /-(?:id|code)$|^amount$/.test(name) ? ["string", "number"] : "string";
        return [name, { type, description, "x-sources": { name: from } }] as const;
      });
      return [schema, { type: "object", required, properties: Object.fromEntries(properties) }] as const;
    }),
  );
}

const CALLBACK_FIELDS: readonly (readonly [name: string, isRequired: boolean, example: string, description: string])[] =
  [
    ["status", true, "approved", "The final status of the order."],
    ["orderid", true, "1234567", "The gateway's id of the order."],
    ["merchant_order", true, "hf-abc", "The merchant's id of the order."],
    ["client_orderid", false, "hf-abc", "The same."],
    ["type", false, "payout", "Which operation made the order."],
    ["amount", false, "10.42", "Not covered by `control`: take the amount from the answer to status."],
    ["currency", false, "EUR", "Not covered by `control`."],
    ["error_code", false, "9", "Only of a failed order. Not covered by `control`."],
    ["error_message", false, "Declined", "Only of a failed order. Not covered by `control`."],
    [
      ...(["control", true, "652ace404c4dfe8bba069ecee594ec23a89340e1"] as const),
      "SHA-1, in lower-case hexadecimal digits, of status, orderid, merchant_order and the merchant's control key, " +
        "joined without separators. The control key of the example is `test-merchant-control`.",
    ],
  ];

/** The gateway notifies the merchant's server, and the payer's browser returns. */
export const CALLBACKS: Json = {
  orderFinal: {
    "{$request.body#/server_callback_url}": {
      get: {
        operationId: "orderFinal",
        summary: "The order has a final status",
        description:
          "The gateway repeats it up to 30 times in 14 days, at growing intervals, until the answer is 200. It can come " +
          "twice. Compare `control` in constant time, and both ids with an order that you know. Source: public documents.",
        security: [],
        parameters: CALLBACK_FIELDS.map(([name, required, example, description]) => ({
          name,
          in: "query",
          required,
          description,
          schema: { type: "string" },
          ...(name.startsWith("error_") ? {} : { example }),
        })),
        responses: {
          200: { description: "Received: the gateway does not repeat the callback." },
          "4XX": {
            description: "Refused, such as for a wrong `control`. The gateway repeats any callback without a 200.",
          },
        },
      },
    },
  },
  payerReturns: {
    "{$request.body#/redirect_url}": {
      post: {
        operationId: "payerReturns",
        summary: "The browser of the payer comes back",
        description: "Ask for the status: this form is not the outcome. Source: public documents.",
        security: [],
        requestBody: {
          content: { "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/payerReturns" } } },
        },
        responses: {
          200: { description: "A page for the payer." },
          "4XX": { description: "Refused, such as for a wrong `control`." },
        },
      },
    },
  },
};

/** The form with which the browser of the payer returns. */
export const PAYER_RETURNS: Json = {
  type: "object",
  required: ["status", "orderid", "merchant_order", "control"],
  properties: Object.fromEntries(
    CALLBACK_FIELDS.filter(([, isRequired]) => isRequired).map(([name, , example, description]) => [
      name,
      { type: "string", description, examples: [example] },
    ]),
  ),
};
