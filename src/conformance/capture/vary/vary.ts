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
  causeNamesOf,
  type Failure,
  failuresOf,
  type Mistake,
  namesOf,
  sharedWith,
  type VariedCase,
  withNames,
} from "./failure.ts";
import { changesIn, type Destination, destinationsIn } from "./fields.ts";
import type { Placeholder, Value, Values } from "./placeholders.ts";
import { shortestBeginning, smallestPart } from "./shrink.ts";
import { decoded, explainsFirst, isRefutedBy } from "./value-causes.ts";

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

/** Starts for the planned cases and the search for the first mistake, and for the search after each mistake. */
const STARTS = 28;
const STARTS_OF_MISTAKE = 10;
const MOST_STARTS = 400;
/** Planned cases without random values. */
const PLANNED = 9;
/** Searches for smallest values that found no new name: a mistake without a name may show in every character. */
const MOST_WITHOUT_NAME = 2;

/** A case that fails. */
interface Found {
  readonly one: Case;
  readonly failure: Failure;
  /** All failures of the case. */
  readonly all: readonly Failure[];
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

  async function run(one: Case): Promise<Failure[]> {
    starts += 1;
    const values = valuesOf(placeholders, one);
    const attempted = await attempt(values);
    const requests = attempted.arrived.flatMap(({ request }) => request ?? []);
    if (first === undefined) destinations = destinationsIn(requests, values);
    first ??= attempted;
    const failures = failuresOf(attempted, changesIn(requests, destinations, values), first);
    if (failures.every(({ change, refusal }) => change === undefined && refusal === undefined)) unchanged.push(values);
    return failures.map(withoutRefuted);
  }

  /** Leaves out changes that values which arrived as they were filled in refute. */
  function withoutRefuted(failure: Failure): Failure {
    const { placeholder = "", alternatives = [] } = failure.change ?? {};
    const passing = unchanged.map((values) => values[placeholder] ?? "");
    const refuted = alternatives.flat().filter((cause) => isRefutedBy(cause, passing));
    const names = causeNamesOf([failure]);
    for (const { id } of refuted) names.delete(id);
    return withNames(failure, names);
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

  /** Explains a failure by these causes, and no others. */
  async function explainedBy(known: readonly Failure[], failure: Failure): Promise<Failure> {
    const names = causeNamesOf(known);
    const combinations = Math.max(SEARCH_OF_NAMES, ...known.map(({ tried = 0 }) => tried));
    return withNames(names.size > 0 ? await explained(failure, { combinations, names: [...names] }) : failure, names);
  }

  /** A known mistake that explains a failure, alone or with others; of their names, they keep only those that do. */
  async function knownAs(failure: Failure): Promise<Mistake | undefined> {
    const cause = mistakes.find(({ consequences }) => consequences.some((one) => isNamed(sharedWith(failure, one))));
    if (cause !== undefined) return cause;
    const alike = mistakes.filter((mistake) => mistake.failure.key === failure.key);
    const again = await explainedBy(
      alike.map((mistake) => mistake.failure),
      failure,
    );
    for (const mistake of alike) {
      const left = sharedWith(mistake.failure, again);
      if (isNamed(left)) mistake.failure = left;
    }
    const names = causeNamesOf([again]);
    return alike.find((mistake) => Array.from(causeNamesOf([mistake.failure])).some((name) => names.has(name)));
  }

  function add({ id, title }: PlannedCase, one: Case, found: Partial<VariedCase> = {}): void {
    const count = cases.filter((other) => other.id === id || other.id.startsWith(`${id}/`)).length;
    cases.push({ id: count === 0 ? id : `${id}/${count + 1}`, title, values: valuesOf(placeholders, one), ...found });
  }

  /** Tries what is left of a case without what is known to fail. Returns whether it fails. */
  async function tryCase(planned: PlannedCase): Promise<boolean> {
    const one = without(planned.one, failing);
    if (one.length === 0 && planned.one.length > 0) return false;
    if (!mayStart()) return stop();
    const all = await run(one);
    const before = cases.length;
    if (all.length === 0) add(planned, one);
    for (const failure of all) {
      const known = given === undefined ? await knownAs(failure) : undefined;
      if (given !== undefined)
        add(planned, one, { mistake: unsearched(one, await explained(failure), "given values") });
      // It depends on the earlier requests, not on the values.
      else if (failure.key === "nonce-used") add(planned, [], { mistake: unsearched([], failure, "any value") });
      else if (known === undefined) await addFailure(planned, { one, failure, all });
      else if (cases.slice(before).every(({ mistake }) => mistake !== known))
        add(planned, known.one, { mistake: known });
    }
    return all.some(({ key }) => key !== "nonce-used");
  }

  function stop(): false {
    isIncomplete = true;
    return false;
  }

  /** Finds out which mistake a case shows: several in parts of the case, or a new one. */
  async function addFailure(planned: PlannedCase, found: Found): Promise<void> {
    const { one, failure } = found;
    // Any program may fail now and then, whatever the values are.
    const isDoubtful = failure.refusal !== undefined && !planned.isPart && one.length > 0 && mayStart();
    if (isDoubtful && (await run(one)).length === 0) return add(planned, one);
    const larger = await explained(failure, { combinations: SHORT_SEARCH });
    const isOfPlain = larger.wrong !== undefined && mistakes.some((mistake) => mistake.one.length === 0);
    if (!isNamed(larger) && larger.refusal === undefined && (isOfPlain || withoutName >= MOST_WITHOUT_NAME)) {
      // Beside a mistake that shows in every request, another one is found by its name or not at all.
      if (isOfPlain) stop();
      return add(planned, one, { mistake: unsearched(one, larger, "other values") });
    }
    const parts = [...partsOf(one)];
    if (!isNamed(larger) && larger.change === undefined && parts.length > 1) {
      let anyFails = false;
      for (const [at, [, part]] of parts.entries())
        anyFails = (await tryCase({ ...planned, id: `${planned.id}-${at + 1}`, one: part, isPart: true })) || anyFails;
      if (anyFails) return;
    }
    if (larger.refusal !== undefined && mayRefuse(one)) return addRejected(planned, one, larger.refusal);
    if (!isNamed(larger) && isOfSameKind(planned.after, larger)) return void (await tryCase(planned));
    await addNew(planned, { ...found, failure: larger });
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

  async function addNew(planned: PlannedCase, larger: Found): Promise<void> {
    const { one } = larger;
    const smallest = await shrunk(larger, planned.isPart);
    const changes = smallest.all.filter(({ change }) => change !== undefined);
    const named = await withName(smallest, larger);
    // The change of a value that the signature does not explain is the better name.
    const failure = isNamed(named) ? named : (changes.find(isNamed) ?? named);
    const known = mistakes.find((mistake) => isNamed(sharedWith(failure, mistake.failure)));
    if (known !== undefined || !isNamed(failure)) withoutName += 1;
    const consequences = failure.wrong === undefined ? [] : changes;
    const mistake = known ?? { one: smallest.one, failure, found: failure, consequences, input: inputOf(smallest) };
    if (known === undefined) {
      mistakes.push(mistake);
      limit += STARTS_OF_MISTAKE;
    }
    add(planned, mistake.one, { mistake });
    const [{ placeholder }] = [...smallest.one, { placeholder: undefined }] as const;
    if (smallest.isLength && placeholder) failing.lengths.set(placeholder, smallest.one.length - 1);
    else for (const { piece } of smallest.one) failing.pieces.add(piece);
    // If the plain values fail, all others do too: without a name, no other mistake can be told from this one.
    if (one.length === 0 && !isNamed(failure)) stop();
    if (one.length === 0 || isNamed(withNames(larger.failure, causeNamesOf([failure])))) return;
    await tryCase({ ...planned, id: `${planned.id}-rest`, one, ...(!isNamed(failure) && { after: mistake }) });
  }

  /** The smallest part of a case that fails in the same way. */
  async function shrunk(whole: Found, isPart = false): Promise<Found> {
    const { one, failure } = whole;
    let found = whole;
    const fails = async (part: Case, isLength = false): Promise<boolean> => {
      const isAllowed = failure.key === "refused" && mayRefuse(part);
      if (isAllowed || !mayStart()) return false;
      const all = await run(part);
      for (const other of all) {
        const isSame = other.key === failure.key && other.change?.placeholder === failure.change?.placeholder;
        if (!isSame || (await knownAs(other)) !== undefined) continue;
        found = { one: part, failure: other, all, isLength };
        return true;
      }
      return false;
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

  /** A name is given only if it explains the smallest case alone, and a larger one as far as its first difference. */
  async function withName({ one, failure, isLength }: Found, larger: Found): Promise<Failure> {
    const alone = (of: Failure): Failure =>
      of.change === undefined ? of : { ...of, alternatives: of.alternatives.filter(({ length }) => length === 1) };
    const shared = alone(sharedWith(await explainedBy([larger.failure], failure), larger.failure));
    if (isNamed(shared)) return shared;
    const combinations = one.length === 0 ? Number.POSITIVE_INFINITY : LONG_SEARCH;
    const found = alone(await explained(failure, { combinations }));
    if (isLength || one.length === larger.one.length) return found;
    const { change } = larger.failure;
    if (change === undefined) return sharedWith(found, await explainedBy([found], larger.failure));
    const first = failure.change!.alternatives.filter((causes) =>
      causes.every((cause) => explainsFirst(cause, change)),
    );
    return withNames(found, causeNamesOf([{ alternatives: first }]));
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
    const left = [mistake.failure, mistake.found].map(withoutRefuted);
    mistake.failure = left.find(isNamed) ?? left[0]!;
  }
  return { cases, starts, destinations, first, isIncomplete };
}

function isNamed({ alternatives }: Failure): boolean {
  return alternatives.length > 0;
}

/** A mistake for which no smaller values are searched. */
function unsearched(one: Case, failure: Failure, input: string): Mistake {
  return { one, failure, found: failure, consequences: [], input };
}

/** After how many characters a value was cut and one more, if that is a name of the failure. */
function cutIn(failure: Failure): number | undefined {
  const [length] = namesOf(failure).flatMap((name) => /cut-after-(\d+)/.exec(name)?.[1] ?? []);
  return length === undefined ? undefined : Number(length) + 1;
}

/** A piece that is likely to fail alone: one that the change affects, or at the first difference between what was sent and signed. */
function likelyAtom({ one, failure: { change, sent = "" } }: Found): Atom | undefined {
  const effect = change?.alternatives.flat().find((cause) => cause.change !== undefined)?.change;
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
