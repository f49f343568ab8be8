/** What an implementation answers to one question. */

import type { InputOf, VectorInput } from "./input.ts";
import type { StageValues } from "./stages.ts";

/** How an implementation, or its driver, can fail to answer. */
export const DRIVER_FAILURES = [
  /** It reported an internal error. */
  "failed",
  /** It answered `unsupported` to a question that its hello offers. */
  "undeclared",
  /** It ended with a signal or a non-zero exit code while a question was open. */
  "crashed",
  /** It ended with exit code 0 while a question was open. */
  "exited-early",
  /** It did not answer in time. */
  "timed-out",
  /** A line that is not a JSON object, or an object that is not an answer. */
  "malformed-answer",
  /** Text on stdout that is not part of an answer. */
  "stray-output",
  /** An id that no question has, or no id. */
  "wrong-id",
  /** A second answer to a question. */
  "doubled-id",
  /** Octets on stdout that are not UTF-8. */
  "not-utf-8",
  /** A line longer than the protocol allows, or output that does not end. */
  "flood",
] as const;

export type DriverFailure = (typeof DRIVER_FAILURES)[number];

/** The values that an implementation computed, or why there are none. */
export type Answer =
  | {
      readonly ok: true;
      readonly stages: StageValues;
      /** The input with the nonce and the timestamp that the signer chose; absent if the question stated them. */
      readonly input?: InputOf<"sign">;
      /** Why a request is not valid, if the answer to `verify` has a reason. */
      readonly code?: string;
    }
  | {
      readonly ok: false;
      /** `unsupported`: it does not do this; `refused`: it refused the input; `failed`: it reported an internal error. */
      readonly error: "unsupported" | "refused" | DriverFailure;
      readonly message: string;
      /** The end of what it wrote to stderr. */
      readonly stderr?: string;
      /** The driver was broken for good, or closed, before it could be asked, so the answer proves nothing. */
      readonly isUnasked?: boolean;
    };

/** Asks an implementation. */
export type Ask = (input: VectorInput) => Answer | Promise<Answer>;
