/** @module-tag browser */

import { readFileSync } from "node:fs";
import axe from "axe-core";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSigner, sign } from "../../src/index.ts";
import { pair, pem } from "../oauth1/example-keys.ts";
import { isInstalled } from "../programs.ts";
import { type OpenPage, startChromium } from "./chromium.ts";
import { INSPECTOR, inInspector } from "./inspector-page.ts";

const SECRET = "kd94hf93k423kf44";
const TOKEN_SECRET = "pfkkdhi9sl3r4s00";
const CREDENTIALS = {
  consumerKey: "shop",
  signatureMethod: "HMAC-SHA1",
  consumerSecret: SECRET,
  token: "t",
  tokenSecret: TOKEN_SECRET,
} as const;

function httpOf(url: string, authorization: string | undefined): string {
  return `GET ${url} HTTP/1.1\nAuthorization: ${authorization}\n\n`;
}

function signedRequest(url: string): string {
  return httpOf(url, sign({ method: "GET", url }, CREDENTIALS).authorization);
}

/** Signed for one URL and sent to another one, so that it is wrong in a way that is found at once. */
const WRONG = httpOf(
  "https://gateway.example/status?id=8",
  sign({ method: "GET", url: "https://gateway.example/status?id=7" }, CREDENTIALS).authorization,
);

describe("the page of the inspector", () => {
  test("has a policy without any connection", () => {
    const html = readFileSync(new URL(INSPECTOR), "utf8");
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).toMatch(
      /^default-src (?:'|&#39;)none.*; style-src \S*sha256-.*; script-src \S*sha256-\S+; .*connect-src (?:'|&#39;)none\S* worker-src blob:$/,
    );
  });
});

describe.runIf(isInstalled("chromium"))("the inspector", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  const inPage = (work: (opened: OpenPage) => Promise<void>, options?: BrowserContextOptions): Promise<void> =>
    inInspector(browser, work, options);

  /** Fields that are hidden at first are opened. */
  async function give({ page }: OpenPage, fields: Readonly<Record<string, string>>): Promise<void> {
    await page.getByText("The server's answer, the client's base string").click();
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  }

  /** Of the end of the search. */
  const verdictOf = ({ page }: OpenPage): Promise<string> =>
    page.locator(".output:not([aria-busy]) .verdict").innerText({ timeout: 60_000 });

  test("shows the example that was chosen last, although a change before it waits to be explained", async () => {
    await inPage(async ({ page }) => {
      await page.evaluate(`(() => {
        const box = document.querySelector("input[type=checkbox]");
        box.dispatchEvent(new InputEvent("input", { bubbles: true }));
        [...document.querySelectorAll("button")].find((one) => one.textContent === "not sorted").click();
      })()`);
      await page.locator(".verdict", { hasText: "not-sorted" }).waitFor({ timeout: 60_000 });
    });
  });

  test("has a switch between http and https for a request that does not contain its scheme", async () => {
    await inPage(async ({ page }) => {
      const request = signedRequest("http://gateway.example/status").replace("http://gateway.example", "");
      await page.getByLabel("Request", { exact: true }).fill(request.replace("\n", "\nHost: gateway.example\n"));
      await page.getByLabel("Consumer secret").fill(SECRET);
      await page.getByLabel("Token secret").fill(TOKEN_SECRET);
      const choice = page.getByRole("group", { name: "The request does not contain its scheme." });
      const verdict = page.locator("h2.verdict");
      await verdict.getByText("the signature is valid").waitFor();
      expect(await choice.getByRole("radio", { name: "http", exact: true }).isChecked()).toBe(true);
      await choice.getByRole("radio", { name: "https" }).check();
      await verdict.getByText("other-scheme").waitFor();
      await page.getByLabel("Request", { exact: true }).fill(signedRequest("http://gateway.example/status"));
      await verdict.getByText("the signature is valid").waitFor();
      expect(await choice.isVisible()).toBe(false);
    });
  });

  test("says that a valid request is valid, and shows its base string", () =>
    inPage(async (opened) => {
      const request = signedRequest("https://gateway.example/status?name=%F0%9F%98%80&q=%E0%B8%81%D8%B9");
      await give(opened, { "Consumer secret": SECRET, "Token secret": TOKEN_SECRET, Request: request });
      expect(await verdictOf(opened)).toContain("the signature is valid");
      expect(await opened.page.locator("pre").last().innerText()).toMatch(/^GET&https%3A%2F%2Fgateway\.example/);
    }));

  test("shows the server's base string below that of the request, in a font of one width", () =>
    inPage(async (opened) => {
      const request = signedRequest("https://gateway.example/status?name=a");
      const answer = "HTTP/1.1 401 Unauthorized\r\n\r\nbase_string=GET&https%3A%2F%2Fgateway.example%2Fstatus&name%3Db";
      const secrets = { "Consumer secret": SECRET, "Token secret": TOKEN_SECRET };
      await give(opened, { ...secrets, Request: request, "Server's answer": answer });
      expect(await verdictOf(opened)).toContain("the signature is valid");
      const compared = opened.page.locator("pre", { hasText: "the server's base string differs" });
      expect(await compared.innerText()).toMatch(/^ {2}request {2}.*\n +\^+.*\n {2}server {3}/m);
      expect(await opened.page.evaluate("getComputedStyle(document.querySelector('pre')).fontFamily")).toMatch(
        /monospace$/,
      );
    }));

  test("explains each example", () =>
    inPage(async (opened) => {
      const { page } = opened;
      const expected = {
        "not sorted": "not-sorted",
        "~ is encoded": "tilde-encoded",
        "no token secret": "token-secret-",
      };
      for (const [name, id] of Object.entries(expected)) {
        await page.getByRole("button", { name }).click();
        await page.locator(".output:not([aria-busy]) .verdict", { hasText: id }).waitFor({ timeout: 60_000 });
        expect(await page.locator(".part h3").allInnerTexts()).toContain("Corrected request");
      }
    }));

  test("reads a private key, and says that an RSA signature is valid or wrong", () =>
    inPage(async (opened) => {
      const key = pem(pair.privateKey, "pkcs1");
      const url = "https://gateway.example/status?id=7";
      const signer = createSigner({ consumerKey: "shop", signatureMethod: "RSA-SHA256", privateKey: key });
      const { authorization } = signer.sign({ method: "GET", url });
      await give(opened, { "RSA key": key, Request: httpOf(url, authorization) });
      expect(await verdictOf(opened)).toContain("the signature is valid");
      await opened.page.getByLabel("Request", { exact: true }).fill(httpOf(url.replace("7", "8"), authorization));
      await opened.page.locator(".verdict.wrong, .verdict.unclear").waitFor({ timeout: 60_000 });
    }));

  test("signs an RSA request again with a private key, also one that lost its line breaks; not with a public key", () =>
    inPage(async (opened) => {
      const key = pem(pair.privateKey, "pkcs1");
      const signer = createSigner({ consumerKey: "shop", signatureMethod: "RSA-SHA256", privateKey: key });
      const { authorization } = signer.sign({ method: "GET", url: "https://gateway.example/status?id=7" });
      await give(opened, {
        "RSA key": key.replaceAll("\n", " "),
        Request: httpOf("https://gateway.example/status?id=8", authorization),
      });
      const corrected = opened.page.locator(".part", { hasText: "Corrected request" });
      await corrected.waitFor({ timeout: 60_000 });
      const signed = (await corrected.locator("pre").first().innerText()).replace("Authorization: ", "");
      await opened.page
        .getByLabel("Request", { exact: true })
        .fill(httpOf("https://gateway.example/status?id=8", signed));
      await opened.page.locator(".verdict.right").waitFor({ timeout: 60_000 });
      await opened.page.getByLabel("RSA key").fill(pem(pair.publicKey, "spki"));
      await opened.page
        .getByLabel("Request", { exact: true })
        .fill(httpOf("https://gateway.example/status?id=9", signed));
      await opened.page.locator(".verdict.wrong").waitFor({ timeout: 60_000 });
      expect(await corrected.count()).toBe(0);
    }));

  test("says which mistake makes the checksum of a callback, and shows what is hashed without the key", () =>
    inPage(async (opened) => {
      const { page } = opened;
      await page.getByRole("button", { name: "a callback" }).click();
      expect(await verdictOf(opened)).toContain("This callback is wrong");
      const shown = await page.locator(".output").innerText();
      expect(shown).toContain("orderid and merchant_order are swapped");
      expect(shown).toContain("approved1234567hf-abc***");
      expect(shown).not.toContain("test-merchant-control");
      const right = await page.locator("mark.expected").innerText();
      const request = await page.getByLabel("Request", { exact: true }).inputValue();
      await page.getByLabel("Request", { exact: true }).fill(request.replace(/control=\w+/, `control=${right}`));
      await page.locator(".verdict.right").waitFor({ timeout: 60_000 });
    }));

  test("shows two mistakes as two blocks, each with its fix", () =>
    inPage(async (opened) => {
      const { page } = opened;
      await page.getByRole("button", { name: "no token secret" }).click();
      await verdictOf(opened);
      const request = await page.getByLabel("Request", { exact: true }).inputValue();
      await page.getByLabel("Request", { exact: true }).fill(
        request.replace(/oauth_signature="([^"]*)"/, (_, signature: string) => {
          const digest = Buffer.from(decodeURIComponent(signature), "base64").toString("hex");
          return `oauth_signature="${digest}"`;
        }),
      );
      await page.locator(".output:not([aria-busy]) .cause").nth(1).waitFor({ timeout: 60_000 });
      const blocks = await page.locator(".output:not([aria-busy]) .cause").allInnerTexts();
      expect(blocks.map((text) => /token-secret-left-out|hex-digest/.exec(text)?.[0]).sort()).toEqual([
        "hex-digest",
        "token-secret-left-out",
      ]);
      for (const text of blocks) expect(text).toContain("fix:");
    }));

  test("names the command that explains the mistake, and says that a parameter is at another place", () =>
    inPage(async (opened) => {
      const { page } = opened;
      await page.getByRole("button", { name: "not sorted" }).click();
      await page.getByText("countersign faults show not-sorted").waitFor({ timeout: 60_000 });
      const table = await page.locator("table", { hasText: "signed" }).first().innerText();
      expect(table).toContain("at another place");
      expect(table).not.toContain("not there");
    }));

  test("says how to decrypt an encrypted key", () =>
    inPage(async (opened) => {
      await give(opened, { "RSA key": pem(pair.privateKey, "pkcs8", "hunter2"), Request: WRONG });
      expect(await verdictOf(opened)).toContain("The key is encrypted");
      const output = await opened.page.locator(".output").innerText();
      expect(output).toContain("openssl pkey -in FILE -out decrypted.pem");
    }));

  test("lets choose a request of a HAR file that is dropped, and explains it", () =>
    inPage(async (opened) => {
      const { page } = opened;
      const entry = (url: string): object => {
        const { authorization } = sign({ method: "GET", url }, CREDENTIALS);
        return { request: { method: "GET", url, headers: [{ name: "Authorization", value: authorization }] } };
      };
      const har = { log: { entries: [entry("https://a.example/1"), entry("https://a.example/2")] } };
      await give(opened, { "Consumer secret": SECRET, "Token secret": TOKEN_SECRET });
      const file = { name: "a.har", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(har)) };
      await page.getByLabel("Open a file").setInputFiles(file);
      await page.getByRole("button", { name: "https://a.example/2" }).click();
      expect(await verdictOf(opened)).toContain("the signature is valid");
      expect(await page.locator("pre").last().innerText()).toContain("%2F2&");
    }));

  test("keeps secrets out of attributes, text, address and storage", () =>
    inPage(async (opened) => {
      const { page } = opened;
      await give(opened, { "Consumer secret": SECRET, "Token secret": TOKEN_SECRET, Request: WRONG });
      await verdictOf(opened);
      const kept = await page.evaluate<string>(`(async () => {
        const stored = [{ ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), document.cookie];
        return document.documentElement.outerHTML + location.href + JSON.stringify(stored);
      })()`);
      // The script contains the secrets of the example requests.
      const shown = kept.replace(/<script>[\s\S]*?<\/script>/, "");
      for (const secret of [SECRET, TOKEN_SECRET]) expect(shown.includes(secret)).toBe(false);
    }));

  test.each(["Request", "Consumer secret", "RSA key", "Server's answer", "Client's base string"])(
    "reads nothing in the field %s as HTML",
    (label) =>
      inPage(async (opened) => {
        const attack = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;
        const url = `https://gateway.example/${encodeURIComponent(attack)}?a=${encodeURIComponent(attack)}`;
        const fields = {
          "Consumer secret": SECRET,
          "Token secret": TOKEN_SECRET,
          Request: signedRequest(url),
          [label]: attack,
        };
        await give(opened, fields);
        // A wrong secret is searched for long.
        await opened.page.locator(".verdict, .status:not(:empty)").first().waitFor({ timeout: 60_000 });
        expect(await opened.page.title()).toBe("Countersign inspector");
        expect(await opened.page.locator("img").count()).toBe(0);
      }),
  );

  test("answers to 10 MB, and while it reads them", () =>
    inPage(async (opened) => {
      const file = { name: "large.txt", mimeType: "text/plain", buffer: Buffer.alloc(10_000_000, "a") };
      await opened.page.getByLabel("Open a file").setInputFiles(file);
      expect(await verdictOf(opened)).toContain("MB");
    }));

  test("ends a search when the user cancels it, and answers the next question", () =>
    inPage(async (opened) => {
      const { page } = opened;
      const parameters = Array.from({ length: 150 }, (_, at) => `p${at}=${"x".repeat(at)}`).join("&");
      const request = signedRequest(`https://gateway.example/status?${parameters}`);
      await give(opened, { "Consumer secret": "another secret", Request: request });
      const tried = page.getByText(/^[\d,]+ combinations? of mistakes tried, \d+ s$/);
      const first = await tried.innerText({ timeout: 60_000 });
      await expect.poll(() => tried.innerText()).not.toBe(first);
      await page.getByRole("button", { name: "Cancel" }).click({ timeout: 60_000 });
      await page.getByText("Cancelled.").waitFor();
      await page.getByRole("button", { name: "a valid request" }).click();
      expect(await verdictOf(opened)).toContain("the signature is valid");
      expect(await tried.count()).toBe(0);
    }));

  test.each<[string, BrowserContextOptions]>([
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    ["360 px", { viewport: { width: 360, height: 740 } }],
    ["380 px", { viewport: { width: 380, height: 780 } }],
    ["a wide window", { viewport: { width: 1440, height: 900 } }],
  ])("has nothing that axe reports, and fits the window: %s", (_, options) =>
    inPage(async (opened) => {
      const { page } = opened;
      await page.getByRole("button", { name: "not sorted" }).click();
      await verdictOf(opened);
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
