/**
 * Runs a program with many values in few starts. The first start has plain values, the second one all hard pieces in all
 * placeholders at once: if its request is valid, no single piece is a problem. Otherwise the smallest values that fail are
 * found by halving.
 */

import type { RequestExplanation } from "../../../diagnosis/index.ts";
import { shrinkCase } from "../../properties/index.ts";
import { type IncomingRequest, isRight } from "../captured-request.ts";
import type { CauseSearch } from "../verification.ts";
import {
  atomsOf,
  type Case,
  type Failures,
  inputOf,
  kindOf,
  mayBeRefused,
  partOf,
  pieceOf,
  piecesOf,
  valuesOf,
  without,
} from "./cases.ts";
import { changesIn, type Destination, destinationsIn, isRefutedBy } from "./fields.ts";
import { type Placeholder, type Value, type Values, wholeValue } from "./placeholders.ts";
import { type Arrived, cutIn, isExplainedBy, namesOf, type Problem, withNames } from "./problems.ts";
import { shortestText, smallestPart } from "./shrink.ts";

/** What one start of the program led to. */
export interface Attempt {
  readonly arrived: readonly Arrived[];
  /** Why the program sent no request, or that it failed after sending one. */
  readonly failure?: string | undefined;
}

/** A case that fails, and how. */
interface Failing {
  readonly one: Case;
  readonly problem: Problem;
}

/** The smallest values that fail. */
interface Shrunk extends Failing {
  /** The placeholder and the length, if any text of this length fails. */
  readonly ofLength?: { readonly placeholder: Placeholder; readonly length: number } | undefined;
}

/** A mistake, by the smallest values that show it. */
interface Mistake extends Failing {
  /** The values in words, from which a baseline knows a mistake without a name again. */
  readonly input: string;
}

/** The result of one planned case. */
export interface VariedCase extends Partial<Pick<Mistake, "problem" | "input">> {
  /** What was tried, such as `hard` or `random/3`. */
  readonly id: string;
  readonly title: string;
  /** For a failure, the smallest values that were found to fail in the same way. */
  readonly values: Values;
  /** Why the program sent no request, for values that it may refuse. */
  readonly rejected?: string;
}

/** What to vary, and how. */
export interface Varying {
  readonly placeholders: readonly Placeholder[];
  /** Starts the program. Rejects if it cannot be started. */
  readonly attempt: (values: Values) => Promise<Attempt>;
  /** Finds the causes of an invalid request. */
  readonly explain: (request: IncomingRequest, search?: CauseSearch) => Promise<RequestExplanation | undefined>;
  readonly seed: number;
  /** How many cases with random values follow. */
  readonly runs: number;
  /** Whether only given values are tried, whatever becomes of the plain ones, and reported as they are. @default false */
  readonly isGiven?: boolean;
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

/** The search for the mistakes of a failure: enough for each known mistake alone, in a request with many hard characters. */
const SHORT_SEARCH = { combinations: 4000 } as const;

/** The search for the mistakes of the smallest values: pairs that are less likely would take most of the time of a run. */
const LONG_SEARCH = { combinations: 50_000 } as const;
/** Causes of requests that were named before: the search for them is short. */
const AGAIN = { combinations: 500 } as const;

/** Starts for the planned cases and the first mistake, for each further mistake, and for each random case. */
const STARTS = 28;
const STARTS_OF_MISTAKE = 15;
const MOST_STARTS = 400;
/** Planned cases without random values. */
const PLANNED = 9;
/** Searches for smallest values that found no new name: a mistake without a name may show in every character. */
const MOST_WITHOUT_NAME = 2;
/** How often a case that the program may refuse is halved, to find the part that it accepts. */
const MOST_SPLITS = 6;

/** Runs the whole search. */
export async function vary(varying: Varying): Promise<Varied> {
  const { placeholders, attempt, explain, seed, runs, isGiven = false, isOver } = varying;
  const plain: Case = new Map(placeholders.map((one) => [one, one.plain]));
  const mistakes: Mistake[] = [];
  const cases: VariedCase[] = [];
  let starts = 0;
  let limit = STARTS;
  let first: Attempt | undefined;
  let destinations: readonly Destination[] = [];
  /** Values that arrived as they were filled in. */
  const unchanged: Values[] = [];

  const mayStart = (): boolean => starts < Math.min(limit, MOST_STARTS) && !isOver();

  async function run(one: Case): Promise<Problem | undefined> {
    starts += 1;
    const values = valuesOf(one);
    const result = await attempt(values);
    const { arrived, failure } = result;
    const requests = arrived.flatMap(({ request }) => request ?? []);
    if (first === undefined) destinations = destinationsIn(requests, values);
    first ??= result;
    const [change] = changesIn(requests, destinations, values);
    const wrong = arrived.find(({ captured }) => !isRight(captured));
    if (wrong !== undefined) {
      const isChanged = change?.actual !== undefined && change.causes.length > 0;
      return { key: wrong.captured.problems[0]!.code, arrived: wrong, ...(isChanged && { alsoChanged: change }) };
    }
    if (arrived.length === 0 || (failure !== undefined && first.failure === undefined))
      return { key: "refused", refusal: failure ?? "it sent no request" };
    if (change === undefined) unchanged.push(values);
    return change && { key: change.actual === undefined ? "lost" : "changed", arrived: arrived[0]!, change };
  }

  async function explained(problem: Problem, search?: CauseSearch): Promise<Problem> {
    const { request, captured } = problem.arrived ?? {};
    if (captured === undefined || request === undefined || problem.change !== undefined) return problem;
    const explanation = await explain(request, search);
    return { ...problem, arrived: { request, captured: { ...captured, explanation } } };
  }

  /** Explains a problem by these names, and none other. */
  async function explainedBy(names: readonly string[], problem: Problem): Promise<Problem> {
    const found = names.length === 0 ? problem : await explained(problem, { ...AGAIN, names });
    return withNames(found, (own) => own.every((id) => names.includes(id)));
  }

  /** The mistake that was found before, or a short search. */
  async function explainedShortly(problem: Problem): Promise<Problem> {
    const known = await explainedBy(
      mistakes.flatMap((one) => namesOf(one.problem).flat()),
      problem,
    );
    return namesOf(known).length > 0 ? known : explained(problem, SHORT_SEARCH);
  }

  /** The smallest part of a case that fails in the same way. */
  async function shrunk(whole: Case, problem: Problem): Promise<Shrunk> {
    let found: Failing = { one: whole, problem };
    const fails = async (one: Case): Promise<boolean> => {
      const isAllowed = problem.refusal !== undefined && !atomsOf(one, plain).some((atom) => !mayBeRefused(one, atom));
      if (isAllowed || !mayStart()) return false;
      const other = await run(one);
      if (other?.key !== problem.key) return false;
      found = { one, problem: other };
      return true;
    };
    const isOtherName = namesOf(problem).length > 0 && cutIn(problem) === undefined;
    const ofLength = isOtherName ? undefined : await shortestText(whole, plain, fails, () => cutIn(found.problem));
    if (ofLength !== undefined) return { ...found, ofLength };
    await smallestPart(atomsOf(whole, plain), (some) => fails(partOf(whole, plain, some)));
    for (const [placeholder, { index }] of found.one) {
      const { one } = found;
      const { generator } = placeholder;
      if (generator === undefined || index === undefined || one.get(placeholder) === placeholder.plain) continue;
      // Only the generator of the user knows which of its values are smaller.
      const withValue = (value: unknown): Case => new Map(one).set(placeholder, wholeValue(String(value)));
      await shrinkCase(generator, { seed, index, fails: (value) => fails(withValue(value)) });
    }
    return found;
  }

  /** A name is given only if it explains the small request and a larger one of the same mistake. */
  async function named(smallest: Shrunk, whole: Case, larger: Problem): Promise<Problem> {
    if (namesOf(larger).length > 0) {
      const shared = await explainedBy(namesOf(larger).flat(), smallest.problem);
      if (namesOf(shared).length > 0) return shared;
    }
    const problem = await explained(smallest.problem, LONG_SEARCH);
    const names = namesOf(problem).flat();
    // The larger case may show other mistakes too, so the same kind of characters alone decides.
    const kind = kindOf(piecesOf(smallest.one, plain).join(""));
    const same = atomsOf(whole, plain).filter((atom) => kind.characters.test(pieceOf(whole, atom)));
    const isAlone = same.length <= atomsOf(smallest.one, plain).length;
    const isCertain = smallest.ofLength !== undefined || smallest.one === whole || isAlone;
    if (names.length === 0 || isCertain || !mayStart()) return problem;
    const other = await run(partOf(whole, plain, same));
    if (other?.key !== problem.key) return problem;
    return explainedBy(namesOf(await explainedBy(names, other)).flat(), smallest.problem);
  }

  /** The cases that are still to be tried. */
  const queue = plannedCases(placeholders, plain, seed, runs);
  /** What the smallest failures consist of. Other cases are tried without it. */
  const failing: Failures = { pieces: new Set(), kinds: new Set(), lengths: new Map() };
  /** What else fails like the smallest values. */
  const others = new Map<Problem | undefined, string>();
  let splits = 0;
  let withoutName = 0;
  let isHopeless = false;

  function add({ id, title }: PlannedCase, one: Case, found: Partial<VariedCase> = {}): void {
    cases.push({ id, title, values: valuesOf(one), ...found });
  }

  async function tryCase(planned: PlannedCase): Promise<void> {
    const one = without(planned.one, plain, failing);
    if (one === undefined) return;
    if (planned.isRandom) limit += 1;
    const problem = await run(one);
    if (problem === undefined) add(planned, one);
    else if (isGiven) add(planned, one, { problem: await explained(problem), input: "given values" });
    // It depends on the earlier requests, not on the values.
    else if (problem.key === "nonce-used") add(planned, plain, { problem, input: "any value" });
    else if (problem.refusal === undefined || !allowRefusal(planned, one, problem.refusal))
      await addFailure(planned, one, await explainedShortly(problem));
  }

  /** Finds the part of a case that the program may refuse; returns whether there is one. */
  function allowRefusal(planned: PlannedCase, one: Case, refusal: string): boolean {
    const atoms = atomsOf(one, plain);
    const allowed = atoms.filter((atom) => mayBeRefused(one, atom));
    const required = atoms.filter((atom) => !allowed.includes(atom));
    const half = Math.ceil(atoms.length / 2);
    const parts = required.length > 0 ? [required, allowed] : [atoms.slice(0, half), atoms.slice(half)];
    if (required.length === atoms.length && one !== plain) return false;
    if (required.length > 0 || (atoms.length > 1 && splits++ < MOST_SPLITS)) {
      const halves = parts.map((some, at) => ({
        ...planned,
        id: `${planned.id}-${at + 1}`,
        one: partOf(one, plain, some),
      }));
      queue.unshift(...halves);
      return true;
    }
    add(planned, one, { rejected: refusal });
    for (const piece of piecesOf(one, plain)) failing.pieces.add(piece);
    // Without plain values that are accepted, nothing else can be learned.
    isHopeless ||= one === plain;
    return true;
  }

  async function addFailure(planned: PlannedCase, one: Case, problem: Problem): Promise<void> {
    const isUnnamed = namesOf(problem).length === 0;
    const known = mistakes.find((mistake) => isExplainedBy(problem, mistake.problem));
    if (known !== undefined) addMistake(planned, known);
    else if (isUnnamed && isOfSameKind(planned.after, problem)) queue.unshift(planned);
    else if (isUnnamed && withoutName >= MOST_WITHOUT_NAME) add(planned, one, { problem, input: "other values" });
    else await addNew(planned, one, problem);
  }

  function addMistake(planned: PlannedCase, { one, problem, input }: Mistake): void {
    add(planned, one, { problem, input });
  }

  /** More characters of a kind that fail in the same way, without a name, are taken for the same mistake. */
  function isOfSameKind(mistake: Mistake | undefined, problem: Problem): boolean {
    if (mistake?.problem.key !== problem.key || namesOf(mistake.problem).length > 0) return false;
    const kind = kindOf(piecesOf(mistake.one, plain).join(""));
    if (failing.kinds.has(kind)) return false;
    failing.kinds.add(kind);
    others.set(mistake.problem, ` and other ${kind.name}`);
    return true;
  }

  async function addNew(planned: PlannedCase, one: Case, larger: Problem): Promise<void> {
    if (mistakes.length > 0) limit += STARTS_OF_MISTAKE;
    const smallest: Shrunk = one === plain ? { one, problem: larger } : await shrunk(one, larger);
    const { ofLength } = smallest;
    const found = await named(smallest, one, larger);
    const { alsoChanged } = found;
    const problem = alsoChanged && namesOf(found).length === 0 ? { ...found, change: alsoChanged } : found;
    const before = mistakes.find((known) => isExplainedBy(problem, known.problem));
    if (before !== undefined || namesOf(problem).length === 0) withoutName += 1;
    const mistake = before ?? { one: smallest.one, problem, input: inputOf(smallest.one, plain, ofLength?.length) };
    if (before === undefined) mistakes.push(mistake);
    addMistake(planned, mistake);
    // If the plain values fail, all others do too.
    isHopeless ||= one === plain;
    if (ofLength === undefined) for (const piece of piecesOf(smallest.one, plain)) failing.pieces.add(piece);
    else failing.lengths.set(ofLength.placeholder, ofLength.length - 1);
    if (!isExplainedBy(larger, mistake.problem))
      queue.unshift({ ...planned, id: `${planned.id}-rest`, one, after: mistake });
  }

  while (queue.length > 0 && mayStart() && !isHopeless) await tryCase(queue.shift()!);
  const shown = cases.map(({ problem, ...one }): VariedCase => {
    if (problem === undefined) return one;
    const input = `${one.input ?? ""}${others.get(problem) ?? ""}`;
    const { causes = [], placeholder = "" } = problem.change ?? {};
    const passing = unchanged.map((values) => values[placeholder]!);
    const refuted = causes.filter((cause) => isRefutedBy(cause, passing)).map(({ id }) => id);
    return { ...one, input, problem: withNames(problem, (names) => !refuted.includes(names[0]!)) };
  });
  return { cases: shown, starts, destinations, first, isIncomplete: queue.length > 0 };
}

interface PlannedCase {
  readonly id: string;
  readonly title: string;
  readonly one: Case;
  readonly isRandom?: true;
  /** The mistake without which the case is tried again. */
  readonly after?: Mistake;
}

function plannedCases(placeholders: readonly Placeholder[], plain: Case, seed: number, runs: number): PlannedCase[] {
  const caseOf = (valueFor: (placeholder: Placeholder, number: number) => Value): Case =>
    new Map(placeholders.map((placeholder, number) => [placeholder, valueFor(placeholder, number)]));
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
    const one = caseOf((placeholder, number) => placeholder.random(seed, (at + 1) * placeholders.length + number));
    return { id: `random-${at + 1}`, title: `random values ${at + 1} of seed ${seed}`, one, isRandom: true };
  });
  return [{ id: "plain", title: "plain values", one: plain }, ...fixed, ...random];
}
