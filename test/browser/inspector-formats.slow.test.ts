/**
 * Every format that `explain` reads, pasted into the inspector: the verdict is that of Node.js for the same text.
 *
 * @module-tag browser
 */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diagnose, explanationOf } from "../../src/diagnosis/index.ts";
import { onlyCause } from "../../src/diagnosis/text/explanation-text.ts";
import { languagesOfClient } from "../../src/diagnosis/text/shown-cause.ts";
import type { HttpRequest } from "../../src/model/index.ts";
import { readRequest } from "../../src/requests/index.ts";
import { payment, SECRET, sentWith } from "../diagnosis/requests.ts";
import { isInstalled } from "../programs.ts";
import * as pasted from "../requests/pasted.ts";
import { type OpenPage, startChromium } from "./chromium.ts";
import { inInspector } from "./inspector-page.ts";

type Write = (request: HttpRequest) => string;

const textOf = ({ body }: HttpRequest): string => Buffer.from(body ?? []).toString("latin1");
const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const asRaw: Write = (request) => {
  const { host, pathname } = new URL(request.url);
  const fields = request.headers.map(([name, value]) => `${name}: ${value}`);
  return [`${request.method} ${pathname} HTTP/1.1`, `Host: ${host}`, ...fields, "", textOf(request)].join("\n");
};
const asFolded: Write = (request) => asRaw(request).replaceAll(", oauth_", ",\n\toauth_");
const asCurl: Write = (request) =>
  [
    `curl ${shellQuoted(request.url)}`,
    ...request.headers.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    `--data-raw ${shellQuoted(textOf(request))}`,
  ].join(" \\\n  ");
const asJson: Write = ({ method, url, headers, body }) =>
  JSON.stringify({ method, url, headers, body: Buffer.from(body ?? []).toString("latin1") });
const entryOf = (request: HttpRequest, url = request.url): object => ({
  request: {
    method: request.method,
    url,
    headers: request.headers.map(([name, value]) => ({ name, value })),
    postData: { mimeType: "application/x-www-form-urlencoded", text: textOf(request) },
  },
});
const harOf = (...entries: object[]): string => JSON.stringify({ log: { version: "1.2", entries } });
const asSudo: Write = (request) => `user@host:~/work$ sudo ${asCurl(request)}`;
const asWindowsPrompt: Write = (request) => `C:\\Users\\me>${pasted.asCmd(request)}`;
const asPowerShellPrompt: Write = (request) => `PS C:\\Users\\me> ${pasted.asPowerShell(request)}`;

const FORMATS: readonly (readonly [string, Write])[] = [
  ["raw HTTP", asRaw],
  ["raw HTTP with a folded header", asFolded],
  ["a chunked body", pasted.asChunked],
  ["a followed TCP stream", pasted.asFollowedStream],
  ["the header fields of HTTP/2", pasted.asHttp2],
  ["a log of curl -v", pasted.asCurlLog],
  ["a curl command", asCurl],
  ["a curl command after a prompt and sudo", asSudo],
  ["Copy as cURL (cmd)", pasted.asCmd],
  ["Copy as cURL (cmd) after a prompt of Windows", asWindowsPrompt],
  ["Copy as PowerShell", pasted.asPowerShell],
  ["Copy as PowerShell after a prompt", asPowerShellPrompt],
  ["Copy as fetch", pasted.asFetch],
  ["an HTTPie command", pasted.asHttpie],
  ["JSON", asJson],
  ["a HAR file with one entry", (request) => harOf(entryOf(request))],
  ["a Postman collection", pasted.asPostman],
];

const now = Math.floor(Date.now() / 1000);
/** A timestamp of today: another one is a notice of its own. */
const current = {
  ...payment,
  protocolParameters: payment.protocolParameters.map(
    ([name, value]) => [name, name === "oauth_timestamp" ? String(now) : value] as const,
  ),
};

/** What Node.js says about a text. */
function expectedFor(text: string, entry?: string): { readonly kind: string; readonly headline: string } {
  const request = readRequest(Buffer.from(text), { entry });
  const diagnosis = diagnose({ request, key: { consumerSecret: SECRET }, now });
  const languages = "signatureMethod" in request ? [] : languagesOfClient(request);
  const explanation = explanationOf(diagnosis, languages);
  // The page has the id behind the sentence.
  const id = onlyCause(explanation)?.id;
  return { kind: diagnosis.kind, headline: [explanation.headline, ...(id === undefined ? [] : [id])].join(" ") };
}

describe.runIf(isInstalled("chromium"))("a request pasted into the inspector", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  const withClipboard = { permissions: ["clipboard-read", "clipboard-write"] };

  async function paste({ page }: OpenPage, text: string): Promise<void> {
    await page.getByLabel("Consumer secret", { exact: true }).fill(SECRET);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await page.getByLabel("Request", { exact: true }).focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+V");
  }

  /** Of the end of the search. */
  const headlineOf = async ({ page }: OpenPage): Promise<string> =>
    (await page.locator(".output:not([aria-busy]) .verdict").innerText({ timeout: 60_000 })).replace(/^[✓✗?] /, "");

  test("has the verdict of Node.js in every format", () =>
    inInspector(
      browser,
      async (opened) => {
        for (const [format, write] of FORMATS) {
          for (const [faults, kind] of [
            [[], "right"],
            [["not-sorted"], "explained"],
          ] as const) {
            const text = write(sentWith(faults, current));
            const expected = expectedFor(text);
            expect([format, expected.kind]).toEqual([format, kind]);
            await paste(opened, text);
            const headline = async (): Promise<string[]> => [format, await headlineOf(opened)];
            await expect.poll(headline).toEqual([format, expected.headline]);
          }
        }
      },
      withClipboard,
    ));

  test("is each request of a HAR file in turn, with its own verdict", () =>
    inInspector(
      browser,
      async (opened) => {
        const text = harOf(
          entryOf(sentWith([], current)),
          entryOf(sentWith(["not-sorted"], current), `${current.url}?`),
          entryOf(sentWith(["tilde-encoded"], { ...current, form: [["a", "~"]] })),
        );
        const { page } = opened;
        await paste(opened, text);
        for (const number of [2, 1, 3]) {
          const summary = page.locator(".result > details > summary");
          if (number !== 2) await summary.click();
          await page
            .locator(".entries button")
            .nth(number - 1)
            .click();
          await page.getByText(`Request ${number} of 3. Choose another one`).waitFor();
          const { headline } = expectedFor(text, String(number));
          await expect.poll(() => headlineOf(opened)).toBe(headline);
        }
        await page.getByRole("button", { name: "a valid request" }).click();
        await page.getByText("Choose another one").waitFor({ state: "hidden" });
      },
      withClipboard,
    ));

  test("that cannot be read has the message of Node.js, which quotes nothing of it", () =>
    inInspector(
      browser,
      async (opened) => {
        for (const text of ["kd94hf93k423kf44", "https://gate.example/a", '{"a":"kd94hf93k423kf44"}']) {
          await paste(opened, text);
          let message = "";
          try {
            readRequest(Buffer.from(text));
          } catch (error) {
            message = (error as Error).message;
          }
          expect(message).not.toBe("");
          await expect.poll(() => headlineOf(opened)).toBe(message);
          expect(await opened.page.locator(".result").first().innerText()).not.toContain("kd94hf93k423kf44");
        }
      },
      withClipboard,
    ));
});
