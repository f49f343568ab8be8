/** Baselines as functions over results: known failures do not make a run fail. The runner itself reads no baseline. */

import { candidateOf, createAffects, createCauseSearch } from "../causes/index.ts";
import {
  type CaseEvidence,
  type CaseResult,
  isFailure,
  type KnownFailure,
  type PropertyFailure,
  propertyResult,
  type Run,
  type RunEvidence,
} from "../runner/index.ts";
import { type AnyResult, entriesOf, entriesOfFailure, entryOfValue, isNotGated, keyOf, subjectOf } from "./entries.ts";
import type { Entry, VectorsEntry } from "./schema.ts";

/**
 * An entry that suppresses nothing. `stale`: its failure no longer occurs. `hidden`: another failure of the same requests may hide
 * it. `unmatched`: no id matches it.
 */
export interface BaselineFinding {
  readonly kind: "stale" | "hidden" | "unmatched";
  readonly message: string;
}

/**
 * What a run needs to know about a baseline: how results become known, and which causes are tried first.
 *
 * @param entries `undefined` without a baseline
 * @param isUpdated whether the baseline is rewritten, so that everything becomes known
 * @param isSearching whether causes that the baseline does not name are searched for
 */
export function runWithBaseline(
  entries: readonly Entry[] | undefined,
  { isUpdated, isSearching }: { readonly isUpdated: boolean; readonly isSearching: boolean },
): Pick<Run, "known" | "isNew" | "search"> {
  if (entries === undefined) return isSearching ? { search: createCauseSearch() } : {};
  const known = applying(entries, isUpdated);
  const expected = entries.flatMap((entry) => ("cause" in entry ? [entry.cause] : []));
  return {
    known,
    isNew: (result) => isUpdated || isFailure(known(result).verdict),
    search: createCauseSearch({ expected, isSearching, isUpdated }),
  };
}

type ByKey = ReadonlyMap<string, Entry>;

function byKey(entries: readonly Entry[]): ByKey {
  return new Map(entries.map((entry) => [keyOf(entry), entry]));
}

/**
 * Returns a function that marks results as known failures.
 *
 * @param isUpdated whether the baseline is rewritten, so that each failure is known by the entries that it will get
 */
export function applying(entries: readonly Entry[], isUpdated = false): <Own extends AnyResult>(result: Own) => Own {
  const written = byKey(entries);
  const knownBy = (needed: readonly Entry[]): KnownFailure | undefined => {
    const own = needed.map((entry) => written.get(keyOf(entry)) ?? (isUpdated ? entry : undefined));
    return own.length > 0 && own.every((entry) => entry !== undefined) ? knownFailure(own) : undefined;
  };
  const known = (result: AnyResult): AnyResult => {
    if ("runs" in result) {
      const failures = result.failures?.map((failure): PropertyFailure => {
        const own = knownBy(entriesOfFailure(failure, result.id));
        return own === undefined ? failure : { ...failure, known: own };
      });
      return failures === undefined ? result : propertyResult(result, failures);
    }
    if (!isFailure(result.verdict)) return result;
    const own = knownBy(entriesOf(result)) ?? knownBy([entryOfValue(result)]);
    if (own !== undefined) return { ...result, verdict: "known-failure", known: own };
    const isOther = entries.some((entry) => "vectors" in entry && Object.hasOwn(entry.vectors, result.id));
    return isOther ? { ...result, notSuppressed: "the baseline has a different value for this vector" } : result;
  };
  return known as <Own extends AnyResult>(result: Own) => Own;
}

function knownFailure(entries: readonly Entry[]): KnownFailure {
  const [address] = entries.flatMap((one) => one.address ?? []);
  return {
    reason: [...new Set(entries.map(({ reason }) => reason))].join("; "),
    ...(address !== undefined && { address }),
    ...(entries.some(isNotGated) && { isNotGated: true }),
  };
}

/** The entries that the failures of a run need. */
function needed({ cases, properties }: RunEvidence, entriesFor: (result: AnyResult) => Entry[] = entriesOf): Entry[] {
  const failed = cases.filter(({ result }) => isFailure(result.verdict));
  return [...failed.map(({ result }) => result), ...properties].flatMap(entriesFor);
}

/**
 * The entries of a baseline after a run: those that its failures need, with the reasons and addresses that people wrote, and
 * others that the run does not prove useless.
 *
 * @param isComplete false: the run was interrupted, so every entry stays
 */
export function updatedEntries(entries: readonly Entry[], ran: RunEvidence, isComplete = true): Entry[] {
  const findings = findingsOf(ran, []);
  const isRefuted = (entry: Entry): boolean => findings(entry).some(({ kind }) => kind !== "hidden");
  const causes = new Map(needed(ran).flatMap((entry) => ("cause" in entry ? [[entry.cause, entry] as const] : [])));
  // The answers may come from several runs: one run may refute a cause that another run found.
  const refuted = [...causes.values()].filter(isRefuted).map(({ cause }) => cause);
  const entriesFor = (result: AnyResult): Entry[] => {
    const own = entriesOf(result);
    return own.some((entry) => "cause" in entry && refuted.includes(entry.cause)) ? [entryOfValue(result)] : own;
  };
  const answered = new Set(ran.cases.flatMap(({ answer, result: { id } }) => (answer === undefined ? [] : [id])));
  const isOld = (one: Entry): boolean => {
    if ("vectors" in one) return Object.keys(one.vectors).every((id) => answered.has(id));
    if (!hasInputs(one)) return ran.properties.length > 0;
    return isRefuted(one);
  };
  return merged(entries, needed(ran, entriesFor), (one) => !isComplete || !isOld(one));
}

/** The entries that failures need, with the reasons and addresses that people wrote, then the others that are kept. */
function merged(entries: readonly Entry[], added: readonly Entry[], isKept: (entry: Entry) => boolean): Entry[] {
  const written = byKey(entries);
  const all = new Map<string, Entry>();
  for (const entry of [...added, ...entries.filter(isKept)]) {
    const key = keyOf(entry);
    const { reason, address } = written.get(key) ?? entry;
    if (!all.has(key)) all.set(key, { ...entry, reason, ...(address !== undefined && { address }) });
  }
  return grouped([...all.values()]);
}

/** The baseline after a search that shows each mistake alone: an entry that no failure needs is stale. */
export function entriesOfSearch(entries: readonly Entry[], failures: readonly CaseResult[], isComplete: boolean) {
  const added = failures.flatMap(entriesOf);
  const stale = isComplete ? unused(entries, added).flatMap(staleEntry) : [];
  return { updated: merged(entries, added, () => !isComplete), stale };
}

/** Whether the questions that show the failure of an entry are known. Questions of generated requests depend on the seed. */
function hasInputs(entry: Entry): boolean {
  if ("difference" in entry) return entry.example !== undefined && !isNotGated(entry);
  return !("property" in entry);
}

const ORDER = ["cause", "difference", "vectors", "property"];

/** Sorted by kind. Vectors with the same reason are one entry. */
function grouped(entries: readonly Entry[]): Entry[] {
  const groups = new Map<string, Entry>();
  for (const entry of entries) {
    const { vectors, ...why } = entry as VectorsEntry;
    const key = JSON.stringify(why);
    const same = groups.get(key) as VectorsEntry | undefined;
    groups.set(key, vectors === undefined ? entry : { vectors: { ...same?.vectors, ...vectors }, ...why });
  }
  const placeOf = (entry: Entry): number => ORDER.findIndex((member) => member in entry);
  return [...groups.values()].sort((one, other) => placeOf(one) - placeOf(other));
}

/**
 * The entries that suppress nothing in a run.
 *
 * @param names the ids of every vector and property there is
 */
export function baselineFindings(
  entries: readonly Entry[],
  ran: RunEvidence,
  names: readonly string[],
): BaselineFinding[] {
  return unused(entries, needed(ran)).flatMap(findingsOf(ran, names));
}

function unused(entries: readonly Entry[], needed: readonly Entry[]): Entry[] {
  const used = new Set(needed.map(keyOf));
  return entries.filter((entry) => !used.has(keyOf(entry)));
}

function found(kind: BaselineFinding["kind"], message: string): BaselineFinding[] {
  return [{ kind, message }];
}

function staleEntry(entry: Entry): BaselineFinding[] {
  return found("stale", `${subjectOf(entry)} no longer shows`);
}

/** Returns a function that finds out why an entry suppresses nothing: from the answers to its own inputs. */
function findingsOf({ cases }: RunEvidence, names: readonly string[]): (entry: Entry) => BaselineFinding[] {
  const unmatched = (what: string, id: string): BaselineFinding[] =>
    names.length > 0 && !names.includes(id) ? found("unmatched", `no ${what} has the id ${id}`) : [];
  const affects = createAffects();
  /** What became of the questions that show the failure of an entry. */
  const decide = (entry: Entry, isOwn: (one: CaseEvidence) => boolean): BaselineFinding[] => {
    // "open" is another answer than the expected one: it shows neither that a mistake is there nor that it is gone.
    if (cases.some((one) => ["pass", "refused"].includes(one.result.verdict) && isOwn(one))) return staleEntry(entry);
    // The result of a vector with another wrong value already states this.
    const failing = "vectors" in entry ? undefined : cases.find((one) => isFailure(one.result.verdict) && isOwn(one));
    return failing === undefined ? [] : found("hidden", `${subjectOf(entry)} is hidden by ${shownName(failing)}`);
  };
  return (entry) => {
    if ("property" in entry) return unmatched("property", entry.property);
    if ("cause" in entry) {
      if (candidateOf(entry.cause) === undefined) return found("unmatched", `no cause has the id ${entry.cause}`);
      const isAffected = affects(entry.cause);
      // A verifier can be correct although the signer of the same library is wrong, and a refusal shows no signature.
      return decide(
        entry,
        (one) => one.asked.input.operation !== "verify" && one.result.verdict !== "refused" && isAffected(one),
      );
    }
    const ids = "vectors" in entry ? Object.keys(entry.vectors) : [entry.example ?? ""];
    if (!hasInputs(entry)) return [];
    const wrong = ids.flatMap((id) => unmatched("vector", id));
    return wrong.length > 0 ? wrong : decide(entry, ({ result }) => ids.includes(result.id));
  };
}

function shownName({ result: { id, explained } }: CaseEvidence): string {
  const [first = id] = [...(explained?.causes ?? []), ...(explained?.differences ?? [])];
  return first;
}
