/** Form bodies with bytes that are not UTF-8, which are signed unchanged, not as U+FFFD. */

import { NOT_UTF8 } from "../not-utf8.ts";
import { postEncoded, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

export const notUtf8Form: Family = {
  name: "not-utf8-form",
  area: "request",
  make: (): Draft[] => [
    ...NOT_UTF8.map(([what, escapes]) =>
      toSign(`In a value of the form: ${what}`, "rfc5849-3.4.1.3.1-3", postEncoded(`a=${escapes}&b=1`)),
    ),
    toSign(
      "In a name of the form, together with the name U+FFFD",
      "rfc5849-3.4.1.3.2-2",
      postEncoded("%FF=1&%EF%BF%BD=2"),
    ),
    toSign("With the protocol parameters in the same body", "rfc5849-3.5.2-1", postEncoded("a=%FF&a=%E9"), {
      transport: "body",
    }),
    toSign(
      "A form in ISO 8859-1 with a plus sign for the space",
      "rfc5849-3.4.1.3.1-3",
      postEncoded("name=Jos%E9+N%FA%F1ez"),
    ),
  ],
};
