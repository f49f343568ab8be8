/**
 * The page with the list of requests that the gateway simulator serves, in Chromium, with the gestures of a user.
 *
 * @module-tag browser
 */

import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { explainRequest } from "../../src/diagnosis/index.ts";
import { type GatewaySimulator, startGatewaySimulator } from "../../src/gateway/simulator/index.ts";
import { hmacRequestTo, requestTo, send } from "../gateway/simulator/signed-requests.ts";
import { isInstalled } from "../programs.ts";
import { inPageAt, type OpenPage, startChromium } from "./chromium.ts";

const CARD_NUMBER = "4111111111111111";
const ATTACK = `"'><img src=x onerror="document.title='run'"></script><script>document.title='run'</script>`;
const WAIT = { timeout: 60_000 };

describe.runIf(isInstalled("chromium"))("the page of the simulator", () => {
  let browser: Browser;
  let simulator: GatewaySimulator;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    simulator = await startGatewaySimulator({
      explain: explainRequest,
      callbackPauses: [],
      callbackFetch: async () => ({ status: 500 }),
    });
  });
  afterEach(() => simulator.close());

  /** Uses the page, which must ask nothing but its own server and leave no error. */
  async function inPage(work: (page: Page, opened: OpenPage) => Promise<void>, options?: BrowserContextOptions) {
    const own = `${simulator.origin}/_countersign/`;
    const andChecked = async (opened: OpenPage): Promise<void> => {
      opened.page.setDefaultTimeout(WAIT.timeout);
      await work(opened.page, opened);
      expect(opened.requests.filter((url) => !url.startsWith(own))).toEqual([]);
      expect(opened.errors).toEqual([]);
    };
    await inPageAt(browser, own, andChecked, options);
  }

  /** A request whose note was changed after it was signed. */
  async function sendWrong(note = "1", changed = "2"): Promise<void> {
    const form = { client_orderid: "invoice-1", orderid: "1001", note };
    const sent = hmacRequestTo(simulator, { form });
    const { body } = hmacRequestTo(simulator, { form: { ...form, note: changed } });
    await send(sent, { body: String(body) });
  }

  async function openControls(page: Page): Promise<void> {
    await page.getByText("Controls", { exact: true }).click();
  }

  /** Fills and sends the form with this title, and returns what it then says. */
  async function control(page: Page, title: string, fields: Readonly<Record<string, string>>): Promise<string> {
    const form = page.getByRole("group", { name: title, exact: true });
    for (const [label, value] of Object.entries(fields)) {
      const field = form.getByLabel(label, { exact: true });
      if ((await field.and(page.locator("select")).count()) === 1) await field.selectOption(value);
      else await field.fill(value);
    }
    await form.getByRole("button").click();
    const status = form.getByRole("status");
    await status.filter({ hasText: /./ }).waitFor();
    return status.innerText();
  }

  test("lists requests as they arrive, and shows one with its difference by keyboard", () =>
    inPage(async (page) => {
      await page.getByText("No request has arrived yet.").waitFor();
      await send(requestTo(simulator));
      await sendWrong();
      const wrong = page.locator(".requests a", { hasText: "note was signed" });
      await wrong.waitFor();
      expect(await page.locator(".requests .number").allInnerTexts()).toEqual(["#2", "#1"]);
      await wrong.focus();
      await page.keyboard.press("Enter");
      await page.locator(".verdict", { hasText: "value-changed:note" }).waitFor();
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Request 2");
      expect(await page.locator("mark.expected").first().innerText()).toMatch(/^2/);
      expect(await page.locator("mark.actual").first().innerText()).toMatch(/^1/);
      expect(new URL(page.url()).hash).toBe("#2");
      expect(await page.locator(".requests a[aria-current]").count()).toBe(1);
    }));

  test("brings the request that was chosen into view on a narrow page", () =>
    inPage(
      async (page) => {
        for (let count = 0; count < 12; count++) await send(requestTo(simulator));
        await page.locator(".requests a", { hasText: "#12" }).click();
        const title = page.getByRole("heading", { name: "Request 12" });
        await title.waitFor();
        await expect.poll(async () => (await title.boundingBox())?.y ?? -1).toBeLessThan(100);
        expect((await title.boundingBox())!.y).toBeGreaterThan(-1);
      },
      { viewport: { width: 360, height: 740 } },
    ));

  test("filters by verdict and by text", () =>
    inPage(async (page) => {
      await send(requestTo(simulator));
      await sendWrong();
      await page.getByText("2 requests, 1 not accepted").waitFor();
      await page.getByLabel("Show", { exact: true }).selectOption("right");
      await page.getByText("; 1 match").waitFor();
      expect(await page.locator(".requests a").innerText()).toContain("#1");
      await page.getByLabel("Search").fill("value-changed");
      await page.getByText("; 0 match").waitFor();
    }));

  test("opens a request in the inspector, which says the same and asks for nothing", () =>
    inPage(async (page) => {
      await sendWrong();
      await page.locator(".requests a").click();
      const [inspector] = await Promise.all([
        page.waitForEvent("popup"),
        page.getByRole("link", { name: "Open in the inspector" }).click(),
      ]);
      const asked: string[] = [];
      inspector.on("request", (request) => asked.push(request.url()));
      await inspector.locator(".verdict", { hasText: "value-changed:note" }).waitFor(WAIT);
      expect(asked.filter((url) => !url.startsWith("blob:") && url !== inspector.url())).toEqual([]);
      expect(new URL(inspector.url()).search).toBe("?request=1");
      const shown = await inspector.evaluate<string>("document.documentElement.outerHTML");
      expect(shown.includes(simulator.sample!.controlKey)).toBe(false);
      await inspector.close();
    }));

  test("masks card data until somebody asks for it", () =>
    inPage(async (page) => {
      await send(
        hmacRequestTo(simulator, { form: { client_orderid: "invoice-1", orderid: "1001", note: CARD_NUMBER } }),
      );
      await page.locator(".requests a").click();
      await page.locator(".verdict").waitFor();
      expect((await page.content()).includes(CARD_NUMBER)).toBe(false);
      await page.getByLabel("Show card data").check();
      await page.locator("pre", { hasText: CARD_NUMBER }).first().waitFor();
    }));

  test("plans failures, makes payments and outcomes, and puts the clock forward", () =>
    inPage(async (page) => {
      await openControls(page);
      expect(await control(page, "Failures", { Failure: "502", "Number of requests": "2" })).toContain("502, 2 times");
      expect((await send(requestTo(simulator))).status).toBe(502);
      expect(await control(page, "Outcomes", { Amount: "7.77", Status: "declined" })).toBe("Added: declined.");
      const payment = { "Merchant's id of the order (client_orderid)": "page-1", Amount: "7.77", Currency: "EUR" };
      expect(await control(page, "Payment", payment)).toMatch(/^Order \d+: declined\.$/);
      expect(simulator.orders().at(-1)).toMatchObject({ clientOrderId: "page-1", amount: "7.77", status: "declined" });
      expect(await control(page, "Clock", { Seconds: "86400" })).toMatch(/^It is \d{4}-/);
    }));

  test("says why the simulator refuses something", () =>
    inPage(async (page, opened) => {
      await openControls(page);
      const payment = { "Merchant's id of the order (client_orderid)": "x", "Callback URL": "not a URL" };
      expect(await control(page, "Payment", payment)).toContain("callbackUrl");
      // Chromium reports each answer with the status 400.
      expect(opened.errors.splice(0)).toHaveLength(1);
    }));

  test("adds a merchant, whose requests are then right", () =>
    inPage(async (page) => {
      await openControls(page);
      const key = "0123456789ABCDEF";
      const merchant = { Login: "new", "Control key": key, "Endpoints, separated by commas": "71, 72" };
      expect(await control(page, "Merchant", merchant)).toBe("Added: new.");
      const { url } = hmacRequestTo(simulator);
      const credentials = { consumerKey: "new", consumerSecret: key };
      const sent = hmacRequestTo(simulator, { credentials });
      expect(url).toBe(sent.url);
      await send(sent);
      expect((await simulator.requests(1))[0]).toMatchObject({ authenticated: true });
    }));

  test("shows orders and callbacks, and sends a callback again", () =>
    inPage(async (page) => {
      const { orderId } = simulator.addPayment({ clientOrderId: "called", callbackUrl: "http://127.0.0.1:9/" });
      await simulator.callbacks();
      await page.getByText("Orders and callbacks").click();
      await page.getByRole("button", { name: `Send again for ${orderId}` }).click();
      await page
        .getByRole("button", { name: `Send again for ${orderId}` })
        .nth(1)
        .waitFor();
      expect((await simulator.callbacks()).filter((one) => one.orderId === orderId)).toHaveLength(2);
    }));

  test("exports a HAR file, and forgets everything after a reset", () =>
    inPage(async (page) => {
      await send(requestTo(simulator));
      await page.locator(".requests a").waitFor();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Export as HAR" }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("countersign.har");
      await page.getByRole("button", { name: "Reset" }).click();
      await page.getByText("No request has arrived yet.").waitFor();
      expect(await simulator.requests()).toEqual([]);
    }));

  test("reads nothing of a request as HTML, and stores nothing", () =>
    inPage(async (page) => {
      const url = `${simulator.origin}/${encodeURIComponent(ATTACK)}?q=${encodeURIComponent(ATTACK)}`;
      await fetch(url, { method: "POST", body: ATTACK, headers: { "x-attack": ATTACK } });
      const form = { client_orderid: ATTACK, orderid: ATTACK, [ATTACK]: ATTACK };
      await send(hmacRequestTo(simulator, { form }), { headers: { "x-countersign-base-string": ATTACK } });
      for (const number of [1, 2]) {
        await page.locator(".requests a", { hasText: `#${number}` }).click();
        await page.getByRole("heading", { name: `Request ${number}` }).waitFor();
      }
      expect(await page.title()).toBe("Countersign requests");
      expect(await page.locator("img").count()).toBe(0);
      const stored = await page.evaluate<string>(
        "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])",
      );
      expect(stored).toBe('[{},{},""]');
    }));

  test("shows 200 of 1,000 requests, and finds each", async () => {
    for (let batch = 0; batch < 10; batch++) {
      await Promise.all(Array.from({ length: 100 }, () => fetch(`${simulator.origin}/nothing`)));
    }
    await inPage(async (page) => {
      await page.getByText("1,000 requests, 1,000 not accepted").waitFor();
      expect(await page.locator(".requests a").count()).toBe(200);
      await page.getByLabel("Search").fill("#500");
      await page.getByText("; 1 match").waitFor();
      await page.locator(".requests a").click();
      await page.getByRole("heading", { name: "Request 500" }).waitFor();
    });
  });

  test.each<[string, BrowserContextOptions]>([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["360 px", { viewport: { width: 360, height: 740 } }],
  ])("has nothing that axe reports, and fits the window: %s", (_, options) =>
    inPage(async (page) => {
      simulator.addPayment({ clientOrderId: "called", callbackUrl: "http://127.0.0.1:9/" });
      await send(requestTo(simulator));
      await sendWrong();
      await openControls(page);
      await page.getByText("Orders and callbacks").click();
      await page.locator(".requests a", { hasText: "#2" }).click();
      await page.locator(".verdict").waitFor();
      const violations = await page.evaluate(`(async () => {
        ${axe.source}
        return (await axe.run()).violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(", "));
      })()`);
      expect(violations).toEqual([]);
      const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
      expect(overflow).toBeLessThanOrEqual(0);
    }, options),
  );
});
