/** What a check of the doctor asks, and how it reports what it finds. */

import { type Answer, type DriverFailure, shownJson, type VectorInput, writeInput } from "../../vectors/index.ts";
import type { Hello } from "../contract.ts";
import type { StartedDriver } from "../driver-session.ts";

/** A driver that answered hello. It is asked as in a run. */
export interface AskedDriver {
  readonly hello: Hello;
  readonly ask: (input: VectorInput) => Answer | Promise<Answer>;
}

/** One check. Throws a {@link DriverFault}, or returns why there is nothing to check. */
export interface Check {
  /** Does not change between versions. */
  readonly id: string;
  /** What a driver that passes does. */
  readonly title: string;
  /** How to fix a driver that fails. */
  readonly hint?: string;
  readonly ask: (driver: AskedDriver) => Promise<string | undefined>;
}

/** A check that starts a process of its own. It does not exist for modules. */
export interface ProcessCheck extends Omit<Check, "ask"> {
  readonly run: (program: StartedDriver, driver: AskedDriver) => Promise<string | undefined>;
}

/** A driver with a fault cannot be used. */
export class DriverFault extends Error {
  override readonly name: string = "DriverFault";
  /** The verdict that the fault would cause in a run. */
  readonly kind: DriverFailure;
  /** The end of what the driver wrote to stderr, if it broke. */
  readonly stderr: string;

  constructor(message: string, kind: DriverFailure = "malformed-answer", stderr = "") {
    super(message);
    this.kind = kind;
    this.stderr = stderr;
  }
}

/** A driver with a warning can be used, but should be fixed. */
export class DriverWarning extends DriverFault {
  override readonly name: string = "DriverWarning";
}

/**
 * The answer to a question.
 *
 * @throws DriverFault if the driver broke instead of answering
 */
export function unbroken(answer: Answer, input: VectorInput): Answer {
  if (answer.ok || DECLINED.includes(answer.error)) return answer;
  const question = shownJson({ op: input.operation, ...writeInput(input) });
  throw new DriverFault(`${answer.message}; asked: ${question}`, answer.error as DriverFailure, answer.stderr);
}

/** Errors that a driver answers; other errors are failures. */
const DECLINED: readonly string[] = ["unsupported", "refused", "failed"];
