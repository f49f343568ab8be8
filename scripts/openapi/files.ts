import { readFileSync } from "node:fs";
import { openApiDocument } from "./document.ts";
import { recordAnswers } from "./examples.ts";
import { operationsPage } from "./operations-page.ts";

/** The description of the gateway, and the page of its operations, from the table of operations. */
export async function openApiFiles(): Promise<Record<string, string>> {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const document = openApiDocument(version, await recordAnswers());
  return {
    "docs/data/gateway.openapi.json": `${JSON.stringify(document, undefined, 2)}\n`,
    "docs/data/gateway-operations.md": operationsPage(),
  };
}
