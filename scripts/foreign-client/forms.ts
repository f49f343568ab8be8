/** Finds the forms of faults that an answer contains. */

import type { Diagnosis } from "../../src/diagnosis/index.ts";
import { allFaults, type Fault } from "../../src/faults/index.ts";

const NUMBER_RE = /\[form (\S+ \d+)\]/g;

/** All faults, with the number of the form in front of each sentence. */
export const NUMBERED_FAULTS: readonly Fault[] = allFaults().map((fault) => {
  const { id, what, variants = [] } = fault;
  const numbered = (text: string, at: number): string => `[form ${id} ${at}]${text}`;
  return {
    ...fault,
    what: numbered(what, 0),
    variants: variants.map((one, at) => ({ ...one, what: numbered(one.what ?? what, at + 1) })),
  };
});

/** The ids of the forms with their numbers. The first form of a fault is 0. */
export const FORMS: readonly string[] = allFaults().flatMap(({ id, variants = [] }) =>
  Array.from({ length: 1 + variants.length }, (_, at) => `${id} ${at}`),
);

/** A diagnosis with {@link NUMBERED_FAULTS}, without the numbers, and the forms that it names. */
export function withoutNumbers(numbered: Diagnosis): { diagnosis: Diagnosis; forms: string[] } {
  const text = JSON.stringify(numbered);
  const forms = [...text.matchAll(NUMBER_RE)].map(([, form]) => form!);
  return { diagnosis: JSON.parse(text.replace(NUMBER_RE, "")) as Diagnosis, forms: [...new Set(forms)] };
}
