/** What is wrong with a start of a varied program, and the names of what explains it. */

import { alternativesOf, type CapturedRequest, type IncomingRequest } from "../captured-request.ts";
import type { Change } from "./fields.ts";

/** A request that arrived, and what was found when it was verified. */
export interface Arrived {
  readonly captured: CapturedRequest;
  /** Absent for an incomplete request. */
  readonly request?: IncomingRequest | undefined;
}

/** What is wrong with a start: a request, a value that arrived changed, or no request. */
export interface Problem {
  /** Its kind, which stays the same for smaller values. */
  readonly key: string;
  /** Absent if no request arrived. */
  readonly arrived?: Arrived;
  readonly change?: Change;
  /** A value that arrived changed in an invalid request. */
  readonly alsoChanged?: Change;
  /** Why the program sent no request, or failed, although plain values are accepted. */
  readonly refusal?: string;
}

const CUT_RE = /cut-after-(\d+)/;

/** After how many characters a value was cut, if that is a name of the problem. */
export function cutIn(problem: Problem): number | undefined {
  const [length] = namesOf(problem).flatMap((names) => names.flatMap((id) => CUT_RE.exec(id)?.[1] ?? []));
  return length === undefined ? undefined : Number(length);
}

/** The alternatives of an explanation, each as the ids of its causes; none if there is no named cause. */
export function namesOf({ change, arrived }: Problem): string[][] {
  if (change !== undefined) return change.causes.map(({ id }) => [id]);
  return arrived === undefined ? [] : alternativesOf(arrived.captured).map((causes) => causes.map(({ id }) => id));
}

export function isExplainedBy(problem: Problem, known: Problem): boolean {
  const ids = new Set(namesOf(known).map((names) => names.join()));
  return problem.key === known.key && namesOf(problem).some((names) => ids.has(names.join()));
}

/** Only some of the alternatives. */
export function withNames(problem: Problem, isKept: (names: readonly string[]) => boolean): Problem {
  const { change, arrived } = problem;
  if (change !== undefined)
    return { ...problem, change: { ...change, causes: change.causes.filter(({ id }) => isKept([id])) } };
  const { explanation } = arrived?.captured ?? {};
  const own = namesOf(problem);
  if (explanation === undefined || own.length === 0) return problem;
  const alternatives = explanation.explanation.alternatives.filter((_, at) => isKept(own[at]!));
  const shown = { ...explanation, explanation: { ...explanation.explanation, alternatives } };
  return {
    ...problem,
    arrived: {
      ...arrived,
      captured: { ...arrived!.captured, explanation: alternatives.length > 0 ? shown : undefined },
    },
  };
}
