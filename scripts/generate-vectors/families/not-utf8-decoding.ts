/** Form decoding of bytes that are not UTF-8: the result is the same bytes. */

import { NOT_UTF8 } from "../not-utf8.ts";
import type { Draft, Family } from "../types.ts";

export const notUtf8Decoding: Family = {
  name: "not-utf8-decoding",
  area: "parameters",
  make: (): Draft[] =>
    NOT_UTF8.map(([comment, escapes]) => ({
      comment,
      rule: "rfc5849-3.4.1.3.1-1",
      operation: "parameters",
      input: { formEncoded: `a=${escapes}` },
    })),
};
