/**
 * Reads the file of `countersign gateway --data`. It is checked as the option `data` of a program is. Its JSON Schema, which
 * `countersign gateway --schema` prints, is for editors.
 */

import { dirname, resolve } from "node:path";
import { configurationError, GatewayError } from "../../gateway/errors.ts";
import { checkData } from "../../gateway/simulator/data.ts";
import { FAILURE_MODES, type GatewayData } from "../../gateway/simulator/index.ts";
import { UsageError } from "../exit-codes.ts";
import { parseJson } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";

const TEXT = { type: "string", minLength: 1 } as const;
const URL_TEXT = { type: "string", pattern: "^https?://" } as const;
const ID = { type: "string", pattern: "^[A-Za-z0-9]{1,20}$" } as const;

/** An object that may have no other members. */
function closedObject(required: readonly string[], properties: Readonly<Record<string, object>>): object {
  return { type: "object", required, additionalProperties: false, properties };
}

const ENDPOINT = closedObject(["id"], {
  id: ID,
  currency: {
    type: "string",
    pattern: "^[A-Z]{3}$",
    description: "the only currency of the endpoint; without it the endpoint accepts all",
  },
  callbackUrl: { ...URL_TEXT, description: "receives the callbacks of orders without a callback URL" },
});

const STATUS = { enum: ["approved", "declined", "error", "filtered", "processing", "unknown"] } as const;

const OUTCOME = {
  ...closedObject(["status"], {
    amount: { ...TEXT, description: "only for orders with this amount, as the request has it" },
    clientOrderId: { ...TEXT, description: "only for the order with this id" },
    arrival: { type: "integer", minimum: 1, description: "only for the order at this place in the order of arrival" },
    status: STATUS,
    afterSeconds: {
      type: "integer",
      minimum: 0,
      maximum: 86_400,
      description: "how many seconds the order stays processing before it gets its status",
    },
    threeDSecure: { type: "boolean", description: "whether the payer must confirm meanwhile" },
    errorCode: TEXT,
    errorMessage: TEXT,
  }),
  description:
    "the result of the orders that match all given conditions; of several outcomes, the first that matches counts",
};

const PAYMENT = closedObject(["clientOrderId", "orderId", "status"], {
  clientOrderId: TEXT,
  orderId: TEXT,
  status: STATUS,
  amount: TEXT,
  currency: TEXT,
  callbackUrl: { ...URL_TEXT, description: "no callback is sent for payments in this file, which were made before" },
  fails: { enum: [...FAILURE_MODES], description: "how a valid create-card-ref request for this payment fails" },
  card: {
    type: "object",
    description: "absent if the payment has no card information",
    required: ["cardRefId"],
    additionalProperties: false,
    properties: {
      cardRefId: TEXT,
      unqCardRefId: TEXT,
      recurringPaymentId: TEXT,
      dstCardRefId: TEXT,
      dstUnqCardRefId: TEXT,
      dstRecurringPaymentId: TEXT,
    },
  },
});

const MERCHANT = {
  ...closedObject(["login", "endpoints"], {
    login: { ...TEXT, description: "oauth_consumer_key" },
    controlKey: { ...TEXT, description: "the consumer secret for HMAC-SHA1" },
    publicKeys: { type: "array", items: TEXT, description: "PEM, for RSA-SHA256" },
    publicKeyFiles: { type: "array", items: TEXT, description: "files with public keys, relative to this file" },
    endpoints: { type: "array", items: ENDPOINT },
    endpointGroups: { type: "array", items: ID },
    payments: { type: "array", items: PAYMENT },
  }),
  anyOf: ["controlKey", "publicKeys", "publicKeyFiles"].map((name) => ({ required: [name] })),
};

export const GATEWAY_SCHEMA: object = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Data of the gateway simulator",
  ...closedObject(["merchants"], {
    $schema: { type: "string" },
    merchants: { type: "array", items: MERCHANT },
    outcomes: { type: "array", items: OUTCOME },
  }),
};

/**
 * Reads the data, and the key files that they name.
 *
 * @throws {@link UsageError} with file, place, what was expected and what the file has
 */
export function readGatewayData(file: string): GatewayData {
  const hint = "run `countersign gateway --schema` for the JSON Schema of this file";
  const what = "data of the gateway simulator";
  const json = parseJson(readFile(file).toString("utf8"), { what, file, hint });
  try {
    const data = withKeysOfFiles(json, dirname(file)) as GatewayData;
    checkData(data);
    return data;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new UsageError(`expected ${what} at ${file}: ${error.message}`, hint);
  }
}

/** Replaces `publicKeyFiles` by the keys. What is not as expected stays, for the check. */
function withKeysOfFiles(data: unknown, folder: string): unknown {
  const { merchants } = (data ?? {}) as { readonly merchants?: unknown };
  if (!Array.isArray(merchants)) return data;
  return { ...(data as object), merchants: merchants.map((merchant) => withKeys(merchant, folder)) };
}

function withKeys(merchant: unknown, folder: string): unknown {
  if (typeof merchant !== "object" || merchant === null || !("publicKeyFiles" in merchant)) return merchant;
  const { publicKeyFiles, ...others } = merchant;
  if (!isList(publicKeyFiles) || !publicKeyFiles.every((name) => typeof name === "string")) {
    throw configurationError("merchant.publicKeyFiles must be a list of file names");
  }
  const { publicKeys = [] } = others as { readonly publicKeys?: unknown };
  if (!isList(publicKeys)) return others;
  const keys = publicKeyFiles.map((name) => readFile(resolve(folder, name)).toString("utf8"));
  return { ...others, publicKeys: [...publicKeys, ...keys] };
}

/** `Array.isArray` makes the elements `any`. */
function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
