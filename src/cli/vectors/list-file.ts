/** Writes the files of vectors and of sources: one line for each item, so that a change is easy to review. */

import { writeFileSync } from "node:fs";

export function writeList(path: string, head: object, list: string, items: readonly object[]): void {
  const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const lines = items.map((one) => `    ${JSON.stringify(one)}`).join(",\n");
  writeFileSync(path, `{\n${members.join("")}  ${JSON.stringify(list)}: [\n${lines}\n  ]\n}\n`);
}
