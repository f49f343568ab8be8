/** Runs the searches of a diagnosis and combines what they find into its result. */

import { faultOf } from "../faults/index.ts";
import { type SignatureMethod, specification } from "../model/index.ts";
import type { Redactor } from "../redaction/index.ts";
import { changedParameters } from "./changed-parameters.ts";
import { type ComputationCache, createComputationCache } from "./computation-cache.ts";
import type { Cause, Diagnosis, Notice, StageDifference } from "./diagnosis.ts";
import type { DiagnosisInput, Evidence, Key } from "./diagnosis-input.ts";
import { baseStringDifference } from "./difference.ts";
import { findDistinguishingRequest } from "./distinguish.ts";
import { type Hypothesis, hypothesesOf } from "./hypothesis.ts";
import type { Interpretation } from "./interpretation.ts";
import { otherPublicKeyHypothesis } from "./key-causes.ts";
import type { ParsedInput } from "./parsed-input.ts";
import { type OpenedSignature, openSignature } from "./rsa-signature.ts";
import { type Combination, type SearchLimit, search } from "./search.ts";

/** A parsed input, with everything that the searches need. */
export interface DiagnosisTask extends ParsedInput {
  readonly input: DiagnosisInput;
  readonly redactor: Redactor;
  readonly notices: readonly Notice[];
  readonly hypotheses: readonly Hypothesis[];
  readonly showSignature: boolean;
  readonly isWithinLimit: SearchLimit;
}

/** Compares a result with what the client computed. An RSA signature can be read in several ways, one matcher for each. */
interface Matcher {
  /** Causes that the signature itself shows. */
  readonly shown: readonly Hypothesis[];
  readonly matches: (result: Evidence) => boolean;
}

/** Hypotheses that match, and the interpretation of the request for which they match. */
interface Match {
  readonly combination: Combination;
  readonly cache: ComputationCache;
  /** Whether the hypotheses also reproduce how the request was written. */
  readonly reproducesRequest: boolean;
}

interface Matches {
  readonly found: readonly Match[];
  readonly limitReached: boolean;
}

const NO_MATCHES: Matches = { found: [], limitReached: false };

/** Finds the causes and returns the result of the diagnosis. */
export function findCauses(task: DiagnosisTask): Diagnosis {
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
    return { kind: "unknown", limitReached: false, partialCauses: [], notices: all };
  }
  const caches = interpretations.map(({ computation }) => createComputationCache(computation));
  const bySignature =
    matchers.length === 0 ? NO_MATCHES : findMatches(task, caches, matchers, baseString === undefined ? 2 : 0);
  if (bySignature.found.length > 0 || baseString === undefined) return resultOf(task, caches[0]!, bySignature);
  return explainBaseString(task, caches, matchers, baseString);
}

/** Explains separately how the client came to its base string, and how it signed it. */
function explainBaseString(
  task: DiagnosisTask,
  caches: readonly ComputationCache[],
  matchers: readonly Matcher[],
  signed: string,
): Diagnosis {
  const { hypotheses, interpretations, signature } = task;
  const cache = caches[0]!;
  const baseStringMatcher: Matcher = { shown: [], matches: (result) => result.baseString === signed };
  const forBaseString = hypotheses.filter((hypothesis) => cache.affected(hypothesis).baseString);
  const before = findMatches({ ...task, hypotheses: forBaseString }, caches, [baseStringMatcher], 2);
  if (matchers.length === 0) return resultOf(task, cache, before, signed);

  const signing = createComputationCache({
    ...interpretations[0].computation,
    stages: { ...specification, baseString: () => signed },
  });
  const forSigning = hypotheses.filter((one) => !cache.affected(one).baseString || cache.affected(one).key);
  const signingTask = { ...task, interpretations: [interpretations[0]] as const, hypotheses: forSigning };
  const after = findMatches(signingTask, [signing], matchers, 2);
  const limitReached = before.limitReached || after.limitReached;
  if (before.found.length > 0 && after.found.length > 0) {
    const found = before.found.flatMap((one) =>
      after.found.map((other) => ({ ...one, combination: [...one.combination, ...other.combination] })),
    );
    return resultOf(task, cache, { found, limitReached }, signed);
  }
  const isSignatureRight = after.found.some(({ combination }) => combination.length === 0);
  const parameters = specification.collectParameters(task.sources, specification);
  const changes =
    before.found.length === 0 && isSignatureRight ? changedParameters(cache.original, parameters, signed) : [];
  const common = commonOf(task, cache, signed);
  if (changes.length > 0) return { kind: "changed", changes: task.redactor.value(changes), ...common };
  const partial = [...before.found, ...after.found].flatMap(({ combination }) => combination.map(causeOf));
  const partialCauses = signature === undefined ? [] : [...new Map(partial.map((cause) => [cause.id, cause])).values()];
  return { kind: "unknown", limitReached, partialCauses, ...common };
}

/** Tries single hypotheses for all interpretations before it tries pairs for any. */
function findMatches(
  task: DiagnosisTask,
  caches: readonly ComputationCache[],
  matchers: readonly Matcher[],
  largest: number,
): Matches {
  let limitReached = false;
  for (const size of largest === 0 ? [0] : [1, 2].filter((one) => one <= largest)) {
    const found: Match[] = [];
    for (const [at, cache] of caches.entries()) {
      for (const matcher of matchers) {
        const matches = searchInterpretation(task, task.interpretations[at]!, cache, matcher, size);
        limitReached ||= matches.limitReached;
        found.push(...matches.found);
      }
      if (found.some(({ combination }) => combination.length === 0)) break;
    }
    const fewest = Math.min(...found.map(({ combination }) => combination.length));
    const isReproduced = found.some(({ reproducesRequest }) => reproducesRequest);
    const simplest = found.filter(
      ({ combination }) =>
        combination.length === fewest && !(isReproduced && combination.some(({ isEvident }) => isEvident)),
    );
    if (simplest.length > 0) return { found: simplest, limitReached };
  }
  return { found: [], limitReached };
}

function searchInterpretation(
  { hypotheses, isWithinLimit, unreadable }: DiagnosisTask,
  { writes }: Interpretation,
  cache: ComputationCache,
  { shown, matches }: Matcher,
  size: number,
): Matches {
  // If the right computation writes the same request, no fault is needed to explain how it is written.
  const reproducesRequest = writes !== undefined && !writes(cache.original);
  const { combinations, limitReached } = search({
    cache,
    hypotheses,
    matches: (result, combination) => matches(result) && (!reproducesRequest || writes(cache.computation(combination))),
    largest: size - shown.length,
    isWithinLimit,
    // A malformed header may have two faults of the transport.
    ...(reproducesRequest && {
      isRequired: (hypothesis) =>
        cache.affected(hypothesis).transport && (unreadable !== undefined || writes(cache.computation([hypothesis]))),
    }),
  });
  const found = combinations.map((one) => ({ combination: [...one, ...shown], cache, reproducesRequest }));
  return { found, limitReached };
}

function matchersOf({ interpretations, input, hypotheses }: DiagnosisTask, signature: string): Matcher[] {
  const { signatureMethod } = interpretations[0].computation.request;
  if (!signatureMethod.startsWith("RSA-")) return [{ shown: [], matches: (result) => result.signature === signature }];
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

function resultOf(
  task: DiagnosisTask,
  cache: ComputationCache,
  { found, limitReached }: Matches,
  signed?: string,
): Diagnosis {
  const alternatives = distinctMatches(found);
  const [first] = alternatives;
  if (first === undefined)
    return { kind: "unknown", limitReached, partialCauses: [], ...commonOf(task, cache, signed) };
  const wrong = signed ?? first.cache.result(first.combination).baseString;
  const common = commonOf(task, cache, wrong, first.combination);
  if (alternatives.length > 1) {
    const combinations = alternatives.map(({ combination }) => combination);
    const request = findDistinguishingRequest(combinations, task.isWithinLimit);
    return {
      kind: "ambiguous",
      alternatives: combinations.map((combination) => combination.map(causeOf)),
      ...(request === undefined ? {} : { distinguishingRequest: request }),
      limitReached,
      ...common,
    };
  }
  const [cause, ...more] = first.combination.map(causeOf);
  if (cause !== undefined) return { kind: "explained", causes: [cause, ...more], ...common };
  if (task.unreadable === undefined) return { kind: "right", ...common };
  return { kind: "not-diagnosed", reason: "unreadable", message: task.unreadable, notices: task.notices };
}

/** Members that all results have. */
function commonOf(
  { notices, showSignature, redactor }: DiagnosisTask,
  cache: ComputationCache,
  wrong: string | undefined,
  combination: Combination = [],
): { notices: readonly Notice[]; difference?: StageDifference; expectedSignature?: string } {
  const { baseString: right, signature } = cache.result([]);
  const isKnown = right !== undefined && wrong !== undefined;
  const inBaseString = isKnown ? baseStringDifference(cache.original, right, wrong, redactor.cover) : undefined;
  const difference = inBaseString ?? differenceAfterBaseString(cache, combination);
  return {
    notices: notices.filter(({ id }) => !combination.some((hypothesis) => hypothesis.id === id)),
    ...(difference === undefined ? {} : { difference: redactor.value(difference) }),
    ...(showSignature && signature !== undefined ? { expectedSignature: signature } : {}),
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

function causeOf({ id, kind, title, what, fix }: Hypothesis): Cause {
  return { id, kind, title, what, fix };
}
