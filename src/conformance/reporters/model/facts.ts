/** What is known about a failure besides its values, as labelled texts, in the order in which reports show them. */

import type { CaseResult, Result } from "../../runner/index.ts";
import type { RunAdvice } from "./reporter.ts";

/** One fact. The text may quote an implementation. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** Whether people copy the text. */
  readonly isCode?: boolean;
}

/** What a request to a verifier tests, and what the implementation said. */
export function factsOf({ verifier, message }: CaseResult): Fact[] {
  const { policy, mistakes = [], cves = [] } = verifier ?? {};
  return withText([
    ["policy", policy],
    ...mistakes.map(({ id, what }) => ["detects", `${what} (${id})`] as const),
    ["as in", cves.join(", ") || undefined],
    ["message", message],
  ]);
}

/** What to do about a failure. */
export function nextSteps(failure: Result & Partial<CaseResult>, { rerun, baselineEntry }: RunAdvice): Fact[] {
  const { disputed, notSuppressed, curl = [] } = failure;
  return [
    ...withText([
      ["the published source prints another value", disputed?.reason],
      ["not suppressed", notSuppressed],
    ]),
    ...withText(
      [
        ...curl.map((command) => ["send again", command] as const),
        ["baseline entry", baselineEntry?.(failure)],
        ["run only this", rerun(failure)],
      ],
      true,
    ),
  ];
}

function withText(all: readonly (readonly [label: string, text: string | undefined])[], isCode = false): Fact[] {
  return all.flatMap(([label, text]) => (text === undefined ? [] : [{ label, text, isCode }]));
}
