/** The contract between the runner and an implementation, in whatever language and process it runs. */

import type { Answer, Ask, DriverFailure } from "../vectors/answer.ts";
import type { Feature } from "../vectors/features.ts";
import type { Operation, Transport, VectorInput } from "../vectors/input.ts";

/** What an implementation declares besides its operations. */
export interface Capabilities {
  /** @default all */
  readonly signatureMethods?: readonly string[];
  /** Where it can put the protocol parameters. @default all */
  readonly transports?: readonly Transport[];
  /** Whether it uses the question's nonce and timestamp. If not, the runner checks those the signer chose. @default true */
  readonly fixesNonceAndTimestamp?: boolean;
  readonly limits?: {
    /** How many questions may be open at a time. @default unlimited */
    readonly inFlight?: number;
    /** Unsupported features of inputs. @default none */
    readonly without?: readonly Feature[];
    /** The HTTP methods that it can sign, in the letter case that it accepts. @default all */
    readonly httpMethods?: readonly string[];
    /** The signature methods of single operations, if they are fewer than `signatureMethods`. @default the same for all */
    readonly signatureMethods?: { readonly [Of in Operation]?: readonly string[] };
    /** Flags and features for which it is known to compute other values; a reference is not asked for those. @default none */
    readonly deviations?: readonly string[];
  };
}

/** What an implementation declares about the questions that it can answer. */
export interface Declared extends Capabilities {
  /** No question for another operation is offered. */
  readonly operations: readonly Operation[];
}

/** What an implementation declares before it gets any question. Questions outside the declaration are not offered. */
export interface Hello extends Declared {
  readonly implementation: {
    readonly name: string;
    readonly version: string;
    readonly language: string;
    readonly url?: string;
  };
  /** The operations, transports and limits in its hello that this version of Countersign ignores as unknown. */
  readonly unknown?: readonly string[];
}

/** What a signer or verifier declares about signature methods. */
export type DeclaredMethods = Pick<Capabilities, "signatureMethods" | "limits">;

/** The signature methods that an implementation declares for an operation, including unknown ones; `undefined` means all. */
export function signatureMethodsOf(
  { signatureMethods, limits }: DeclaredMethods,
  operation: Operation,
): readonly string[] | undefined {
  return limits?.signatureMethods?.[operation] ?? signatureMethods;
}

/** What is wrong with a line from a driver or with the end of its process. */
export interface Problem {
  readonly kind: DriverFailure;
  /** What was expected and received. Quotes the driver. */
  readonly message: string;
}

/** A problem with a driver that no single question caused. */
export interface DriverProblem extends Problem {
  /** The end of what the driver wrote to stderr. */
  readonly stderr: string;
}

/** The answer to a question that a problem left unanswered. */
export function failureOf({ kind, message, stderr }: DriverProblem): Extract<Answer, { ok: false }> {
  return { ok: false, error: kind, message, stderr };
}

/** The answer to a question that was not asked, because the driver is broken for good. */
export function unasked(problem: DriverProblem): Answer {
  return { ...failureOf(problem), isUnasked: true };
}

/** Asks one implementation. */
export interface Driver {
  /** Rejects with {@link DriverBrokenError} if the driver sends no hello. */
  hello(): Hello | Promise<Hello>;
  /**
   * Returns why this driver cannot ask a question of a declared operation: the question is then not offered. The
   * implementation must answer every other question, and must not answer `unsupported`.
   */
  outside?(input: VectorInput): string | undefined;
  /** Never rejects, whatever the implementation does. */
  readonly ask: Ask;
  /** Returns why the driver is broken for good, if it is. Every later answer is then this problem. */
  readonly broken?: () => DriverProblem | undefined;
  close(): void | Promise<void>;
}

/** Thrown if a driver sends no hello. Its texts come from the driver: escape them. */
export class DriverBrokenError extends Error {
  override readonly name: string = "DriverBrokenError";
  readonly code = "driver-broken";
  readonly kind: DriverFailure;
  readonly stderr: string;

  constructor({ kind, message, stderr }: DriverProblem) {
    super(message);
    this.kind = kind;
    this.stderr = stderr;
  }
}
