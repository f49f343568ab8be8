/**
 * How the runner talks to an implementation, whatever it is and wherever it runs.
 *
 * @module
 */

import type { Ask, Operation } from "../suite/index.ts";

/** What an implementation says of itself before it is asked anything. */
export interface Hello {
  readonly implementation: { readonly name: string; readonly version: string; readonly language: string };
  /** What it can be asked; all else is not applicable. */
  readonly operations: readonly Operation[];
}

/** The way to one implementation. */
export interface Driver {
  hello(): Hello | Promise<Hello>;
  /** Never rejects for anything the implementation does. */
  readonly ask: Ask;
  close(): void | Promise<void>;
}
