// @ts-nocheck
import { expect as __expect } from "vitest";
// use.ts
import { client, simulator } from "./shop.ts";

const card = await client.createCardRef(simulator.sample!.payment); // { clientOrderId, orderId } of one payment
__expect(card.cardRefId).toEqual("1000000001");
__expect(card.status).toEqual("approved");

