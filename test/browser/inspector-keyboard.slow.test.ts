/**
 * The inspector by keyboard alone, and with texts in Arabic, Thai and emoji.
 *
 * @module-tag browser
 */

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sign } from "../../src/index.ts";
import { isInstalled } from "../programs.ts";
import { startChromium } from "./chromium.ts";
import { inInspector } from "./inspector-page.ts";

const CREDENTIALS = {
  consumerKey: "shop",
  signatureMethod: "HMAC-SHA1",
  consumerSecret: "kd94hf93k423kf44",
  token: "t",
  tokenSecret: "pfkkdhi9sl3r4s00",
} as const;

/** What has the focus: its label, its text or its role. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const { activeElement: one } = document;
    if (one === document.body) return "nothing";
    return one.labels?.[0]?.textContent.trim() ?? one.ariaLabel ?? (one.textContent.trim().slice(0, 60) || one.tagName);
  })()`);

/** Presses Tab until a control has the focus, which must be visible each time. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed++) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    expect([await focused(page), outline]).not.toEqual([await focused(page), "none"]);
    if ((await focused(page)) === name) return;
  }
  throw new Error(`Tab never reaches ${name}`);
}

describe.runIf(isInstalled("chromium"))("the inspector by keyboard", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  test("explains a request, chooses an example and opens the options", () =>
    inInspector(browser, async ({ page }) => {
      const url = "https://gateway.example/status?id=7";
      await tabTo(page, "Explain");
      await tabTo(page, "Request");
      const { authorization } = sign({ method: "GET", url }, CREDENTIALS);
      await page.keyboard.insertText(`GET ${url} HTTP/1.1\nAuthorization: ${authorization}\n\n`);
      await tabTo(page, "Consumer secret");
      await page.keyboard.type(CREDENTIALS.consumerSecret);
      await tabTo(page, "Token secret");
      await page.keyboard.type(CREDENTIALS.tokenSecret);
      // In a field of one line, Enter must not send the form.
      await page.keyboard.press("Enter");
      await page.locator(".verdict.right").waitFor({ timeout: 60_000 });
      await tabTo(page, "The server's answer, the client's base string, options");
      await page.keyboard.press("Enter");
      await tabTo(page, "Show card data");
      await page.keyboard.press("Space");
      expect(await page.getByLabel("Show card data").first().isChecked()).toBe(true);
      await tabTo(page, "copy");
      await page.getByLabel("Request", { exact: true }).focus();
      await tabTo(page, "not sorted");
      await page.keyboard.press("Enter");
      await page.locator(".verdict", { hasText: "not-sorted" }).waitFor({ timeout: 60_000 });
    }));

  test("signs a request, and lights up its parameters", () =>
    inInspector(browser, async ({ page }) => {
      await tabTo(page, "Explain");
      await page.keyboard.press("ArrowRight");
      expect(await focused(page)).toBe("Sign");
      await tabTo(page, "What to sign");
      await tabTo(page, "URL");
      await page.keyboard.press("Control+A");
      await page.keyboard.type("https://gateway.example/pay");
      await tabTo(page, "Consumer secret");
      await page.getByText("Signed. The consumer secret is empty.").waitFor();
      await page.keyboard.type(CREDENTIALS.consumerSecret);
      await page.getByText("Signed.", { exact: true }).waitFor();
      const tab = page.getByRole("tabpanel", { name: "Sign" });
      while ((await tab.locator("tr.parameter:focus").count()) === 0) await page.keyboard.press("Tab");
      expect(await tab.locator("pre .lit").allInnerTexts()).toContain("amount=10.42");
      await tabTo(page, "Copy curl command");
      await tabTo(page, "Language of the program");
      await tab.getByRole("heading", { name: "JavaScript program" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await tab.getByText("This client sends form posts to operations of the gateway,").waitFor();
    }));

  test("reaches each tab with arrow keys, Home and End, and only the chosen one with Tab", () =>
    inInspector(browser, async ({ page }) => {
      await tabTo(page, "Explain");
      const reached: string[] = [];
      for (const key of ["End", "ArrowRight", "ArrowLeft", "Home", "ArrowRight", "ArrowRight"]) {
        await page.keyboard.press(key);
        reached.push(await focused(page));
      }
      expect(reached).toEqual(["Keys", "Explain", "Keys", "Explain", "Sign", "Compare"]);
      expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Compare");
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("First base string");
      await page.keyboard.press("Shift+Tab");
      expect(await focused(page)).toBe("Compare");
    }));

  /** A search with a wrong secret, which takes long. */
  async function searchLong(page: Page): Promise<void> {
    await page.getByRole("button", { name: "a valid request" }).click();
    await page.locator(".verdict.right").waitFor({ timeout: 60_000 });
    await page.getByLabel("Consumer secret", { exact: true }).first().fill("another secret");
    await page.getByText("Searching…").waitFor({ timeout: 60_000 });
  }

  test("ends a search with Escape or with the button, keeps the focus, and shows no older verdict", () =>
    inInspector(browser, async ({ page }) => {
      await searchLong(page);
      expect(await page.locator(".verdict").count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.getByText("Cancelled.").waitFor();
      expect(await focused(page)).toBe("Consumer secret");
      // Nothing goes on that it could end.
      await page.getByRole("button", { name: "not sorted" }).click();
      await page.locator(".verdict", { hasText: "not-sorted" }).waitFor({ timeout: 60_000 });
      await page.locator(".output:not([aria-busy])").waitFor({ timeout: 60_000 });
      await page.keyboard.press("Escape");
      expect(await page.locator(".verdict").count()).toBe(1);
      await searchLong(page);
      await page.getByRole("button", { name: "Cancel" }).focus();
      await page.keyboard.press("Enter");
      expect(await focused(page)).toBe("Cancelled.");
    }));
});

const WORLD = [
  ["note", "مرحبا بالعالم 123 (abc)"],
  ["ملاحظة", "قيمة, 5 و6"],
  ["ชื่อ", "สวัสดีชาวโลก ๑๒๓"],
  ["emoji", "😀👍🏽🇪🇺"],
] as const;

describe.runIf(isInstalled("chromium"))("texts in Arabic, Thai and emoji", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  const URL_OF_REQUEST = `https://gateway.example/pay?q=${encodeURIComponent("ع ก 😀")}`;
  const FIXED = { nonce: "n-1", timestamp: "1700000000" };

  test("are signed as the package signs them, and shown as they are in every table", () =>
    inInspector(browser, async ({ page }) => {
      await page.getByRole("tab", { name: "Sign" }).click();
      const tab = page.getByRole("tabpanel", { name: "Sign" });
      await tab.getByText(/^Place of the signature/).click();
      for (const [label, text] of Object.entries({
        URL: URL_OF_REQUEST,
        Form: WORLD.map((pair) => pair.join("=")).join("\n"),
        "Consumer key": "shop",
        "Consumer secret": CREDENTIALS.consumerSecret,
        Token: "t",
        "Token secret": CREDENTIALS.tokenSecret,
        Nonce: FIXED.nonce,
        Timestamp: FIXED.timestamp,
      })) {
        await tab.getByLabel(label, { exact: true }).fill(text);
      }
      const signed = sign({ method: "POST", url: URL_OF_REQUEST, form: WORLD }, CREDENTIALS, FIXED);
      await tab.getByText(signed.signature, { exact: true }).waitFor();
      expect(await tab.locator("pre").allInnerTexts()).toEqual(
        expect.arrayContaining([signed.baseString, signed.authorization, signed.body]),
      );
      const rows = await tab.locator("tr.parameter").locator("td:nth-of-type(1) code").allTextContents();
      expect(rows).toEqual(expect.arrayContaining([...WORLD.map(([, value]) => value), "ع ก 😀"]));
    }));

  test("are explained, and a name that was not signed is isolated in the verdict", () =>
    inInspector(browser, async ({ page }) => {
      const { authorization, body } = sign({ method: "POST", url: URL_OF_REQUEST, form: WORLD }, CREDENTIALS);
      const requestWith = (header: string | undefined): string =>
        `POST ${URL_OF_REQUEST} HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\nAuthorization: ${header}\n\n${body}`;
      await page.getByLabel("Consumer secret", { exact: true }).fill(CREDENTIALS.consumerSecret);
      await page.getByLabel("Token secret", { exact: true }).fill(CREDENTIALS.tokenSecret);
      await page.getByLabel("Request", { exact: true }).fill(requestWith(authorization));
      await page.locator(".verdict.right").waitFor({ timeout: 60_000 });
      await page.getByText(/^\d+ parameters$/).click();
      const cells = await page.locator(".result td code").allTextContents();
      expect(cells).toEqual(expect.arrayContaining([...WORLD.map(([, value]) => value), "ع ก 😀"]));
      const form = WORLD.filter(([name]) => name !== "ملاحظة");
      const other = sign({ method: "POST", url: URL_OF_REQUEST, form }, CREDENTIALS);
      await page.getByLabel("Request", { exact: true }).fill(requestWith(other.authorization));
      await page.locator(".verdict.wrong").waitFor({ timeout: 60_000 });
      expect(await page.locator(".verdict").innerText()).toContain("ملاحظة was sent but not signed");
      expect(await page.locator(".verdict bdi").allInnerTexts()).toEqual(["ملاحظة", "ملاحظة"]);
    }));

  test("fit a window of 360 px, and a long value does not get a line for each character", () =>
    inInspector(
      browser,
      async ({ page }) => {
        await page.getByRole("tab", { name: "Sign" }).click();
        const tab = page.getByRole("tabpanel", { name: "Sign" });
        const form = [...WORLD.map((pair) => pair.join("=")), `long=${"x".repeat(200)}`];
        await tab.getByLabel("Form", { exact: true }).fill(form.join("\n"));
        const long = tab.getByRole("row", { name: /^long/ }).locator("td code").first();
        await long.waitFor();
        expect((await long.boundingBox())!.width).toBeGreaterThan(100);
        expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      },
      { viewport: { width: 360, height: 740 } },
    ));
});
