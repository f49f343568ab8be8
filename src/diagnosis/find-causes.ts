/** Runs the searches of a diagnosis and builds its result from what they find. */

import { specification } from "../model/index.ts";
import { type InSlices, once } from "../platform/slices.ts";
import { isHmacMethod, isRsaMethod } from "../spec/signature-methods.ts";
import { TRIED_ALONE } from "./causes/hypotheses.ts";
import { changedParameters, redactChange } from "./compare/changed-parameters.ts";
import { explainParts } from "./compare/explain-parts.ts";
import { namesOfOtherRequest } from "./input/base-string-text.ts";
import type { Interpretation } from "./input/interpretation.ts";
import { countsCopiesOnce } from "./input/protocol-copies.ts";
import { mostLikely, otherAnswers } from "./results/answers.ts";
import { commonOf, resultOf, unexplained } from "./results/diagnosis-result.ts";
import { type Change, type Computations, createComputations } from "./search/computations.ts";
import type { Diagnosis, Notice } from "./search/diagnosis.ts";
import type { DiagnosisTask, SearchTask } from "./search/diagnosis-task.ts";
import { areCompatible, type Hypothesis } from "./search/hypothesis.ts";
import { createSearch, type Match, SEARCH_STEPS, type Search, type SearchStep } from "./search/search.ts";
import { causesOfReading, type Matcher, matcherOf, publicKeyOf } from "./signature/matchers.ts";
import { mismatchText, rsaOctetsOf } from "./signature/rsa-signature.ts";
import { causeShownBy, mismatchWith } from "./signature/signature-text.ts";

const OCTETS_LOST: Notice = {
  id: "signature-octets-lost",
  text: "octets of the signature are lost, so whether the key and the rest of the request are valid cannot be checked",
  rejects: false,
};

function keyOpensNothing(signature: string, { interpretations, input }: DiagnosisTask): Notice {
  const { signatureMethod } = interpretations[0].computation.request;
  const text = mismatchText(signature, signatureMethod, publicKeyOf(input.key)!);
  return { id: "key-opens-nothing", text, rejects: false };
}

/**
 * Finds the causes and returns the result of the diagnosis.
 *
 * @param tasks one task for each scheme that the request may have. The step `pair` runs only for the first task, and only for its
 * first interpretation: an unlikely pair and a guess would be too many assumptions.
 */
export function* findCauses(tasks: readonly [DiagnosisTask, ...DiagnosisTask[]]): InSlices<Diagnosis> {
  const { interpretations, baseStrings, signature, input, notices } = tasks[0];
  const { request } = interpretations[0].computation;
  const shown = signature === undefined ? undefined : causeShownBy(signature, request.signatureMethod);
  if (shown !== undefined) {
    const computations = computationsOf(tasks[0]);
    const match = { combination: [shown], computations: computations[0] };
    return yield* resultOf({ ...tasks[0], computations }, [match]);
  }
  const isRsa = isRsaMethod(request.signatureMethod);
  const publicKey = isRsa ? publicKeyOf(input.key) : undefined;
  const rsaOctets = publicKey === undefined ? undefined : rsaOctetsOf(publicKey);
  const mismatch = signature === undefined ? undefined : mismatchWith(signature, request.signatureMethod, rsaOctets);
  // A signature that no secret can give needs none, unless a base string can be compared without it.
  const needsNoSecret = mismatch !== undefined && (mismatch.isRsa || baseStrings.length === 0);
  const hasKey = isRsa
    ? publicKey !== undefined
    : request.consumerSecret !== undefined || (needsNoSecret && isHmacMethod(request.signatureMethod));
  if (!hasKey && baseStrings.length === 0) {
    const missing = isRsa ? "the public key" : "the consumer secret";
    const message = `${request.signatureMethod} needs ${missing}`;
    return { kind: "not-diagnosed", reason: "key-missing", message, notices };
  }
  const matcher = signature === undefined || !hasKey ? undefined : matcherOf(tasks[0], signature, mismatch?.isRsa);
  const isLost = matcher?.isLost === true;
  const unchecked: DiagnosisTask["unchecked"] =
    signature === undefined ? "signature-missing" : hasKey ? undefined : "key-missing";
  const isOpened = !isRsa || matcher?.isOpened === true;
  const added: readonly Notice[] = [
    ...(isLost ? [OCTETS_LOST] : []),
    ...(mismatch === undefined ? [] : [{ id: mismatch.id, text: mismatch.text, rejects: true }]),
    ...(signature === undefined || !hasKey || isOpened || mismatch !== undefined
      ? []
      : [keyOpensNothing(signature, tasks[0])]),
  ];
  const searches = tasks.map((given) => {
    const keyIsRight = isRsa && !isLost && isOpened;
    const computations = computationsOf(given);
    const task: SearchTask = { ...given, computations, keyIsRight, unchecked, notices: [...given.notices, ...added] };
    return { task, search: matcher && createMatchSearch(task, matcher) };
  });
  const [{ task }] = searches as [(typeof searches)[number]];
  if (unchecked !== undefined) {
    const likeliest = likeliestBaseString(task);
    const differing = namesOfOtherRequest(likeliest, task.sources);
    // Only a signature could prove that the client signed this nonce and timestamp, and sent others.
    if (differing.length < 2) return yield* explainBaseString(task, likeliest, []);
    const reason = unchecked === "key-missing" ? "key-missing" : "unsigned";
    const message = `the client's base string is of another request, because ${differing.join(" and ")} differ`;
    return { kind: "not-diagnosed", reason, message, notices };
  }
  for (const step of matcher === undefined ? [] : SEARCH_STEPS) {
    for (const { task, search } of step === "pair" ? searches.slice(0, 1) : searches) {
      const together = yield* search!.together(step);
      const found = together.length > 0 ? together : yield* search!.alone(step);
      if (found.length > 0) return yield* resultOf(task, found);
    }
    const signed = step === "none" && baseStrings.length > 0 ? yield* findSigned(task, matcher!) : undefined;
    if (signed !== undefined) {
      const signedTask = { ...task, baseStrings: [signed.baseString], isBaseStringSigned: true };
      return yield* explainBaseString(signedTask, signed.baseString, signed.after);
    }
  }
  if (baseStrings.length === 0) return yield* resultOf(task, []);
  const likeliest = likeliestBaseString(task);
  if (namesOfOtherRequest(likeliest, task.sources).length > 0) return yield* resultOf(task, []);
  const { together } = searchForBaseString({ ...task, work: task.evidenceWork }, likeliest);
  return yield* unexplained(task, yield* firstFound(["none", "cheapest", "single"], together), likeliest);
}

/** After the step of each key, the listed steps run for the interpretation that ignores how the header is written. */
const STEPS_WITHOUT_HEADER: Partial<Record<SearchStep, readonly SearchStep[]>> = {
  "likely-pair": ["none", "cheapest", "single"],
  pair: ["likely-pair"],
};
/** If a malformed header must be reproduced, this many of the likeliest hypotheses are combined with those about the header. */
const MOST_WITH_HEADER = 500;

function computationsOf({ interpretations: [first, ...others] }: DiagnosisTask): SearchTask["computations"] {
  return [createComputations(first.computation), ...others.map(({ computation }) => createComputations(computation))];
}

/** The correct base string, if the client logged it; otherwise the likeliest of the logged ones. */
function likeliestBaseString({ baseStrings, computations: [computations] }: SearchTask): string {
  const { baseString: right } = computations.result([]);
  return baseStrings.find((one) => one === right) ?? baseStrings[0]!;
}

/** A base string, proven by the signature to be the signed one. */
interface SignedBaseString {
  readonly baseString: string;
  /** How the base string was signed: a match for each mistake, or one without causes. */
  readonly after: readonly Match[];
}

/** The base string that gives the client's signature. With mistakes in key or signature, only the likeliest one is tried. */
function* findSigned(task: SearchTask, { madeFrom, ...matcher }: Matcher): InSlices<SignedBaseString | undefined> {
  const { interpretations, baseStrings, evidenceWork: work } = task;
  const signingOf = (baseString: string): Computations =>
    createComputations({
      ...interpretations[0].computation,
      stages: { ...specification, baseString: () => baseString },
    });
  // PLAINTEXT and some mistakes ignore the base string, so a match with them proves nothing.
  const other = signingOf("");
  const proves = ({ combination }: Match): boolean => madeFrom(other.result(combination)).length === 0;
  for (const baseString of baseStrings) {
    const match = { combination: [], computations: signingOf(baseString) };
    const made = madeFrom(match.computations.result([]));
    const isSigned = made.some(({ causes, reading }) => causes.length === 0 && reading === undefined);
    if (isSigned && proves(match)) return { baseString, after: [match] };
  }
  const baseString = likeliestBaseString(task);
  const signing: SearchTask = {
    ...task,
    work,
    interpretations: [interpretations[0]],
    computations: [signingOf(baseString)],
  };
  const isForSigning = ({ baseString, key }: Change): boolean => !baseString || key;
  const { together } = createMatchSearch(only(signing, isForSigning), { madeFrom, ...matcher });
  const after = (yield* firstFound(LIKELY_STEPS, together)).filter(proves);
  return after.length === 0 ? undefined : { baseString, after };
}

/** The steps before the unlikely pairs. */
const LIKELY_STEPS = SEARCH_STEPS.filter((step) => step !== "pair");

/** The task with only some of the hypotheses. */
function only(task: SearchTask, isTried: (change: Change) => boolean): SearchTask {
  const {
    cheapest,
    next,
    hypotheses,
    computations: [computations],
  } = task;
  const some = (all: () => readonly Hypothesis[]) => () => all().filter((one) => isTried(computations.change(one)));
  return { ...task, cheapest: some(cheapest), next: some(next), hypotheses: some(hypotheses) };
}

/** Searches for the causes of the client's base string. */
function searchForBaseString(task: SearchTask, signed: string): MatchSearch {
  return createMatchSearch(
    only(task, ({ baseString }) => baseString),
    { madeFrom: (result) => (result.baseString === signed ? [{ causes: [] }] : []), fits: () => true },
  );
}

/**
 * Explains how the client came to its base string, and how it signed this base string. The base string shows which parts differ,
 * so the search does not try unlikely pairs.
 *
 * @param after the causes of how it was signed; empty if that is not known
 */
function* explainBaseString(task: SearchTask, signed: string, after: readonly Match[]): InSlices<Diagnosis> {
  const { baseString: right = "" } = task.computations[0].valuesToSign([]);
  const search = searchForBaseString(task, signed);
  let before = yield* firstFound(LIKELY_STEPS, search.together);
  const changes = before.length > 0 ? [] : changedParameters(right, signed);
  if (before.length === 0 && changes.length === 0) {
    before = yield* explainParts(task, signed);
    if (before.length === 0) before = yield* firstFound(LIKELY_STEPS, search.alone);
  }
  if (task.unchecked !== undefined && changes.length === 0) return yield* resultOf(task, before, signed);
  const found = before
    .flatMap((one) => after.map((other) => ({ ...one, combination: [...one.combination, ...other.combination] })))
    .filter(({ combination }) => areCompatible(combination));
  if (found.length > 0) return yield* resultOf(task, found, signed);
  const isKeyRight = after.some(({ combination }) => combination.length === 0);
  if (changes.length > 0 && (isKeyRight || task.unchecked !== undefined)) {
    const redacted = changes.map((one) => redactChange(one, task.redactor));
    return { kind: "changed", changes: redacted, ...(yield* commonOf(task, signed)) };
  }
  return yield* unexplained({ ...task, keyIsRight: isKeyRight }, [...before, ...after], signed);
}

/** Searches for matches step by step. */
interface MatchSearch {
  /** Runs a step for all interpretations of the request; `pair` only for the first one. */
  readonly together: (step: SearchStep) => InSlices<readonly Match[]>;
  /** After a step, tries its {@link TRIED_ALONE} list. */
  readonly alone: (step: SearchStep) => InSlices<readonly Match[]>;
}

/** The matches of the first step that finds any. */
function* firstFound(steps: readonly SearchStep[], take: MatchSearch["together"]): InSlices<readonly Match[]> {
  for (const step of steps) {
    const found = yield* take(step);
    if (found.length > 0) return found;
  }
  return [];
}

function createMatchSearch(task: SearchTask, matcher: Matcher): MatchSearch {
  const { interpretations, work } = task;
  const searches = task.computations.map((computations, at) => {
    const interpretation = interpretations[at]!;
    return {
      ignoresHeader: interpretation.ignoresHeader === true,
      search: once(() => searchInterpretation(task, interpretation, computations, matcher)),
    };
  });
  const first = searches.filter(({ ignoresHeader }) => !ignoresHeader);
  const last = searches.filter(({ ignoresHeader }) => ignoresHeader);
  return {
    together: function* (step) {
      if (step !== "none") yield* task.prepare(step);
      const found: Match[] = [];
      for (const { search } of step === "pair" ? first.slice(0, 1) : first) {
        if (work.isSliceComplete()) yield;
        found.push(...(yield* search()(step)));
        // The first reading that reproduces the signature without a mistake is the simplest answer.
        if (step === "none" && found.length > 0) break;
      }
      if (found.length > 0) return mostLikely(found);
      for (const earlier of STEPS_WITHOUT_HEADER[step] ?? []) {
        for (const { search } of last) found.push(...(yield* search()(earlier)));
        if (found.length > 0) return mostLikely(found);
      }
      return [];
    },
    alone: function* (step) {
      const many = TRIED_ALONE[step];
      if (many === undefined) return [];
      const isTried = ({ id }: Hypothesis): boolean => task.causes?.includes(id) !== false;
      const some = (): Hypothesis[] => Array.from(many(task)).filter(isTried);
      const computations = createComputations(interpretations[0].computation, false);
      const alone = { ...task, next: () => [] };
      return yield* searchInterpretation(alone, interpretations[0], computations, matcher, some)("cheapest");
    },
  };
}

/** Creates the search for one interpretation of the request and one reading of the signature. */
function searchInterpretation(
  task: SearchTask,
  { writes }: Interpretation,
  computations: Computations,
  { madeFrom, fits }: Matcher,
  cheapest: Search["cheapest"] = task.cheapest,
): (step: SearchStep) => InSlices<Match[]> {
  const { hypotheses, work, unreadable, sources } = task;
  work.countInSlice("requests", 3);
  // If the correct computation writes the same request, the way of writing needs no fault.
  const mustReproduce = writes !== undefined && !writes(computations.original);
  // A hypothesis replaces the same stages in each interpretation.
  const isTransport = (hypothesis: Hypothesis): boolean => task.computations[0].change(hypothesis).transport;
  const isWriting = (hypothesis: Hypothesis): boolean => {
    work.countComputation();
    work.countInSlice("headers");
    return writes!(computations.computation([hypothesis]));
  };
  const search = createSearch({
    computations,
    work,
    cheapest,
    next: (found) => otherAnswers(task.next(), found, computations, task.cheapest()),
    hypotheses,
    matches: (result, combination) =>
      madeFrom(result).length > 0 && (!mustReproduce || writes(computations.computation(combination))),
    fits,
    // Copies are a mistake, whether they were signed once or twice.
    ...(countsCopiesOnce(sources) && { isRequired: ({ id }) => id === "parameters-sent-twice" }),
    // A malformed header may need two faults together.
    ...(mustReproduce && {
      mostNotRequired: unreadable === undefined ? undefined : MOST_WITH_HEADER,
      mayBeRequired: isTransport,
      isRequired: (hypothesis) => isTransport(hypothesis) && (unreadable !== undefined || isWriting(hypothesis)),
    }),
  });
  return function* (step) {
    const found: Match[] = [];
    for (const combination of yield* search(step)) {
      for (const { causes, reading } of madeFrom(computations.result(combination))) {
        const written = reading === undefined ? [[]] : yield* causesOfReading(task, computations, reading);
        found.push(...written.map((one) => ({ combination: combination.concat(causes, one), computations })));
      }
    }
    return found.filter(({ combination }) => areCompatible(combination));
  };
}
