/** Form decoding of the texts of query-syntax, and of malformed percent-encoding. */

import { FORM_TEXTS } from "../form-texts.ts";
import type { Draft, Family } from "../types.ts";

const MALFORMED: readonly (readonly [string, string])[] = [
  ["a percent sign at the end stays", "a=b%"],
  ["a percent sign and one digit stay", "a=b%4"],
  ["a percent sign before other characters stays", "a=%zz%4g"],
  ["a percent sign before percent-encoding stays, the percent-encoding is decoded", "a=%%41"],
  ["two percent signs stay", "a=%%"],
];

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
      }),
    ),
  ],
};
