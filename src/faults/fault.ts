/** The type of a fault: a known mistake of clients, as a change to stages of the model. */

import type { SigningInput, Stages } from "../model/index.ts";

/** A known mistake of clients. */
export interface Fault {
  /** Permanent. A fault with evidence has a page with this name in docs/faults. */
  readonly id: string;
  readonly title: string;
  /** One sentence that describes what the client does wrong. */
  readonly what: string;
  /** The first stage that `apply` replaces, in the order of the specification. */
  readonly stage: keyof Stages;
  /** The smallest request that shows the fault. It has a nonce or a timestamp only if the fault needs one, and no RSA key. */
  readonly trigger: SigningInput;
  readonly fix: Fix;
  /**
   * Public reports about clients with this fault, or their code: an issue or pull request on GitHub as
   * `owner/repository#number`, anything else as a URL. A fault with this list must have a page, be a mutant, and be detected by a
   * vector; only the diagnosis names other faults. Empty if the page was published before a report was known.
   */
  readonly evidence?: readonly string[];
  /** Adds the most common form of the fault to stages. Faults compose, because each one changes the stages that it gets. */
  readonly apply: StageChange;
  /** Less common forms of the same fault: other characters, or a narrower scope. */
  readonly variants?: readonly Form[];
  /** Languages and functions for which the fault is typical, such as `Java URLEncoder`. */
  readonly languages?: readonly string[];
  /** Whether a request with the fault is unmistakable, so that no other fault needs to be named. */
  readonly isEvident?: boolean;
  /** The change of texts that this fault makes; the fault shows only in requests with a text that the change affects. */
  readonly text?: ChangeInScope;
  /** Whether the client also sends what it signs, so that the signature is valid, and the request itself shows the fault. */
  readonly isSignedAsSent?: boolean;
}

/** A change of the texts of one scope, such as the values of the application's own parameters. */
export interface ChangeInScope {
  readonly scope: string;
  readonly change: (text: string) => string;
  /** 0 for the likeliest change in this scope. */
  readonly place: number;
}

/** One form of a fault. */
export interface Form {
  /** Permanent, and unique within its fault: baselines contain the name after the id. */
  readonly name: string;
  /** One sentence that describes what the client does in this form. @default the sentence of the fault */
  readonly what?: string;
  /** Makes the sentence for a request with only some characters. @default `what`, shortened by `sentenceFor` */
  readonly whatFor?: ((occurs: Occurs) => string) | undefined;
  /** @default the languages of the fault */
  readonly languages?: readonly string[];
  /** Whether the form is as common as the fault's first form, so that both cost the same. */
  readonly isCommon?: boolean;
  readonly apply: StageChange;
}

/** Whether a character occurs in a request; or, for an escape such as `%2F`, whether it occurs in one of the base strings. */
export type Occurs = (text: string) => boolean;

/** A fault in the lists of this folder. Its stage is derived from `apply`. */
export interface FaultDefinition extends Omit<Fault, "stage" | "trigger" | "fix"> {
  /** A text is the URL of a plain GET request. @default `/r` */
  readonly trigger?: SigningInput | string;
  /** A text is a fix without code. */
  readonly fix: Fix | string;
}

/** Returns stages that contain a fault. */
export type StageChange = (stages: Stages) => Stages;

/** How to correct a fault. */
export interface Fix {
  readonly text: string;
  /** Correct code by programming language, for languages in which the fault is typical. */
  readonly calls?: Readonly<Record<string, string>>;
}
