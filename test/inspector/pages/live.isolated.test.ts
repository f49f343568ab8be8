/** What the page of the simulator shows. It asks its server again and again, so it ends with the process of this file. */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { explainRequest } from "../../../src/diagnosis/index.ts";
import { type GatewaySimulator, startGatewaySimulator } from "../../../src/gateway/simulator/index.ts";
import { sample } from "../../gateway/simulator/shared-sample.ts";
import { hmacRequestTo, send } from "../../gateway/simulator/signed-requests.ts";
import { expectRecorded, withoutPorts, withoutSignatures } from "../../recorded.ts";
import { makePage, type Page } from "./page.ts";

/** The clock of the simulator, in seconds. */
const NOW = 1_700_000_000;

let simulator: GatewaySimulator;
let page: Page;
beforeAll(async () => {
  simulator = await startGatewaySimulator({ data: sample.data, now: () => NOW, explain: explainRequest });
  const own = `${simulator.origin}/_countersign/`;
  const { fetch } = globalThis;
  page = makePage(own);
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => fetch(new URL(path, own), init));
  vi.stubGlobal("addEventListener", page.window.addEventListener.bind(page.window));
  const data = /<script type="application\/json">.*?<\/script>/s.exec(await (await fetch(own)).text())![0];
  page.window.document.body.innerHTML = data;
  // Code for browsers has its own types.
  const path = "../../../src/inspector/live/main.ts";
  await import(path);
});
afterAll(() => simulator.close());

/** Without the port, what is signed with it, and the header fields of this version of Node.js. */
function withoutRandom(html: string): string {
  return withoutSignatures(withoutPorts(html))
    .replace(/Order \d+/g, "Order (number)")
    .replace(/^(?:connection|accept|accept-\w+|sec-fetch-mode|user-agent): .*\n/gm, "");
}

const waitForText = (selector: string, text: string): Promise<void> =>
  vi.waitFor(() => expect(page.html(selector)).toContain(text), 60_000);

describe("the page of the simulator", () => {
  test("shows what live.txt records", { tags: ["recorded"] }, async () => {
    for (const [at, note] of ["a", "A"].entries()) {
      const parts = { sample, protocol: { oauth_nonce: `nonce-${at}`, oauth_timestamp: String(NOW) } };
      const sent = hmacRequestTo(simulator, {
        ...parts,
        form: { client_orderid: "invoice-1", orderid: "1001", note: "a" },
      });
      await send(sent, { body: String(sent.body).replace("note=a", `note=${note}`) });
    }
    await waitForText(".requests", "note was signed");
    const shown = [page.html()];
    page.window.location.hash = "#2";
    await waitForText(".output", "note was signed");
    shown.push(page.html(".output"));
    page.fill({ "Merchant's id of the order (client_orderid)": "order-2", Amount: "10.42", Currency: "EUR" });
    for (const name of ["Plan failures", "Add the payment", "Advance the clock"]) page.press(name);
    await vi.waitFor(() => expect(page.html("form [role=status]").match(/>\s*\w/g)).toHaveLength(3));
    shown.push(page.html("form [role=status]"));
    await expectRecorded(`${withoutRandom(shown.join("\n\n"))}\n`, "live.txt");
  });
});
