/** The text of files with vectors or sources, and which file a vector is in. */

import type { Level } from "./vector.ts";

/** A file with a list: one line for each item, so that a change is easy to review. */
export function listText(head: object, list: string, items: readonly object[]): string {
  const members = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const lines = items.map((one) => `    ${JSON.stringify(one)}`).join(",\n");
  return `{\n${members.join("")}  ${JSON.stringify(list)}: [\n${lines}\n  ]\n}\n`;
}

/** The name of the file for a vector of signers. @param area the first part of its id */
export function fileOfVector(area: string, level: Level): string {
  if (level === "gateway") return "gateway";
  return area === "request" ? "requests" : area;
}
