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
  driverBroken: 3,
  nothingRan: 4,
  staleBaseline: 5,
  /** Every request was right, and only the command that made them failed. */
  commandFailed: 6,
  ourDefect: 70,
} as const;

/** See {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The highest cause first: what stands behind it may only be its consequence. */
const RANK: readonly ExitCode[] = [
  EXIT.ourDefect,
  EXIT.usage,
  EXIT.driverBroken,
  EXIT.nothingRan,
  EXIT.failures,
  EXIT.staleBaseline,
  EXIT.commandFailed,
];

/** The one code for several causes; 0 for none. */
export function highestCause(causes: readonly ExitCode[]): ExitCode {
  return RANK.find((code) => causes.includes(code)) ?? EXIT.ok;
}

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
