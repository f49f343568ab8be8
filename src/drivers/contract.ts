/**
 * How the runner talks to an implementation, whatever it is and wherever it runs.
 *
 * @module
 */

import type { Ask, Operation, VectorInput } from "../suite/index.ts";

/** What an implementation says of itself before it is asked anything. */
export interface Hello {
  readonly implementation: {
    readonly name: string;
    readonly version: string;
    readonly language: string;
    readonly url?: string;
  };
  /** What it can be asked; all else is not applicable. */
  readonly operations: readonly Operation[];
  /** The signature methods that it knows. @default all */
  readonly signatureMethods?: readonly string[];
  /** Where it can put the protocol parameters. @default all */
  readonly transports?: readonly Transport[];
  /** Whether it takes nonce and timestamp from the question; where not, what it chose is verified. @default true */
  readonly fixesNonceAndTimestamp?: boolean;
}

/** Where the protocol parameters travel. */
export type Transport = NonNullable<VectorInput["transport"]>;

/** The way to one implementation. */
export interface Driver {
  hello(): Hello | Promise<Hello>;
  /**
   * Why a question cannot be put at all, though the operation was declared: it is then not applicable. Any other
   * question has to be answered, and `unsupported` is no answer to it.
   */
  outside?(operation: Operation, input: VectorInput): string | undefined;
  /** Never rejects for anything the implementation does. */
  readonly ask: Ask;
  close(): void | Promise<void>;
}
