/**
 * What the gateway's double is told of a wrong signature: a short search, since other clients wait for the double.
 *
 * @module
 */

import { createDiagnostician, explanationText } from "../diagnosis/index.ts";
import type { ExplainRequest } from "../gateway/double/index.ts";

/** All single mistakes and the likelier pairs; counted, so that a slow machine finds as many. */
const BUDGET = { combinations: 800, milliseconds: 1000 };
/** The double itself rests after each. */
const PER_MINUTE = 1000;
/** The double masks what must not be shown. */
const diagnostician = createDiagnostician({ perMinute: PER_MINUTE, budget: BUDGET, showValues: true });

/** Explains under the key that says most; nothing where nothing is wrong, or nothing can be judged. */
export const explainShortly: ExplainRequest = (request, keys) => {
  const findings = keys.map((key) => diagnostician.diagnose({ request, key })).filter((one) => one !== undefined);
  const found = findings.find(({ diagnosis }) => diagnosis.kind !== "unknown") ?? findings[0];
  if (found === undefined || found.diagnosis.kind === "unjudged") return undefined;
  if (found.diagnosis.kind === "right" && found.diagnosis.notices.length === 0) return undefined;
  return { lines: explanationText(found.explanation).split("\n"), data: found.diagnosis };
};
