/**
 * What an implementation is called.
 *
 * @module
 */

import type { RunStart } from "../runner/index.ts";
import { cut, visible } from "./visible.ts";

/** Longer names than this are cut. */
const LONGEST = 80;

/** Name and version on one line, safe to print. */
export function labelOf({ name, version }: RunStart["implementation"]): string {
  return visible(cut(`${name} ${version}`.trim(), LONGEST));
}
