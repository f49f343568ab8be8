/** @module-tag browser */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createReporter } from "../../src/conformance/reporters/index.ts";
import { advice, everything } from "../conformance/reporters/made.ts";
import { realRun } from "../conformance/reporters/real-run.ts";
import { isInstalled } from "../programs.ts";
import { inPageAt, startChromium } from "./chromium.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "html-report-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!isInstalled("chromium"))("the HTML report", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser?.close());

  describe.each([
    ["a real run", realRun],
    ["a run in which everything happens", everything],
  ])("of %s", (_, eventsOf) => {
    test.each<[string, BrowserContextOptions]>([
      ["a wide window", { viewport: { width: 1440, height: 900 } }],
      ["380 px", { viewport: { width: 380, height: 780 } }],
      ["dark", { colorScheme: "dark" }],
    ])("passes axe with every card open, and fits: %s", async (_, options) => {
      const file = join(folder, "report.html");
      const reporter = await createReporter("html", { ...advice, write: (text) => writeFileSync(file, text) });
      for (const event of await eventsOf()) reporter.listen(event);
      reporter.finish();
      await inPageAt(
        browser,
        pathToFileURL(file).href,
        async ({ page, errors }) => {
          await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
          const violations = await page.evaluate(`(async () => {
            ${axe.source}
            return (await axe.run()).violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(", "));
          })()`);
          expect(violations).toEqual([]);
          const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
          expect(overflow).toBeLessThanOrEqual(0);
          expect(errors).toEqual([]);
        },
        options,
      );
    });
  });
});
