/**
 * One deviation in few lines: what was asked, what the specification says, what the library gave.
 *
 * @module
 */

import { boundary, cut } from "../../src/reporters/visible.ts";
import type { CaseResult, Difference, LawResult } from "../../src/runner/index.ts";
import { expectedStage, stageText, type VectorInput } from "../../src/suite/index.ts";

type Row = readonly [label: string, value: string];

/** How much of a value is shown, and how much of that before the first difference. */
const SHOWN = 110;
const BEFORE = 40;

/** The failure with the shortest input; one where values differ before one where none came. */
export function smallest(results: readonly CaseResult[]): CaseResult {
  const size = ({ vector, difference, verdict }: CaseResult): number => {
    const isValue = verdict === "fail" && difference !== undefined && !difference.actual.startsWith("(");
    return asked(vector.input).length + (isValue ? 0 : 100_000);
  };
  return results.reduce((best, one) => (size(one) < size(best) ? one : best));
}

/** A vector that the library answers otherwise. */
export function exampleOf({ vector, verdict, difference, message }: CaseResult): Row[] {
  const said: Row[] = message === undefined ? [] : [["message", cut(firstLine(message), SHOWN)]];
  if (difference === undefined) return [["asked", cut(asked(vector.input), 2 * SHOWN)], ["library", verdict], ...said];
  const baseString = difference.stage === "signature" ? expectedStage(vector, "base-string") : undefined;
  const context: Row[] =
    baseString === undefined ? [] : [["base string", cut(stageText("base-string", baseString), 2 * SHOWN)]];
  return [["asked", cut(asked(vector.input), 2 * SHOWN)], ...context, ...differing(difference), ...said];
}

/** The smallest generated case that breaks a law for the library. */
export function lawExample({ counterexample }: LawResult): Row[] {
  if (counterexample === undefined) return [];
  const { case: one, difference } = counterexample;
  return [["asked", cut(asked(one as VectorInput), 2 * SHOWN)], ...differing(difference)];
}

function differing({ stage, expected, actual, index }: Difference): Row[] {
  const start = Math.max(0, index - BEFORE);
  return [
    ["stage", stage],
    ["specification", part(expected, start)],
    ["library", part(actual, start)],
  ];
}

/** The part of a value around the first difference. */
function part(value: string, start: number): string {
  const from = boundary(value, Math.min(start, Math.max(0, value.length - 1)));
  return `${from > 0 ? "…" : ""}${cut(value.slice(from), SHOWN)}`;
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

/** The input without what every request has: keys, nonce, timestamp, and what is as usual. */
function asked(input: VectorInput): string {
  const {
    request,
    received,
    credentials: _,
    nonce: _nonce,
    timestamp: _timestamp,
    version,
    transport,
    ...others
  } = input;
  const { method, url, ...body } = request ?? { method: "", url: "" };
  const fields = {
    ...others,
    ...body,
    ...(transport === undefined || transport === "header" ? {} : { transport }),
    ...(version === null ? { version } : {}),
    ...(received === undefined ? {} : { headers: received.headers, body: received.body }),
  };
  const line = received === undefined ? `${method} ${url}` : `${received.method} ${received.url}`;
  return `${line} ${JSON.stringify(fields)}`.trim();
}
