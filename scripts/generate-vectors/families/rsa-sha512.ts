/** RSA-SHA512 over whole requests, with keys of 2048 and of 4096 bits. */

import { rsaShapesSignedBy } from "../shapes.ts";
import type { Family } from "../types.ts";

export const rsaSha512: Family = {
  name: "rsa-sha512",
  area: "request",
  make: () => rsaShapesSignedBy("RSA-SHA512", "rsa-sha2-1"),
};
