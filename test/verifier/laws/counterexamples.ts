/**
 * Cases that once broke a law, or nearly, as small as they could be made. They run before any generated one.
 *
 * @module
 */

import type { Step } from "./service.ts";
import type { SignedCase } from "./signed-case.ts";
import type { TamperedCase } from "./tampered-case.ts";

/** Changed requests. */
export const TAMPERED: readonly TamperedCase[] = [];

/** Signed requests that are to be accepted once. */
export const ONCE: readonly SignedCase[] = [];

/** Runs of a service. */
export const SERVICE_RUNS: readonly (readonly Step[])[] = [];
