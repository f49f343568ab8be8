/**
 * A baseline during one run: known failures that do not make the run fail, each with its reason. It suppresses exactly what its
 * entries name, and reports entries that no longer suppress anything.
 */

import { cut } from "../../redaction/visible.ts";
import { type Candidate, candidateOf, createAnswerExplainer } from "../causes/index.ts";
import type { FailureKind } from "../properties/index.ts";
import {
  type AnsweredCase,
  type CaseEvidence,
  type CaseResult,
  type Cause,
  type FalsifiedCase,
  type Gate,
  isFailure,
  type KnownFailure,
  type Named,
} from "../runner/index.ts";
import { type Answer, openReason, shownJson, type TestCase } from "../vectors/index.ts";
import {
  type BaselineFinding,
  failureOf,
  keyOf,
  kindOfAnswer,
  kindOfCase,
  knownBy,
  NO_REASON,
  subjectOf,
  titleOfForm,
  UNSTABLE,
} from "./entries.ts";
import type { Entry } from "./schema.ts";

/** A baseline during one run. */
interface Baseline extends Gate {
  /** Called after the run. An entry is left out if the run had only some of the vectors that can show it. */
  readonly findings: () => readonly BaselineFinding[];
  /** Called after the run: returns the entries that suppress its failures, old ones with their reasons. */
  readonly updated: () => readonly Entry[];
}

/** A run for a new baseline generates this many times as many cases, so that the baseline covers other seeds too. */
export const RUNS_OF_UPDATE = 10;

/** How often a wrong answer is asked for again, to see whether the implementation repeats it. */
const MOST_REPETITIONS = 5;

/**
 * Opens a baseline for one run.
 *
 * @param entries empty if there is no baseline; causes that the run finds then still explain failures of properties
 * @param all every vector and property there is, whether or not this run has them
 * @param isUpdated whether the entries are rewritten: entries without a reason are searched for causes again, and new failures
 * are accepted
 */
export function openBaseline(
  entries: readonly Entry[],
  { all, isUpdated = false }: { readonly all: readonly Named[]; readonly isUpdated?: boolean },
): Baseline {
  // When the entries are rewritten, only causes, refusals and errors are kept before they occur again.
  const applied = isUpdated ? entries.filter(isGeneral) : entries;
  /** What each entry has suppressed: ids of vectors and properties. */
  const used = new Map<Entry, Set<string>>(applied.map((entry) => [entry, new Set()]));
  const checked = new Map<string, CaseResult>();
  const found = new Map<string, Cause>();
  /** Mistakes that produce answers to vectors. */
  const shown = new Set<Candidate>();
  /** For a new baseline: why each failing vector becomes a known failure. */
  const accepted = new Map<string, KnownFailure>();
  /** Wrong answers and errors that the implementation does not repeat. */
  const unstable = new Set<CaseResult>();
  /** The answers that it repeats instead. */
  const repeated: CaseEvidence[] = [];
  const added = new Map<string, Entry>();
  const ran = new Set<string>();
  let explainer = createAnswerExplainer(acceptedMistakes());

  function acceptedMistakes(): Candidate[] {
    return [...used.keys()].flatMap((entry) => ("cause" in entry ? (candidateOf(entry.cause) ?? []) : []));
  }

  function find(isWanted: (entry: Entry) => boolean): Entry | undefined {
    return [...used.keys()].find(isWanted);
  }

  function suppressedBy(entry: Entry, id: string): KnownFailure;
  function suppressedBy(entry: Entry | undefined, id: string): KnownFailure | undefined;
  function suppressedBy(entry: Entry | undefined, id: string): KnownFailure | undefined {
    if (entry === undefined) return undefined;
    used.get(entry)!.add(id);
    return knownBy(entry);
  }

  function accept(entry: Entry): Entry {
    used.set(entry, new Set());
    return entry;
  }

  const causeEntry = ({ form }: Candidate): Entry | undefined =>
    find((entry) => "cause" in entry && candidateOf(entry.cause)?.form === form);
  const answerEntry = (kind: FailureKind, key: string): Entry | undefined =>
    find(
      (entry) =>
        (kind === "refusal" && "refusal" in entry ? entry.refusal : "error" in entry ? entry.error : "") === key,
    );

  /** The entries of the mistakes that produce an answer; `undefined` if the baseline does not have them all. */
  function knownMistakes(alternatives: readonly (readonly Candidate[])[], id: string): KnownFailure | undefined {
    const accepted = alternatives.filter((one) => one.every((mistake) => causeEntry(mistake) !== undefined));
    for (const mistake of accepted.flat()) suppressedBy(causeEntry(mistake), id);
    const [first] = accepted;
    if (first === undefined || first.length === 0) return undefined;
    return combined(first.map((mistake) => knownBy(causeEntry(mistake)!)));
  }

  async function isUnstable(again: () => Promise<boolean>): Promise<boolean> {
    if (!isUpdated && answerEntry("error", UNSTABLE) === undefined) return false;
    for (let at = 0; at < MOST_REPETITIONS; at++) if (!(await again())) return true;
    return false;
  }

  function knownAnswer(result: CaseResult): KnownFailure | undefined {
    const kind = kindOfCase(result);
    const isVectorsEntry = (entry: Entry): boolean =>
      "vectors" in entry && entry.vectors.includes(result.id) && entry.failure === failureOf(result);
    const entry = kind === "wrong-value" ? undefined : answerEntry(kind, keyOf(result.message, result.rules));
    return suppressedBy(entry ?? find(isVectorsEntry), result.id);
  }

  function noteCase(result: CaseResult): void {
    checked.set(result.id, result);
  }

  /** For a new baseline: the most frequent answer of an implementation counts; any other is considered random. */
  async function askMoreOften(one: AnsweredCase): Promise<boolean> {
    const groups: CaseEvidence[][] = [[one]];
    for (let at = 0; at < MOST_REPETITIONS; at++) {
      const other = await one.again();
      const same = groups.find(([first]) => isSameFailure(first!, other));
      if (same === undefined) groups.push([other]);
      else same.push(other);
    }
    const most = Math.max(...groups.map(({ length }) => length));
    const [usual] = groups.find(({ length }) => length === most)!;
    if (usual === one) return false;
    if (isFailure(usual!.result.verdict)) repeated.push(usual!);
    return true;
  }

  async function judgeCase(one: AnsweredCase): Promise<CaseResult> {
    const { result, asked, answer, again } = one;
    noteCase(result);
    if (!isFailure(result.verdict)) return result;
    const explained = explainer.explain(asked.input, answer, comparedStages(asked));
    const known = (explained && knownMistakes(explained, result.id)) ?? knownAnswer(result);
    if (known !== undefined) return { ...result, verdict: "known-failure", known };
    const isRandom = isUpdated
      ? () => askMoreOften(one)
      : () => isUnstable(async () => isSameFailure(one, await again()));
    if (isAnswered(result) && (await isRandom())) {
      unstable.add(result);
      const entry = kindOfCase(result) === "wrong-value" ? answerEntry("error", UNSTABLE) : undefined;
      const ofRandom = suppressedBy(entry, result.id);
      if (ofRandom !== undefined) return { ...result, verdict: "known-failure", known: ofRandom };
    }
    const other = find((entry) => "vectors" in entry && entry.vectors.includes(result.id));
    if (other === undefined || !("vectors" in other)) return result;
    return { ...result, notSuppressed: `the baseline expects the failure ${other.failure} of this vector` };
  }

  async function learn(causes: readonly Cause[], evidence: readonly CaseEvidence[]): Promise<void> {
    const forms = causes.flatMap((cause) => [cause, ...cause.alternatives.map((one) => ({ ...cause, ...one }))]);
    for (const cause of forms) if (cause.form !== undefined && !found.has(cause.form)) found.set(cause.form, cause);
    const mistakes = [...found.keys()].flatMap((form) => candidateOf(form) ?? []);
    const named = causes.flatMap(({ form = "" }) => candidateOf(form) ?? []);
    const together = [...new Set([...acceptedMistakes(), ...named])];
    explainer = createAnswerExplainer([...acceptedMistakes(), ...mistakes], together);
    if (!isUpdated) return;
    for (const one of [...evidence, ...repeated.splice(0)])
      if (isFailure(one.result.verdict)) for (const mistake of acceptFailure(one)) shown.add(mistake);
    // The entry of a mistake that no vector shows would be stale in a run that generates other cases.
    const all = new Set([...acceptedMistakes(), ...shown]);
    const accepted = together.filter((one) => all.has(one));
    explainer = createAnswerExplainer([...all], accepted);
  }

  /** @returns every mistake that produces the answer */
  function acceptFailure({ result, asked, answer }: CaseEvidence): readonly Candidate[] {
    const alternatives = (answer && explainer.explain(asked.input, answer, comparedStages(asked))) ?? [];
    const mistakes = alternatives.filter((one) => one.length > 0);
    if (mistakes.length > 0) {
      const isAccepted = (one: readonly Candidate[]): boolean =>
        one.every((mistake) => causeEntry(mistake) !== undefined);
      const rank = (one: readonly Candidate[]): number =>
        Math.max(...one.map(({ form }) => [...found.keys()].indexOf(form)));
      const first = mistakes.find(isAccepted) ?? [...mistakes].sort((one, other) => rank(one) - rank(other))[0]!;
      accepted.set(result.id, combined(first.map((mistake) => acceptMistake(mistake, result))));
      return mistakes.flat();
    }
    accepted.set(result.id, acceptOther(result));
    return [];
  }

  function acceptOther(result: CaseResult): KnownFailure {
    const kind = kindOfCase(result);
    const why = writtenReason(result);
    const isRandom = unstable.has(result) || !isAnswered(result);
    if (kind !== "wrong-value")
      return acceptAnswer(kind, keyOf(result.message, result.rules), { id: result.id, why, isRandom });
    if (isRandom) return acceptAnswer("error", UNSTABLE, { id: result.id, why, isRandom });
    acceptVector(result, why);
    return why;
  }

  /** Accepts refusals or errors, of a vector or of a property. */
  function acceptAnswer(
    kind: Exclude<FailureKind, "wrong-value">,
    key: string,
    { id, why, isRandom }: { readonly id: string; readonly why: KnownFailure; readonly isRandom: boolean },
  ): KnownFailure {
    const more = { ...(isRandom && { random: true as const }), ...why };
    const entry =
      answerEntry(kind, key) ?? accept(kind === "refusal" ? { refusal: key, ...more } : { error: key, ...more });
    return suppressedBy(entry, id);
  }

  function acceptMistake(mistake: Candidate, result: Named & Pick<CaseResult, "verdict" | "difference">): KnownFailure {
    const { reason, ...others } = writtenReason(result);
    const named = { reason: reason === NO_REASON ? titleOfForm(mistake.form) : reason, ...others };
    return suppressedBy(causeEntry(mistake) ?? accept({ cause: mistake.form, ...named }), result.id);
  }

  /** Vectors that fail alike are one entry. */
  function acceptVector(result: CaseResult, why: KnownFailure): void {
    const failure = failureOf(result);
    const key = JSON.stringify([failure, why, why.reason === NO_REASON ? result.rules : []]);
    const before = added.get(key);
    const vectors = before !== undefined && "vectors" in before ? before.vectors : [];
    added.set(key, { vectors: [...vectors, result.id], failure, ...why });
  }

  /** What people wrote about a failure. */
  function writtenReason(result: Named & Pick<CaseResult, "verdict" | "difference">): KnownFailure {
    const failure = failureOf(result);
    const isOf = (entry: Entry): boolean =>
      "vectors" in entry && entry.vectors.includes(result.id) && entry.failure === failure;
    const entry = entries.find(isOf);
    return entry === undefined ? { reason: NO_REASON } : knownBy(entry);
  }

  async function judgeFalsified(one: FalsifiedCase): ReturnType<Gate["judgeFalsified"]> {
    const { property, falsification, again } = one;
    const excused = excuseOf(one);
    if (excused !== undefined) return excused;
    if (falsification.kind !== "wrong-value" || !(await isUnstable(again))) return undefined;
    const known = isUpdated
      ? acceptAnswer("error", UNSTABLE, { ...ofProperty(property), isRandom: true })
      : suppressedBy(answerEntry("error", UNSTABLE), property.id);
    return known && { known };
  }

  /** Whether mistakes, known refusals and known errors produce all answers of a case. */
  function excuseOf({ property, asked, answers }: FalsifiedCase): Awaited<ReturnType<Gate["judgeFalsified"]>> {
    const known: KnownFailure[] = [];
    const forms: string[] = [];
    for (const [at, answer] of answers.entries()) {
      const input = (answer.ok ? answer.input : undefined) ?? asked[at]!;
      const explained = explainer.explain(input, answer);
      const [mistakes] = explained ?? [];
      if (mistakes?.length === 0) continue;
      const ofMistakes = explained && knownMistakes(explained, property.id);
      const isAllowed = !answer.ok && openReason(input) !== undefined;
      const excused = ofMistakes ?? (isAllowed ? undefined : knownError(answer, property));
      if (excused !== undefined) known.push(excused);
      else if (mistakes !== undefined) {
        if (isUpdated) for (const one of mistakes) acceptMistakeOf(one, property);
        forms.push(...mistakes.map(({ form }) => form));
      } else if (!isAllowed) return undefined;
    }
    if (isUpdated && forms.length > 0) return { known: { reason: forms.map(titleOfForm).join("; ") } };
    if (forms.length > 0) return { causes: forms };
    return known.length === 0 ? undefined : { known: combined(known) };
  }

  function acceptMistakeOf(mistake: Candidate, property: Named): void {
    suppressedBy(
      causeEntry(mistake) ?? accept({ cause: mistake.form, reason: titleOfForm(mistake.form) }),
      property.id,
    );
  }

  function knownError(answer: Answer, { id, rules }: Named): KnownFailure | undefined {
    if (answer.ok || answer.error === "unsupported") return undefined;
    const [kind, key] = [kindOfAnswer(answer), keyOf(answer.message, rules)];
    // No vector has shown it, so another run may not show it either.
    if (isUpdated) return acceptAnswer(kind, key, { ...ofProperty({ id }), isRandom: true });
    return suppressedBy(answerEntry(kind, key), id);
  }

  function ofProperty({ id }: Pick<Named, "id">): { readonly id: string; readonly why: KnownFailure } {
    return { id, why: { reason: NO_REASON } };
  }

  const isOfProperty =
    (id: string, kind: FailureKind) =>
    (entry: Entry): boolean =>
      "property" in entry && entry.property === id && entry.failure === kind;
  const isGated = (entry: Entry): boolean => "property" in entry && entry.without !== undefined;

  function acceptedVector(result: CaseResult): CaseResult {
    const known = accepted.get(result.id);
    return known === undefined ? result : { ...result, verdict: "known-failure", known };
  }

  const acceptProperty: NonNullable<Gate["accept"]>["property"] = (property, kind, found) => {
    const { id } = property;
    const before = entries.find(isOfProperty(id, kind));
    const isWritten = before !== undefined && !before.reason.startsWith(NO_REASON);
    const example =
      "example" in found ? `${NO_REASON}: ${cut(shownJson(found.example) ?? "", LONGEST_EXAMPLE)}` : NO_REASON;
    const why = isWritten ? knownBy(before) : { reason: example };
    const without = "without" in found ? { without: [...found.without] } : {};
    return suppressedBy(accept({ property: id, failure: kind, ...without, ...why }), id);
  };

  const vectors = all.filter(({ id }) => id.includes("/"));
  const isComplete = (): boolean => vectors.every(({ id }) => checked.has(id));

  /** An error at random can be a refusal that the vector allows. */
  function isFixed({ verdict }: CaseResult): boolean {
    const isRandom = verdict === "refused" && find((entry) => "random" in entry) !== undefined;
    return !isFailure(verdict) && !isRandom;
  }

  function findingsOf(entry: Entry, ids: ReadonlySet<string>): BaselineFinding[] {
    const stale = (message: string): BaselineFinding[] => [{ kind: "stale", message }];
    const unmatched = (message: string): BaselineFinding[] => [{ kind: "unmatched", message }];
    const isNamed = (id: string): boolean => all.some((one) => one.id === id);
    if ("cause" in entry && candidateOf(entry.cause) === undefined)
      return unmatched(`no cause has the id ${entry.cause}`);
    if ("property" in entry)
      return isNamed(entry.property) ? [] : unmatched(`no property has the id ${entry.property}`);
    if (!("vectors" in entry))
      return ids.size > 0 || "random" in entry || !isComplete() ? [] : stale(`${subjectOf(entry)} no longer shows`);
    const unknown = entry.vectors.filter((id) => !isNamed(id));
    const passed = entry.vectors.filter((id) => {
      const result = checked.get(id);
      return result !== undefined && !ids.has(id) && isFixed(result);
    });
    return [
      ...unknown.flatMap((id) => unmatched(`no vector has the id ${id}`)),
      ...passed.flatMap((id) => stale(`${id} no longer fails at ${entry.failure}`)),
    ];
  }

  function updated(): Entry[] {
    const isNeeded = ([entry, ids]: readonly [Entry, ReadonlySet<string>]): boolean =>
      ids.size > 0 || (!isComplete() && isGeneral(entry));
    const general = [...used].filter(isNeeded).map(([entry]) => entry);
    const left = entries.flatMap((entry): Entry[] => {
      if ("property" in entry) return ran.has(entry.property) ? [] : [entry];
      if (!("vectors" in entry)) return [];
      const others = entry.vectors.filter((id) => !checked.has(id));
      return others.length === 0 ? [] : [{ ...entry, vectors: others }];
    });
    const all = [...general, ...added.values(), ...left];
    // Mistakes explain an answer together in the order in which they fit.
    const order = [...found.keys()];
    const orderOf = (entry: Entry): number => ("cause" in entry ? order.indexOf(entry.cause) : 0);
    return [...all].sort((one, other) => placeOf(one) - placeOf(other) || orderOf(one) - orderOf(other));
  }

  return {
    noteCase,
    judgeCase,
    learn,
    judgeFalsified,
    updated,
    ...(isUpdated && { accept: { vector: acceptedVector, property: acceptProperty } }),
    without(id) {
      ran.add(id);
      const features = [...used.keys()].flatMap((entry) =>
        "property" in entry && entry.property === id ? (entry.without ?? []) : [],
      );
      return [...new Set(features)];
    },
    notGated({ id }, kind) {
      const entry = find((one) => isOfProperty(id, kind)(one) && !isGated(one));
      return suppressedBy(entry, id);
    },
    findings: () => [...used].flatMap(([entry, ids]) => findingsOf(entry, ids)),
  };
}

const LONGEST_EXAMPLE = 160;

/** Whether an entry is about answers of a kind, and names no vector or property. */
function isGeneral(entry: Entry): boolean {
  return "cause" in entry || "refusal" in entry || "error" in entry;
}

const ORDER = ["cause", "refusal", "error", "vectors", "property"];

function placeOf(entry: Entry): number {
  return ORDER.findIndex((member) => member in entry);
}

function comparedStages({ expected }: TestCase): readonly string[] | undefined {
  return "refused" in expected ? undefined : Object.keys(expected);
}

/** Whether the implementation itself answered, so that asking again costs no restart. */
function isAnswered({ verdict }: CaseResult): boolean {
  return verdict === "fail" || verdict === "failed";
}

/** Whether two answers to one question fail alike. The values differ each time if the signer chooses nonce and timestamp. */
function isSameFailure(one: CaseEvidence, other: CaseEvidence): boolean {
  const hasSameInput = one.asked === other.asked;
  const text = ({ result: { verdict, difference, message, rules } }: CaseEvidence): string =>
    JSON.stringify([verdict, difference?.stage, hasSameInput && difference?.actual, keyOf(message, rules)]);
  return text(one) === text(other);
}

function combined(known: readonly KnownFailure[]): KnownFailure {
  const [address] = known.flatMap((one) => one.address ?? []);
  const reasons = [...new Set(known.map(({ reason }) => reason))];
  return { reason: reasons.join("; "), ...(address !== undefined && { address }) };
}
