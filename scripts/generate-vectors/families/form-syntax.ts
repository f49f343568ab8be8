/** Form decoding alone: the same texts as in query-syntax, and malformed escapes. */

import { FORM_TEXTS } from "../form-texts.ts";
import type { Draft, Family } from "../types.ts";

const MALFORMED: readonly (readonly [string, string])[] = [
  ["a percent sign at the end stays", "a=b%"],
  ["a percent sign and one digit stay", "a=b%4"],
  ["a percent sign before other letters stays", "a=%zz%4g"],
  ["a percent sign before an escape stays, the escape is decoded", "a=%%41"],
  ["two percent signs stay", "a=%%"],
];

/** See the module. */
export const formSyntax: Family = {
  name: "form-syntax",
  area: "parameters",
  make: (): Draft[] => [
    ...FORM_TEXTS.map(
      ([what, formEncoded]): Draft => ({
        comment: `In a form: ${what}`,
        rule: "rfc5849-3.4.1.3.1-1",
        operation: "parameters",
        input: { formEncoded },
      }),
    ),
    ...MALFORMED.map(
      ([what, formEncoded]): Draft => ({
        comment: `In a form: ${what}`,
        rule: "rfc5849-3.4.1.3.1-1",
        operation: "parameters",
        input: { formEncoded },
        mayRefuse: "The escapes are malformed; RFC 5849 does not say what they mean.",
      }),
    ),
  ],
};
