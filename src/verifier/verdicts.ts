/**
 * How a refusal is put together.
 *
 * @module
 */

import { publicResponseOf, type RejectionCode } from "./rejections.ts";
import type { Problem, Rejected } from "./types.ts";

/** Where the steps put what they find wrong; a step that gives `undefined` has put something here. */
export type Problems = Problem[];

/** Notes a problem. */
export function addProblem(problems: Problems, code: RejectionCode, message: string): undefined {
  problems.push({ code, message });
  return undefined;
}

/** Refuses for the first problem and tells the others with it. */
export function reject(problems: readonly Problem[]): Rejected {
  const { code, message } = problems[0]!;
  const { status, told } = publicResponseOf(code);
  return { accepted: false, code, message, status, problems, publicResponse: { status, message: told } };
}

/** Refuses for one problem. */
export function rejectFor(code: RejectionCode, message: string): Rejected {
  return reject([{ code, message }]);
}
