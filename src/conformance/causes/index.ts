/** Finds the causes of a run, and judges answers by causes: known mistakes that explain failures and that no correct answer contradicts. */

import { explainCases } from "./explain-cases.ts";
import { findRunCauses } from "./find-run-causes.ts";

export { createAnswerExplainer } from "./answer-explainer.ts";
export { type Candidate, candidateOf } from "./candidates.ts";
export { findRunCauses };

/** Both searches for causes, as a run takes them. */
export const CAUSE_SEARCH = { explain: findRunCauses, explainCases } as const;
