/** Finds out in which other form a JSON text was hashed: with other white space, other escapes, or another end. */

import { isTooDeep } from "../../requests/text-limits.ts";
import { attempt } from "./computation.ts";

interface Form {
  /** What differs, as the end of "the hash is that of the same JSON …"; "" for the form that was sent. */
  readonly how: string;
  readonly text: string;
}

/** A string, or a number or other word. */
const ATOM_RE = /"(?:\\[\s\S]|[^"\\])*"|[^\s{}[\],:"]+/g;
/** Larger texts would take too long in all forms. */
const LARGEST = 2 ** 16;

/** How the form of a JSON text that meets a condition, such as a given hash, differs; `undefined` if no other form does. */
export function jsonFormWith(text: string, isMeant: (text: string) => boolean): string | undefined {
  if (text.length > LARGEST || isTooDeep(text)) return undefined;
  if (attempt(() => JSON.parse(text) as unknown) === undefined) return undefined;
  for (const layout of layoutsOf(text)) {
    for (const slashes of slashesOf(layout.text)) {
      for (const units of unitsOf(slashes.text)) {
        const end = endsOf(units.text).find((one) => isMeant(one.text));
        if (end === undefined) continue;
        const differences = [layout, slashes, units, end].map(({ how }) => how).filter((how) => how !== "");
        if (differences.length > 0) return differences.join(" and ");
      }
    }
  }
  return undefined;
}

/** Each layout of the JSON text, written with numbered strings in place of its strings and numbers, which keep their form. */
function layoutsOf(text: string): Form[] {
  const atoms: string[] = [];
  const json: unknown = JSON.parse(text.replace(ATOM_RE, (atom) => `"${atoms.push(atom) - 1}"`));
  const withAtoms = (layout: string): string => layout.replace(/"(\d+)"/g, (_, at: string) => atoms[Number(at)] ?? "");
  const compact = JSON.stringify(json);
  return different(text, [
    { how: "without spaces", text: withAtoms(compact) },
    {
      how: "with a space after each comma and colon, as json.dumps of Python writes it",
      text: withAtoms(compact.replace(/[,:]/g, "$& ")),
    },
    ...[2, 4].map((width) => ({
      how: `indented by ${width} spaces`,
      text: withAtoms(JSON.stringify(json, undefined, width)),
    })),
  ]);
}

function slashesOf(text: string): Form[] {
  return different(text, [
    { how: "with \\/ for each /", text: text.replace(/(?<!\\)\//g, "\\/") },
    { how: "with / for each \\/", text: text.replaceAll("\\/", "/") },
  ]);
}

function unitsOf(text: string): Form[] {
  const escaped = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const plain = text.replace(/(?<!\\)\\u([0-9a-f]{4})/gi, (whole, hex: string) => {
    const code = Number.parseInt(hex, 16);
    return code < 0x80 ? whole : String.fromCharCode(code);
  });
  return different(text, [
    { how: "with \\u escapes for characters that are not ASCII", text: escaped },
    { how: "without \\u escapes", text: plain },
  ]);
}

function endsOf(text: string): Form[] {
  const trimmed = text.trimEnd();
  return different(text, [
    { how: "with a line feed at its end", text: `${trimmed}\n` },
    { how: "with CR LF at its end", text: `${trimmed}\r\n` },
    { how: "without the white space at its end", text: trimmed },
  ]);
}

/** The text, then every form whose text differs from it. */
function different(text: string, others: readonly Form[]): Form[] {
  return [{ how: "", text }, ...others.filter((one) => one.text !== text)];
}
