/**
 * Runs a program with many values in few starts. The first start has plain values, the second one all hard pieces in all
 * placeholders at once: if its request is valid, no single piece is a problem. Otherwise the smallest values that fail are
 * searched for, first where the cause of the failure shows.
 */

import type { RequestExplanation } from "../../../diagnosis/index.ts";
import { differenceOf } from "../../runner/index.ts";
import { alternativesOf, type IncomingRequest } from "../captured-request.ts";
import type { CauseSearch } from "../verification.ts";
import { type Atom, type Case, type Failing, letters, mayRefuse, partsOf, valuesOf, without } from "./cases.ts";
import {
  type Attempt,
  type Failure,
  failureOf,
  isExplainedBy,
  type Mistake,
  namesOf,
  ofValue,
  type VariedCase,
  withNames,
} from "./failure.ts";
import { changesIn, type Destination, destinationsIn } from "./fields.ts";
import type { Placeholder, Value, Values } from "./placeholders.ts";
import { shortestBeginning, smallestPart } from "./shrink.ts";
import { decoded, isRefutedBy } from "./value-causes.ts";

/** What to vary, and how. */
export interface Varying {
  readonly placeholders: readonly Placeholder[];
  /** Starts the program. Rejects if it cannot be started. */
  readonly attempt: (values: Values) => Promise<Attempt>;
  /** Finds the causes of an invalid request. */
  readonly explain: (request: IncomingRequest, search?: CauseSearch) => Promise<RequestExplanation | undefined>;
  /** How many cases with random values follow. */
  readonly runs: number;
  /** Values that are tried after the plain ones, whatever becomes of those, and reported as they are. @default the plan */
  readonly given?: Values | undefined;
  /** Ends early: what was found so far is returned. */
  readonly isOver: () => boolean;
}

/** What was found. */
export interface Varied {
  readonly cases: readonly VariedCase[];
  readonly starts: number;
  /** Where the values arrive. A placeholder without a destination was not compared. */
  readonly destinations: readonly Destination[];
  /** What the plain values gave; absent if the program was never started. */
  readonly first?: Attempt | undefined;
  /** Whether the search ended before everything was tried. */
  readonly isIncomplete: boolean;
}

/** Combinations of mistakes: enough for each known mistake alone, in a request with many hard characters. */
const SHORT_SEARCH = 4000;
/** For the smallest values of a mistake: pairs that are less likely would take most of the time of a run. */
const LONG_SEARCH = 50_000;
/** For mistakes that have a name already, unless it took longer to find the name. */
const SEARCH_OF_NAMES = 500;

/** Starts for the planned cases and the first mistake, for each further mistake, and for each random case. */
const STARTS = 28;
const STARTS_OF_MISTAKE = 15;
const MOST_STARTS = 400;
/** Planned cases without random values. */
const PLANNED = 9;
/** Searches for smallest values that found no new name: a mistake without a name may show in every character. */
const MOST_WITHOUT_NAME = 2;

/** A case that fails. */
interface Found {
  readonly one: Case;
  readonly failure: Failure;
  /** Whether any text of this length fails. */
  readonly isLength?: boolean;
}

/** Runs the whole search. */
export async function vary({ attempt, explain, runs, given, isOver, ...varying }: Varying): Promise<Varied> {
  const placeholders = varying.placeholders.map((one) =>
    given === undefined ? one : { ...one, values: [[given[one.name]!]], write: (text: string) => text },
  );
  const cases: VariedCase[] = [];
  const mistakes: Mistake[] = [];
  const failing: Failing = { pieces: new Set(), kinds: new Set(), lengths: new Map() };
  /** Values that arrived as they were filled in. */
  const unchanged: Values[] = [];
  let starts = 0;
  let limit = STARTS;
  let withoutName = 0;
  let isIncomplete = false;
  let first: Attempt | undefined;
  let destinations: readonly Destination[] = [];

  const mayStart = (): boolean => starts < Math.min(limit, MOST_STARTS) && !isOver();

  async function run(one: Case): Promise<Failure | undefined> {
    starts += 1;
    const values = valuesOf(placeholders, one);
    const attempted = await attempt(values);
    const requests = attempted.arrived.flatMap(({ request }) => request ?? []);
    if (first === undefined) destinations = destinationsIn(requests, values);
    first ??= attempted;
    const failure = failureOf(attempted, changesIn(requests, destinations, values)[0], first);
    if (failure === undefined) unchanged.push(values);
    return failure;
  }

  async function explained(failure: Failure, search: CauseSearch = {}): Promise<Failure> {
    const { request } = failure.wrong ?? {};
    if (request === undefined) return failure;
    const explanation = await explain(request, search);
    const { advice, differences = [] } = explanation?.explanation ?? {};
    const different = differences[0]?.sent?.find(({ differs }) => differs)?.text;
    const alternatives = alternativesOf({ explanation, problems: failure.wrong!.captured.problems });
    const { data } = explanation ?? {};
    const tried = alternatives.length > 0 && data !== undefined && "tried" in data ? data.tried : undefined;
    return { ...failure, alternatives, tried, advice, sent: different && decoded(different) };
  }

  /** Explains a failure by the names of these failures, and no others. */
  async function explainedBy(known: readonly Failure[], failure: Failure): Promise<Failure> {
    const names = known.flatMap(namesOf);
    const faults = names.flatMap((one) => one.split(" with "));
    const combinations = Math.max(SEARCH_OF_NAMES, ...known.map(({ tried = 0 }) => tried));
    const isSearched = faults.length > 0;
    return withNames(isSearched ? await explained(failure, { combinations, names: faults }) : failure, names);
  }

  /** The known mistake whose names explain a failure; of its names, it keeps only those that do. */
  async function knownAs(failure: Failure): Promise<Mistake | undefined> {
    const again = await explainedBy(
      mistakes.map((mistake) => mistake.failure),
      failure,
    );
    const known = mistakes.find((mistake) => isExplainedBy(again, mistake.failure));
    if (known !== undefined) known.failure = withNames(known.failure, namesOf(again));
    return known;
  }

  function add({ id, title }: PlannedCase, one: Case, found: Partial<VariedCase> = {}): void {
    cases.push({ id, title, values: valuesOf(placeholders, one), ...found });
  }

  /** Tries what is left of a case without what is known to fail. Returns whether it fails. */
  async function tryCase(planned: PlannedCase): Promise<boolean> {
    const one = without(planned.one, failing);
    if (one.length === 0 && planned.one.length > 0) return false;
    if (!mayStart()) return stop();
    const failure = await run(one);
    if (failure === undefined) add(planned, one);
    else if (given !== undefined)
      add(planned, one, { mistake: { one, failure: await explained(failure), input: "given values" } });
    // It depends on the earlier requests, not on the values.
    else if (failure.key === "nonce-used") add(planned, [], { mistake: { one: [], failure, input: "any value" } });
    else await addFailure(planned, one, failure);
    return failure !== undefined && failure.key !== "nonce-used";
  }

  function stop(): false {
    isIncomplete = true;
    return false;
  }

  /** Finds out which mistake a case shows: a known one, several in parts of the case, or a new one. */
  async function addFailure(planned: PlannedCase, one: Case, failure: Failure): Promise<void> {
    const known = await knownAs(failure);
    if (known !== undefined) return add(planned, known.one, { mistake: known });
    const larger = await explained(failure, { combinations: SHORT_SEARCH });
    const isUnnamed = larger.alternatives.length === 0;
    if (isUnnamed && larger.refusal === undefined && withoutName >= MOST_WITHOUT_NAME)
      return add(planned, one, { mistake: { one, failure: larger, input: "other values" } });
    const parts = [...partsOf(one)];
    if (isUnnamed && larger.change === undefined && parts.length > 1) {
      let anyFails = false;
      for (const [at, [, part]] of parts.entries())
        anyFails = (await tryCase({ ...planned, id: `${planned.id}-${at + 1}`, one: part, isPart: true })) || anyFails;
      if (anyFails) return;
    }
    if (larger.refusal !== undefined && mayRefuse(one)) return addRejected(planned, one, larger.refusal);
    if (isUnnamed && isOfSameKind(planned.after, larger)) return void (await tryCase(planned));
    await addNew(planned, one, larger);
  }

  function addRejected(planned: PlannedCase, one: Case, rejected: string): void {
    add(planned, one, { rejected });
    for (const { piece } of one) failing.pieces.add(piece);
    // Without plain values that are accepted, nothing else can be learned.
    if (one.length === 0) stop();
  }

  /** More characters of a kind that fail in the same way, without a name, are taken for the same mistake. */
  function isOfSameKind(mistake: Mistake | undefined, failure: Failure): boolean {
    const [kind = ""] = mistake === undefined ? [] : partsOf(mistake.one).keys();
    if (mistake?.failure.key !== failure.key || failing.kinds.has(kind)) return false;
    failing.kinds.add(kind);
    mistake.input += ` and other ${kind}`;
    return true;
  }

  async function addNew(planned: PlannedCase, one: Case, larger: Failure): Promise<void> {
    if (mistakes.length > 0) limit += STARTS_OF_MISTAKE;
    const smallest = await shrunk({ one, failure: larger }, planned.isPart);
    // Any program may fail now and then, whatever the values are.
    const isDoubtful = larger.refusal !== undefined && smallest.one === one && mayStart();
    if (isDoubtful && (await run(one)) === undefined) return add(planned, one);
    const named = await withName(smallest, { one, failure: larger });
    const { otherwise } = named;
    const isChanged = otherwise?.actual !== undefined && otherwise.causes.length > 0;
    const failure = namesOf(named).length === 0 && isChanged ? ofValue(otherwise) : named;
    const known = mistakes.find((mistake) => isExplainedBy(failure, mistake.failure));
    const isUnnamed = namesOf(failure).length === 0;
    if (known !== undefined || isUnnamed) withoutName += 1;
    const mistake = known ?? { one: smallest.one, failure, input: inputOf(smallest) };
    if (known === undefined) mistakes.push(mistake);
    add(planned, mistake.one, { mistake });
    const [{ placeholder }] = [...smallest.one, { placeholder: undefined }] as const;
    if (smallest.isLength && placeholder) failing.lengths.set(placeholder, smallest.one.length - 1);
    else for (const { piece } of smallest.one) failing.pieces.add(piece);
    // If the plain values fail, all others do too: without a name, no other mistake can be told from this one.
    if (one.length === 0 && isUnnamed) stop();
    if (one.length === 0 || isExplainedBy(larger, mistake.failure)) return;
    await tryCase({ ...planned, id: `${planned.id}-rest`, one, ...(isUnnamed && { after: mistake }) });
  }

  /** The smallest part of a case that fails in the same way. */
  async function shrunk(whole: Found, isPart = false): Promise<Found> {
    const { one, failure } = whole;
    let found = whole;
    const fails = async (part: Case, isLength = false): Promise<boolean> => {
      const isAllowed = failure.key === "refused" && mayRefuse(part);
      if (isAllowed || !mayStart()) return false;
      const other = await run(part);
      if (other?.key !== failure.key || (await knownAs(other)) !== undefined) return false;
      found = { one: part, failure: other, isLength };
      return true;
    };
    const likely = one.length > 1 ? likelyAtom(whole) : undefined;
    const cut = cutIn(failure);
    if (cut === undefined && likely !== undefined && (await fails([likely]))) return found;
    const isAboutLength = cut !== undefined || (failure.alternatives.length === 0 && !isPart);
    for (const placeholder of placeholders.filter(({ isText }) => isText && isAboutLength)) {
      const length = Array.from(valuesOf([placeholder], one)[placeholder.name]!).length;
      const ofLength = (count: number): Promise<boolean> => fails(letters(placeholder, count), true);
      if (cut !== undefined && (await ofLength(cut))) return found;
      if (length <= placeholder.plain.length || !(await ofLength(length))) continue;
      const exact = cutIn(found.failure);
      if (exact === undefined || !(await ofLength(exact)))
        await shortestBeginning(found.one, ({ length: count }) => ofLength(count));
      return found;
    }
    await smallestPart(one, fails);
    // Only the generator of the user knows which of its values are smaller.
    for (const atom of found.one)
      await atom.placeholder.shrink?.(atom.piece, (piece) =>
        fails(found.one.map((other) => (other.placeholder === atom.placeholder ? { ...atom, piece } : other))),
      );
    return found;
  }

  /** A name is given only if it explains the smallest case and a larger one of the same mistake. */
  async function withName(smallest: Found, larger: Found): Promise<Failure> {
    const shared = await explainedBy([larger.failure], smallest.failure);
    if (namesOf(shared).length > 0) return shared;
    const found = await explained(smallest.failure, { combinations: LONG_SEARCH });
    if (smallest.isLength || smallest.one.length === larger.one.length) return found;
    return withNames(found, namesOf(await explainedBy([found], larger.failure)));
  }

  function inputOf({ one, isLength }: Found): string {
    const values = valuesOf(placeholders, one);
    const names = new Set(one.map(({ placeholder }) => placeholder.name));
    const texts = [...names].map((name) =>
      isLength ? `${name} of ${one.length} characters or more` : `${name} ${JSON.stringify(values[name])}`,
    );
    return texts.join(" and ") || "any value";
  }

  for (const planned of plannedCases(placeholders, runs)) {
    if (isIncomplete) break;
    if (planned.isRandom) limit += 1;
    await tryCase(planned);
  }
  for (const mistake of mistakes) {
    const { change } = mistake.failure;
    const passing = unchanged.map((values) => values[change?.placeholder ?? ""] ?? "");
    const possible = change?.causes.filter((cause) => !isRefutedBy(cause, passing)).map(({ id }) => id);
    if (possible !== undefined) mistake.failure = withNames(mistake.failure, possible);
  }
  return { cases, starts, destinations, first, isIncomplete };
}

/** After how many characters a value was cut and one more, if that is a name of the failure. */
function cutIn(failure: Failure): number | undefined {
  const [length] = namesOf(failure).flatMap((name) => /cut-after-(\d+)/.exec(name)?.[1] ?? []);
  return length === undefined ? undefined : Number(length) + 1;
}

/** A piece that is likely to fail alone: one that the change affects, or at the first difference between what was sent and signed. */
function likelyAtom({ one, failure: { change, sent = "" } }: Found): Atom | undefined {
  const effect = change?.causes.find((cause) => cause.change !== undefined)?.change;
  if (effect !== undefined)
    return one.find(({ placeholder: { write }, piece }) => effect(write(piece)) !== write(piece));
  const { expected = sent, actual = "" } = change ?? {};
  const { index = 0 } = (change && differenceOf("parameters", expected, actual)) ?? {};
  return one.find(({ piece }) => piece !== "" && expected.startsWith(piece, index));
}

interface PlannedCase {
  readonly id: string;
  readonly title: string;
  readonly one: Case;
  readonly isRandom?: true;
  /** Whether it is a part of a planned case. */
  readonly isPart?: true;
  /** The mistake without a name, without whose values the case is tried again. */
  readonly after?: Mistake;
}

function plannedCases(placeholders: readonly Placeholder[], runs: number): PlannedCase[] {
  const caseOf = (choose: (placeholder: Placeholder, number: number) => Value): Case =>
    placeholders.flatMap((placeholder, number) => choose(placeholder, number).map((piece) => ({ placeholder, piece })));
  const count = Math.min(PLANNED, Math.max(0, ...placeholders.map(({ values }) => values.length)));
  const fixed = Array.from({ length: count }, (_, at): PlannedCase => {
    // Every second placeholder has two neighbouring values in the other order, so that the order of fields matters.
    const swapped = at === 0 ? 0 : at + (at % 2 === 1 ? 1 : -1);
    const one = caseOf(({ values }, number) => values[(number % 2 === 0 ? at : swapped) % values.length]!);
    return at === 0
      ? { id: "hard", title: "the hardest values at once", one }
      : { id: `set-${at}`, title: `set ${at} of values`, one };
  });
  const random = Array.from({ length: runs }, (_, at): PlannedCase => {
    const one = caseOf((placeholder, number) => placeholder.random((at + 1) * placeholders.length + number));
    return { id: `random-${at + 1}`, title: `random values ${at + 1}`, one, isRandom: true };
  });
  return [{ id: "plain", title: "plain values", one: [] }, ...fixed, ...random];
}
