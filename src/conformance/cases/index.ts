/** All cases. */

import type { CaseGroup } from "./case.ts";
import { TAMPERING } from "./tampering.ts";

/** The groups of all topics. */
export const CASES: readonly CaseGroup[] = [...TAMPERING];
