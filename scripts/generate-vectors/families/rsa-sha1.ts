/** RSA-SHA1 over whole requests. */

import { shapesSignedBy, signedByLeastKey } from "../shapes.ts";
import type { Family } from "../types.ts";

export const rsaSha1: Family = {
  name: "rsa-sha1",
  area: "request",
  make: () => [...shapesSignedBy("RSA-SHA1", "rfc5849-3.4.3-1"), signedByLeastKey("RSA-SHA1", "rfc5849-3.4.3-1")],
};
