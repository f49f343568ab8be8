/** All families of vectors for verification. */

import { familyOf } from "../frozen-cases.ts";
import type { VerificationFamily } from "../types.ts";
import { gateway } from "./gateway.ts";
import { nonces } from "./nonces.ts";

/** In the order in which a verifier checks a request. */
export const VERIFICATION_FAMILIES: readonly VerificationFamily[] = [
  familyOf("limits"),
  familyOf("header-grammar"),
  familyOf("bodies"),
  familyOf("places"),
  familyOf("methods"),
  familyOf("timestamps"),
  familyOf("keys"),
  familyOf("origins"),
  familyOf("same-request"),
  familyOf("tampering"),
  familyOf("collisions"),
  familyOf("octets"),
  familyOf("signatures"),
  nonces,
  gateway,
];
