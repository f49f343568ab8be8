/** The text of a baseline file: format 1, which `vectors/baseline.schema.json` describes. */

import { exactObjectOf, listOf, malformed, maybe, object, text, texts } from "../vectors/shape.ts";
import type { BaselineEntry } from "./baseline.ts";

const FORMAT = 1;

/**
 * Reads the entries of a baseline.
 *
 * @throws Malformed with the place, what was expected and what was found
 */
export function readBaseline(json: unknown): BaselineEntry[] {
  const { format, known, ...others } = object("the file", json);
  if (format !== FORMAT) throw malformed("format", String(FORMAT), format);
  const unknown = Object.keys(others).find((name) => name !== "$schema");
  if (unknown !== undefined) throw malformed(unknown, "no such member", others[unknown]);
  return listOf(readEntry)("known", known);
}

/** The text of a baseline: each entry on its own line, and an empty line between groups, so that changes are easy to review. */
export function baselineText(groups: readonly (readonly BaselineEntry[])[]): string {
  const blocks = groups.map((entries) => entries.map((entry) => `\n    ${JSON.stringify(entry)}`).join(","));
  return `{\n  "format": ${FORMAT},\n  "known": [${blocks.join(",\n")}${groups.length === 0 ? "" : "\n  "}]\n}\n`;
}

const readMembers = exactObjectOf({
  id: filled,
  failure: filled,
  flags: maybe(readFlags),
  reason: filled,
  address: maybe(text),
  count: maybe(readCount),
});

/** The place names the id: people search for an id, not for an index. */
function readEntry(where: string, value: unknown): BaselineEntry {
  const { id } = object(where, value);
  const place = typeof id === "string" ? `${where} (${id})` : where;
  const entry = readMembers(place, value);
  if (entry.id.endsWith("/*") && entry.count === undefined) throw malformed(`${place}.count`, "a number", undefined);
  return entry;
}

function filled(where: string, value: unknown): string {
  if (value === "") throw malformed(where, "a string that is not empty", value);
  return text(where, value);
}

function readFlags(where: string, value: unknown): readonly string[] {
  const flags = texts(where, value);
  if (flags.length === 0) throw malformed(where, "at least one flag", value);
  return flags;
}

function readCount(where: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) return value;
  throw malformed(where, "a whole number from 1 on", value);
}
