/** All families of vectors for verification. */

import { familyOf } from "./frozen-cases.ts";

/** In the order in which a verifier checks a request. */
export const VERIFICATION_FAMILIES = [
  "limits",
  "header-grammar",
  "bodies",
  "places",
  "methods",
  "timestamps",
  "keys",
  "origins",
  "same-request",
  "tampering",
  "collisions",
  "octets",
  "signatures",
  "nonces",
  "gateway",
].map(familyOf);
