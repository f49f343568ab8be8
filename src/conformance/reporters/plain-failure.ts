/**
 * A failure as text without colours, for reports that show it inside something else.
 *
 * @module
 */

import picocolors from "picocolors";
import type { CaseResult, PropertyResult } from "../runner/index.ts";
import { failureBlock, propertyBlock } from "./failure-block.ts";
import { type Finding, findingOf, titleOf } from "./findings.ts";
import type { RunAdvice } from "./reporter.ts";
import { visible } from "./visible.ts";

const plain = picocolors.createColors(false);

/** A sentence, and the whole block. */
export interface PlainFailure {
  readonly summary: string;
  readonly text: string;
}

/** A vector that failed. */
export function plainFailure(result: CaseResult, advice: RunAdvice): PlainFailure {
  return plainFinding(findingOf(result), advice);
}

/** All vectors of one finding, shown on its first. */
export function plainFinding(finding: Finding, advice: RunAdvice): PlainFailure {
  const kind = finding.causes.length === 0 ? ` (${finding.kind})` : "";
  return {
    summary: visible(`${titleOf(finding)}${kind}`),
    text: failureBlock(finding, finding.cases[0]!, advice, plain),
  };
}

/** A law that does not hold. */
export function plainPropertyFailure(result: PropertyResult, advice: RunAdvice): PlainFailure {
  return { summary: result.title, text: propertyBlock(result, advice, plain) };
}
