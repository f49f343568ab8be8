/**
 * Judges: runs the searches and puts their findings into one answer.
 *
 * @module
 */

import type { SignatureMethod } from "../model/index.ts";
import { specification } from "../model/index.ts";
import type { Redactor } from "../redaction/index.ts";
import { type Bench, createBench } from "./bench.ts";
import { changesOf } from "./changes.ts";
import type { Cause, Diagnosis, Notice, Undecided } from "./diagnosis.ts";
import type { DiagnosisInput, Key, Produced } from "./diagnosis-input.ts";
import { baseStringDifference, type StageDifference } from "./difference.ts";
import type { Interpretation } from "./interpretation.ts";
import { otherPublicKey } from "./key-circumstances.ts";
import type { ParsedInput } from "./parsed-input.ts";
import { type Recovered, recover } from "./rsa.ts";
import { type Allowance, type Combination, search } from "./search.ts";
import { shownFault } from "./shown-faults.ts";
import type { Suspect } from "./suspect.ts";
import { tellApart } from "./tell-apart.ts";

/** All that a judgement needs. */
export interface Judgement extends ParsedInput {
  readonly input: DiagnosisInput;
  readonly redactor: Redactor;
  readonly notices: readonly Notice[];
  readonly suspects: readonly Suspect[];
  readonly showSignature: boolean;
  readonly allowed: Allowance;
}

/** One way to understand the signature: what it shows by itself, and which base strings or keys it fits. */
interface Way {
  readonly shown: readonly Suspect[];
  readonly fits: (outcome: Produced) => boolean;
}

/** What was found to reproduce it, with the interpretation that it was found on. */
interface Finding {
  readonly combination: Combination;
  readonly bench: Bench;
  /** Whether it also writes the damage that came over the wire. */
  readonly isProof: boolean;
}

interface Findings {
  readonly found: readonly Finding[];
  readonly isCutOff: boolean;
}

/** The answer. */
export function judge(judgement: Judgement): Diagnosis {
  const { interpretations, baseString, signature, input, notices } = judgement;
  const { request } = interpretations[0].computation;
  const isRsa = request.signatureMethod.startsWith("RSA-");
  const hasKey = isRsa ? publicKeyOf(input.key) !== undefined : request.consumerSecret !== undefined;
  if (!hasKey && baseString === undefined) {
    const wanted = isRsa ? "the public key" : "the consumer secret";
    return { kind: "unjudged", reason: "key-missing", message: `${request.signatureMethod} needs ${wanted}`, notices };
  }
  const ways = signature === undefined || !hasKey ? [] : waysOf(judgement, signature);
  if (hasKey && ways.length === 0 && signature !== undefined && baseString === undefined) {
    return {
      kind: "unknown",
      isCutOff: false,
      partly: [],
      notices: [...notices, keyOpensNothing(request.signatureMethod)],
    };
  }
  const benches = interpretations.map(({ computation }) => createBench(computation));
  const bySignature =
    ways.length === 0 ? NOTHING : reproduce(judgement, benches, ways, baseString === undefined ? 2 : 0);
  if (bySignature.found.length > 0 || baseString === undefined) return answer(judgement, benches[0]!, bySignature);
  return judgeTold(judgement, benches, ways, baseString);
}

const NOTHING: Findings = { found: [], isCutOff: false };

/** The base string is known: what led to it and what was made of it are looked for apart. */
function judgeTold(judgement: Judgement, benches: readonly Bench[], ways: readonly Way[], told: string): Diagnosis {
  const { suspects, interpretations, signature } = judgement;
  const [bench] = benches as [Bench, ...Bench[]];
  const toBase: Way = { shown: [], fits: (outcome) => outcome.baseString === told };
  const forBase = suspects.filter((suspect) => bench.touch(suspect).base);
  const led = reproduce({ ...judgement, suspects: forBase }, benches, [toBase], 2);
  if (ways.length === 0) return answer(judgement, bench, led, told);

  const fixed = createBench({
    ...interpretations[0].computation,
    stages: { ...specification, baseString: () => told },
  });
  const after = suspects.filter((suspect) => !bench.touch(suspect).base || bench.touch(suspect).key);
  const made = reproduce({ ...judgement, interpretations: [interpretations[0]], suspects: after }, [fixed], ways, 2);
  if (led.found.length > 0 && made.found.length > 0) {
    const found = led.found.flatMap((one) =>
      made.found.map((other) => ({ ...one, combination: [...one.combination, ...other.combination] })),
    );
    return answer(judgement, bench, { found, isCutOff: led.isCutOff || made.isCutOff }, told);
  }
  const isSigned = made.found.some(({ combination }) => combination.length === 0);
  const parameters = specification.collectParameters(judgement.sources, specification);
  const changes = led.found.length === 0 && isSigned ? changesOf(bench.start, parameters, told) : [];
  const common = commonOf(judgement, bench, told);
  if (changes.length > 0) return { kind: "changed", changes: judgement.redactor.value(changes), ...common };
  const partly = [...led.found, ...made.found].flatMap(({ combination }) => combination.map(culpritOf));
  const isCutOff = led.isCutOff || made.isCutOff;
  return { kind: "unknown", isCutOff, partly: signature === undefined ? [] : distinct(partly), ...common };
}

/** Tries single hypotheses on all interpretations before pairs on any. */
function reproduce(judgement: Judgement, benches: readonly Bench[], ways: readonly Way[], largest: number): Findings {
  let isCutOff = false;
  for (const size of largest === 0 ? [0] : [1, 2].filter((one) => one <= largest)) {
    const found: Finding[] = [];
    for (const [at, bench] of benches.entries()) {
      for (const way of ways) {
        const one = searchOn(judgement, judgement.interpretations[at]!, bench, way, size);
        isCutOff ||= one.isCutOff;
        found.push(...one.found);
      }
      if (found.some(({ combination }) => combination.length === 0)) break;
    }
    const fewest = Math.min(...found.map(({ combination }) => combination.length));
    const hasProof = found.some(({ isProof }) => isProof);
    const plainest = found.filter(
      ({ combination }) =>
        combination.length === fewest && !(hasProof && combination.some(({ isEvident }) => isEvident)),
    );
    if (plainest.length > 0) return { found: plainest, isCutOff };
  }
  return { found: [], isCutOff };
}

function searchOn(
  { suspects, allowed, unreadable }: Judgement,
  { writes }: Interpretation,
  bench: Bench,
  { shown, fits }: Way,
  size: number,
): Findings {
  // What the specification itself would send is no damage that needs a fault.
  const isProof = writes !== undefined && !writes(bench.start);
  const { combinations, isCutOff } = search({
    bench,
    suspects,
    matches: (outcome, combination) => fits(outcome) && (!isProof || writes(bench.computation(combination))),
    largest: size - shown.length,
    allowed,
    // A header that no reader takes apart may be spoiled twice.
    ...(isProof
      ? {
          oneOf: (suspect) =>
            bench.touch(suspect).wire && (unreadable !== undefined || writes(bench.computation([suspect]))),
        }
      : {}),
  });
  const found = combinations.map((combination) => ({ combination: [...combination, ...shown], bench, isProof }));
  return { found, isCutOff };
}

function waysOf({ interpretations, input, suspects }: Judgement, signature: string): Way[] {
  const { signatureMethod } = interpretations[0].computation.request;
  if (!signatureMethod.startsWith("RSA-")) return [{ shown: [], fits: (outcome) => outcome.signature === signature }];
  const { key, otherKeys = [] } = input;
  const known = new Map(suspects.map((suspect) => [suspect.id, suspect]));
  const wayOf = ({ faults, signs }: Recovered, others: readonly Suspect[]): Way => ({
    shown: [...others, ...faults.map((id) => known.get(id) ?? shownFault(id))],
    fits: ({ baseString }) => baseString !== undefined && signs(baseString),
  });
  const keys = [
    { ...key, others: [] },
    ...otherKeys.map((other) => ({ ...other, others: [otherPublicKey(other.label)] })),
  ];
  return keys.flatMap(({ others, ...one }) => {
    const publicKey = publicKeyOf(one);
    if (publicKey === undefined) return [];
    const method = signatureMethod as Exclude<SignatureMethod, "PLAINTEXT">;
    const recovered = recover(signature, method, publicKey, one.privateKey);
    return recovered.map((way) => wayOf(way, others));
  });
}

/** PEM; a private key stands for its public half. */
function publicKeyOf({ publicKey, privateKey }: Key): string | undefined {
  return publicKey ?? privateKey;
}

function answer(judgement: Judgement, bench: Bench, { found, isCutOff }: Findings, told?: string): Diagnosis {
  const alternatives = distinctCombinations(found);
  const [first] = alternatives;
  if (first === undefined) {
    return { kind: "unknown", isCutOff, partly: [], ...commonOf(judgement, bench, told) };
  }
  const wrong = told ?? first.bench.outcome(first.combination).baseString;
  const common = { ...commonOf(judgement, bench, wrong, first.combination) };
  if (alternatives.length > 1) {
    const combinations = alternatives.map(({ combination }) => combination);
    const apart = tellApart(combinations, judgement.allowed);
    const undecided: Undecided = {
      kind: "undecided",
      alternatives: combinations.map((combination) => combination.map(culpritOf)),
      ...(apart === undefined ? {} : { tellApart: apart }),
      isCutOff,
      ...common,
    };
    return undecided;
  }
  const culprits = first.combination.map(culpritOf);
  const [one, ...more] = culprits;
  if (one === undefined) {
    if (judgement.unreadable === undefined) return { kind: "right", ...common };
    return { kind: "unjudged", reason: "unreadable", message: judgement.unreadable, notices: judgement.notices };
  }
  return more.length === 0 ? { kind: "fault", culprits: [one], ...common } : { kind: "faults", culprits, ...common };
}

function commonOf(
  { notices, showSignature, redactor }: Judgement,
  bench: Bench,
  wrong: string | undefined,
  combination: Combination = [],
): { notices: readonly Notice[]; difference?: StageDifference; expectedSignature?: string } {
  const { baseString: right, signature } = bench.outcome([]);
  const inBase =
    right === undefined || wrong === undefined
      ? undefined
      : baseStringDifference(bench.start, right, wrong, redactor.cover);
  const difference = inBase ?? differenceBehind(bench, combination);
  return {
    notices: notices.filter(({ id }) => !combination.some((suspect) => suspect.id === id)),
    ...(difference === undefined ? {} : { difference: redactor.value(difference) }),
    ...(showSignature && signature !== undefined ? { expectedSignature: signature } : {}),
  };
}

/** Beside the base string the values are secrets, or say nothing: only the stage is told. */
function differenceBehind(bench: Bench, combination: Combination): StageDifference | undefined {
  if (combination.length === 0) return undefined;
  return { stage: combination.some((suspect) => bench.touch(suspect).key) ? "key" : "signature" };
}

function distinctCombinations(found: readonly Finding[]): Finding[] {
  const byIds = new Map<string, Finding>();
  for (const finding of found) {
    const combination = [...new Map(finding.combination.map((suspect) => [suspect.id, suspect])).values()];
    const ids = combination
      .map(({ id }) => id)
      .sort()
      .join("+");
    if (!byIds.has(ids)) byIds.set(ids, { ...finding, combination });
  }
  return [...byIds.values()];
}

function distinct(culprits: readonly Cause[]): Cause[] {
  return [...new Map(culprits.map((culprit) => [culprit.id, culprit])).values()];
}

function culpritOf({ id, kind, title, what, fix }: Suspect): Cause {
  return { id, kind, title, what, fix };
}

function keyOpensNothing(signatureMethod: string): Notice {
  return {
    id: "key-opens-nothing",
    text: `the public key does not open this signature: it was made with another private key, or is no ${signatureMethod} signature at all`,
  };
}
