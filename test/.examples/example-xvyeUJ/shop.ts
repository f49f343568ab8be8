// @ts-nocheck
import { expect as __expect } from "vitest";
// shop.ts
import { createGatewayClient, endpointId } from "../../../src/gateway/index.ts";
import { startGatewaySimulator } from "../../../src/gateway/simulator/index.ts";

export const simulator = await startGatewaySimulator(); // with a sample merchant, keys and an earlier payment
const { login, controlKey, privateKey, endpoint } = simulator.sample!;

export const client = createGatewayClient({
  environment: { name: "integration", origin: simulator.origin },
  keys: { environment: "integration", login, controlKey, privateKey },
  endpoint: endpointId(endpoint),
});

