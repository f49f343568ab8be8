/**
 * Writes the files in examples/clients into docs/gateway-clients.md, each below the line that names it. `--check` writes
 * nothing, and fails if the page is out of date.
 */

import { readFileSync, writeFileSync } from "node:fs";

const PATH = "docs/gateway-clients.md";
const BLOCK = /^(Save as `(.*)`:\n\n```\w+\n)[\s\S]*?^```$/gm;

const page = readFileSync(PATH, "utf8");
const text = page.replace(
  BLOCK,
  (_, start: string, file: string) => `${start}${readFileSync(`examples/clients/${file}`, "utf8")}\`\`\``,
);
if (!process.argv.includes("--check")) {
  writeFileSync(PATH, text);
} else if (text !== page) {
  process.stderr.write(`${PATH} is out of date; run npm run generate -- clients\n`);
  process.exitCode = 1;
}
