/** Points that RFC 5849 leaves open, by the flag of the inputs that have one. Their vectors have the level `MAY`. */

import type { Level } from "./vector.ts";

/** The flag of an open point. */
export type OpenPoint = keyof typeof OPEN_POINTS;

/** What is open, as the end of a sentence. */
export const OPEN_POINTS = {
  "dot-segments": "whether a client resolves the path before it signs and sends it, as WHATWG URL parsers do",
  "empty-realm": "whether a client sends an empty realm or leaves it out",
  "form-without-body": "whether a GET or HEAD request has a form-encoded body",
  "leading-zero-port": "whether a port with leading zeros is the default port",
  "port-zero": "whether a URL with port 0 can be signed",
} as const;

/** The open points of an input, by its flags. */
export function openPoints(flags: readonly string[]): readonly OpenPoint[] {
  return (Object.keys(OPEN_POINTS) as OpenPoint[]).filter((point) => flags.includes(point));
}

/**
 * What a vector states about its open points, with a level that replaces that of its rule; `undefined` if it has none, or if
 * the documentation of the gateway decides them.
 */
export function openMembers(
  level: Level | undefined,
  flags: readonly string[],
): { readonly level: "MAY"; readonly open: string } | undefined {
  const points = openPoints(flags);
  if (points.length === 0 || level === "gateway") return undefined;
  return { level: "MAY", open: points.map((point) => OPEN_POINTS[point]).join("; ") };
}
