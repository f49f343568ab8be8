/**
 * What an implementation answers to one question, whatever way it was asked.
 *
 * @module
 */

import type { InputOf, VectorInput } from "./input.ts";
import type { StageValues } from "./vector.ts";

/** What can come instead of an answer. The implementation, or the driver in front of it, misbehaved. */
export const DRIVER_FAILURES = [
  /** It ended by a signal or with an exit code while a question was open. */
  "crashed",
  /** It ended with exit code 0 while a question was open. */
  "exited-early",
  /** No answer came in time. */
  "timed-out",
  /** A line that is no JSON object, or an object that is no answer. */
  "malformed-answer",
  /** Text on stdout that belongs to no answer. */
  "stray-output",
  /** An id that was never asked, or none. */
  "wrong-id",
  /** A second answer to one question. */
  "doubled-id",
  /** Octets on stdout that are not UTF-8. */
  "not-utf-8",
  /** A line longer than the protocol allows, or output without end. */
  "flood",
] as const;

/** See {@link DRIVER_FAILURES}. */
export type DriverFailure = (typeof DRIVER_FAILURES)[number];

/** Its values, or why there are none. */
export type Answer =
  | {
      readonly ok: true;
      readonly stages: StageValues;
      /** The input that was answered, where the signer chose nonce and timestamp itself. */
      readonly input?: InputOf<"sign">;
      /** Why a request is not valid, where an answer to `verify` tells. */
      readonly code?: string;
    }
  | {
      readonly ok: false;
      /** `unsupported`: outside what it does; `refused`: it looked and declined; `failed`: it broke, and said so. */
      readonly error: "unsupported" | "refused" | "failed" | DriverFailure;
      readonly message: string;
      /** What it wrote to stderr lately. */
      readonly stderr?: string;
    };

/** Asks an implementation. */
export type Ask = (input: VectorInput) => Answer | Promise<Answer>;
