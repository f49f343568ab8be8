// @ts-nocheck
import { expect as __expect } from "vitest";
import { createGatewayClient, endpointId } from "../../../src/gateway/index.ts";

const client = createGatewayClient({
  environment: { name: "integration", origin: "https://sandbox.example.com" },
  keys: { environment: "integration", login: "merchant", controlKey: "B17F59B4-A7DC-41B4-8FF9-37D986B43D20" },
  endpoint: endpointId("39915"),
  signatureMethod: "HMAC-SHA1",
  fetch: async () => new Response("type=create-card-ref-response\n&card-ref-id=1000000001\n&status=approved\n"),
});
const card = await client.createCardRef({ clientOrderId: "invoice-1", orderId: "5624" });
__expect(card.cardRefId).toEqual("1000000001");

