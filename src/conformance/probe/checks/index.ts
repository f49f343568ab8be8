/** All checks, in the order in which they run: checks whose failure would spoil others come first. */

import { BODIES } from "../../cases/bodies.ts";
import { COLLISIONS } from "../../cases/collisions.ts";
import { HEADER } from "../../cases/header.ts";
import { KEYS } from "../../cases/keys.ts";
import { LIMITS } from "../../cases/limits.ts";
import { METHODS } from "../../cases/methods.ts";
import { NONCES } from "../../cases/nonces.ts";
import { OCTETS } from "../../cases/octets.ts";
import { ORIGINS } from "../../cases/origins.ts";
import { PLACES } from "../../cases/places.ts";
import { SAME_REQUEST } from "../../cases/same-request.ts";
import { SIGNATURES } from "../../cases/signatures.ts";
import { TAMPERING } from "../../cases/tampering.ts";
import { TIMESTAMPS } from "../../cases/timestamps.ts";
import type { Check } from "../check.ts";
import { ANSWERS } from "./answers.ts";
import { checksOf } from "./checks-of-cases.ts";
import { REPLAYS } from "./replays.ts";

/** The table. */
export const CHECKS: readonly Check[] = [
  ...checksOf(PLACES),
  ...checksOf(SIGNATURES),
  ...ANSWERS,
  ...checksOf([...KEYS, ...METHODS]),
  ...checksOf(TAMPERING),
  ...checksOf([...COLLISIONS, ...OCTETS, ...SAME_REQUEST, ...LIMITS]),
  ...checksOf(BODIES),
  ...checksOf(HEADER),
  ...checksOf(ORIGINS),
  ...checksOf(TIMESTAMPS),
  ...checksOf(NONCES),
  ...REPLAYS,
];
