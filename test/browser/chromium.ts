/**
 * A real browser for tests: Chromium, driven by playwright-core. A page has no network; what it asks for is recorded.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const EXECUTABLE = "/usr/bin/chromium";

/** A page of a file. */
export interface OpenPage {
  readonly page: Page;
  /** Every address that the page asked for, without its own. */
  readonly requests: readonly string[];
  /** Errors that no code caught, and messages of the console at the level error. */
  readonly errors: string[];
}

/** Starts Chromium. The caller closes it, also after a failure. */
export function startChromium(): Promise<Browser> {
  // The sandbox of Chromium does not work for root.
  return chromium.launch({ executablePath: EXECUTABLE, chromiumSandbox: process.getuid?.() !== 0 });
}

/** Opens a file in a context of its own, without a network. */
export function openFile(browser: Browser, path: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  return openAddress(browser, pathToFileURL(path).href, { ...options, offline: true });
}

/** Opens an address in a context of its own. */
export async function openAddress(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== address) requests.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  // The limit of the test is the limit.
  await page.goto(address, { timeout: 0 });
  return { page, requests, errors };
}

/** Opens a page with one script, runs some work in it, and closes everything. */
export async function inPageOf<Result>(script: string, work: (opened: OpenPage) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-page-"));
  const path = join(folder, "page.html");
  const safe = script.replaceAll("</script", "<\\/script");
  writeFileSync(path, `<!doctype html><meta charset="utf-8"><script type="module">${safe}</script>`);
  const browser = await startChromium();
  try {
    return await work(await openFile(browser, path));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
