/**
 * How the runner talks to an implementation, whatever it is and wherever it runs.
 *
 * @module
 */

import type { Operation, StageValues, VectorInput } from "../suite/vector.ts";

/** What an implementation says of itself before it is asked anything. */
export interface Hello {
  readonly implementation: { readonly name: string; readonly version: string; readonly language: string };
  /** What it can be asked; all else is not applicable. */
  readonly operations: readonly Operation[];
}

/** What an implementation answers. */
export type Answer =
  | { readonly ok: true; readonly stages: StageValues }
  /** `unsupported`: outside what it does; `refused`: it looked and declined; `failed`: it broke. */
  | { readonly ok: false; readonly error: "unsupported" | "refused" | "failed"; readonly message: string };

/** The way to one implementation. */
export interface Driver {
  hello(): Hello | Promise<Hello>;
  /** Never rejects for anything the implementation does. */
  ask(operation: Operation, input: VectorInput): Answer | Promise<Answer>;
  close(): void | Promise<void>;
}
