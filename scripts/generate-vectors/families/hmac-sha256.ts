/** HMAC-SHA256 over whole requests. */

import { shapesSignedBy } from "../shapes.ts";
import type { Family } from "../types.ts";

export const hmacSha256: Family = {
  name: "hmac-sha256",
  area: "request",
  make: () => shapesSignedBy("HMAC-SHA256", "hmac-sha2-1"),
};
