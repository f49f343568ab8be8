/** The oauth_body_hash of bodies that are not form-encoded. */

import { BODIES } from "../bodies.ts";
import type { Draft, Family } from "../types.ts";

const HASHES = ["SHA-1", "SHA-256", "SHA-512"] as const;

export const bodyHashes: Family = {
  name: "body-hash",
  area: "body",
  make: (): Draft[] =>
    BODIES.flatMap(([what, body]) =>
      HASHES.map((hash) => ({
        comment: `${hash} over ${what}`,
        rule: "body-hash-3.2-1",
        operation: "body-hash",
        input: { body, hash },
      })),
    ),
};
