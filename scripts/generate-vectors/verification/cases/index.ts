/**
 * All cases that have a vector. Those in this folder have nothing else: each depends on settings or failures of the server of
 * its vector, which neither the probe nor a driver can choose, so no program reads them.
 */

import type { CaseGroup } from "../../../../src/conformance/cases/case.ts";
import { CASES } from "../../../../src/conformance/cases/index.ts";
import { FURTHER_BODIES } from "./bodies.ts";
import { FURTHER_GATEWAY } from "./gateway.ts";
import { FURTHER_KEYS } from "./keys.ts";
import { FURTHER_LIMITS } from "./limits.ts";
import { FURTHER_METHODS } from "./methods.ts";
import { FURTHER_NONCES } from "./nonces.ts";
import { FURTHER_OCTETS } from "./octets.ts";
import { FURTHER_ORIGINS } from "./origins.ts";
import { FURTHER_PLACES } from "./places.ts";
import { FURTHER_SAME_REQUEST } from "./same-request.ts";
import { FURTHER_TIMESTAMPS } from "./timestamps.ts";

/** The groups that programs read, then those that only have vectors. */
export const FROZEN_CASES: readonly CaseGroup[] = [
  CASES,
  FURTHER_BODIES,
  FURTHER_GATEWAY,
  FURTHER_KEYS,
  FURTHER_LIMITS,
  FURTHER_METHODS,
  FURTHER_NONCES,
  FURTHER_OCTETS,
  FURTHER_ORIGINS,
  FURTHER_PLACES,
  FURTHER_SAME_REQUEST,
  FURTHER_TIMESTAMPS,
].flat();
