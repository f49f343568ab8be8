/** Reads options such as `--form name=value`. */

import { UsageError } from "../process/exit-codes.ts";

/** The name and the value, which may contain further equals signs. */
export function readPair(option: string, text: string): readonly [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals === -1) throw new UsageError(`${option} must be name=value, got ${JSON.stringify(text)}`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}
