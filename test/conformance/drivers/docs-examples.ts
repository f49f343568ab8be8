/** The examples in docs/driver.md as files, which find the package by its name. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const DRIVER_DOCS: string = readFileSync("docs/driver.md", "utf8");

/** Paths of the examples. */
export interface DriverExamples {
  readonly driver: string;
  readonly module: string;
  remove(): void;
}

/** Writes the examples to a new folder inside the checkout. */
export function writeExamples(): DriverExamples {
  const folder = mkdtempSync("test/.driver-docs-");
  const blocks = [...DRIVER_DOCS.matchAll(/^```js\n([\s\S]*?)^```/gm)].map((match) => match[1]!);
  for (const [index, code] of blocks.entries()) writeFileSync(join(folder, `${index}.mjs`), code);
  return {
    driver: join(folder, "0.mjs"),
    module: join(folder, "1.mjs"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
