/**
 * What an implementation answers to one question, whatever way it was asked.
 *
 * @module
 */

import type { Operation, StageValues, VectorInput } from "./vector.ts";

/** Its values, or why there are none. */
export type Answer =
  | { readonly ok: true; readonly stages: StageValues }
  /** `unsupported`: outside what it does; `refused`: it looked and declined; `failed`: it broke. */
  | { readonly ok: false; readonly error: "unsupported" | "refused" | "failed"; readonly message: string };

/** Asks an implementation. */
export type Ask = (operation: Operation, input: VectorInput) => Answer | Promise<Answer>;
