import picocolors from "picocolors";
import type { Colors } from "picocolors/types.js";
import type { Advice, Terminal } from "../../../src/conformance/reporters/index.ts";
import type { CaseResult, Cause, PropertyResult, RunEvent } from "../../../src/conformance/runner/index.ts";
import {
  DRIVER_FAILURES,
  loadRules,
  loadVectors,
  loadVerificationVectors,
  type Rule,
  type Vector,
  verificationCases,
} from "../../../src/conformance/vectors/index.ts";
import { HOSTILE } from "../../edge-cases.ts";
import { resultOf } from "../runner/made-result.ts";

export const vectors: Vector[] = loadVectors();
export const rules: ReadonlyMap<string, Rule> = loadRules();
export const vector: Vector = vectors.find(({ id }) => id === "request/rfc5849/1")!;
export const rule: Rule | undefined = rules.get(vector.rule);
export const plain: Colors = picocolors.createColors(false);
export const advice: Advice = {
  rerun: ({ id }) => `countersign check --filter ${id}`,
};

/** A vector that fails in this way; each with another id. */
export function failure(expected: string, actual: string, index: number, id: string = vector.id): CaseResult {
  return resultOf(
    { ...vector, id },
    { verdict: "fail", difference: { stage: "base-string", expected, actual, index } },
  );
}

const COUNTEREXAMPLE = { case: { name: HOSTILE }, origin: { seed: 1, index: 6 } } as const;
const WRONG_SIGNATURE = { stage: "signature", expected: "abc", actual: "abd", index: 2 } as const;

export const falsified: PropertyResult = {
  id: "order-is-free",
  title: "The order is free.",
  rules: ["rfc5849-3.4.1.3.2-2"],
  verdict: "fail",
  runs: 7,
  notOffered: 2,
  refusedCases: 0,
  explainedCases: 0,
  knownCases: 0,
  failedCases: 1,
  failures: [{ kind: "wrong-value", cases: 1, counterexample: COUNTEREXAMPLE, difference: WRONG_SIGNATURE }],
  counterexample: COUNTEREXAMPLE,
  difference: WRONG_SIGNATURE,
};

const passedLaw: PropertyResult = {
  id: "other",
  title: falsified.title,
  rules: falsified.rules,
  verdict: "pass",
  runs: 10,
  notOffered: 0,
  refusedCases: 0,
  explainedCases: 0,
  knownCases: 0,
  failedCases: 0,
};

export function start(total: number, properties = 0, name = "wrong"): RunEvent {
  return { type: "start", implementation: { name, version: "1.0", language: "l" }, total, properties };
}

/** The causes of a run, with one that explains these failures. */
export function causes(explains: readonly string[], more: Partial<Cause> = {}): RunEvent {
  const cause = { id: "the-fault", title: "It is wrong", what: "The client is wrong.", fix: "Be right." };
  const found = { ...cause, alternatives: [], explains, ...more };
  return { type: "causes", causes: [found], failures: 36, passes: 1669, limitReached: false };
}

/** A failure of which the mistake is known. */
function named(id: string): CaseResult {
  return { ...failure("a%2Ab", HOSTILE, 0, id), notSuppressed: HOSTILE };
}

/** A request that a verifier accepts and must not: one that stands for a CVE. */
export function wrongAcceptance(): CaseResult {
  const asked = verificationCases(loadVerificationVectors()).cases.find(({ verifier }) => verifier!.cves.length > 0)!;
  const difference = { stage: "valid", expected: "false", actual: "true", index: 0 } as const;
  return resultOf(asked, { verdict: "fail", difference });
}

/** A run with every verdict and every event in it, and hostile text wherever text comes from outside. */
export function everything(): RunEvent[] {
  const result = (verdict: CaseResult["verdict"], at: number): CaseResult => {
    const said = { message: `${verdict} ${HOSTILE}`, stderr: `first\n${HOSTILE}` };
    return resultOf({ ...vector, id: `request/made/${at}` }, { verdict, ...said });
  };
  return [
    {
      ...start(20, 2),
      implementation: { name: `wrong ${HOSTILE}`, version: "1.0", language: HOSTILE, url: "javascript:alert(1)" },
    } as RunEvent,
    { type: "case", result: named("request/made/1") },
    { type: "case", result: named("request/made/2") },
    { type: "case", result: { ...result("pass", 3), passedStages: ["base-string"], milliseconds: 1234.5678 } },
    { type: "case", result: result("refused", 4) },
    { type: "case", result: result("not-offered", 5) },
    { type: "case", result: result("open", 7) },
    { type: "case", result: { ...result("known-failure", 6), known: { reason: HOSTILE, address: HOSTILE } } },
    ...DRIVER_FAILURES.map((trouble, at): RunEvent => ({ type: "case", result: result(trouble, 10 + at) })),
    { type: "property-progress", id: "order-is-free", done: 5, total: 10 },
    { type: "property", result: falsified },
    { type: "property", result: passedLaw },
    { type: "driver-problem", kind: "stray-output", message: HOSTILE, stderr: HOSTILE },
    { type: "unchecked", text: HOSTILE },
    causes(["request/made/1", "request/made/2"], { id: HOSTILE, title: HOSTILE, what: HOSTILE, fix: HOSTILE }),
    { type: "stopped", reason: "driver-broken", message: `${HOSTILE}, so it ended` },
    { type: "end", milliseconds: 12 },
  ];
}

/** A terminal without colours that keeps what was written to it. */
export function madeTerminal(): { terminal: Terminal; out: string[]; drawn: string[] } {
  const [out, drawn]: [string[], string[]] = [[], []];
  const terminal = {
    out: (text: string) => void out.push(text),
    progress: (text: string) => void drawn.push(text),
    colors: plain,
    width: 100,
  };
  return { terminal, out, drawn };
}
