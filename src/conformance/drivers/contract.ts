/**
 * How the runner talks to an implementation, whatever it is and wherever it runs.
 *
 * @module
 */

import type { Ask, Operation, Transport, Trouble, VectorInput } from "../vectors/index.ts";
import type { Feature } from "./features.ts";

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
  /** What it can bear. */
  readonly limits?: {
    /** Questions that may be open at a time. @default as many as the runner likes */
    readonly inFlight?: number;
    /** What no question to it may hold. @default nothing */
    readonly without?: readonly Feature[];
  };
  /** Names among its operations, transports and limits that this protocol does not know; they are passed over. */
  readonly unknown?: readonly string[];
}

/** What went wrong with a driver that is no matter of one question. */
export interface DriverTrouble {
  readonly trouble: Trouble;
  readonly message: string;
  /** What it wrote to stderr lately. */
  readonly stderr: string;
}

/** The way to one implementation. */
export interface Driver {
  /** Rejects with {@link DriverBrokenError} where no hello comes. */
  hello(): Hello | Promise<Hello>;
  /**
   * Why a question cannot be put at all, though its operation was declared: it is then not applicable. Any other
   * question has to be answered, and `unsupported` is no answer to it.
   */
  outside?(input: VectorInput): string | undefined;
  /** Never rejects for anything the implementation does. */
  readonly ask: Ask;
  /** What made the driver break for good, once it has: every further answer only says so. */
  readonly broken?: () => DriverTrouble | undefined;
  close(): void | Promise<void>;
}

/** A driver that cannot be talked to. The fields are those of {@link DriverTrouble}; all text may be hostile. */
export class DriverBrokenError extends Error {
  override readonly name: string = "DriverBrokenError";
  readonly code = "driver-broken";
  readonly trouble: Trouble;
  readonly stderr: string;

  constructor({ trouble, message, stderr }: DriverTrouble) {
    super(message);
    this.trouble = trouble;
    this.stderr = stderr;
  }
}
