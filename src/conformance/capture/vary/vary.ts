/**
 * Runs a program with many values in few starts. The first start has plain values, the second one all hard pieces in all
 * placeholders at once: if its request is valid, no single piece is a problem. Otherwise pieces are taken away until the
 * smallest values that fail are left (group testing, by delta debugging).
 */

import type { RequestExplanation } from "../../../diagnosis/index.ts";
import { shrinkCase } from "../../properties/index.ts";
import type { CapturedRequest, IncomingRequest } from "../captured-request.ts";
import { alternativesOf, isRight } from "../captured-request.ts";
import { type Change, changesIn, type Destination, destinationsIn } from "./fields.ts";
import { type Placeholder, textOf, type Value, type Values, wholeValue } from "./placeholders.ts";

/** A request that arrived, and what was found when it was verified. */
export interface Arrived {
  readonly captured: CapturedRequest;
  /** Absent for an incomplete request. */
  readonly request?: IncomingRequest | undefined;
}

/** What one start of the program led to. */
export interface Attempt {
  readonly arrived: readonly Arrived[];
  /** Why the program sent no request, or that it failed after sending one. */
  readonly failure?: string | undefined;
}

/** The value of every placeholder. */
type Case = ReadonlyMap<Placeholder, Value>;

/** What is wrong with a start: a request, or a value that arrived changed. */
export type Problem = { readonly key: string; readonly arrived: Arrived } & { readonly change?: Change };

/** A case that fails, and how. */
interface Failing {
  readonly one: Case;
  readonly problem: Problem;
}

/** The result of one planned case. */
export interface VariedCase {
  /** What was tried, such as `hard` or `random/3`. */
  readonly id: string;
  readonly title: string;
  /** For a failure, the smallest values that were found to fail in the same way. */
  readonly values: Values;
  /** Absent if every request is valid and every value arrived. */
  readonly problem?: Problem;
  /** Why the program sent no request. That is no failure of the case. */
  readonly rejected?: string;
}

/** What to vary, and how. */
export interface Varying {
  readonly placeholders: readonly Placeholder[];
  /** Starts the program. Rejects if it cannot be started. */
  readonly attempt: (values: Values) => Promise<Attempt>;
  /** Finds the causes of an invalid request: with a short search, or with the whole one for the smallest values that fail. */
  readonly explain: (request: IncomingRequest, isSmallest: boolean) => Promise<RequestExplanation | undefined>;
  readonly seed: number;
  /** How many cases with random values follow. */
  readonly runs: number;
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

/** The search for the mistakes of a request while cases are tried: a valid signature needs none. */
export const NO_SEARCH = { combinations: 1 } as const;
/** The search for the mistakes of a failure: enough for each known mistake alone, in a request with many hard characters. */
export const SHORT_SEARCH = { combinations: 4000 } as const;

/** Starts for the planned cases and the first problem, for each further problem, and for each random case. */
const STARTS = 25;
const STARTS_OF_PROBLEM = 15;
const MOST_STARTS = 400;
/** Planned cases without random values. */
const PLANNED = 9;
/** Searches for smallest values that found no new name: a mistake without a name may show in every character. */
const MOST_WITHOUT_NAME = 2;
/** How often a case that the program rejects is halved, to find the part that it accepts. */
const MOST_SPLITS = 6;

/** Runs the whole search. */
export async function vary({ placeholders, attempt, explain, seed, runs, isOver }: Varying): Promise<Varied> {
  const plain: Case = new Map(placeholders.map((one) => [one, one.plain]));
  const known: Failing[] = [];
  const cases: VariedCase[] = [];
  let starts = 0;
  let limit = STARTS;
  let destinations: readonly Destination[] = [];

  const mayStart = (): boolean => starts < Math.min(limit, MOST_STARTS) && !isOver();

  async function run(one: Case): Promise<Attempt & { readonly problem?: Problem }> {
    starts += 1;
    const values = valuesOf(one);
    const result = await attempt(values);
    const { arrived } = result;
    const requests = arrived.flatMap(({ request }) => request ?? []);
    if (one === plain) destinations = destinationsIn(requests, values);
    const wrong = arrived.find(({ captured }) => !isRight(captured));
    if (wrong !== undefined) return { ...result, problem: { key: wrong.captured.problems[0]!.code, arrived: wrong } };
    const [change] = arrived.length === 0 ? [] : changesIn(requests, destinations, values);
    if (change === undefined) return result;
    return { ...result, problem: { key: change.cause.id, arrived: arrived[0]!, change } };
  }

  async function explained(problem: Problem, isSmallest: boolean): Promise<Problem> {
    const { request, captured } = problem.arrived;
    if (request === undefined || problem.change !== undefined) return problem;
    const explanation = await explain(request, isSmallest);
    return { ...problem, arrived: { request, captured: { ...captured, explanation } } };
  }

  /** The smallest part of a case that fails in the same way; the plain values, if they do too. */
  async function shrunk(whole: Case, problem: Problem): Promise<Failing> {
    let found: Failing = { one: whole, problem };
    const fails = async (one: Case): Promise<boolean> => {
      if (!mayStart()) return false;
      const { problem: other } = await run(one);
      if (other?.key !== problem.key) return false;
      found = { one, problem: other };
      return true;
    };
    if (await fails(plain)) return found;
    let atoms: readonly Atom[] = atomsOf(whole, plain);
    for (let parts = 2; atoms.length > 1 && mayStart(); ) {
      const size = Math.ceil(atoms.length / parts);
      const chunks = Array.from({ length: parts }, (_, at) => atoms.slice(at * size, (at + 1) * size));
      const withoutOne = parts === 2 ? [] : chunks.map((chunk) => atoms.filter((atom) => !chunk.includes(atom)));
      let smaller: readonly Atom[] | undefined;
      for (const some of [...chunks, ...withoutOne].filter(({ length }) => length > 0 && length < atoms.length)) {
        if (!(await fails(partOf(whole, plain, some)))) continue;
        smaller = some;
        break;
      }
      if (smaller === undefined && parts >= atoms.length) break;
      parts = smaller === undefined ? Math.min(2 * parts, atoms.length) : 2;
      atoms = smaller ?? atoms;
    }
    await shrinkGenerated();
    return found;

    /** Only the generator of the user knows which of its values are smaller. */
    async function shrinkGenerated(): Promise<void> {
      const { one } = found;
      for (const [placeholder, { index }] of one) {
        const { generator } = placeholder;
        if (generator === undefined || index === undefined || one.get(placeholder) === placeholder.plain) continue;
        const withValue = (value: unknown): Case => new Map(one).set(placeholder, wholeValue(String(value)));
        await shrinkCase(generator, { seed, index, fails: (value) => fails(withValue(value)) });
      }
    }
  }

  /** The cases that are still to be tried. */
  const queue = plannedCases(placeholders, plain, seed, runs);
  /** The pieces of the smallest failures. Other cases are tried without them. */
  const failing = new Set<string>();
  let splits = 0;
  let withoutName = 0;
  let first: Attempt | undefined;
  while (queue.length > 0 && mayStart()) {
    const { one: whole, ...about } = queue.shift()!;
    const one = without(whole, plain, failing);
    if (one === undefined) continue;
    if (about.isRandom) limit += 1;
    const { problem, ...result } = await run(one);
    first ??= result;
    const add = (found: Omit<VariedCase, "id" | "title" | "values">, shown = one): void =>
      void cases.push({ ...about, values: valuesOf(shown), ...found });
    if (result.arrived.length === 0) {
      const atoms = atomsOf(one, plain);
      if (atoms.length > 1 && splits++ < MOST_SPLITS) {
        const half = Math.ceil(atoms.length / 2);
        for (const [at, some] of [atoms.slice(half), atoms.slice(0, half)].entries())
          queue.unshift({ ...about, id: `${about.id}-${2 - at}`, one: partOf(one, plain, some) });
        continue;
      }
      add({ rejected: result.failure ?? "it sent no request" });
      // Without plain values that are accepted, nothing else can be learned.
      if (one === plain) break;
    } else if (problem === undefined) add({});
    // It depends on the earlier requests, not on the values.
    else if (problem.key === "nonce-used") add({ problem }, plain);
    else {
      const larger = await explained(problem, false);
      const same = known.find((one) => isExplainedBy(larger, one));
      if (same !== undefined) add({ problem: same.problem }, same.one);
      else if (withoutName >= MOST_WITHOUT_NAME && namesOf(larger).length === 0) add({ problem: larger });
      else {
        if (known.length > 0) limit += STARTS_OF_PROBLEM;
        const smallest = await shrunk(one, problem);
        const named = { ...smallest, problem: narrowed(await explained(smallest.problem, true), larger) };
        const before = known.find((one) => isExplainedBy(named.problem, one));
        if (before !== undefined || namesOf(named.problem).length === 0) withoutName += 1;
        if (before === undefined) known.push(named);
        const shown = before ?? named;
        add({ problem: shown.problem }, shown.one);
        // If the plain values fail, all others do too.
        if (smallest.one === plain) break;
        for (const piece of piecesOf(smallest.one, plain)) failing.add(piece);
        if (!isExplainedBy(larger, shown)) queue.unshift({ ...about, id: `${about.id}-rest`, one });
      }
    }
  }
  return { cases, starts, destinations, first, isIncomplete: queue.length > 0 };
}

interface PlannedCase {
  readonly id: string;
  readonly title: string;
  readonly one: Case;
  readonly isRandom?: true;
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

/** A piece of the value of a placeholder. */
interface Atom {
  readonly placeholder: Placeholder;
  readonly at: number;
}

/** The pieces in which a case differs from the plain one. */
function atomsOf(whole: Case, plain: Case): Atom[] {
  return [...whole].flatMap(([placeholder, value]) =>
    value === plain.get(placeholder) ? [] : value.pieces.map((_, at) => ({ placeholder, at })),
  );
}

/** The case with these pieces only. A placeholder without any piece gets its plain value. */
function partOf(whole: Case, plain: Case, some: readonly Atom[]): Case {
  return new Map(
    [...whole].map(([placeholder, value]) => {
      const kept = new Set(some.flatMap((atom) => (atom.placeholder === placeholder ? [atom.at] : [])));
      const pieces = value.pieces.filter((_, at) => kept.has(at));
      if (pieces.length === value.pieces.length) return [placeholder, value];
      return [placeholder, pieces.length === 0 ? plain.get(placeholder)! : { around: value.around, pieces }];
    }),
  );
}

/** The texts of the pieces in which a case differs from the plain one. */
function piecesOf(one: Case, plain: Case): string[] {
  return atomsOf(one, plain).map(({ placeholder, at }) => one.get(placeholder)!.pieces[at]!);
}

/** The case without these pieces, in any placeholder; `undefined` if it consists of them. */
function without(whole: Case, plain: Case, pieces: ReadonlySet<string>): Case | undefined {
  const atoms = atomsOf(whole, plain);
  const rest = atoms.filter(({ placeholder, at }) => !pieces.has(whole.get(placeholder)!.pieces[at]!));
  if (rest.length === atoms.length) return whole;
  return rest.length === 0 ? undefined : partOf(whole, plain, rest);
}

function valuesOf(one: Case): Values {
  return Object.fromEntries([...one].map(([{ name }, value]) => [name, textOf(value)]));
}

/** The alternatives of an explanation, each as the ids of its causes; none if there is no named cause. */
function namesOf({ change, arrived: { captured } }: Problem): string[] {
  if (change !== undefined) return [change.cause.id];
  return alternativesOf(captured).map((causes) => causes.map(({ id }) => id).join(" with "));
}

function isExplainedBy(problem: Problem, known: Failing): boolean {
  const ids = new Set(namesOf(known.problem));
  return problem.key === known.problem.key && namesOf(problem).some((id) => ids.has(id));
}

/** Only the causes that also explain the larger case. */
function narrowed(problem: Problem, larger: Problem): Problem {
  const { captured } = problem.arrived;
  const { explanation } = captured;
  if (problem.change !== undefined || explanation === undefined) return problem;
  const ids = new Set(namesOf(larger));
  const own = namesOf(problem);
  const alternatives = explanation.explanation.alternatives.filter((_, at) => ids.has(own[at]!));
  if (alternatives.length === 0 || alternatives.length === own.length) return problem;
  const shown = { ...explanation, explanation: { ...explanation.explanation, alternatives } };
  return { ...problem, arrived: { ...problem.arrived, captured: { ...captured, explanation: shown } } };
}
