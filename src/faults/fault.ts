/**
 * What a fault is: a named mistake that clients make, as a change to the stages of the specification.
 *
 * @module
 */

import type { SigningInput, Stages } from "../model/index.ts";

/** One named mistake. */
export interface Fault {
  /** Permanent, in kebab case; the name of its page in docs/faults. */
  readonly id: string;
  readonly title: string;
  /** What goes wrong, in plain words. */
  readonly what: string;
  /** The stage that goes wrong first. */
  readonly stage: keyof Stages;
  /** The smallest request that shows it, without nonce and timestamp of its own where these do not matter. */
  readonly trigger: SigningInput;
  readonly fix: Fix;
  /** Public addresses of clients that made it. */
  readonly evidence: readonly string[];
  /** The stages with this mistake in them. Faults compose: each is handed the stages that the other made. */
  readonly apply: Apply;
  /** Other ways to make the same mistake, seldomer ones: another character, another scope. */
  readonly also?: readonly Apply[];
}

/** Puts a mistake into stages. */
export type Apply = (stages: Stages) => Stages;

/** How to put it right. */
export interface Fix {
  readonly text: string;
  /** A right call, by language, where the mistake is typical of it. */
  readonly calls?: Readonly<Record<string, string>>;
}
