/** Runs the searches of a diagnosis and combines what they find into its result. */

import { faultOf } from "../faults/index.ts";
import { type SignatureMethod, specification } from "../model/index.ts";
import type { Redactor } from "../redaction/index.ts";
import { changedParameters, redactChange } from "./changed-parameters.ts";
import { type ComputationCache, createComputationCache } from "./computation-cache.ts";
import type { Cause, Diagnosis, Notice, StageDifference } from "./diagnosis.ts";
import type { DiagnosisInput, Evidence, Key } from "./diagnosis-input.ts";
import { baseStringDifference } from "./difference.ts";
import { findDistinguishingRequest } from "./distinguish.ts";
import { type Hypothesis, hypothesesOf } from "./hypothesis.ts";
import type { Interpretation } from "./interpretation.ts";
import { otherPublicKeyHypothesis } from "./key-causes.ts";
import { characterHypotheses } from "./parameter-causes.ts";
import type { ParsedInput } from "./parsed-input.ts";
import { type OpenedSignature, openSignature } from "./rsa-signature.ts";
import { type Combination, createSearch, SEARCH_STEPS, type SearchStep, SIZE_OF_STEP } from "./search.ts";
import type { SearchWork } from "./search-work.ts";

/** A parsed input, with everything that the searches need. */
export interface DiagnosisTask extends ParsedInput {
  readonly input: DiagnosisInput;
  readonly redactor: Redactor;
  readonly notices: readonly Notice[];
  readonly hypotheses: readonly Hypothesis[];
  readonly showSignature: boolean;
  readonly work: SearchWork;
}

/** A part of the diagnosis that can be interrupted between two slices of work. */
export type InSlices<Result> = Generator<undefined, Result>;

/** Compares a result with what the client computed. An RSA signature can be read in several ways, one matcher for each. */
interface Matcher {
  /** Causes that the signature itself shows. */
  readonly shown: readonly Hypothesis[];
  /** The client's signature, if it is compared as text. */
  readonly signature?: string;
  readonly matches: (result: Evidence) => boolean;
}

/** Hypotheses that match, and the interpretation of the request for which they match. */
interface Match {
  readonly combination: Combination;
  readonly cache: ComputationCache;
  /** Whether the hypotheses also reproduce how the request was written. */
  readonly reproducesRequest: boolean;
}

/** Finds the causes and returns the result of the diagnosis. */
export function* findCauses(task: DiagnosisTask): InSlices<Diagnosis> {
  const { interpretations, baseString, signature, input, notices } = task;
  const { request } = interpretations[0].computation;
  const isRsa = request.signatureMethod.startsWith("RSA-");
  const hasKey = isRsa ? publicKeyOf(input.key) !== undefined : request.consumerSecret !== undefined;
  if (!hasKey && baseString === undefined) {
    const missing = isRsa ? "the public key" : "the consumer secret";
    const message = `${request.signatureMethod} needs ${missing}`;
    return { kind: "not-diagnosed", reason: "key-missing", message, notices };
  }
  const matchers = signature === undefined || !hasKey ? [] : matchersOf(task, signature);
  if (hasKey && matchers.length === 0 && signature !== undefined && baseString === undefined) {
    const text = `the public key does not match this signature: it was made with another private key, or it is not an ${request.signatureMethod} signature`;
    const all = [...notices, { id: "key-opens-nothing", text }];
    return { kind: "unknown", limitReached: false, partialCauses: [], notices: all, tried: 0 };
  }
  const caches = interpretations.map(({ computation }) => createComputationCache(computation));
  const bySignature =
    matchers.length === 0
      ? []
      : yield* findMatches(task, caches, matchers, baseString === undefined ? SEARCH_STEPS : ["none"]);
  if (bySignature.length > 0 || baseString === undefined) return resultOf(task, caches[0]!, bySignature);
  return yield* explainBaseString(task, caches, matchers, baseString);
}

const STEPS_OF_SIGNING: readonly SearchStep[] = ["none", "single", "likely-pair", "pair"];

/** Explains separately how the client came to its base string, and how it signed it. */
function* explainBaseString(
  task: DiagnosisTask,
  caches: readonly ComputationCache[],
  matchers: readonly Matcher[],
  signed: string,
): InSlices<Diagnosis> {
  const { hypotheses, interpretations, signature } = task;
  const cache = caches[0]!;
  const baseStringMatcher: Matcher = { shown: [], matches: (result) => result.baseString === signed };
  const forBaseString = hypotheses.filter((hypothesis) => cache.affected(hypothesis).baseString);
  const search = (steps: readonly SearchStep[]): InSlices<readonly Match[]> =>
    findMatches({ ...task, hypotheses: forBaseString }, caches, [baseStringMatcher], steps);
  const parameters = specification.collectParameters(task.sources, specification);
  let before = yield* search(["none", "single", "likely-pair"]);
  const changes = before.length > 0 ? [] : changedParameters(cache.original, parameters, signed);
  if (before.length === 0 && changes.length === 0) before = yield* search(SEARCH_STEPS);
  if (matchers.length === 0 && changes.length === 0) return resultOf(task, cache, before, signed);

  const signing = createComputationCache({
    ...interpretations[0].computation,
    stages: { ...specification, baseString: () => signed },
  });
  const forSigning = hypotheses.filter((one) => !cache.affected(one).baseString || cache.affected(one).key);
  const signingTask = { ...task, interpretations: [interpretations[0]] as const, hypotheses: forSigning };
  const after = yield* findMatches(signingTask, [signing], matchers, STEPS_OF_SIGNING);
  if (before.length > 0 && after.length > 0) {
    const found = before.flatMap((one) =>
      after.map((other) => ({ ...one, combination: [...one.combination, ...other.combination] })),
    );
    return resultOf(task, cache, found, signed);
  }
  const isSignatureRight = matchers.length === 0 || after.some(({ combination }) => combination.length === 0);
  const common = commonOf(task, cache, signed);
  if (changes.length > 0 && isSignatureRight)
    return { kind: "changed", changes: changes.map((one) => redactChange(one, task.redactor)), ...common };
  const partial = [...before, ...after].flatMap(({ combination }) => causesOf(combination, task.redactor));
  const partialCauses = signature === undefined ? [] : [...new Map(partial.map((cause) => [cause.id, cause])).values()];
  return { kind: "unknown", limitReached: task.work.isUsedUp(), partialCauses, ...common };
}

/** Takes each step for all interpretations before it takes the next one for any. */
function* findMatches(
  task: DiagnosisTask,
  caches: readonly ComputationCache[],
  matchers: readonly Matcher[],
  steps: readonly SearchStep[],
): InSlices<readonly Match[]> {
  const searches = caches.flatMap((cache, at) =>
    matchers.map((matcher) => searchInterpretation(task, task.interpretations[at]!, cache, matcher)),
  );
  for (const step of steps) {
    const found: Match[] = [];
    // Three mistakes and a guess about the request would be too many assumptions.
    const likely = SIZE_OF_STEP[step] === 3 ? searches.slice(0, matchers.length) : searches;
    for (const search of likely) {
      found.push(...(yield* search(step)));
      if (step === "none" && found.length > 0) break;
    }
    const isReproduced = found.some(({ reproducesRequest }) => reproducesRequest);
    const simplest = found.filter(
      ({ combination }) => !(isReproduced && combination.some(({ isEvident }) => isEvident)),
    );
    if (simplest.length > 0) return mostLikely(simplest);
    if (step !== "likely-pair" || steps !== SEARCH_STEPS) continue;
    const changed = { ...task, hypotheses: characterHypotheses(task.sources) };
    const search = searchInterpretation(changed, task.interpretations[0], caches[0]!, matchers[0]!);
    const one = yield* search("single");
    if (one.length > 0) return one;
  }
  return [];
}

/** Creates the search for one interpretation of the request and one reading of the signature. */
function searchInterpretation(
  { hypotheses, work, unreadable }: DiagnosisTask,
  { writes }: Interpretation,
  cache: ComputationCache,
  { shown, matches, signature }: Matcher,
): (step: SearchStep) => InSlices<Match[]> {
  // If the right computation writes the same request, no fault is needed to explain how it is written.
  const reproducesRequest = writes !== undefined && !writes(cache.original);
  const isWriting = (hypothesis: Hypothesis): boolean => {
    work.countComputation();
    return writes!(cache.computation([hypothesis]));
  };
  const search = createSearch({
    ...{ cache, hypotheses, work },
    matches: (result, combination) => matches(result) && (!reproducesRequest || writes(cache.computation(combination))),
    signature,
    // A malformed header may have two faults of the transport.
    ...(reproducesRequest && {
      isRequired: (hypothesis) =>
        cache.affected(hypothesis).transport && (unreadable !== undefined || isWriting(hypothesis)),
    }),
  });
  return function* (step) {
    const combinations = yield* search(step);
    return combinations.map((one) => ({ combination: [...one, ...shown], cache, reproducesRequest }));
  };
}

/**
 * What the request itself shows comes first, then faults, then environment causes, which are guesses. A fault that
 * comprises others is not named beside them.
 */
function mostLikely(found: readonly Match[]): Match[] {
  const guesses = ({ combination }: Match): number =>
    combination.reduce((sum, { kind, isEvident }) => sum + (isEvident ? -1 : kind === "environment" ? 1 : 0), 0);
  const size = ({ combination }: Match): number => combination.length;
  const prior = ({ combination }: Match): number => combination.reduce((product, one) => product * one.prior, 1);
  const smallest = found.filter((one) => size(one) === Math.min(...found.map(size)));
  const likely = smallest.filter((one) => guesses(one) === Math.min(...smallest.map(guesses)));
  const ids = new Set(likely.flatMap(({ combination }) => combination.map(({ id }) => id)));
  const plain = likely.filter(
    ({ combination }) => !combination.some(({ includes = [] }) => includes.some((id) => ids.has(id))),
  );
  return (plain.length > 0 ? plain : likely).toSorted((one, other) => prior(other) - prior(one));
}

function matchersOf({ interpretations, input, hypotheses }: DiagnosisTask, signature: string): Matcher[] {
  const { signatureMethod } = interpretations[0].computation.request;
  if (!signatureMethod.startsWith("RSA-")) {
    return [{ shown: [], signature, matches: (result) => result.signature === signature }];
  }
  const { key, otherKeys = [] } = input;
  const byId = new Map(hypotheses.map((hypothesis) => [hypothesis.id, hypothesis]));
  const hypothesisOf = (id: string): Hypothesis => byId.get(id) ?? hypothesesOf(faultOf(id)!)[0]!;
  const keys = [
    { ...key, causes: [] },
    ...otherKeys.map((other) => ({ ...other, causes: [otherPublicKeyHypothesis(other.label)] })),
  ];
  return keys.flatMap(({ causes, ...one }) => {
    const publicKey = publicKeyOf(one);
    if (publicKey === undefined) return [];
    const method = signatureMethod as Exclude<SignatureMethod, "PLAINTEXT">;
    return openSignature(signature, method, publicKey, one.privateKey).map(
      ({ faults, signs }: OpenedSignature): Matcher => ({
        shown: [...causes, ...faults.map(hypothesisOf)],
        matches: ({ baseString }) => baseString !== undefined && signs(baseString),
      }),
    );
  });
}

/** PEM. A private key contains its public half. */
function publicKeyOf({ publicKey, privateKey }: Key): string | undefined {
  return publicKey ?? privateKey;
}

function resultOf(task: DiagnosisTask, cache: ComputationCache, found: readonly Match[], signed?: string): Diagnosis {
  const limitReached = task.work.isUsedUp();
  const alternatives = distinctMatches(found);
  const [first] = alternatives;
  if (first === undefined)
    return { kind: "unknown", limitReached, partialCauses: [], ...commonOf(task, cache, signed) };
  const wrong = signed ?? first.cache.result(first.combination).baseString;
  const common = commonOf(task, cache, wrong, first.combination);
  if (alternatives.length > 1) {
    const combinations = alternatives.map(({ combination }) => combination);
    const request = findDistinguishingRequest(combinations);
    return {
      kind: "ambiguous",
      alternatives: combinations.map((combination) => causesOf(combination, task.redactor)),
      ...(request === undefined ? {} : { distinguishingRequest: request }),
      limitReached,
      ...common,
    };
  }
  const [cause, ...more] = causesOf(first.combination, task.redactor);
  if (cause !== undefined) return { kind: "explained", causes: [cause, ...more], ...common };
  if (task.unreadable === undefined) return { kind: "right", ...common };
  return {
    kind: "not-diagnosed",
    reason: "unreadable",
    message: task.redactor.text(task.unreadable),
    notices: task.notices,
  };
}

/** Members that all results have. */
function commonOf(
  { notices, showSignature, redactor, work }: DiagnosisTask,
  cache: ComputationCache,
  wrong: string | undefined,
  combination: Combination = [],
): { notices: readonly Notice[]; tried: number; difference?: StageDifference; expectedSignature?: string } {
  const { baseString: right, signature } = cache.result([]);
  const isKnown = right !== undefined && wrong !== undefined;
  const inBaseString = isKnown ? baseStringDifference(cache.original, right, wrong, redactor.cover) : undefined;
  const difference = inBaseString ?? differenceAfterBaseString(cache, combination);
  return {
    notices: notices.filter(({ id }) => !combination.some((hypothesis) => hypothesis.id === id)),
    tried: work.tried(),
    ...(difference === undefined ? {} : { difference: redactedDifference(difference, redactor) }),
    ...(showSignature && signature !== undefined ? { expectedSignature: redactor.text(signature) } : {}),
  };
}

/** Names and values may be secret; the stage, the part and the kind are words of the result. */
function redactedDifference({ stage, part, mismatch, ...data }: StageDifference, { value }: Redactor): StageDifference {
  return {
    ...{ stage, ...(part && { part }), ...value(data) },
    ...(mismatch && { mismatch: { ...value(mismatch), kind: mismatch.kind } }),
  };
}

/** After the base string, the result names only the stage: the values are secret, or say nothing. */
function differenceAfterBaseString(cache: ComputationCache, combination: Combination): StageDifference | undefined {
  if (combination.length === 0) return undefined;
  return { stage: combination.some((hypothesis) => cache.affected(hypothesis).key) ? "key" : "signature" };
}

/** Variants of a fault and different orders count as the same match. */
function distinctMatches(found: readonly Match[]): Match[] {
  const byIds = new Map<string, Match>();
  for (const match of found) {
    const combination = [...new Map(match.combination.map((hypothesis) => [hypothesis.id, hypothesis])).values()];
    const ids = combination
      .map(({ id }) => id)
      .sort()
      .join("+");
    if (!byIds.has(ids)) byIds.set(ids, { ...match, combination });
  }
  return [...byIds.values()];
}

function causesOf(combination: Combination, redactor: Redactor): Cause[] {
  return combination.map((hypothesis) => causeOf(hypothesis, redactor));
}

/** A cause about one parameter contains a name and values of the request. */
function causeOf({ id, kind, title, what, languages, fix, change, isSpecific }: Hypothesis, redactor: Redactor): Cause {
  const isRedacted = isSpecific === true;
  return {
    id: isRedacted ? redactor.text(id) : id,
    kind,
    title: isRedacted ? redactor.text(title) : title,
    what: isRedacted ? redactor.text(what) : what,
    ...(languages && { languages }),
    ...(change && { change: redactChange(change, redactor) }),
    fix,
  };
}
