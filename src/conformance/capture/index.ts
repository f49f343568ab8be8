/**
 * Capture: somebody's client under a judging double.
 *
 * @module
 */

export {
  type CapturedRequest,
  type Computation,
  type IncomingRequest,
  isRight,
} from "./captured.ts";
export { type CommandEnd, type RunningCommand, runCommand } from "./command.ts";
export type { ExpectedCredentials } from "./expected.ts";
export type { Explain } from "./explain.ts";
export { createJudge, type Judge } from "./judge.ts";
export { isRedacted, RecordError, readRecordLine, recordLine } from "./record.ts";
export { resultOf } from "./result.ts";
export { type RuleBook, ruleBook } from "./rules.ts";
export { type CannedAnswers, type Session, type SessionOptions, startSession } from "./session.ts";
