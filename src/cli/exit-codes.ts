/**
 * The exit codes of the command line: documented, distinct, part of the public face.
 *
 * @module
 */

/** What a process ends with, by its cause. */
export const EXIT = {
  ok: 0,
  failures: 1,
  usage: 2,
  nothingRan: 4,
  /** Every request was right, and only the command that made them failed. */
  commandFailed: 6,
  ourDefect: 70,
} as const;

/** Bad usage: told without a stack, with what to do instead. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  readonly code = "usage";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
