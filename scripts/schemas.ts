/**
 * Writes the published schemas that follow from the shapes in the code, and what a hello can declare as unsupported into
 * docs/driver.md.
 *
 * tsx scripts/schemas.ts [--check]
 */

import { readFileSync, writeFileSync } from "node:fs";
import { givenSchema } from "../src/cli/explain/given-document.ts";
import { baselineSchema } from "../src/conformance/baseline/published-schema.ts";
import { CANNOT_TAKE } from "../src/conformance/drivers/index.ts";
import { driverProtocolSchema } from "../src/conformance/drivers/published-schema.ts";
import { reportSchema } from "../src/conformance/reporters/report-shape.ts";
import { listSchema } from "../src/conformance/vectors/file-shapes.ts";
import { vectorsSchema } from "../src/conformance/vectors/vector-shapes.ts";
import { verifierSchema } from "../src/conformance/vectors/verifier-shapes.ts";
import { fileSchema } from "../src/gateway/simulator/data-shapes.ts";

/** Each file, and its text. */
const FILES: Readonly<Record<string, () => string>> = {
  "vectors/schema.json": () => json(vectorsSchema()),
  "vectors/verifier.schema.json": () => json(verifierSchema()),
  "vectors/rules.schema.json": () => json(listSchema("rules")),
  "vectors/sources.schema.json": () => json(listSchema("sources")),
  "vectors/faults.schema.json": () => json(listSchema("faults")),
  "vectors/quick.schema.json": () => json(listSchema("quick")),
  "vectors/baseline.schema.json": () => json(baselineSchema()),
  "vectors/driver-protocol.schema.json": () => json(driverProtocolSchema()),
  "vectors/report.schema.json": () => json(reportSchema()),
  "docs/data/gateway-data.schema.json": () => json(fileSchema()),
  "docs/data/explain.schema.json": () => json(givenSchema()),
  "docs/driver.md": () =>
    filled(
      "docs/driver.md",
      /(?<=\| feature \| .*\n\| --- \| --- \|\n)(?:\|.*\n)+/,
      [...CANNOT_TAKE].map(([name, what]) => `| \`${name}\` | ${what} |\n`).join(""),
    ),
};

for (const [file, textOf] of Object.entries(FILES)) {
  const text = textOf();
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    process.exitCode = 1;
    console.error(`${file} is not as its shape in the code: run npm run generate -- schemas`);
  }
}

function json(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** The file with another text in its generated part. */
function filled(file: string, part: RegExp, content: string): string {
  const text = readFileSync(file, "utf8");
  if (!part.test(text)) throw new Error(`${file} has no part that matches ${part}`);
  return text.replace(part, () => content);
}
