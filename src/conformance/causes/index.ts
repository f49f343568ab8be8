/** Finds known mistakes that explain the failures of a run and that no correct answer contradicts. */

export { candidateOf } from "./candidates.ts";
export { createAffects, createCauseSearch } from "./cause-search.ts";
