/**
 * Writes docs/data/gateway.openapi.json from the table of operations. With `--check` it writes nothing, and fails if the file is
 * out of date.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { openApiDocument } from "./document.ts";
import { recordAnswers } from "./examples.ts";

const PATH = "docs/data/gateway.openapi.json";
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const text = `${JSON.stringify(openApiDocument(version, await recordAnswers()), undefined, 2)}\n`;
if (!process.argv.includes("--check")) writeFileSync(PATH, text);
else if (readFileSync(PATH, "utf8") !== text) {
  process.stderr.write(`${PATH} is out of date; run npm run generate -- openapi\n`);
  process.exitCode = 1;
}
