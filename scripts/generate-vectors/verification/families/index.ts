/** All families of vectors for verification. */

import { familyOf } from "../frozen-cases.ts";
import type { VerificationFamily } from "../types.ts";
import { bodies } from "./bodies.ts";
import { collisions } from "./collisions.ts";
import { gateway } from "./gateway.ts";
import { headerGrammar } from "./header-grammar.ts";
import { keys } from "./keys.ts";
import { limits } from "./limits.ts";
import { methods } from "./methods.ts";
import { nonces } from "./nonces.ts";
import { octets } from "./octets.ts";
import { origins } from "./origins.ts";
import { places } from "./places.ts";
import { sameRequest } from "./same-request.ts";
import { signatures } from "./signatures.ts";
import { timestamps } from "./timestamps.ts";

/** In the order in which a verifier checks a request. */
export const VERIFICATION_FAMILIES: readonly VerificationFamily[] = [
  limits,
  headerGrammar,
  bodies,
  places,
  methods,
  timestamps,
  keys,
  origins,
  sameRequest,
  familyOf("tampering"),
  collisions,
  octets,
  signatures,
  nonces,
  gateway,
];
