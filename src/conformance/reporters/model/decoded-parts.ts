/** Splits base strings and parameter strings into their parts: method, URI and each parameter. */

import type { Difference } from "../../runner/index.ts";
import type { Stage } from "../../vectors/index.ts";
import { decodeOnce } from "./escapes.ts";

/** One part of both values; `undefined` if a value does not have it. */
export interface DecodedPart {
  readonly name: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

const SPLIT: { readonly [stage in Stage]?: (text: string) => [name: string, text: string][] } = {
  "parameter-string": parameters,
  "base-string": (text) => {
    const [method = "", uri = "", rest = ""] = text.split("&");
    return [["method", method], ["URI", decodeOnce(uri)], ...parameters(decodeOnce(rest))];
  },
};

/** The parts of both values, from the first difference to the last; empty for stages without parts. */
export function decodedParts({ stage, expected, actual }: Difference): DecodedPart[] {
  const split = SPLIT[stage];
  if (split === undefined) return [];
  const [right, wrong] = [split(expected), split(actual)];
  const rows = Array.from({ length: Math.max(right.length, wrong.length) }, (_, at) => ({
    name: (right[at] ?? wrong[at])![0],
    expected: right[at]?.[1],
    actual: wrong[at]?.[1],
  }));
  const differs = (row: DecodedPart): boolean => row.expected !== row.actual;
  return rows.slice(Math.max(0, rows.findIndex(differs)), rows.findLastIndex(differs) + 1);
}

/** Names and values stay encoded; decoded, a wrong encoding would look correct. */
function parameters(text: string): [string, string][] {
  return text.split("&").map((pair, at) => [`parameter ${at + 1}`, pair]);
}
