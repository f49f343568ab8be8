/** All checks, in the order in which they run: what spoils the others comes first. */

import { TAMPERING } from "../../cases/tampering.ts";
import type { Check } from "../check.ts";
import { ANSWERS } from "./answers.ts";
import { BODIES } from "./bodies.ts";
import { checksOf } from "./checks-of-cases.ts";
import { COLLISIONS } from "./collisions.ts";
import { HEADER } from "./header.ts";
import { KEYS } from "./keys.ts";
import { METHODS } from "./methods.ts";
import { NONCES } from "./nonces.ts";
import { ORIGINS } from "./origins.ts";
import { PLACES } from "./places.ts";
import { SIGNATURES } from "./signatures.ts";
import { TIMESTAMPS } from "./timestamps.ts";

/** The table. */
export const CHECKS: readonly Check[] = [
  ...PLACES,
  ...SIGNATURES,
  ...ANSWERS,
  ...KEYS,
  ...METHODS,
  ...checksOf(TAMPERING),
  ...COLLISIONS,
  ...BODIES,
  ...HEADER,
  ...ORIGINS,
  ...TIMESTAMPS,
  ...NONCES,
];
