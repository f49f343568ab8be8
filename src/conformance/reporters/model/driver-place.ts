/** Finds where in the source of a driver a failure occurred, for reports that can point at a line. */

import type { DriverPlace } from "./reporter.ts";

/**
 * The file of the driver, and the line that a trace in one of the texts names. Interpreters print the innermost call first,
 * except for Python.
 *
 * @param file path of the driver's source; without it, no place is returned
 * @param texts what the driver wrote about the failure
 */
export function driverPlace(file: string | undefined, texts: readonly (string | undefined)[]): DriverPlace | undefined {
  if (file === undefined) return undefined;
  const name = file.replace(/^.*[/\\]/s, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const text = texts.join("\n").slice(-LONGEST_TEXT);
  const inner = new RegExp(`(?<![\\w.-])${name}(?::| on line )(\\d{1,7})(?!\\d)`).exec(text);
  const python = [...text.matchAll(new RegExp(`(?<![\\w.-])${name}", line (\\d{1,7})(?!\\d)`, "g"))].at(-1);
  const line = Number((inner ?? python)?.[1] ?? 0);
  return line === 0 ? { file } : { file, line };
}

/** Maximum number of characters searched for a trace. */
const LONGEST_TEXT = 20_000;
