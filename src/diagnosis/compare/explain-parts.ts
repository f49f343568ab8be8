/**
 * Explains the client's base string part by part: the method, the URI and each parameter alone. This finds any number of
 * mistakes, because correct parts need no search.
 */

import { type Parameter, specification, toOctets, toText } from "../../model/index.ts";
import type { InSlices } from "../../platform/slices.ts";
import { unsentHypothesis, valueHypothesis } from "../causes/parameter-causes.ts";
import type { DiagnosisTask, SearchTask } from "../search/diagnosis-task.ts";
import { areCompatible, type Hypothesis } from "../search/hypothesis.ts";
import type { Match } from "../search/search.ts";
import { type BaseStringParts, decodedTwice, pairOf, partsOf, without } from "./base-string.ts";

/** A hypothesis, and the parts that it explains. */
interface Candidate {
  readonly hypothesis: Hypothesis;
  readonly parts: ReadonlySet<string>;
}

/** More combinations of alternatives would not be shown. */
const MOST_ALTERNATIVES = 20;

/**
 * The combinations of causes that give the client's base string.
 *
 * @param signed the base string of the client
 * @returns an empty list if a part remains unexplained, or if the base string does not consist of three parts
 */
export function* explainParts(task: SearchTask, signed: string): InSlices<Match[]> {
  const [computations] = task.computations;
  const partsBy = (combination: readonly Hypothesis[]): BaseStringParts | undefined =>
    partsOf(computations.valuesToSign(combination).baseString ?? "");
  const [correct, wrong] = [partsBy([]), partsOf(signed)];
  if (correct === undefined || wrong === undefined) return [];
  const candidates: Candidate[] = [];
  const differing = new Set(differingParts(correct, wrong));
  const facts = factsIn(task, wrong, correct);
  for (const hypothesis of [...task.hypotheses(), ...facts]) {
    if (!computations.change(hypothesis).baseString) continue;
    const parts = explainedParts(differing, wrong, partsBy([hypothesis]));
    if (parts.size > 0) candidates.push({ hypothesis, parts });
    task.evidenceWork.countComputation();
    if (task.evidenceWork.isSliceComplete()) yield;
  }
  const open = new Set(differing);
  let combinations: Hypothesis[][] = [[]];
  while (open.size > 0) {
    const best = bestFor(open, candidates, facts);
    if (best.length === 0) return [];
    for (const part of best[0]!.parts) open.delete(part);
    combinations = combinations
      .flatMap((one) => best.map(({ hypothesis }) => [...one, hypothesis]))
      .slice(0, MOST_ALTERNATIVES);
  }
  return combinations
    .filter((one) => areCompatible(one) && computations.result(one).baseString === signed)
    .map((combination) => ({ combination, computations }));
}

/** The names of the differing parts: `-` marks a parameter that only the first has, `+` one that only the second has. */
function differingParts(one: BaseStringParts, other: BaseStringParts): string[] {
  const [onlyOne, onlyOther] = [without(one.parameters, other.parameters), without(other.parameters, one.parameters)];
  const isSameOrder = without(one.parameters, onlyOne).join("&") === without(other.parameters, onlyOther).join("&");
  return [
    ...(one.method === other.method ? [] : ["method"]),
    ...(one.uri === other.uri ? [] : ["uri"]),
    ...(isSameOrder ? [] : ["order"]),
    ...onlyOne.map((parameter) => `-${parameter}`),
    ...onlyOther.map((parameter) => `+${parameter}`),
  ];
}

/** The differing parts that the computation writes as the client did; none if it changes a correct part. */
function explainedParts(
  differing: ReadonlySet<string>,
  wrong: BaseStringParts,
  computed: BaseStringParts | undefined,
): Set<string> {
  if (computed === undefined) return new Set();
  const remaining = new Set(differingParts(computed, wrong));
  const explained = new Set([...differing].filter((part) => !remaining.has(part)));
  // If the computed parameter still differs from the client's, the hypothesis explains no part of that parameter.
  const names = new Set([...differing].map(nameOf));
  for (const part of remaining) {
    if (differing.has(part)) continue;
    if (!names.has(nameOf(part))) return new Set();
    for (const other of explained) if (nameOf(other) === nameOf(part)) explained.delete(other);
  }
  return explained;
}

function nameOf(part: string): string {
  return /^[-+](.*?)(?:%3d|$)/is.exec(part)?.[1] ?? part;
}

/** The likeliest hypotheses of those that explain the most open parts. Known mistakes are preferred to bare facts. */
function bestFor(
  open: ReadonlySet<string>,
  candidates: readonly Candidate[],
  facts: readonly Hypothesis[],
): readonly Candidate[] {
  const useful = candidates.flatMap(({ hypothesis, parts }) => {
    const explained = new Set([...parts].filter((part) => open.has(part)));
    return explained.size === 0 ? [] : [{ hypothesis, parts: explained }];
  });
  const most = Math.max(...useful.map(({ parts }) => parts.size));
  const explainMost = useful.filter(({ parts }) => parts.size === most);
  const known = explainMost.filter(({ hypothesis }) => !facts.includes(hypothesis));
  const [first, ...others] = known.length > 0 ? known : explainMost;
  if (first === undefined) return [];
  const same = [first, ...others.filter(({ parts }) => [...parts].every((part) => first.parts.has(part)))];
  const least = Math.min(...same.map(({ hypothesis }) => hypothesis.cost));
  const cheapest = same.filter(({ hypothesis }) => hypothesis.cost === least);
  return [...new Map(cheapest.map((one) => [one.hypothesis.id, one])).values()];
}

/** What the base string shows about single parameters: another value, or a parameter not in the request. */
function factsIn({ sources }: DiagnosisTask, wrong: BaseStringParts, correct: BaseStringParts): Hypothesis[] {
  const sent = specification.collectParameters(sources, specification);
  const onlySent = without(correct.parameters, wrong.parameters);
  return without(wrong.parameters, correct.parameters).flatMap((signed) => {
    if (!/%3d/i.test(signed)) return [];
    const [name, value] = pairOf(signed).map(decodedTwice) as [string, string];
    const changed = sent.find((one) => toText(one.name) === name && onlySent.includes(inBaseString(one)));
    return [
      changed === undefined
        ? unsentHypothesis([name, value])
        : valueHypothesis(changed, toText(changed.value), value, 1),
    ];
  });
}

function inBaseString({ name, value }: Parameter<Uint8Array>): string {
  const { percentEncode } = specification;
  return percentEncode(toOctets(`${percentEncode(name)}=${percentEncode(value)}`));
}
