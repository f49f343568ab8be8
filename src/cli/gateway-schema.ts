/**
 * The JSON Schema of the double's data: merchants, keys, endpoints, groups, earlier payments. Printed by
 * `countersign gateway --schema`.
 *
 * @module
 */

import { FAILURE_MODES } from "../gateway/simulator/index.ts";

const TEXT = { type: "string", minLength: 1 } as const;
const ID = { type: "string", pattern: "^[A-Za-z0-9]{1,20}$" } as const;

/** See the module. */
export const GATEWAY_SCHEMA: object = {
  $schema: "http://json-schema.org/draft-07/schema#",
  title: "Data of the gateway's double",
  type: "object",
  required: ["merchants"],
  additionalProperties: false,
  properties: {
    $schema: { type: "string" },
    merchants: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["login", "endpoints"],
        additionalProperties: false,
        properties: {
          login: { ...TEXT, description: "oauth_consumer_key" },
          controlKey: { ...TEXT, description: "for HMAC-SHA1" },
          publicKeys: { type: "array", items: TEXT, description: "PEM, for RSA-SHA256" },
          publicKeyFiles: { type: "array", items: TEXT, description: "the same in files, relative to this one" },
          endpoints: {
            type: "array",
            items: {
              type: "object",
              required: ["id"],
              additionalProperties: false,
              properties: {
                id: ID,
                currency: { type: "string", pattern: "^[A-Z]{3}$", description: "absent takes all" },
              },
            },
          },
          endpointGroups: { type: "array", items: ID },
          payments: {
            type: "array",
            items: {
              type: "object",
              required: ["clientOrderId", "orderId", "status"],
              additionalProperties: false,
              properties: {
                clientOrderId: TEXT,
                orderId: TEXT,
                status: { enum: ["approved", "declined", "error", "filtered", "processing", "unknown"] },
                fails: { enum: [...FAILURE_MODES], description: "how create-card-ref fails for it" },
                card: {
                  type: "object",
                  description: "absent where the payment carries no card information",
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
              },
            },
          },
        },
      },
    },
  },
};
