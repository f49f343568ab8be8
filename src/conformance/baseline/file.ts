/** The text of a baseline file. */

import { listOf, malformed, object, readShape } from "../vectors/shape.ts";
import { BASELINE, ENTRY_SHAPES, type Entry } from "./schema.ts";

const FORMAT = 3;

/**
 * Reads the entries of a baseline. An entry for several vectors becomes one entry for each vector.
 *
 * @throws Malformed with the place, what was expected and what was found
 */
export function readBaseline(json: unknown): Entry[] {
  const { format, known } = object("the file", json);
  if (format !== FORMAT) throw malformed("format", `${FORMAT}`, format);
  // Read the entries first, because messages name them by their ids.
  const entries = listOf(readEntry)("known", known);
  readShape(BASELINE, "the file", json);
  return entries.flatMap((entry): Entry[] => {
    if (!("vectors" in entry)) return [entry];
    return Object.entries(entry.vectors).map(([id, value]) => ({ ...entry, vectors: { [id]: value } }));
  });
}

const MEMBERS = Object.keys(ENTRY_SHAPES) as (keyof typeof ENTRY_SHAPES)[];

function readEntry(where: string, value: unknown): Entry {
  const given = object(where, value);
  const member = MEMBERS.find((one) => given[one] !== undefined);
  if (member === undefined) throw malformed(where, `an entry with one of ${MEMBERS.join(", ")}`, value);
  return readShape(ENTRY_SHAPES[member], placeOf(where, given[member]), value);
}

/** Adds the id to a place: people search for ids. */
function placeOf(where: string, id: unknown): string {
  return typeof id === "string" ? `${where} (${id})` : where;
}

/** Columns of a line. */
const WIDTH = 120;

/**
 * The text of a baseline, with one entry per line, so that changes are easy to review.
 *
 * @param before the text of the file so far, whose `$schema` is kept @default none
 */
export function baselineText(entries: readonly Entry[], before = "{}"): string {
  const { $schema } = JSON.parse(before) as { readonly $schema?: string };
  const schema = $schema === undefined ? "" : `\n  "$schema": ${JSON.stringify($schema)},`;
  const lines = entries.map((entry) => `\n    ${entryText(entry)}`);
  return `{${schema}\n  "format": ${FORMAT},\n  "known": [${lines.join(",")}${lines.length === 0 ? "" : "\n  "}]\n}\n`;
}

/** One line, or several if the entry has more vectors than fit on one line. */
function entryText(entry: Entry): string {
  const line = JSON.stringify(entry);
  if (!("vectors" in entry) || line.length <= WIDTH) return line;
  const { vectors, ...others } = entry;
  const rows: string[] = [];
  for (const one of Object.entries(vectors).map(([id, value]) => `${JSON.stringify(id)}:${JSON.stringify(value)}`)) {
    const last = rows.at(-1);
    if (last === undefined || last.length + one.length + 8 > WIDTH) rows.push(one);
    else rows[rows.length - 1] = `${last}, ${one}`;
  }
  return `{"vectors":{\n      ${rows.join(",\n      ")}\n    },${JSON.stringify(others).slice(1)}`;
}
