/**
 * Writes the published schemas that follow from the shapes in the code.
 *
 * tsx scripts/schemas.ts [--check]
 */

import { readFileSync, writeFileSync } from "node:fs";
import { publishedSchema } from "../src/conformance/baseline/published-schema.ts";

const SCHEMAS: Readonly<Record<string, unknown>> = {
  "vectors/baseline.schema.json": publishedSchema(),
};

for (const [file, schema] of Object.entries(SCHEMAS)) {
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    process.exitCode = 1;
    console.error(`${file} is not as its shape in the code: run npm run docs:schemas`);
  }
}
