/**
 * `npm run generate -- pictures`: writes the pictures in docs: the output of `check` and `explain` as SVG; the report of a run
 * and the inspector as Chromium shows them.
 */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { buildInspector } from "../inspector.ts";
import { CHECK_LABEL, checkOutput } from "./check-output.ts";
import { EXPLAIN_LABEL, explainOutput } from "./explain-output.ts";
import { terminalPicture } from "./terminal.ts";
import { WRONG } from "./wrong-request.ts";

const check = await checkOutput();
writeFileSync("docs/check.svg", terminalPicture(check.ansi, CHECK_LABEL));
writeFileSync("docs/explain.svg", terminalPicture(explainOutput(), EXPLAIN_LABEL));

const { html } = await buildInspector();
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  chromiumSandbox: process.getuid?.() !== 0,
  // Greyscale text results in smaller files.
  args: ["--disable-lcd-text"],
});
try {
  await photograph(browser, check.html, "docs/report.png", 800, async () => undefined);
  await photograph(browser, html, "docs/inspector.png", 800, explainInPage);
  await photograph(browser, html, "docs/inspector-sign.png", 1000, signInPage);
} finally {
  await browser.close();
}

/** Opens a page from a file, as its readers do. */
async function photograph(
  browser: Browser,
  html: string,
  path: string,
  height: number,
  use: (page: Page) => Promise<unknown>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pictures-"));
  const context = await browser.newContext({ viewport: { width: 1200, height }, colorScheme: "light", offline: true });
  try {
    const file = join(folder, "page.html");
    writeFileSync(file, html);
    const page = await context.newPage();
    await page.goto(pathToFileURL(file).href);
    await use(page);
    await page.screenshot({ path });
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
}

async function explainInPage(page: Page): Promise<void> {
  await page.getByLabel("Consumer secret").fill(WRONG.consumerSecret);
  await page.getByLabel("Request", { exact: true }).fill(WRONG.request);
  await page.locator(".verdict.wrong").waitFor();
}

/** Points at a parameter, which highlights it in every stage. */
async function signInPage(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Sign" }).click();
  const panel = page.getByRole("tabpanel", { name: "Sign" });
  await panel.getByLabel("Consumer secret").fill(WRONG.consumerSecret);
  await panel.getByText("Signed.").waitFor();
  await panel.getByRole("row", { name: /^note/ }).hover();
}
