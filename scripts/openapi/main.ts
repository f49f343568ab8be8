/**
 * Writes docs/data/gateway.openapi.json and docs/data/gateway-operations.md from the table of operations. With `--check` it
 * writes nothing, and fails if a file is out of date.
 */

import { readFileSync } from "node:fs";
import { writeGenerated } from "../write-generated.ts";
import { openApiDocument } from "./document.ts";
import { recordAnswers } from "./examples.ts";
import { operationsPage } from "./operations-page.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const files = {
  "docs/data/gateway.openapi.json": `${JSON.stringify(openApiDocument(version, await recordAnswers()), undefined, 2)}\n`,
  "docs/data/gateway-operations.md": operationsPage(),
};
writeGenerated(files, "npm run generate -- openapi");
