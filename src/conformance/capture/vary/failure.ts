/** What is wrong with one start of a varied program, and the result that a report shows. */

import { type CaseResult, differenceOf } from "../../runner/index.ts";
import type { Rule } from "../../vectors/index.ts";
import { type CapturedRequest, type IncomingRequest, isRight } from "../captured-request.ts";
import { causesOf, resultOf } from "../result.ts";
import type { Case } from "./cases.ts";
import type { Change } from "./fields.ts";
import type { Values } from "./placeholders.ts";
import { BODY_CUT, CHANGED, REFUSED, type ValueCause } from "./value-causes.ts";

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

/** An invalid request, a value that arrived changed, or a refusal. */
export interface Failure {
  /** The case that failed. */
  readonly one: Case;
  /** The kind of failure, the same for smaller values. */
  readonly key: string;
  /** Explanations, the likeliest first, each a list of causes; empty if none is known. */
  readonly alternatives: readonly (readonly ValueCause[])[];
  /** How to distinguish the alternatives. */
  readonly advice?: string | undefined;
  /** The first part that was sent and signed differently, decoded. */
  readonly sent?: string | undefined;
  /** The invalid request, or the one with the changed value. */
  readonly request?: IncomingRequest | undefined;
  /** What is wrong with the request; absent if only a value arrived changed. */
  readonly wrong?: CapturedRequest | undefined;
  /** The first value that arrived changed in this request. */
  readonly change?: Change | undefined;
  /** Whether its causes are those of the request with the values that were filled in. */
  readonly isAsMeant?: boolean;
  /** Why the program sent no request, or failed, although it accepts plain values. */
  readonly refusal?: string;
}

/** All that is wrong with one start. A failure after a request is a refusal only if the first start did not fail. */
export function failuresOf(
  one: Case,
  { arrived, failure }: Attempt,
  changes: readonly Change[],
  first: Attempt,
): Failure[] {
  const wrong = arrived.find(({ captured }) => !isRight(captured));
  // What follows a body that is longer than its Content-Length is taken for another request.
  const before = requestsOf(arrived.slice(0, wrong && arrived.indexOf(wrong)));
  const isCut = wrong?.captured.problems[0]?.code === "malformed" && before.some(({ body }) => body.length > 0);
  if (isCut) return [{ one, key: "malformed", alternatives: [[BODY_CUT]], wrong: wrong.captured }];
  if (wrong === undefined && (arrived.length === 0 || (failure !== undefined && first.failure === undefined)))
    return [{ one, key: "refused", alternatives: [], refusal: failure ?? "it sent no request" }];
  const ofPlaceholders = new Map(changes.toReversed().map((change) => [change.placeholder, change]));
  const ofValues = Array.from(ofPlaceholders.values(), (change): Failure => {
    const { actual, alternatives, request } = change;
    return { one, key: actual === undefined ? "lost" : "changed", alternatives, request, change };
  });
  if (wrong === undefined) return ofValues;
  const { captured, request } = wrong;
  const key = captured.problems[0]!.code;
  const change = changes.find((each) => each.request === request);
  return [{ one, key, alternatives: [], request, wrong: captured, change }, ...ofValues];
}

/** The complete requests. */
export function requestsOf(arrived: readonly Arrived[]): IncomingRequest[] {
  return arrived.flatMap(({ request }) => request ?? []);
}

/** The ids of all causes. */
export function causeNamesOf(failures: readonly Pick<Failure, "alternatives">[]): Set<string> {
  return new Set(failures.flatMap(({ alternatives }) => alternatives.flat().map(({ id }) => id)));
}

/** Keeps the alternatives whose causes all occur in the others. */
export function sharedWith(failure: Failure, others: readonly Failure[]): Failure {
  const names = causeNamesOf(others);
  return { ...failure, alternatives: failure.alternatives.filter((causes) => causes.every(({ id }) => names.has(id))) };
}

/** A mistake. */
export interface Mistake {
  /** The id of the planned case that showed it first. */
  readonly id: string;
  /** The failure of its smallest case, with the causes that explain every failure taken for this mistake. */
  failure: Failure;
  /** The values in words, by which a baseline recognizes a mistake without a name. */
  input: string;
}

/** The result of one planned case. */
export interface VariedCase {
  /** What was tried, such as `hard` or `random-3`. */
  readonly id: string;
  /** For a failure, the smallest values that were found to fail in the same way. */
  readonly values: Values;
  readonly mistake?: Mistake;
  /** Why the program sent no request, for values that it may refuse. */
  readonly rejected?: string;
}

/** The rule that a changed value violates. */
const VALUE_RULE: Rule = {
  id: "capture-values",
  section: "countersign capture --vary",
  level: "MUST",
  statement: "A field arrives with the value that was filled in.",
};

/** How results are written. */
interface VariedResultOptions {
  /** Hides secrets and card data in a text that was filled in or arrived. */
  readonly redact: (text: string) => string;
  /** The programming language of the program, if it is known. */
  readonly language: string | undefined;
}

/** Stands for the request in results about values. */
const NO_REQUEST = { number: 0, method: "", url: "", kind: "", hints: [] };

/** The result of one case, for reporters. `repeat` is absent if a value was redacted. */
export function variedResultOf(one: VariedCase, { redact, language }: VariedResultOptions): CaseResult {
  const { mistake, rejected, values } = one;
  const id = `capture/${one.id}`;
  const input = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, redact(value)]));
  const shown = asciiJson(input);
  const repeat = shown === asciiJson(values) && { repeat: ["--values", shown] };
  const common = { id, question: { operation: "capture", input }, ...repeat };
  if (mistake === undefined) {
    const passed = { ...resultOf({ ...NO_REQUEST, problems: [] }), ...common, title: `${one.id} values` };
    if (rejected === undefined) return passed;
    const message = `the program rejects the values: ${redact(rejected)}`;
    return { ...passed, verdict: "not-offered", passedStages: [], message };
  }
  const { alternatives, advice, wrong, key, change, refusal } = mistake.failure;
  const isNamed = alternatives.length > 0;
  // A general cause does not identify a mistake: the values tell mistakes apart.
  const general = wrong === undefined ? [[change === undefined ? REFUSED : CHANGED]] : [];
  // Readers look for code in the language of the program. The explanation of a request already states if there is none.
  const noCode = wrong !== undefined || language === undefined ? "" : ` No code is available for ${language}.`;
  const causes = causesOf(isNamed ? alternatives : general, advice, id).map((cause) => {
    return { ...cause, fix: `${cause.fix ?? ""}${noCode}`, form: cause.id };
  });
  const message = redact(change ? `${change.field}: ${causes[0]?.title}` : `${mistake.input}: ${refusal}`);
  const problems = [{ code: key, message, rule: VALUE_RULE }];
  const own = resultOf(wrong ?? { ...NO_REQUEST, problems });
  const difference =
    wrong === undefined &&
    change &&
    differenceOf("parameters", redact(change.expected), redact(change.actual ?? "(nothing)"));
  const differences = [redact(`${causes[0]?.id ?? key}: ${mistake.input}`)];
  return {
    ...own,
    ...common,
    title: [own.title, `with ${shown}`].filter(Boolean).join(", "),
    ...(difference && { difference }),
    ...(!isNamed && { explained: { causes: [], differences, isComplete: true } }),
    ...(causes.length > 0 && { causes }),
  };
}

/** JSON that looks the same in every terminal, because only ASCII is left. */
function asciiJson(values: unknown): string {
  return JSON.stringify(values).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
