/**
 * Runs a program with many values in few starts. The first start has plain values, the second one all hard pieces in all
 * placeholders at once: if its request is valid, no single piece is a problem. Otherwise the smallest values that fail are
 * searched for, first where the failure shows, and the case is tried again without them.
 */

import { differenceOf } from "../../runner/index.ts";
import { alternativesOf, type IncomingRequest, isRight } from "../captured-request.ts";
import type { CaptureVerifier, CauseSearch } from "../verification.ts";
import {
  type Atom,
  type Case,
  type Failing,
  isBlank,
  kindOf,
  mayRefuse,
  ofLength,
  valuesOf,
  without,
} from "./cases.ts";
import {
  type Attempt,
  causeNamesOf,
  type Failure,
  failuresOf,
  type Mistake,
  requestsOf,
  sharedWith,
  type VariedCase,
} from "./failure.ts";
import { changesIn, type PlainField, plainFieldsIn } from "./fields.ts";
import type { Placeholder, Value, Values } from "./placeholders.ts";
import { smallestNumber, smallestPart } from "./shrink.ts";
import { decoded, isRefutedBy, type ValueCause } from "./value-causes.ts";

/** What to vary, and how. */
export interface Varying extends Pick<CaptureVerifier, "explain" | "isSigned" | "refutes"> {
  readonly placeholders: readonly Placeholder[];
  /** Starts the program. Rejects if it cannot be started. */
  readonly attempt: (values: Values) => Promise<Attempt>;
  /** How many cases with random values follow. */
  readonly runs: number;
  /** Values to try after the plain values, even if plain values fail. @default the planned cases */
  readonly given?: Values | undefined;
  /** Whether to stop early, with what was found so far. */
  readonly isOver: () => boolean;
}

/** What was found. */
export interface Varied {
  readonly cases: readonly VariedCase[];
  readonly starts: number;
  /** Where the values arrive. A placeholder without a destination was not compared. */
  readonly destinations: readonly PlainField[];
  /** Fields that are not compared, because the program derives them from a value that arrives whole beside them. */
  readonly derived: readonly PlainField[];
  /** What the plain values gave; absent if the program was never started. */
  readonly first?: Attempt | undefined;
  /** Whether a start without a failure sent fewer requests than the first one: their fields were not compared. */
  readonly sendsFewer: boolean;
  /** Whether the search ended before everything was tried. */
  readonly isIncomplete: boolean;
}

/** Combinations to try: enough for each known mistake alone, in a request with many hard characters. */
const SHORT_SEARCH = 6000;
/** Combinations to try with the smallest values: less likely pairs would take most of the time of a run. */
const LONG_SEARCH = 50_000;

/** Maximum starts for the planned cases and the first mistake, and for the search after each mistake. */
const STARTS = 28;
const STARTS_OF_MISTAKE = 10;
/** How many unnamed mistakes get a search for their smallest values: one mistake may show in every character. */
const MOST_WITHOUT_NAME = 2;

/** Runs the whole search. */
export async function vary(options: Varying): Promise<Varied> {
  const { attempt, explain, isSigned, refutes, runs, given, isOver, ...varying } = options;
  const placeholders = varying.placeholders.map((one) =>
    given === undefined ? one : { ...one, values: [[given[one.name]!]], write: (text: string) => text },
  );
  const cases: VariedCase[] = [];
  const mistakes: Mistake[] = [];
  const failing: Failing = { texts: new Set(), lengths: new Map() };
  /** Values that arrived as they were filled in. */
  const unchanged: Values[] = [];
  /** The valid requests of all starts. */
  const valid: IncomingRequest[] = [];
  let starts = 0;
  let sendsFewer = false;
  let isIncomplete = false;
  let first: Attempt | undefined;
  let fields: readonly PlainField[] = [];
  /** Fields that the program derives from a value. */
  const derived = new Set<PlainField>();

  function mayStart(): boolean {
    return starts < STARTS + runs + STARTS_OF_MISTAKE * mistakes.length && !isOver();
  }

  async function run(one: Case): Promise<Failure[]> {
    starts += 1;
    const values = valuesOf(placeholders, one);
    const attempted = await attempt(values);
    const requests = requestsOf(attempted.arrived);
    valid.push(...requestsOf(attempted.arrived.filter(({ captured }) => isRight(captured))));
    if (first === undefined) fields = plainFieldsIn(requests, values);
    first ??= attempted;
    const changes = changesIn(requests, fields, values);
    for (const change of changes) if (change.derived !== undefined) derived.add(change.derived);
    const compared = changes.filter((change) => change.derived === undefined);
    const failures = failuresOf(one, attempted, compared, first);
    sendsFewer ||= failures.length === 0 && requests.length < first.arrived.length;
    if (failures.every(({ change, refusal }) => change === undefined && refusal === undefined)) unchanged.push(values);
    return failures.map(withoutRefuted);
  }

  /** Leaves out alternatives that are refuted by values that arrived unchanged, or by valid requests of the same kind. */
  function withoutRefuted(failure: Failure): Failure {
    const { change, wrong, request } = failure;
    const passing = unchanged.map((values) => values[change?.placeholder ?? ""] ?? "");
    const similar = wrong === undefined ? [] : valid.filter((one) => kindOfRequest(one) === kindOfRequest(request));
    const isRefuted = (cause: ValueCause): boolean =>
      isRefutedBy(cause, passing) || similar.some((one) => refutes(one, cause));
    return { ...failure, alternatives: failure.alternatives.filter((causes) => !causes.some(isRefuted)) };
  }

  /**
   * Finds the causes of an invalid request, as the client meant it or as it arrived. A changed value in a valid request has causes
   * already; only the causes in `search.names` may explain it too.
   */
  async function explained(failure: Failure, search: CauseSearch): Promise<Failure> {
    const { wrong, request, change, key } = failure;
    if (wrong === undefined && search.names === undefined) return failure;
    const ofChange = change?.alternatives ?? [];
    // Another signature can only explain a mismatch.
    const meant = wrong === undefined || key === "signature-mismatch" ? change?.meant : undefined;
    // Only the sent values are wrong.
    if (meant !== undefined && (await isSigned(meant)))
      return { ...failure, alternatives: ofChange, wrong: undefined, isAsMeant: true };
    let found = failure;
    for (const signed of [meant, wrong && request]) {
      if (signed === undefined) continue;
      const explanation = await explain(signed, search);
      const shown = explanation?.explanation;
      const sent = shown?.differences?.[0]?.sent?.find(({ differs }) => differs)?.text;
      const causes = alternativesOf({ explanation, problems: wrong?.problems ?? [] });
      found = withoutRefuted({
        ...failure,
        alternatives: wrong === undefined ? [...ofChange, ...causes] : causes,
        // Advice is about signing.
        advice: wrong === undefined ? undefined : shown?.advice,
        sent: sent && decoded(sent),
        isAsMeant: signed === meant,
      });
      if (isNamed(found)) break;
    }
    return found;
  }

  /** Explains a failure only by causes of other failures. */
  async function explainedBy(failure: Failure, others = mistakes.map((known) => known.failure)): Promise<Failure> {
    const names = [...causeNamesOf(others)];
    return sharedWith(names.length > 0 ? await explained(failure, { names }) : failure, others);
  }

  /** The known mistake that shares alternatives with a failure. Its other alternatives are dropped. */
  function mistakeOf(explanation: Failure): Mistake | undefined {
    const known = mistakes.find(({ failure }) => isNamed(sharedWith(failure, [explanation])));
    if (known !== undefined) known.failure = sharedWith(known.failure, [explanation]);
    return known;
  }

  /** Adds the result of a case, and a mistake once for each planned case. */
  function add({ id }: PlannedCase, one: Case, mistake?: Mistake): false {
    const same = cases.filter((other) => other.id.split("/")[0] === id);
    if (mistake !== undefined && same.some((other) => other.mistake === mistake)) return false;
    const found = mistake && (isAllowed(mistake.failure) ? { rejected: mistake.failure.refusal! } : { mistake });
    const values = valuesOf(placeholders, one);
    cases.push({ id: same.length === 0 ? id : `${id}/${same.length + 1}`, values, ...found });
    return false;
  }

  /** Tries a case until it shows nothing new, each time without what is known to fail. */
  async function tryCase(planned: PlannedCase): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const one = without(planned.one, failing);
      if (one.length === 0 && planned.one.length > 0) return;
      if (!mayStart()) {
        isIncomplete = true;
        return;
      }
      const all = await run(one);
      if (all.length === 0) return void add(planned, one);
      // Any program may fail now and then, whatever the values are.
      if (isFirst && one.length > 0 && all.some(({ refusal }) => refusal !== undefined)) continue;
      let isNew = false;
      /** Requests that the client did not sign as they arrived, or that nothing explains: their values are not compared. */
      const skipped = new Set<IncomingRequest | undefined>();
      for (const failure of all) {
        if (failure.wrong === undefined && skipped.has(failure.request)) continue;
        const again = await explainedBy(failure);
        const known = mistakeOf(again);
        const larger = known === undefined ? await explained(failure, { combinations: SHORT_SEARCH }) : again;
        if (known !== undefined) add(planned, known.failure.one, known);
        else isNew = (await report(planned, larger)) || isNew;
        if (failure.key === "signature-mismatch" && (!isNamed(larger) || larger.isAsMeant))
          skipped.add(failure.request);
      }
      if (!isNew) return;
    }
  }

  /** Reports a new mistake. Returns whether the rest of the case may show another. */
  async function report(planned: PlannedCase, larger: Failure): Promise<boolean> {
    const { id } = planned;
    const { one, key, wrong, refusal } = larger;
    // A used nonce depends on earlier requests, not on values.
    if (key === "nonce-used") return add(planned, [], { id, failure: { ...larger, one: [] }, input: inputOf([]) });
    const isOfPlain = wrong !== undefined && mistakes.some(({ failure }) => failure.one.length === 0);
    const unnamed = mistakes.filter(({ failure }) => failure.refusal === undefined && !isNamed(failure));
    if (!isNamed(larger) && refusal === undefined && (isOfPlain || unnamed.length >= MOST_WITHOUT_NAME)) {
      // Beside a mistake that shows in every request, another mistake is found only if it has a name.
      isIncomplete ||= isOfPlain;
      return add(planned, one, { id, failure: larger, input: "other values" });
    }
    if (!isNamed(larger) && isOfSameKind(id, key)) return true;
    const failure = await withName(await shrunk(larger), larger);
    const mistake = { id, failure, input: inputOf(failure.one) };
    mistakes.push(mistake);
    add(planned, failure.one, mistake);
    for (const atom of failure.one)
      if (atom.isLength) failing.lengths.set(atom.placeholder, atom.piece.length - 1);
      else failing.texts.add((isAllowed(failure) && kindOf(atom)?.[1]) || atom.piece);
    // If the plain values fail, all others do too: without a name, no other mistake can be distinguished from this one.
    isIncomplete ||= one.length === 0 && !isNamed(failure);
    return one.length > 0 && !isNamed(sharedWith(larger, [failure]));
  }

  /** If more characters of a kind fail in the same way without a name, they count as the same mistake. */
  function isOfSameKind(id: string, key: string): boolean {
    const last = mistakes.findLast((mistake) => mistake.id === id);
    if (last === undefined || last.failure.key !== key || isNamed(last.failure)) return false;
    const kind = kindOf(last.failure.one[0]!);
    if (kind === undefined || failing.texts.has(kind[1])) return false;
    failing.texts.add(kind[1]);
    last.input += ` and other ${kind[0]}`;
    return true;
  }

  /** The same failure with the smallest part of its case. */
  async function shrunk(whole: Failure): Promise<Failure> {
    const { one, key, change, refusal } = whole;
    let found = whole;
    const fails = async (part: Case): Promise<boolean> => {
      const isAllowed = refusal !== undefined && isBlank(part) && !isBlank(one);
      if (part.length === 0 || isAllowed || !mayStart()) return false;
      const same = (await run(part)).find(
        (other) =>
          other.key === key && (other.wrong !== undefined || other.change?.placeholder === change?.placeholder),
      );
      if (same === undefined || mistakeOf(await explainedBy(same)) !== undefined) return false;
      found = same;
      return true;
    };
    const isCut = cutIn(whole) !== undefined;
    for (const guess of isCut ? [] : guessesIn(whole)) if (guess.length < one.length && (await fails(guess))) break;
    const isAboutLength = isCut || (found === whole && !isNamed(whole));
    for (const placeholder of placeholders.filter(({ isText }) => isText && isAboutLength)) {
      const { length } = Array.from(valuesOf([placeholder], one)[placeholder.name]!);
      const hasLength = (count: number): Promise<boolean> => fails([ofLength(placeholder, count)]);
      if (length <= placeholder.plain.length || !(await hasLength(length))) continue;
      const exact = cutIn(found);
      if (exact === undefined || !(await hasLength(exact))) await smallestNumber(length, hasLength);
      return found;
    }
    await smallestPart(found.one, fails);
    // Only the generator of the user knows which of its values are smaller.
    for (const atom of found.one)
      await atom.placeholder.shrink?.(atom.piece, (piece) =>
        fails(found.one.map((other) => (other.placeholder === atom.placeholder ? { ...atom, piece } : other))),
      );
    return found;
  }

  /** Names a failure only by causes that explain the smallest case and are among those of the larger case. */
  async function withName(smallest: Failure, larger: Failure): Promise<Failure> {
    const shared = await explainedBy(smallest, [larger]);
    if (isNamed(shared)) return shared;
    const found = await explained(smallest, smallest.one.length === 0 ? {} : { combinations: LONG_SEARCH });
    if (smallest.wrong === undefined || smallest.one.length === larger.one.length) return found;
    return sharedWith(found, [await explainedBy(larger, [found])]);
  }

  function inputOf(one: Case): string {
    const values = valuesOf(placeholders, one);
    const inputs = one.map(({ placeholder: { name }, piece, isLength }) =>
      isLength ? `${name} of ${piece.length} characters or more` : `${name} ${JSON.stringify(values[name])}`,
    );
    return [...new Set(inputs)].join(" and ") || "any value";
  }

  for (const planned of plannedCases(placeholders, runs)) {
    if (isIncomplete && given === undefined) break;
    await tryCase(planned);
  }
  for (const mistake of mistakes) mistake.failure = withoutRefuted(mistake.failure);
  const destinations = fields.filter((field) => field.placeholders.length > 0 && !derived.has(field));
  return { cases, starts, destinations, derived: [...derived], first, sendsFewer, isIncomplete };
}

/** Programs have code of their own for each method and path. */
function kindOfRequest(request: IncomingRequest | undefined): string | undefined {
  return request && `${request.method} ${request.url.split("?")[0]}`;
}

/** Whether a program may refuse the values. */
function isAllowed({ one, refusal }: Failure): boolean {
  return refusal !== undefined && (isBlank(one) || one.every(mayRefuse));
}

function isNamed({ alternatives }: Failure): boolean {
  return alternatives.length > 0;
}

/** The number of characters after which a value was cut, plus one, if the failure has such a cause. */
function cutIn({ change, alternatives }: Failure): number | undefined {
  const isCut = alternatives.flat().some(({ id }) => id.startsWith("value/cut-after-"));
  return isCut ? Array.from(change!.actual!).length + 1 : undefined;
}

/** Parts that are likely to fail: what a program may refuse, what a change affects, or what is at the first difference. */
function guessesIn({ one, wrong, change, refusal, alternatives, sent = "" }: Failure): Case[] {
  if (refusal !== undefined) return [one.filter(mayRefuse)];
  const [effect] = alternatives.flat().flatMap((cause) => cause.change ?? []);
  const { expected = sent, actual = "" } = (wrong === undefined && change) || {};
  const { index = 0 } = differenceOf("parameters", expected, actual) ?? {};
  const isLikely = ({ piece, placeholder: { write } }: Atom): boolean =>
    effect === undefined ? piece !== "" && expected.startsWith(piece, index) : effect(write(piece)) !== write(piece);
  return one.flatMap((atom) => (isLikely(atom) ? [[atom]] : [])).slice(0, 2);
}

interface PlannedCase {
  readonly id: string;
  readonly one: Case;
}

/** Maximum of `hard` and `set-` cases. */
const PLANNED = 9;

function plannedCases(placeholders: readonly Placeholder[], runs: number): PlannedCase[] {
  const caseOf = (choose: (placeholder: Placeholder, number: number) => Value): Case =>
    placeholders.flatMap((placeholder, number) => choose(placeholder, number).map((piece) => ({ placeholder, piece })));
  const count = Math.min(PLANNED, Math.max(...placeholders.map(({ values }) => values.length)));
  // Each placeholder has a different value, so that the order of fields matters.
  const sets = Array.from({ length: count - 1 }, (_, at) => {
    const one = caseOf(({ values: [hard, ...others] }, number) => others[(at + number) % others.length] ?? hard!);
    return { id: `set-${at + 1}`, one };
  });
  const random = Array.from({ length: runs }, (_, at) => {
    const one = caseOf((placeholder, number) => placeholder.random((at + 1) * placeholders.length + number));
    return { id: `random-${at + 1}`, one };
  });
  return [{ id: "plain", one: [] }, { id: "hard", one: caseOf(({ values }) => values[0]!) }, ...sets, ...random];
}
