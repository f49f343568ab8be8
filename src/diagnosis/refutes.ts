/** What a valid request shows about its client. */

import { allFaults } from "../faults/index.ts";
import type { HttpRequest } from "../model/index.ts";
import { atOnce } from "../platform/slices.ts";
import { environmentHypotheses } from "./causes/environment.ts";
import { ENVIRONMENT_CAUSES, knownRequestOf } from "./causes/hypotheses.ts";
import type { Key } from "./input/diagnosis-input.ts";
import { readCase } from "./input/read-case.ts";
import { redactorFor } from "./input/redactor.ts";
import { hasSameEffect } from "./results/distinguish.ts";
import { createComputations } from "./search/computations.ts";
import type { Cause } from "./search/diagnosis.ts";
import { hypothesesOf } from "./search/hypothesis.ts";

/**
 * Whether a valid request shows that its client does not have a mistake, because each form of the mistake would have changed its
 * signature.
 *
 * @returns false if the request cannot show this
 */
export function refutes(request: HttpRequest, key: Key, { id, title }: Pick<Cause, "id" | "title">): boolean {
  const given = { request, key };
  const { input, redactor, readings } = atOnce(readCase(given, redactorFor(given, true)));
  const [{ parsed, assumedScheme }] = readings;
  if ("kind" in parsed) return false;
  const known = knownRequestOf({ ...parsed, input, redactor, assumedScheme });
  const [stem] = id.split(":");
  const fault = allFaults().find((one) => one.id === id);
  const causes = ENVIRONMENT_CAUSES.filter((cause) => cause.id === stem);
  const forms = [
    ...(fault === undefined ? [] : hypothesesOf(fault)),
    ...[...environmentHypotheses(causes, known)].filter((one) => one.id === id && one.title === title),
  ];
  const computations = createComputations(parsed.interpretations[0].computation);
  return forms.length > 0 && forms.every((form) => !hasSameEffect(computations, [form], []));
}
