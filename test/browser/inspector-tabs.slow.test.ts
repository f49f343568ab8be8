/**
 * The tabs Sign, Compare and Keys in Chromium, with the gestures of a user.
 *
 * @module-tag browser
 */

import { verify } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sign } from "../../src/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { pem } from "../oauth1/example-keys.ts";
import { isInstalled } from "../programs.ts";
import { type OpenPage, startChromium } from "./chromium.ts";
import { inInspector } from "./inspector-page.ts";

const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const pair = testKeyPair("rsa-2048");
const TABS = ["Sign", "Compare", "Keys"] as const;
const SECRET = "kd94hf93k423kf44";
const TOKEN_SECRET = "pfkkdhi9sl3r4s00";
const CARD_NUMBER = "4111111111111111";
const ATTACK = `"'><img src=x onerror="document.title='run'"><script>document.title='run'</script>&{}`;

const BASE_STRING = "POST&https%3A%2F%2Fexample.com%2Fpay&a%3D1%2520%25C3%25A9%26b%3D2%26cvv2%3D987";

describe.runIf(isInstalled("chromium"))("inspector tabs", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  /** Uses a tab of an inspector. */
  const inTab = (
    name: string,
    work: (tab: Locator, opened: OpenPage) => Promise<void>,
    options?: BrowserContextOptions,
  ): Promise<void> =>
    inInspector(
      browser,
      async (opened) => {
        await opened.page.getByRole("tab", { name }).click();
        await work(opened.page.getByRole("tabpanel", { name }), opened);
      },
      options,
    );

  async function fill(tab: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) await tab.getByLabel(label, { exact: true }).fill(value);
  }

  /** The text below a heading. */
  function textOf(tab: Locator, title: string): Locator {
    return tab.locator(".stage", { has: tab.page().getByRole("heading", { name: title, exact: true }) }).locator("pre");
  }

  const FIXED = { Nonce: "n-1", Timestamp: "1700000000" } as const;
  const MORE = /^Place of the signature/;

  describe("Sign", () => {
    test("signs a request by hand as the package does, with text in Arabic, Thai and emoji", () =>
      inTab("Sign", async (tab) => {
        await tab.getByText(MORE).click();
        await fill(tab, {
          URL: "https://gateway.example/pay?b=2",
          Form: "note=مرحبا ไทย 😀 & <b>\nempty=",
          ...FIXED,
          "Consumer key": "shop",
          "Consumer secret": SECRET,
          Token: "t",
          "Token secret": TOKEN_SECRET,
        });
        const form = [
          ["note", "مرحبا ไทย 😀 & <b>"],
          ["empty", ""],
        ] as const;
        const { baseString, signature, authorization, body } = sign(
          { method: "POST", url: "https://gateway.example/pay?b=2", form },
          {
            consumerKey: "shop",
            signatureMethod: "HMAC-SHA1",
            consumerSecret: SECRET,
            token: "t",
            tokenSecret: TOKEN_SECRET,
          },
          { nonce: "n-1", timestamp: "1700000000" },
        );
        await tab.getByText(signature, { exact: true }).waitFor();
        expect(await textOf(tab, "base string").innerText()).toBe(baseString);
        expect(await textOf(tab, "Authorization header").innerText()).toBe(authorization);
        expect(await textOf(tab, "body").innerText()).toBe(body);
        expect(await textOf(tab, "key").innerText()).toBe("***&***");
      }));

    test("lights up a parameter in every stage, down to its octets, for pointer and focus", () =>
      inTab("Sign", async (tab, { page }) => {
        await tab.getByText("octets of the base string").click();
        await tab.getByRole("row", { name: /^amount/ }).hover();
        const lit = await tab.locator("pre > code:not(.octets) > .lit").allInnerTexts();
        expect(lit).toEqual(["amount=10.42", "amount%3D10.42", "amount=10.42"]);
        const octets = (await tab.locator(".octets .lit").allInnerTexts()).join(" ");
        expect(Buffer.from(octets.replaceAll(" ", ""), "hex").toString()).toBe("amount%3D10.42");
        await page.mouse.move(0, 0);
        await expect.poll(() => tab.locator(".lit").count()).toBe(0);
        await tab.getByRole("row", { name: /^note/ }).focus();
        expect(await tab.locator("span.lit").first().innerText()).toMatch(/^note=/);
      }));

    test("signs with an encrypted key and its passphrase, and shows no token fields for the gateway", () =>
      inTab("Sign", async (tab) => {
        await fill(tab, { Token: "t" });
        await tab.getByLabel("What to sign").selectOption("createCardRef");
        for (const label of ["Token", "Token secret"]) {
          expect(await tab.getByLabel(label, { exact: true }).isVisible()).toBe(false);
        }
        await fill(tab, { "Private key": pem(pair.privateKey, "pkcs8", "hunter2") });
        await tab.getByText("The private key is encrypted: it needs its passphrase.").waitFor();
        await fill(tab, { Passphrase: "hunter3" });
        await tab.getByText("The passphrase of the private key is wrong.").waitFor();
        await fill(tab, { Passphrase: "hunter2" });
        await tab.getByText("Signed.", { exact: true }).waitFor();
        expect(await textOf(tab, "base string").innerText()).not.toContain("oauth_token");
      }));

    test("signs an operation with RSA, hides card data until it is wanted, and writes a program", () =>
      inTab("Sign", async (tab) => {
        await tab.getByLabel("What to sign").selectOption("transfer");
        await fill(tab, {
          credit_card_number: CARD_NUMBER,
          expire_month: "12",
          expire_year: "2030",
          cvv2: "987",
          "Private key": pem(pair.privateKey, "pkcs1").replaceAll("\n", " "),
        });
        await tab.getByText("Signed.", { exact: true }).waitFor();
        await tab.getByText(MORE).click();
        await fill(tab, FIXED);
        await textOf(tab, "base string").getByText("oauth_nonce%3Dn-1").waitFor();
        const result = tab.locator(".result");
        expect(await result.innerText()).not.toMatch(/4111111111111111|%3D987|=987/);
        expect(await textOf(tab, "key").innerText()).toBe("RSA private key of 2048 bits");
        await tab.getByLabel("Language of the program").selectOption("Go");
        expect(await textOf(tab, "Go program gateway.go").innerText()).toContain("rsa.SignPKCS1v15");
        expect(await textOf(tab, "command").innerText()).toContain("go run gateway.go post v4/transfer");
        await tab.getByLabel("Show card data").check();
        await textOf(tab, "body").getByText(CARD_NUMBER).waitFor();
        const [baseString, signature] = [
          await textOf(tab, "base string").innerText(),
          await textOf(tab, "signature").innerText(),
        ];
        const octets = Buffer.from(signature, "base64");
        expect(verify("sha256", Buffer.from(baseString), pair.publicKey, octets)).toBe(true);
      }));

    test("says what is wrong with a field, and goes on when it is right", () =>
      inTab("Sign", async (tab) => {
        await fill(tab, { URL: "https://gateway.example/a b" });
        await tab.getByText(/^Not signed\. url: /).waitFor();
        await fill(tab, { URL: "https://gateway.example/a%20b" });
        await tab.getByText("Signed. The consumer secret is empty.").waitFor();
        await tab.getByLabel("Signature method").selectOption("RSA-SHA256");
        await tab.getByText("RSA-SHA256 needs a private key.").waitFor();
      }));

    test("copies what is sent, also what the page hides", () =>
      inTab(
        "Sign",
        async (tab, { page }) => {
          await fill(tab, { Form: `credit_card_number=${CARD_NUMBER}` });
          await textOf(tab, "body").getByText("••••").waitFor();
          await tab.getByRole("button", { name: "Copy body" }).click();
          expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`credit_card_number=${CARD_NUMBER}`);
        },
        { permissions: ["clipboard-read", "clipboard-write"] },
      ));
  });

  describe("Compare", () => {
    test("aligns the parameters of two base strings, decoded once and twice, and hides card data", () =>
      inTab("Compare", async (tab) => {
        const second = BASE_STRING.replace("%25C3%25A9", "%25c3%25a9").replace("%26b%3D2", "%26c%3D2");
        await fill(tab, { "First base string": `base: ${BASE_STRING} (12:00)`, "Second base string": second });
        await tab.getByText("differ in 3 of 6 parts, first at character").waitFor();
        const a = tab.getByRole("row", { name: /^a / });
        expect(await a.locator("dd").allInnerTexts()).toEqual([
          ...["1%2520%25C3%25A9", "1%20%C3%A9", "1 é", "1%2520%25c3%25a9", "1%20%c3%a9", "1 é"],
        ]);
        expect(await a.locator("mark").first().innerText()).toBe("%25C3%25A9");
        expect(await a.innerText()).toContain("letter case of escapes");
        expect(await tab.locator("table").innerText()).not.toContain("987");
        await tab.getByLabel("Show only what differs").check();
        await tab.getByRole("row", { name: /^method/ }).waitFor({ state: "detached" });
        await tab.getByLabel("Show only what differs").uncheck();
        await tab.getByLabel("Show card data").check();
        await tab.getByRole("row", { name: /^cvv2 987/ }).waitFor();
      }));

    test("says that base strings are equal, and why a text is none", () =>
      inTab("Compare", async (tab) => {
        await fill(tab, { "First base string": BASE_STRING, "Second base string": BASE_STRING });
        await tab.getByText("The base strings are equal: 5 parts.").waitFor();
        await fill(tab, { "Second base string": BASE_STRING.split("&").slice(0, 2).join("&") });
        await tab.getByText("The second text has 2 parts").waitFor();
        await fill(tab, { "Second base string": "a=1&b=2" });
        await tab.getByText("The second text is not a base string, which is METHOD&URI&parameters.").waitFor();
      }));
  });

  describe("Keys", () => {
    test("repairs a pasted key, shows it in every form when asked, and finds its other half", () =>
      inTab("Keys", async (tab) => {
        const text = pem(pair.privateKey, "pkcs1");
        await fill(tab, { Key: `"${text.replaceAll("\n", "\\n")}"` });
        await tab.getByRole("heading", { name: "Private RSA key of 2048 bits" }).waitFor();
        expect(await tab.innerText()).toContain("its line feeds were written as \\n");
        expect(await tab.locator("pre", { hasText: "PRIVATE KEY" }).count()).toBe(0);
        await tab.getByRole("button", { name: "Show PKCS#8" }).click();
        expect(await tab.locator("pre", { hasText: "BEGIN PRIVATE KEY" }).textContent()).toBe(
          pem(pair.privateKey, "pkcs8"),
        );
        expect(await tab.locator("pre", { hasText: "BEGIN PUBLIC KEY" }).textContent()).toBe(
          pem(pair.publicKey, "spki"),
        );
        await fill(tab, { "Its other half": pem(pair.publicKey, "spki") });
        await tab.getByText("The two belong together.").waitFor();
      }));

    test("reads a file in DER, and says how to decrypt an encrypted key", () =>
      inTab("Keys", async (tab) => {
        const buffer = pair.privateKey.export({ type: "pkcs8", format: "der" });
        const file = { name: "key.der", mimeType: "application/octet-stream", buffer };
        await tab.getByLabel("Open a key file").setInputFiles(file);
        await tab.getByRole("heading", { name: "Private RSA key of 2048 bits" }).waitFor();
        await fill(tab, { Key: pem(pair.privateKey, "pkcs8", "hunter2") });
        await tab.getByText("openssl pkey -in FILE -out decrypted.pem").waitFor();
      }));

    test("makes a pair with which the page can sign", () =>
      inTab("Keys", async (tab, { page }) => {
        await tab.getByLabel("Size").selectOption("2048");
        await tab.getByRole("button", { name: "Make a key pair" }).click();
        await tab.getByRole("button", { name: "Show PKCS#8" }).click({ timeout: 60_000 });
        const key = await tab.locator("pre", { hasText: "BEGIN PRIVATE KEY" }).innerText();
        await page.getByRole("tab", { name: "Sign" }).click();
        const signTab = page.getByRole("tabpanel", { name: "Sign" });
        await signTab.getByLabel("Signature method").selectOption("RSA-SHA512");
        await fill(signTab, { "Private key": key });
        await textOf(signTab, "key").getByText("RSA private key of 2048 bits").waitFor();
      }));
  });

  test("the arrow keys go from tab to tab", () =>
    inTab("Sign", async (_, { page }) => {
      await page.getByRole("tab", { name: "Sign" }).press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      expect(await page.getByRole("tab", { selected: true }).innerText()).toBe("Keys");
      expect(await page.getByRole("tabpanel", { name: "Keys" }).isVisible()).toBe(true);
    }));

  test.each(TABS)("the tab %s reads nothing in any of its fields as HTML", (name) =>
    inTab(name, async (tab, { page }) => {
      if (name === "Sign") await tab.getByText(MORE).click();
      const fields = await tab.locator("input:not([type=checkbox]):not([type=file]):visible, textarea:visible").all();
      expect(fields.length).toBeGreaterThan(0);
      // One field after the other, with the others as they were: several wrong ones would hide each other's effect.
      for (const one of fields) {
        const before = await one.inputValue();
        await one.fill(ATTACK);
        await page.waitForTimeout(200);
        await one.fill(before);
      }
      for (const one of fields) await one.fill(ATTACK);
      await page.waitForTimeout(300);
      expect(await page.title()).toBe("Countersign inspector");
      expect(await page.locator("img").count()).toBe(0);
      // The page and its data are the only scripts.
      expect(await page.locator("script:not([type='application/json'])").count()).toBe(1);
    }),
  );

  test("no secret is in an attribute, the address or the storage", () =>
    inTab("Sign", async (tab, { page }) => {
      const key = pem(pair.privateKey, "pkcs8");
      await tab.getByLabel("Signature method").selectOption("PLAINTEXT");
      await fill(tab, { "Consumer secret": SECRET, "Token secret": TOKEN_SECRET, Form: `cvv2=987&pan=${CARD_NUMBER}` });
      await tab.getByText("Signed.", { exact: true }).waitFor();
      await page.getByRole("tab", { name: "Keys" }).click();
      await fill(page.getByRole("tabpanel", { name: "Keys" }), { Key: key });
      await page.getByRole("heading", { name: "Private RSA key of 2048 bits" }).waitFor();
      const kept: string = await page.evaluate(`(async () => {
        const stored = [{ ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), document.cookie];
        return document.documentElement.outerHTML + location.href + JSON.stringify(stored);
      })()`);
      const shown = kept.replace(/<script>[\s\S]*?<\/script>/, "");
      const pieces = [SECRET, TOKEN_SECRET, CARD_NUMBER, key.split("\n")[5]!];
      expect(pieces.filter((piece) => shown.includes(piece))).toEqual([]);
    }));

  describe.each<[string, BrowserContextOptions]>([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["360 px", { viewport: { width: 360, height: 740 } }],
  ])("in %s", (_, options) => {
    test.each(TABS)("the tab %s has nothing that axe reports, and fits the window", (name) =>
      inTab(
        name,
        async (tab, { page }) => {
          if (name === "Sign") await tab.getByText("octets of the base string").click();
          if (name === "Compare") {
            const second = BASE_STRING.replace("%25C3", "%C3");
            await fill(tab, { "First base string": BASE_STRING, "Second base string": second });
            await tab.locator("mark").first().waitFor();
          }
          if (name === "Keys") await fill(tab, { Key: pem(pair.privateKey, "pkcs1").replaceAll("\n", "") });
          await page.waitForTimeout(300);
          const violations = await page.evaluate(`(async () => {
            ${AXE}
            return (await axe.run()).violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(", "));
          })()`);
          expect(violations).toEqual([]);
          const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
          expect(overflow).toBeLessThanOrEqual(0);
        },
        options,
      ),
    );
  });
});
