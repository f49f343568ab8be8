/** HMAC-SHA512 over whole requests. */

import { shapesSignedBy } from "../shapes.ts";
import type { Family } from "../types.ts";

export const hmacSha512: Family = {
  name: "hmac-sha512",
  area: "request",
  make: () => shapesSignedBy("HMAC-SHA512", "hmac-sha2-1"),
};
