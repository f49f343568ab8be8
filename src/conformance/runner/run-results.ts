/** The results of a run so far: what was asked, what was emitted of it, and why the run ends early. */

import type { Hello } from "../drivers/index.ts";
import type { Stopped } from "./events.ts";
import type { CaseEvidence, RunCauses } from "./results/evidence.ts";
import { type CaseResult, type Explained, isCaused, type PropertyResult } from "./results/result.ts";
import type { Run } from "./run-plan.ts";
import type { RunProperty } from "./run-properties.ts";
import { isFailure } from "./summary.ts";

export type RunResults = ReturnType<typeof createResults>;

export function createResults({ emit, driver, known, maxFailures, ...plan }: Run) {
  const cases: CaseEvidence[] = [];
  const ran: RunProperty[] = [];
  let hasStarted = false;
  let emitted = 0;
  let newFailures = 0;

  /** The places of vectors that failed. */
  const failed = (): number[] => [...cases.keys()].filter((at) => isFailure(cases[at]!.result.verdict));
  function emitResult(result: CaseResult | PropertyResult): void {
    const shown = known?.(result) ?? result;
    if (isFailure(shown.verdict) || shown.verdict === "explained") newFailures++;
    emit("runs" in shown ? { type: "property", result: shown } : { type: "case", result: shown });
  }
  /** Emits the results of vectors that were not emitted before. */
  function emitCases(): void {
    while (emitted < cases.length) emitResult(cases[emitted++]!.result);
  }

  const results = {
    cases,
    ran,
    /** The causes, once they were searched for. */
    found: undefined as RunCauses | undefined,
    failed,
    emitCases,
    /** Why the run ends early, if it does. With `known`, failures of vectors count once their results are emitted. */
    stopped(): Stopped | undefined {
      const broken = driver.broken?.();
      if (broken !== undefined) return { reason: "driver-broken", message: broken.message };
      if (maxFailures === undefined) return undefined;
      const falsified = ran.filter((one) => isFailure((known?.(one.result()) ?? one.result()).verdict)).length;
      if ((known === undefined ? failed().length : newFailures) + falsified < maxFailures) return undefined;
      const message = `the run reached its maximum of ${maxFailures} failures (--max-failures)`;
      return { reason: "max-failures", message };
    },
    start(implementation: Hello["implementation"], sources = 0): void {
      if (hasStarted) return;
      hasStarted = true;
      const { vectors, properties, seed, settings, driverProblems = [] } = plan;
      const counts = { total: vectors.length, ...(sources > 0 && { sources }), properties: properties.length };
      emit({ type: "start", implementation, ...counts, seed, ...(settings && { settings }) });
      for (const problem of driverProblems) emit({ type: "driver-problem", ...problem });
    },
    /** Emits all results that were not emitted before, and their causes. */
    emitAll(): void {
      emitCases();
      for (const one of ran) emitResult(one.result());
      const { found } = results;
      if (found !== undefined) emit({ type: "causes", ...withExplained(found, cases, ran), failures: newFailures });
    },
    /** Called if the search for causes ends early: keeps the causes found so far. */
    endSearch(): void {
      const passes = cases.filter(({ result }) => result.verdict === "pass").length;
      results.found = { ...(results.found ?? { causes: [], failures: 0, passes }), limitReached: true };
    },
  };
  return results;
}

/** The causes with all vectors and properties that they explain; causes of vectors get only properties explained in full. */
function withExplained(found: RunCauses, cases: readonly CaseEvidence[], ran: readonly RunProperty[]): RunCauses {
  const results = ran.map((one) => one.result());
  const causes = found.causes.map((cause) => {
    const forms = [cause, ...cause.alternatives].map(({ form }) => form);
    const has = ({ causes = [] }: Partial<Explained> = {}): boolean => causes.some((form) => forms.includes(form));
    const vectors = cases.flatMap(({ result: { id, explained } }) => (has(explained) ? [id] : []));
    const isOfVectors = cause.explains.length > 0;
    const properties = results.flatMap(({ id, failures = [] }) => {
      const isWhole = !isOfVectors || failures.every((one) => isCaused(one.explained));
      return isWhole && failures.some((one) => has(one.explained)) ? [id] : [];
    });
    return { ...cause, explains: [...new Set([...cause.explains, ...vectors])].sort().concat(properties) };
  });
  return { ...found, causes: causes.filter(({ explains }) => explains.length > 0) };
}
