/**
 * Secrets in every field of the inspector, also in the wrong one: it neither shows, copies, stores nor sends them.
 *
 * @module-tag browser
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sign } from "../../src/index.ts";
import { testKeyPair } from "../keys/index.ts";
import { pem } from "../oauth1/example-keys.ts";
import { isInstalled } from "../programs.ts";
import { testEach } from "../title.ts";
import { openAddress, startChromium } from "./chromium.ts";
import { INSPECTOR, inInspector, shownBy } from "./inspector-page.ts";

const SECRET = "zQ7-secret-Wx92kLmP";
const CREDENTIALS = {
  consumerKey: "shop",
  signatureMethod: "HMAC-SHA1",
  consumerSecret: "kd94hf93k423kf44",
  token: "t",
  tokenSecret: "pfkkdhi9sl3r4s00",
} as const;
const URL_OF_REQUEST = "https://gateway.example/status?id=7";
const { authorization } = sign({ method: "GET", url: URL_OF_REQUEST }, CREDENTIALS);
const REQUEST = `GET ${URL_OF_REQUEST} HTTP/1.1\nAuthorization: ${authorization}\n\n`;

const { privateKey } = testKeyPair("rsa-2048");
const PEM = pem(privateKey, "pkcs8");
const PRIVATE_KEYS = {
  PEM,
  "PEM without line breaks": PEM.replaceAll("\n", ""),
  "base64 without its first and last line": PEM.split("\n").slice(1, -2).join("\n"),
  JWK: JSON.stringify(privateKey.export({ format: "jwk" })),
};
/** Of the private half only: the first octets of a key are its public modulus. */
const KEY_PIECES = [
  ...PEM.split("\n")
    .slice(8, -2)
    .map((line) => line.slice(20, 44)),
  String(privateKey.export({ format: "jwk" }).d).slice(20, 60),
].filter((piece) => piece.length >= 20);

/** The pieces that a text has, in plain or percent-encoded once or twice. */
function piecesIn(text: string, pieces: readonly string[]): string[] {
  const once = pieces.map(encodeURIComponent);
  return [...pieces, ...once, ...once.map(encodeURIComponent)].filter((piece) => text.includes(piece));
}

/** Presses every button that copies, and returns what they copied. */
async function copiedIn(page: Page): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const copied = [];
    navigator.clipboard.writeText = async (text) => { copied.push(text); };
    for (const one of document.querySelectorAll("[role=tabpanel]:not([hidden]) button")) {
      if (/^copy/i.test(one.textContent)) one.click();
    }
    return copied.join("\\n");
  })()`);
}

const FIELDS = "input:not([type=checkbox]):not([type=file]):visible, textarea:visible";

/** Every field of a tab with its label. */
async function fieldsOf(tab: Locator): Promise<(readonly [label: string, field: Locator])[]> {
  const fields = await tab.locator(FIELDS).all();
  return Promise.all(
    fields.map(async (field) => {
      const id = await field.getAttribute("id");
      return [await tab.locator(`label[for="${id}"]`).innerText(), field] as const;
    }),
  );
}

/** Types a text into a field, and waits until the page has answered. */
async function typed(page: Page, field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await page.waitForTimeout(180);
  await page.locator("[aria-busy]").waitFor({ state: "detached", timeout: 60_000 });
}

describe.runIf(isInstalled("chromium"))("a secret in the inspector", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  /** Types texts into every field of a tab, one after the other, with the others as they were. */
  async function inEveryField(
    page: Page,
    tab: Locator,
    texts: readonly string[],
    check: (label: string) => Promise<void>,
  ): Promise<void> {
    const fields = await fieldsOf(tab);
    expect(fields.length).toBeGreaterThan(1);
    for (const [label, field] of fields) {
      const before = await field.inputValue();
      for (const text of texts) {
        await typed(page, field, text);
        await check(label);
      }
      await typed(page, field, before);
    }
  }

  /** Opens every field of a tab, and fills in a valid request. */
  async function prepare(page: Page, name: string, method: string): Promise<Locator> {
    await page.getByRole("tab", { name }).click();
    const tab = page.getByRole("tabpanel", { name });
    for (const summary of await tab.locator("form summary").all()) await summary.click();
    if (name === "Sign") await tab.getByLabel("Signature method").selectOption(method);
    if (name === "Sign" && method === "RSA-SHA256") await tab.getByLabel("Private key").fill(PEM);
    if (name === "Explain") {
      await tab.getByLabel("Request", { exact: true }).fill(REQUEST);
      await tab.getByLabel("Consumer secret", { exact: true }).fill(CREDENTIALS.consumerSecret);
      await tab.getByLabel("Token secret", { exact: true }).fill(CREDENTIALS.tokenSecret);
    }
    if (name === "Compare") await tab.getByLabel("First base string").fill("GET&https%3A%2F%2Fa.example%2F&a%3D1");
    return tab;
  }

  const TABS = [
    ["Explain", ""],
    ["Sign", "HMAC-SHA1"],
    ["Sign", "RSA-SHA256"],
    ["Sign", "PLAINTEXT"],
    ["Compare", ""],
  ] as const;

  testEach(TABS)("is not shown or copied if it is a private key in any field of %s %s", (name, method) =>
    inInspector(browser, async ({ page }) => {
      const tab = await prepare(page, name, method);
      // With other methods the tab Sign has the same fields but one.
      const texts = name === "Sign" && method !== "HMAC-SHA1" ? [PEM] : Object.values(PRIVATE_KEYS);
      await inEveryField(page, tab, texts, async (label) => {
        expect([label, ...piecesIn(await shownBy(page), KEY_PIECES)]).toEqual([label]);
        expect([label, ...piecesIn(await copiedIn(page), KEY_PIECES)]).toEqual([label]);
      });
    }),
  );

  test("is shown by the tab Keys only after a click, and in no attribute", () =>
    inInspector(browser, async ({ page }) => {
      const tab = await prepare(page, "Keys", "");
      await inEveryField(page, tab, Object.values(PRIVATE_KEYS), async (label) => {
        expect([label, ...piecesIn(await shownBy(page), KEY_PIECES)]).toEqual([label]);
      });
      await typed(page, tab.getByLabel("Key", { exact: true }), PEM);
      await tab.getByRole("button", { name: "Show PKCS#8" }).click();
      expect(piecesIn(await shownBy(page), KEY_PIECES)).not.toEqual([]);
      await tab.getByRole("button", { name: "Hide PKCS#8" }).click();
      expect(piecesIn(await shownBy(page), KEY_PIECES)).toEqual([]);
    }));

  /** What a client sends openly. */
  const PUBLIC = ["Form", "Consumer key", "Token", "Nonce", "Realm"];

  testEach([...TABS.slice(0, 3), ["Keys", ""]] as const)(
    "is not shown outside of its field if it is typed into %s %s",
    (name, method) =>
      inInspector(browser, async ({ page }) => {
        const tab = await prepare(page, name, method);
        // A search with a wrong secret goes on for a minute: what it shows until then is looked at.
        const isLong = (label: string): boolean => name === "Explain" && /secret$/.test(label);
        for (const [label, field] of await fieldsOf(tab)) {
          const before = await field.inputValue();
          await field.fill(SECRET);
          if (isLong(label)) await page.getByText(/tried, \d+ s$/).waitFor({ timeout: 60_000 });
          else await page.waitForTimeout(300);
          const found = [...piecesIn(await shownBy(page), [SECRET]), ...piecesIn(await copiedIn(page), [SECRET])];
          // The public ones show that this test would see it.
          expect([label, found.length > 0]).toEqual([
            label,
            name === "Sign" && PUBLIC.includes(label) && label !== "Realm",
          ]);
          await field.fill(before);
          await page.waitForTimeout(150);
        }
      }),
  );

  test("is hidden in everything that the page shows of a request by PLAINTEXT, which contains it", () =>
    inInspector(browser, async ({ page }) => {
      const tab = await prepare(page, "Sign", "PLAINTEXT");
      await typed(page, tab.getByLabel("Consumer secret"), SECRET);
      await tab.getByText("Signed.", { exact: true }).waitFor();
      expect(piecesIn(await shownBy(page), [SECRET])).toEqual([]);
      // What is sent must be right.
      expect(piecesIn(await copiedIn(page), [SECRET])).not.toEqual([]);
      const explain = await prepare(page, "Explain", "");
      const plaintext = sign(
        { method: "GET", url: URL_OF_REQUEST },
        { consumerKey: "shop", signatureMethod: "PLAINTEXT", consumerSecret: SECRET },
      );
      // Nothing is waited for in between: with the secrets of another request the search would be long.
      await explain.getByLabel("Token secret", { exact: true }).fill("");
      await explain.getByLabel("Consumer secret", { exact: true }).fill(SECRET);
      const request = REQUEST.replace(authorization!, plaintext.authorization!);
      await explain.getByLabel("Request", { exact: true }).fill(request);
      await explain.locator(".verdict.right").waitFor({ timeout: 60_000 });
      expect(piecesIn(await shownBy(page), [SECRET])).toEqual([]);
    }));
});

describe.runIf(isInstalled("chromium"))("the policy of the inspector", () => {
  /** Ways to send, as expressions with the address of a server in `to`. */
  const WAYS = {
    fetch: "fetch(to, { mode: 'no-cors' })",
    XMLHttpRequest: "{ const x = new XMLHttpRequest(); x.open('GET', to); x.send(); }",
    sendBeacon: "navigator.sendBeacon(to, 'x')",
    EventSource: "new EventSource(to)",
    WebSocket: "new WebSocket(to.replace('http', 'ws'))",
    image: "new Image().src = to",
    script: "{ const s = document.createElement('script'); s.src = to; document.body.append(s); }",
    style: "document.body.style.backgroundImage = 'url(' + to + ')'",
    frame: "{ const f = document.createElement('iframe'); f.src = to; document.body.append(f); }",
    worker: "new Worker(URL.createObjectURL(new Blob(['fetch(\"' + to + '\", { mode: \"no-cors\" })'])))",
  };
  /** Tried when the others have sent: it leads to another page, which ends what the first has begun. */
  const LAST = {
    form: "{ const f = document.createElement('form'); f.action = to; document.body.append(f); f.submit(); }",
  };

  test("lets no code send in any of eleven ways, while the same code sends elsewhere", async () => {
    const asked: string[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url!.slice(1).replace("?", ""));
      response.setHeader("Content-Type", "text/html");
      response.end("<!doctype html><body>");
    });
    server.on("upgrade", ({ url }, socket) => {
      asked.push(url!.slice(1));
      socket.destroy();
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = await startChromium();
    try {
      const tryEach = async (page: Page, ways: Readonly<Record<string, string>>): Promise<void> => {
        for (const [name, way] of Object.entries(ways)) {
          await page.evaluate(
            `{ const to = ${JSON.stringify(`${origin}/${name}`)}; try { ${way} } catch {}; undefined }`,
          );
        }
      };
      const found = (ways: object): string[] => Object.keys(ways).filter((name) => asked.includes(name));
      const inspector = await openAddress(browser, INSPECTOR);
      await tryEach(inspector.page, { ...WAYS, ...LAST });
      await inspector.page.waitForTimeout(1000);
      expect(asked).toEqual([]);
      await inspector.page.context().close();
      const elsewhere = await openAddress(browser, `${origin}/page`);
      for (const ways of [WAYS, LAST]) {
        await tryEach(elsewhere.page, ways);
        await expect.poll(() => found(ways)).toEqual(Object.keys(ways));
      }
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
