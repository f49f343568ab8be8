/** Finds the causes of a run, and judges answers by causes: known mistakes that explain failures and that no correct answer contradicts. */

export { createAnswerJudge } from "./answer-judge.ts";
export { type Candidate, candidateOf } from "./candidates.ts";
export { findRunCauses } from "./find-run-causes.ts";
