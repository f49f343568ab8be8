/** The inspector in Chromium, for test files that look at one matter each. */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { inPageAt, type OpenPage } from "./chromium.ts";

/** The address of its file. */
export const INSPECTOR: string = pathToFileURL(resolve("dist/inspector.html")).href;

/** Uses an inspector, which must ask for nothing but its own worker, keep nothing, and leave no error. */
export async function inInspector(
  browser: Browser,
  work: (opened: OpenPage) => Promise<void>,
  options?: BrowserContextOptions,
): Promise<void> {
  const andChecked = async (opened: OpenPage): Promise<void> => {
    const before = await keptBy(opened.page);
    await work(opened);
    expect(opened.requests.filter((url) => !url.startsWith("blob:"))).toEqual([]);
    expect(opened.errors).toEqual([]);
    expect(before).toMatchObject({ stored: [{}, {}, [], ""], title: "Countersign inspector" });
    expect(await keptBy(opened.page)).toEqual(before);
  };
  await inPageAt(browser, INSPECTOR, andChecked, { ...options, offline: true });
}

/** What a page may keep beside its elements. */
function keptBy(page: Page): Promise<unknown> {
  return page.evaluate(`(async () => ({
    stored: [{ ...localStorage }, { ...sessionStorage }, await indexedDB.databases(), document.cookie],
    entries: history.length,
    address: location.href,
    title: document.title,
  }))()`);
}

/** All that a page shows or has in attributes: its elements without its script, which has the secrets of the examples. */
export async function shownBy(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const copy = document.documentElement.cloneNode(true);
    for (const script of copy.querySelectorAll("script")) script.remove();
    return copy.outerHTML.replaceAll("&amp;", "&") + " " + copy.textContent;
  })()`);
}
