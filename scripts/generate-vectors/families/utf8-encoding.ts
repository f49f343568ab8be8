/** Text outside ASCII, percent-encoded octet by octet of its UTF-8. */

import type { Draft, Family } from "../types.ts";
import { UNICODE_TEXTS } from "../unicode-texts.ts";

/** See the module. */
export const utf8Encoding: Family = {
  name: "utf8-encoding",
  area: "percent-encoding",
  make: (): Draft[] =>
    UNICODE_TEXTS.map(([comment, text]) => ({
      comment,
      rule: "rfc5849-3.6-1",
      operation: "percent-encoding",
      input: { text },
    })),
};
