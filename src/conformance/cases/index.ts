/**
 * All cases that a program uses: those that the probe sends, and those that `check` adapts to the shape that a verifier
 * declares. Cases that no program uses are only in `vectors/verifier.json`.
 */

import { BODIES } from "./bodies.ts";
import type { CaseGroup } from "./case.ts";
import { COLLISIONS } from "./collisions.ts";
import { HEADER } from "./header.ts";
import { KEYS } from "./keys.ts";
import { LIMITS } from "./limits.ts";
import { METHODS } from "./methods.ts";
import { NONCES } from "./nonces.ts";
import { OCTETS } from "./octets.ts";
import { ORIGINS } from "./origins.ts";
import { PLACES } from "./places.ts";
import { SAME_REQUEST } from "./same-request.ts";
import { SIGNATURES } from "./signatures.ts";
import { TAMPERING } from "./tampering.ts";
import { TIMESTAMPS } from "./timestamps.ts";

/** The groups of all topics. */
export const CASES: readonly CaseGroup[] = [
  TAMPERING,
  COLLISIONS,
  OCTETS,
  SAME_REQUEST,
  LIMITS,
  HEADER,
  TIMESTAMPS,
  BODIES,
  ORIGINS,
  PLACES,
  SIGNATURES,
  KEYS,
  METHODS,
  NONCES,
].flat();
