/**
 * A real browser for tests: Chromium, driven by playwright-core. What a page asks for is recorded.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const EXECUTABLE = "/usr/bin/chromium";

/** A page of an address. */
export interface OpenPage {
  readonly page: Page;
  /** Every address that the page asked for, without its own. */
  readonly requests: string[];
  /** Errors that no code caught, and messages of the console at the level error. */
  readonly errors: string[];
}

/** Starts Chromium. The caller closes it, also after a failure. */
export function startChromium(): Promise<Browser> {
  // The sandbox of Chromium does not work for root.
  return chromium.launch({ executablePath: EXECUTABLE, chromiumSandbox: process.getuid?.() !== 0 });
}

/** Opens an address in a context of its own. */
export async function openAddress(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const opened = await openEmptyPage(browser, options);
  await load(opened, address);
  return opened;
}

/** The pages that no test uses at the moment, by the options of their contexts. */
const idle = new WeakMap<Browser, Map<string, OpenPage>>();

/**
 * Runs some work in a page of an address. A page that an earlier test left with the same options is loaded again, which
 * takes a third of the time that a new one takes. What it may have stored is still there.
 */
export async function inPageAt(
  browser: Browser,
  address: string,
  work: (opened: OpenPage) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const pages = idle.get(browser) ?? new Map<string, OpenPage>();
  idle.set(browser, pages);
  const key = JSON.stringify(options);
  const opened = pages.get(key) ?? (await openEmptyPage(browser, options));
  pages.delete(key);
  try {
    await load(opened, address);
    await work(opened);
  } catch (error) {
    await opened.page.context().close();
    throw error;
  }
  pages.set(key, opened);
}

/** Opens a page with one script and no network, runs some work in it, and closes everything. */
export async function inPageOf<Result>(script: string, work: (opened: OpenPage) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-page-"));
  const path = join(folder, "page.html");
  const safe = script.replaceAll("</script", "<\\/script");
  writeFileSync(path, `<!doctype html><meta charset="utf-8"><script type="module">${safe}</script>`);
  const browser = await startChromium();
  try {
    return await work(await openAddress(browser, pathToFileURL(path).href, { offline: true }));
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openEmptyPage(browser: Browser, options: BrowserContextOptions): Promise<OpenPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  return { page, requests, errors };
}

async function load({ page, requests, errors }: OpenPage, address: string): Promise<void> {
  // Until then it is the page of an earlier test that asks and fails.
  page.once("framenavigated", () => {
    requests.length = 0;
    errors.length = 0;
  });
  // The limit of the test is the limit.
  await page.goto(address, { timeout: 0 });
}
