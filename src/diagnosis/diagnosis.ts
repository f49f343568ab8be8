/**
 * What a diagnosis answers, as data.
 *
 * @module
 */

import type { Fix } from "../faults/index.ts";
import type { SigningInput } from "../model/index.ts";
import type { StageDifference } from "./difference.ts";

/** One reason for a wrong signature. */
export interface Cause {
  readonly id: string;
  /** A fault has a page, docs/faults/<id>.md; a circumstance has none. */
  readonly kind: "fault" | "circumstance";
  readonly title: string;
  readonly what: string;
  readonly fix: Fix;
}

/** What is wrong with a request beside its signature, such as a timestamp in milliseconds. */
export interface Notice {
  /** Id of a fault where it is one. */
  readonly id: string;
  readonly text: string;
}

/** A request that tells apart what another one does not. */
export interface TellApart {
  /** Without secrets: sign it with your own, and ask again. */
  readonly request: SigningInput;
  /** The alternatives by what they make of it, by their ids; each group can be told from the others. */
  readonly groups: readonly (readonly string[])[];
}

/** A parameter that is not as it was when it was signed. */
export interface Change {
  readonly name: string;
  /** Absent where it was added afterwards. */
  readonly signed?: string;
  /** Absent where it was lost afterwards. */
  readonly sent?: string;
}

interface Judged {
  readonly notices: readonly Notice[];
  /** Where the client's base string parts from the right one. */
  readonly difference?: StageDifference;
  /** The right signature; only where it was asked for. */
  readonly expectedSignature?: string;
}

/** The signature is right. */
export interface Right extends Judged {
  readonly kind: "right";
}

/** One reason reproduces exactly what the client produced. */
export interface OneFault extends Judged {
  readonly kind: "fault";
  readonly culprits: readonly [Cause];
}

/** Two reasons together reproduce it (more only where the base string was told). */
export interface SeveralFaults extends Judged {
  readonly kind: "faults";
  readonly culprits: readonly Cause[];
}

/** Several explanations reproduce it, and this request does not tell them apart. */
export interface Undecided extends Judged {
  readonly kind: "undecided";
  readonly alternatives: readonly (readonly Cause[])[];
  readonly tellApart?: TellApart;
  readonly isCutOff: boolean;
}

/** The request was signed and changed afterwards. */
export interface Changed extends Judged {
  readonly kind: "changed";
  readonly changes: readonly Change[];
}

/** No known fault reproduces it. */
export interface Unknown extends Judged {
  readonly kind: "unknown";
  /** Whether the budget ended before all was tried. */
  readonly isCutOff: boolean;
  /** Faults that are there, though others are too: those of a base string or of a signature alone. */
  readonly partly: readonly Cause[];
}

/** There is nothing to judge. */
export interface Unjudged {
  readonly kind: "unjudged";
  readonly reason: "unreadable" | "unsigned" | "method-unknown" | "key-missing";
  readonly message: string;
  readonly notices: readonly Notice[];
}

/** See {@link diagnose}. */
export type Diagnosis = Right | OneFault | SeveralFaults | Undecided | Changed | Unknown | Unjudged;
