/**
 * The page of the payer's bank that the gateway simulator serves, in Chromium: its forms must work under its policy.
 *
 * @module-tag browser
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { createGatewayClient, endpointId, verifyCallback } from "../../src/gateway/index.ts";
import { startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { isInstalled } from "../programs.ts";
import { openAddress, startChromium } from "./chromium.ts";

describe("the page of the bank", () => {
  test.runIf(isInstalled("chromium"))("lets a payer confirm and returns to the shop with a checksum", async () => {
    const returned: string[] = [];
    const shop = createServer((request, response) => {
      request.setEncoding("utf8").on("data", (chunk: string) => returned.push(chunk));
      request.on("end", () => response.end("<h1>Thank you</h1>"));
    });
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
    const simulator = await startGatewaySimulator();
    const browser = await startChromium();
    try {
      const { login, privateKey, controlKey, endpoint } = simulator.sample!;
      const client = createGatewayClient({
        environment: { name: "integration", origin: simulator.origin },
        keys: { environment: "integration", login, privateKey, controlKey },
        endpoint: endpointId(endpoint),
      });
      simulator.addOutcome({ status: "approved", threeDSecure: true, afterSeconds: 3600 });
      const redirectUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/back`;
      const { paynetOrderId } = await client.transfer({
        clientOrderId: "order-1",
        amount: "10.42",
        currency: "EUR",
        redirectUrl,
      });
      const { redirectTo } = await client.status({ clientOrderId: "order-1" });
      const { page, errors } = await openAddress(browser, redirectTo!);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("button", { name: "Return to the shop" }).click();
      await page.getByRole("heading", { name: "Thank you" }).waitFor({ timeout: 60_000 });
      expect(errors).toEqual([]);
      expect(verifyCallback(returned.join(""), { controlKey })).toMatchObject({
        verified: true,
        status: "approved",
        orderId: paynetOrderId,
        clientOrderId: "order-1",
      });
    } finally {
      await browser.close();
      await simulator.close();
      shop.closeAllConnections();
      shop.close();
    }
  });
});
