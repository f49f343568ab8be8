/** Percent-encoding of non-ASCII text. */

import type { Draft, Family } from "../types.ts";
import { UNICODE_TEXTS } from "../unicode-texts.ts";

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
