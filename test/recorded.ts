/** Tests that compare what src does with a file beside them, which shows in a review what a change does. */

import { createHash } from "node:crypto";
import { expect } from "vitest";

/** @param file beside the test, such as `./outputs.json` */
export async function expectRecorded(text: string, file: string): Promise<void> {
  const how = "npm run test:recorded -- --update writes the file; look at what is different in it";
  await expect(text, how).toMatchFileSnapshot(file);
}

/** Rows as JSON, a name a line. */
export function recordOf(rows: Iterable<readonly [name: string, value: unknown]>): string {
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`;
}

/** A short hash, by which a review sees that something differs, but not what. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);
}

/** Without the port of a server of the test. */
export function withoutPorts(text: string): string {
  return text.replace(/127\.0\.0\.1(:|%3A|%253A)\d+/g, "127.0.0.1$10");
}

/** Without signatures, also percent-encoded ones. */
export function withoutSignatures(text: string): string {
  return text.replace(/[\w+/%]{27,}(?:=|%3D)/g, "(signature)");
}
