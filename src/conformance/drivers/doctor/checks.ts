/**
 * What a driver is looked at for, in order. Each check asks what it needs of a process that passed those before it.
 *
 * @module
 */

import { CONTENT_CHECKS } from "./content-checks.ts";
import type { Check } from "./driver-under-test.ts";
import { END_CHECKS } from "./end-checks.ts";
import { TALK_CHECKS } from "./talk-checks.ts";

/** All of them. */
export const CHECKS: readonly Check[] = [...TALK_CHECKS, ...CONTENT_CHECKS, ...END_CHECKS];
