import { readFileSync } from "node:fs";
import { CANNOT_TAKE, OPERATION_ROWS, OPERATIONS } from "../src/conformance/vectors/index.ts";
import { fileSchema } from "../src/gateway/simulator/data-shapes.ts";
import {
  baselineSchema,
  givenSchema,
  listSchema,
  reportSchema,
  vectorsSchema,
  verifierSchema,
} from "./schemas/documents.ts";
import { driverProtocolSchema } from "./schemas/driver-protocol.ts";

/**
 * The published schemas that follow from the shapes in the code, and two pages with the tables of operations and of what a hello
 * can declare as unsupported.
 */
export function schemaFiles(): Record<string, string> {
  return {
    "vectors/schema.json": json(vectorsSchema()),
    "vectors/verifier.schema.json": json(verifierSchema()),
    "vectors/rules.schema.json": json(listSchema("rules")),
    "vectors/sources.schema.json": json(listSchema("sources")),
    "vectors/faults.schema.json": json(listSchema("faults")),
    "vectors/quick.schema.json": json(listSchema("quick")),
    "vectors/baseline.schema.json": json(baselineSchema()),
    "vectors/driver-protocol.schema.json": json(driverProtocolSchema()),
    "vectors/report.schema.json": json(reportSchema()),
    "docs/data/gateway-data.schema.json": json(fileSchema()),
    "docs/data/explain.schema.json": json(givenSchema()),
    "docs/driver.md": driverPage(),
    "vectors/README.md": vectorsPage(),
  };
}

function json(schema: object): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function driverPage(): string {
  const operations = OPERATIONS.map((name) => {
    const { asked, answered } = OPERATION_ROWS[name];
    return [`\`${name}\``, asked, answered];
  });
  const features = [...CANNOT_TAKE].map(([name, what]) => [`\`${name}\``, what]);
  return withTable(withTable(read("docs/driver.md"), "| op |", operations), "| feature |", features);
}

function vectorsPage(): string {
  // Only drivers are asked `verify`; its questions come from vectors for verifiers.
  const rows = OPERATIONS.filter((name) => name !== "verify").map((name) => {
    const { asked, input = asked, required, section } = OPERATION_ROWS[name];
    return [`\`${name}\``, input, `\`${required}\` (${section})`];
  });
  return withTable(read("vectors/README.md"), "| operation |", rows);
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}

/** The text with these rows in the table that begins with this heading. */
function withTable(text: string, heading: string, rows: readonly (readonly string[])[]): string {
  const start = text.indexOf(`\n${heading}`);
  if (start === -1) throw new Error(`no table begins with ${heading}`);
  const [head, line] = text.slice(start + 1).split("\n", 2);
  const end = text.indexOf("\n\n", start);
  return (
    [text.slice(0, start), head, line, ...rows.map((cells) => `| ${cells.join(" | ")} |`)].join("\n") + text.slice(end)
  );
}
