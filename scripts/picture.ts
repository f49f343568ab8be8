/**
 * Writes docs/report.png, the picture in the README: the report of its driver with a mistake, in Chromium. `CHROMIUM` names the
 * program, by default /usr/bin/chromium.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { shellBlocks } from "./figures/readme.ts";

const commands = shellBlocks(readFileSync("README.md", "utf8")).find((block) => block.includes("html=report.html"));
if (commands === undefined) throw new Error("README.md has no commands that write report.html");
const folder = mkdtempSync(join(tmpdir(), "picture-"));
try {
  execFileSync("npm", ["run", "-s", "build"]);
  const npx = `npx() { shift 3; "${process.execPath}" "${resolve("dist/cli/main.js")}" "$@"; }\n`;
  const { status, stderr } = spawnSync("bash", ["-e", "-c", npx + commands], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`the commands of README.md failed: ${stderr}`);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage({ viewport: { width: 1000, height: 920 }, colorScheme: "light" });
  await page.goto(pathToFileURL(join(folder, "report.html")).href);
  await page.screenshot({ path: "docs/report.png" });
  await browser.close();
} finally {
  rmSync(folder, { recursive: true });
}
