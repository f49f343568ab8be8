/** The shapes of the simulator's data: its validator and the JSON Schema of a data file follow from them. */

import { quote } from "../../oauth1/errors.ts";
import { closedObject, misfitOf, type Shape } from "../../shapes/shape.ts";
import { configurationError } from "../errors.ts";
import { FAILURE_MODES } from "./failure-modes.ts";
import { STATUSES } from "./outcomes.ts";

/** One day, which is more than any test needs. */
const MOST_SECONDS = 86_400;

const TEXT = { type: "string", minLength: 1, title: "text" } as const;
const URL_TEXT = { type: "string", pattern: "^[Hh][Tt][Tt][Pp][Ss]?://", title: "an http or https URL" } as const;
/** Samples of the specification keep the word ENDPOINTID in the URL that they sign. */
const ID = { type: "string", pattern: "^(?:[0-9]{1,20}|ENDPOINTID)$", title: "1 to 20 digits" } as const;
const OPERATION = {
  type: "string",
  pattern: "^v[0-9]+(?:/[a-z0-9-]+)+$",
  title: "version and path such as v4/sale",
} as const;
const STATUS = { enum: STATUSES } as const;

/** How an order ends. */
export const OUTCOME = closedObject(
  ["status"],
  {
    amount: { ...TEXT, description: "only for orders with this amount, as the request has it" },
    clientOrderId: { ...TEXT, description: "only for the order with this id" },
    arrival: {
      type: "integer",
      minimum: 1,
      description: "only for the order at this place in the order of arrival",
    },
    status: STATUS,
    afterSeconds: {
      type: "integer",
      minimum: 0,
      maximum: MOST_SECONDS,
      description: "how many seconds the order stays processing before it gets its status",
    },
    threeDSecure: { type: "boolean", description: "whether the payer must confirm meanwhile" },
    errorCode: TEXT,
    errorMessage: TEXT,
  },
  "the result of the orders that match all given conditions; of several outcomes, the first that matches counts",
);

const ENDPOINT = closedObject(["id"], {
  id: ID,
  currency: {
    type: "string",
    pattern: "^[A-Z]{3}$",
    title: "three capital letters, such as EUR",
    description: "the only currency of the endpoint; without it the endpoint accepts all",
  },
  callbackUrl: { ...URL_TEXT, description: "receives the callbacks of orders without a callback URL" },
});

const CARD = closedObject(
  ["cardRefId"],
  {
    cardRefId: TEXT,
    unqCardRefId: TEXT,
    recurringPaymentId: TEXT,
    dstCardRefId: TEXT,
    dstUnqCardRefId: TEXT,
    dstRecurringPaymentId: TEXT,
  },
  "absent if the payment has no card information",
);

const PAYMENT = closedObject(["clientOrderId", "orderId", "status"], {
  clientOrderId: TEXT,
  orderId: TEXT,
  status: STATUS,
  amount: TEXT,
  currency: TEXT,
  callbackUrl: { ...URL_TEXT, description: "no callback is sent for payments in this file, which were made before" },
  fails: { enum: FAILURE_MODES, description: "how a valid create-card-ref request for this payment fails" },
  card: CARD,
});

/** A payment that is made while the simulator runs. */
export const NEW_PAYMENT = closedObject(["clientOrderId"], { ...PAYMENT.properties, login: TEXT });

export const MERCHANT = closedObject(["login", "endpoints"], {
  login: { ...TEXT, description: "oauth_consumer_key" },
  controlKey: { ...TEXT, description: "the consumer secret for HMAC-SHA1" },
  publicKeys: { type: "array", items: TEXT, description: "PEM, for RSA-SHA256" },
  endpoints: { type: "array", items: ENDPOINT },
  endpointGroups: { type: "array", items: ID },
  payments: { type: "array", items: PAYMENT },
});

/** All data of a simulator. */
export const DATA = closedObject(["merchants"], {
  $schema: { type: "string", description: "for editors" },
  merchants: { type: "array", items: MERCHANT },
  outcomes: { type: "array", items: OUTCOME },
  operations: {
    type: "array",
    items: OPERATION,
    description: "operations in addition to those of the simulator; a valid request creates an order",
  },
});

/** The JSON Schema of a data file, which can also name files with keys. */
export function fileSchema(): object {
  const publicKeyFiles = { type: "array", items: TEXT, description: "files with public keys, relative to this file" };
  const merchant = {
    ...MERCHANT,
    properties: { ...MERCHANT.properties, publicKeyFiles },
    anyOf: ["controlKey", "publicKeys", "publicKeyFiles"].map((name) => ({ required: [name] })),
  };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Data of the gateway simulator",
    ...DATA,
    properties: { ...DATA.properties, merchants: { type: "array", items: merchant } },
  };
}

/**
 * @param where - the name of the value, such as `data`
 * @throws {@link GatewayError} `configuration-invalid`, without the values of keys
 */
export function mustFit(shape: Shape, where: string, value: unknown): void {
  const misfit = misfitOf(shape, where, value);
  if (misfit === undefined) return;
  const { place, expected, value: found, isUnknownMember } = misfit;
  const isSecret = isUnknownMember || /key/i.test(place);
  throw configurationError(`${place}: expected ${expected}, got ${shown(found, isSecret)}`);
}

/** A short description of a value; only the type, if the value is secret. */
function shown(value: unknown, isSecret: boolean): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  if (isSecret && value !== null) return `a ${typeof value}`;
  return typeof value === "string" ? quote(value) : String(value);
}
