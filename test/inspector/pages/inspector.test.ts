/** What the inspector shows after the gestures of a user. The files beside this one show in a review what changes on the page. */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { testKeyPair } from "../../keys/index.ts";
import { expectRecorded, withoutSignatures } from "../../recorded.ts";
import { makePage, type Page } from "./page.ts";

type Listener = (event: { readonly data: unknown }) => void;

/** The worker of the page, in this process. */
let ask: Listener = () => {};
let reply: Listener = () => {};

class LocalWorker {
  addEventListener(name: string, listener: Listener): void {
    if (name === "message") reply = listener;
  }
  postMessage(data: unknown): void {
    ask({ data });
  }
}

let page: Page;
beforeAll(async () => {
  page = makePage();
  vi.stubGlobal("Worker", LocalWorker);
  vi.stubGlobal("self", {
    addEventListener: (_: string, listener: Listener) => {
      ask = listener;
    },
    postMessage: (data: unknown) => reply({ data: structuredClone(data) }),
  });
  // Code for browsers has its own types.
  const folder = "../../../src/inspector";
  (await import(`${folder}/worker.ts`)).serve();
  (await import(`${folder}/page.ts`)).startPage();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await page.window.happyDOM.close();
});

/** A gesture, and a text from which a result is known. */
type Step = readonly [gesture: string, act: () => void, shows: string];

/** Compares a tab, and its results after each step, with its file. */
function recorded(tab: string, results: string, steps: readonly Step[]): void {
  test(`${tab} as ${tab}.txt records`, { tags: ["recorded"] }, async () => {
    page.press(tab);
    const shown = [page.html("header, [role=tablist], [role=tabpanel]")];
    for (const [gesture, act, shows] of steps) {
      act();
      await vi.waitFor(() => expect(page.html(`[role=tabpanel] ${results}`)).toContain(shows), 60_000);
      shown.push(`<!-- ${gesture} -->\n${page.html(`[role=tabpanel] ${results}`)}`);
    }
    await expectRecorded(`${withoutRandom(shown.join("\n\n"))}\n`, `${tab}.txt`);
  });
}

/** Without the time, nonces and signatures of the examples. */
function withoutRandom(html: string): string {
  return withoutSignatures(html)
    .replace(/\b1\d{9}\b/g, "(time)")
    .replace(/\b(?:[0-9a-f]{16}|[a-p]{32})\b/g, "(nonce)");
}

const BASE_STRING = "POST&https%3A%2F%2Fexample.com%2Fpay&a%3D1%2520%25C3%25A9%26b%3D2%26cvv2%3D987";
const OTHER = BASE_STRING.replace("%25C3%25A9", "%25c3%25a9").replace("b%3D2", "c%3D2");
const { privateKey, publicKey } = testKeyPair("rsa-2048");
const PRIVATE = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const PUBLIC = publicKey.export({ type: "spki", format: "pem" }).toString();

const FIXED = { Nonce: "n-1", Timestamp: "1700000000", "Consumer key": "shop" } as const;
const CARD = { credit_card_number: "4111111111111111", expire_month: "12", expire_year: "2030", cvv2: "987" } as const;
const EXAMPLES = [
  ["a valid request", "the signature is valid"],
  ["not sorted", "not-sorted"],
  ["no token secret", "token-secret-left-out"],
  ["hexadecimal signature", "hex-digest"],
  ["a callback", "control"],
] as const;

describe("the tab", () => {
  recorded("Explain", ".result", [
    ...EXAMPLES.map(([name, shows]): Step => [name, () => page.press(name), shows]),
    ["no request", () => page.fill({ Request: "nothing" }), "expected a request line"],
    [
      "a request without key",
      () => page.fill({ Request: "GET https://a.example/b", "Consumer secret": "" }),
      "not diagnosed",
    ],
  ]);

  recorded("Sign", ".result", [
    [
      "a form",
      () => page.fill({ ...FIXED, URL: "https://gateway.example/pay?b=2", Form: "note=a b*\nempty=" }),
      "Signed. The consumer secret is empty.",
    ],
    [
      "secrets",
      () => page.fill({ "Consumer secret": "kd94hf93k423kf44", Token: "t", "Token secret": "pfkkdhi9sl3r4s00" }),
      ">Signed.<",
    ],
    ["in the query", () => page.fill({ "Protocol parameters in": "query", Realm: "shop" }), "shop"],
    ["a wrong URL", () => page.fill({ URL: "https://gateway.example/a b" }), "Not signed. url:"],
    ["an operation", () => page.fill({ "What to sign": "transfer" }), "needs a private key"],
    ["its arguments", () => page.fill({ "Private key": PRIVATE, ...CARD }), ">Signed.<"],
    ["card data", () => page.fill({ "Show card data": true }), CARD.credit_card_number],
  ]);

  recorded("Compare", ".stack > :not(form)", [
    ["equal", () => page.fill({ "First base string": BASE_STRING, "Second base string": BASE_STRING }), "are equal"],
    [
      "only what differs",
      () => page.fill({ "Second base string": OTHER, "Show only what differs": true }),
      "letter case",
    ],
    ["all", () => page.fill({ "Show only what differs": false }), ">equal<"],
    ["card data", () => page.fill({ "Show card data": true }), ">987<"],
    ["no base string", () => page.fill({ "Second base string": "nothing" }), "is not a base string"],
  ]);

  recorded("Keys", ".part:first-child > div", [
    ["a private key", () => page.fill({ Key: PRIVATE }), "Private RSA key of 2048 bits"],
    ["its public key", () => page.fill({ "Its other half": PUBLIC }), "The two belong together"],
    ["a damaged key", () => page.fill({ Key: PUBLIC.slice(0, 100) }), "is missing"],
  ]);
});
