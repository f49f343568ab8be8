/**
 * Runs a program with many values in few starts. The first start has plain values, the second one all hard pieces in all
 * placeholders at once: if its request is valid, no single piece is a problem. Otherwise the smallest values that fail are
 * found by halving.
 */

import type { RequestExplanation } from "../../../diagnosis/index.ts";
import { shrinkCase } from "../../properties/index.ts";
import { alternativesOf, type CapturedRequest, type IncomingRequest, isRight } from "../captured-request.ts";
import type { CauseSearch } from "../verification.ts";
import { type Change, changesIn, type Destination, destinationsIn, isRefutedBy } from "./fields.ts";
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

/** What is wrong with a start: a request, a value that arrived changed, or no request. */
export interface Problem {
  /** Its kind, which stays the same for smaller values. */
  readonly key: string;
  /** Absent if no request arrived. */
  readonly arrived?: Arrived;
  /** A value that arrived changed; if a request is invalid too, only after no cause of that was found. */
  readonly change?: Change;
  /** Why the program sent no request, or failed, although plain values are accepted. */
  readonly refusal?: string;
}

/** A case that fails, and how. */
interface Failing {
  readonly one: Case;
  readonly problem: Problem;
}

/** The smallest values that fail; with a length, any text of this length fails. */
interface Shrunk extends Failing {
  readonly length?: number;
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

/** The search for the mistakes of a request while cases are tried: a valid signature needs none. */
export const NO_SEARCH = { combinations: 1 } as const;
/** The search for the mistakes of a failure: enough for each known mistake alone, in a request with many hard characters. */
const SHORT_SEARCH = { combinations: 4000 } as const;

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
  /** Values that arrived changed in invalid requests. */
  const changedToo = new WeakMap<CapturedRequest["problems"], Change>();

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
      if (change?.actual !== undefined) changedToo.set(wrong.captured.problems, change);
      return { key: wrong.captured.problems[0]!.code, arrived: wrong };
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
    for (const [placeholder, value] of whole) {
      const longest = lengthOf(value);
      let shortest = lengthOf(placeholder.plain);
      const ofLength = (count: number): Case => new Map(plain).set(placeholder, wholeValue("a".repeat(count)));
      const isNamed = namesOf(problem).some((names) => !names.some((id) => CUT_RE.test(id)));
      if (isNamed || !placeholder.isText || longest <= shortest || !(await fails(ofLength(longest)))) continue;
      let length = longest;
      while (length - shortest > 1 && mayStart()) {
        const cut = cutIn(found.problem) ?? 0;
        const next = [cut + 1, cut].find((one) => one > shortest && one < length);
        const middle = next ?? Math.floor((shortest + length) / 2);
        if (await fails(ofLength(middle))) length = middle;
        else shortest = middle;
      }
      return { ...found, length };
    }
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
    const problem = await explained(smallest.problem);
    const names = namesOf(problem).flat();
    // The larger case may show other mistakes too, so the same kind of characters alone decides.
    const kind = kindOf(piecesOf(smallest.one, plain).join(""));
    const same = atomsOf(whole, plain).filter((atom) => kind.characters.test(pieceOf(whole, atom)));
    const isAlone = same.length <= atomsOf(smallest.one, plain).length;
    const isCertain = smallest.length !== undefined || smallest.one === whole || isAlone;
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
  while (queue.length > 0 && mayStart()) {
    const { one: whole, after, ...about } = queue.shift()!;
    const one = without(whole, plain, failing);
    if (one === undefined) continue;
    if (about.isRandom) limit += 1;
    const problem = await run(one);
    const add = (found: Partial<VariedCase>, shown = one): void =>
      void cases.push({ ...about, values: valuesOf(shown), ...found });
    const addMistake = ({ one: shown, ...mistake }: Mistake): void => add(mistake, shown);
    if (problem === undefined) {
      add({});
      continue;
    }
    if (isGiven) {
      add({ problem: await explained(problem), input: JSON.stringify(valuesOf(one)) });
      continue;
    }
    if (problem.refusal !== undefined) {
      const atoms = atomsOf(one, plain);
      const allowed = atoms.filter((atom) => mayBeRefused(one, atom));
      const half = Math.ceil(atoms.length / 2);
      const isAllowed = allowed.length === atoms.length;
      const parts = isAllowed
        ? [atoms.slice(0, half), atoms.slice(half)]
        : [atoms.filter((atom) => !allowed.includes(atom)), allowed];
      if (allowed.length > 0 && atoms.length > 1 && (!isAllowed || splits++ < MOST_SPLITS)) {
        for (const [at, some] of [...parts.entries()].reverse())
          queue.unshift({ ...about, id: `${about.id}-${at + 1}`, one: partOf(one, plain, some) });
        continue;
      }
      if (isAllowed) {
        add({ rejected: problem.refusal });
        for (const piece of piecesOf(one, plain)) failing.pieces.add(piece);
        // Without plain values that are accepted, nothing else can be learned.
        if (one === plain) break;
        continue;
      }
    }
    // It depends on the earlier requests, not on the values.
    if (problem.key === "nonce-used") {
      add({ problem, input: "any value" }, plain);
      continue;
    }
    const larger = await explainedShortly(problem);
    const isUnnamed = namesOf(larger).length === 0;
    const same = mistakes.find((known) => isExplainedBy(larger, known));
    if (same !== undefined) {
      addMistake(same);
      continue;
    }
    // The same characters in another combination, or more characters of one kind, may be the same mistake.
    if (isUnnamed && after?.problem.key === larger.key && namesOf(after.problem).length === 0) {
      const kind = kindOf(piecesOf(after.one, plain).join(""));
      if (!failing.kinds.has(kind)) {
        failing.kinds.add(kind);
        others.set(after.problem, ` and other ${kind.name}`);
        queue.unshift({ ...about, after, one: whole });
        continue;
      }
    }
    if (isUnnamed && withoutName >= MOST_WITHOUT_NAME) {
      add({ problem: larger, input: "other values" });
      continue;
    }
    if (mistakes.length > 0) limit += STARTS_OF_MISTAKE;
    const smallest: Shrunk = one === plain ? { one, problem: larger } : await shrunk(one, larger);
    const { length } = smallest;
    const problemFound = await named(smallest, one, larger);
    const change = changedToo.get(problemFound.arrived?.captured.problems ?? []);
    const isChange = change !== undefined && change.causes.length > 0 && namesOf(problemFound).length === 0;
    const found = { ...smallest, problem: isChange ? { ...problemFound, change } : problemFound };
    const before = mistakes.find((known) => isExplainedBy(found.problem, known));
    if (before !== undefined || namesOf(found.problem).length === 0) withoutName += 1;
    const mistake = before ?? { ...found, input: inputOf(smallest.one, plain, length) };
    if (before === undefined) mistakes.push(mistake);
    addMistake(mistake);
    // If the plain values fail, all others do too.
    if (one === plain) break;
    if (length === undefined) for (const piece of piecesOf(smallest.one, plain)) failing.pieces.add(piece);
    else failing.lengths.set([...smallest.one.keys()].find((key) => smallest.one.get(key) !== key.plain)!, length - 1);
    if (!isExplainedBy(larger, mistake)) queue.unshift({ ...about, id: `${about.id}-rest`, one, after: mistake });
  }
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

/**
 * Finds a small part that fails: the shortest beginning that fails ends with an atom that is needed, and so on.
 *
 * @param fails whether a part fails; all atoms do
 */
async function smallestPart(atoms: readonly Atom[], fails: (some: readonly Atom[]) => Promise<boolean>): Promise<void> {
  const needed: Atom[] = [];
  for (let rest = atoms; rest.length > 0; ) {
    let passing = 0;
    let failing = rest.length;
    while (failing - passing > 1) {
      const middle = Math.floor((passing + failing) / 2);
      if (await fails([...rest.slice(0, middle), ...needed])) failing = middle;
      else passing = middle;
    }
    needed.unshift(rest[failing - 1]!);
    rest = rest.slice(0, failing - 1);
    if (rest.length > 0 && (await fails(needed))) return;
  }
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
  return atomsOf(one, plain).map((atom) => pieceOf(one, atom));
}

function pieceOf(one: Case, { placeholder, at }: Atom): string {
  return one.get(placeholder)!.pieces[at]!;
}

/** In characters. */
function lengthOf(value: Value): number {
  return Array.from(textOf(value)).length;
}

/** A program must accept any printable text. What else it refuses is its own decision. */
function mayBeRefused(one: Case, atom: Atom): boolean {
  const isBlank = textOf(one.get(atom.placeholder)!).trim() === "";
  return atom.placeholder.isText !== true || isBlank || /[\p{Cc}\p{Cs}\p{Cn}]/u.test(pieceOf(one, atom));
}

/** A kind of characters that programs treat alike. */
interface CharacterKind {
  readonly name: string;
  readonly characters: RegExp;
}

const KINDS: readonly CharacterKind[] = [
  { name: "characters outside ASCII", characters: /[^\0-\x7f]/u },
  { name: "control characters", characters: /[\0-\x1f\x7f]/u },
  { name: "punctuation", characters: /^(?!.*%).*[ -/:-@[-`{-~]|^%$/u },
  { name: "letters and digits", characters: /./u },
];

function kindOf(text: string): CharacterKind {
  return KINDS.find(({ characters }) => characters.test(text)) ?? KINDS.at(-1)!;
}

/** The values in which a case differs from the plain one, in words. */
function inputOf(one: Case, plain: Case, length: number | undefined): string {
  const differing = [...one].filter(([placeholder, value]) => value !== plain.get(placeholder));
  if (differing.length === 0) return "any value";
  const texts = differing.map(([{ name }, value]) =>
    length === undefined ? `${name} ${JSON.stringify(textOf(value))}` : `${name} of ${length} characters or more`,
  );
  return texts.join(" and ");
}

/** What the smallest failures consist of. */
interface Failures {
  readonly pieces: Set<string>;
  readonly kinds: Set<CharacterKind>;
  /** The longest text that passes, in octets, which are as many as its characters or more. */
  readonly lengths: Map<Placeholder, number>;
}

/** The case without these pieces, in any placeholder; `undefined` if it consists of them. */
function without(whole: Case, plain: Case, { pieces, kinds, lengths }: Failures): Case | undefined {
  const parts = [...pieces].filter(Boolean);
  const withoutParts = (piece: string): string =>
    Array.from(parts.reduce((rest, part) => rest.replaceAll(part, ""), piece))
      .filter((one) => ![...kinds].some(({ characters }) => characters.test(one)))
      .join("");
  const rest = new Map(
    [...whole].map(([placeholder, value]): [Placeholder, Value] => {
      if (value === plain.get(placeholder)) return [placeholder, value];
      let length = 0;
      const kept = value.pieces.flatMap((piece) => {
        const left = placeholder.isText ? withoutParts(piece) : piece;
        length += Buffer.byteLength(left);
        const isLeft = (left !== "" || piece === "") && length <= (lengths.get(placeholder) ?? length);
        return isLeft && !pieces.has(piece) ? [left] : [];
      });
      const isWhole = kept.length === value.pieces.length && kept.every((piece, at) => piece === value.pieces[at]);
      if (isWhole) return [placeholder, value];
      return [placeholder, kept.length === 0 ? plain.get(placeholder)! : { around: value.around, pieces: kept }];
    }),
  );
  const isPlain = [...rest].every(([placeholder, value]) => value === plain.get(placeholder));
  return isPlain && whole !== plain ? undefined : isPlain ? plain : rest;
}

function valuesOf(one: Case): Values {
  return Object.fromEntries([...one].map(([{ name }, value]) => [name, textOf(value)]));
}

const CUT_RE = /cut-after-(\d+)/;

/** After how many characters a value was cut, if that is a name of the problem. */
function cutIn(problem: Problem): number | undefined {
  const [length] = namesOf(problem).flatMap((names) => names.flatMap((id) => CUT_RE.exec(id)?.[1] ?? []));
  return length === undefined ? undefined : Number(length);
}

/** The alternatives of an explanation, each as the ids of its causes; none if there is no named cause. */
function namesOf({ change, arrived }: Problem): string[][] {
  if (change !== undefined) return change.causes.map(({ id }) => [id]);
  return arrived === undefined ? [] : alternativesOf(arrived.captured).map((causes) => causes.map(({ id }) => id));
}

function isExplainedBy(problem: Problem, { problem: known }: Failing): boolean {
  const ids = new Set(namesOf(known).map((names) => names.join()));
  return problem.key === known.key && namesOf(problem).some((names) => ids.has(names.join()));
}

/** Only some of the alternatives. */
function withNames(problem: Problem, isKept: (names: readonly string[]) => boolean): Problem {
  const { change, arrived } = problem;
  if (change !== undefined)
    return { ...problem, change: { ...change, causes: change.causes.filter(({ id }) => isKept([id])) } };
  const { explanation } = arrived?.captured ?? {};
  const own = namesOf(problem);
  if (explanation === undefined || own.length === 0) return problem;
  const alternatives = explanation.explanation.alternatives.filter((_, at) => isKept(own[at]!));
  const shown = { ...explanation, explanation: { ...explanation.explanation, alternatives } };
  return {
    ...problem,
    arrived: {
      ...arrived,
      captured: { ...arrived!.captured, explanation: alternatives.length > 0 ? shown : undefined },
    },
  };
}
