/** RSA-SHA256 over whole requests, with keys of 2048 and of 4096 bits. */

import { rsaShapesSignedBy } from "../shapes.ts";
import type { Family } from "../types.ts";

export const rsaSha256: Family = {
  name: "rsa-sha256",
  area: "request",
  make: () => rsaShapesSignedBy("RSA-SHA256", "rsa-sha2-1"),
};
