/**
 * How a refusal is put together.
 *
 * @module
 */

import { outsideOf, type RefusalCode } from "./refusals.ts";
import type { Problem, Refused } from "./types.ts";

/** Where the steps put what they find wrong; a step that gives `undefined` has put something here. */
export type Problems = Problem[];

/** Notes a problem. */
export function found(problems: Problems, code: RefusalCode, message: string): undefined {
  problems.push({ code, message });
  return undefined;
}

/** Refuses for the first problem and tells the others with it. */
export function refuse(problems: readonly Problem[]): Refused {
  const { code, message } = problems[0]!;
  const { status, told } = outsideOf(code);
  return { ok: false, code, message, status, problems, told: { status, message: told } };
}

/** Refuses for one problem. */
export function refuseFor(code: RefusalCode, message: string): Refused {
  return refuse([{ code, message }]);
}
