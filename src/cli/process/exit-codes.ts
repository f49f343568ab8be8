/** The exit codes of the command line, and the error for wrong usage. The codes are permanent. */

export const EXIT = {
  ok: 0,
  failures: 1,
  usage: 2,
  driverBroken: 3,
  nothingRan: 4,
  staleBaseline: 5,
  commandFailed: 6,
  ourDefect: 70,
  /** 128 plus the number of SIGINT, as shells report it. */
  interrupted: 130,
} as const;

/** One of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The text of each code in help texts. */
export const EXIT_CODE_MEANINGS: Readonly<Record<ExitCode, string>> = {
  [EXIT.ok]: "success",
  [EXIT.failures]: "something failed or is wrong",
  [EXIT.usage]: "wrong usage, or an input that cannot be read",
  [EXIT.driverBroken]: "the driver is broken",
  [EXIT.nothingRan]: "nothing ran, or less than was required",
  [EXIT.staleBaseline]: "the baseline has stale entries",
  [EXIT.commandFailed]: "all requests are valid, but the captured command failed",
  [EXIT.ourDefect]: "a bug in Countersign",
  [EXIT.interrupted]: "interrupted by a signal; what was found so far is reported",
};

/** The most important cause first: the causes after it may be its consequences. */
const RANK: readonly ExitCode[] = [
  EXIT.ourDefect,
  EXIT.usage,
  EXIT.interrupted,
  EXIT.driverBroken,
  EXIT.nothingRan,
  EXIT.failures,
  EXIT.staleBaseline,
  EXIT.commandFailed,
];

/** Selects one code if several apply; 0 if no code applies. */
export function highestCause(causes: readonly ExitCode[]): ExitCode {
  return RANK.find((code) => causes.includes(code)) ?? EXIT.ok;
}

/**
 * Wrong usage: printed without a stack, followed by the hint. The process ends with {@link EXIT.usage}. Every function
 * of the command line that reads an argument, an option or a file throws this error.
 */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  readonly code = "usage";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
