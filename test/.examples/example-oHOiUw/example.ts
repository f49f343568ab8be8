// @ts-nocheck
import { expect as __expect } from "vitest";
import { OPERATIONS } from "../../../src/gateway/index.ts";

__expect(OPERATIONS.payout.parameters.clientOrderId.name).toEqual("client-order-id");

