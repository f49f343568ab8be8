/** Finds the causes of a run: the known mistakes that explain its failures and that nothing right contradicts. */

export { findRunCauses } from "./find-run-causes.ts";
