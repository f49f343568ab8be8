/** Builds the result of a diagnosis from the combinations of hypotheses that match. */

import type { Occurs } from "../../faults/fault.ts";
import { fixFor, sentenceFor } from "../../faults/index.ts";
import { decodedText, specification, toText } from "../../model/index.ts";
import type { InSlices } from "../../platform/slices.ts";
import type { Redactor } from "../../redaction/index.ts";
import { redactChange } from "../compare/changed-parameters.ts";
import { baseStringDifference } from "../compare/difference.ts";
import { parameterTable } from "../compare/parameter-table.ts";
import { namesOfOtherRequest } from "../input/base-string-text.ts";
import type { Computations } from "../search/computations.ts";
import type { Cause, Diagnosis, RightSignature, StageDifference } from "../search/diagnosis.ts";
import type { DiagnosisTask, SearchTask } from "../search/diagnosis-task.ts";
import type { Hypothesis } from "../search/hypothesis.ts";
import type { Combination, Match } from "../search/search.ts";
import { SIGNATURE_FIXES } from "../signature/signature-text.ts";
import { answersOf } from "./answers.ts";
import { findDistinguishingRequest } from "./distinguish.ts";

/**
 * The result for all matches of a search, in slices of work.
 *
 * @param signed the client's base string, if it is known
 */
export function* resultOf(task: SearchTask, found: readonly Match[], signed?: string): InSlices<Diagnosis> {
  const limitReached = task.work.isUsedUp();
  const alternatives = answersOf(found, task.cheapest);
  const [first] = alternatives;
  if (first === undefined) return yield* unexplained(task, [], signed);
  const wrong = signed ?? first.computations.result(first.combination).baseString;
  const common = yield* commonOf(task, wrong, first.combination);
  if (alternatives.length > 1) {
    const combinations = alternatives.map(({ combination }) => combination);
    const request = findDistinguishingRequest(combinations, first.computations.original.request);
    return {
      kind: "ambiguous",
      alternatives: alternatives.map((match) => causesOf(match, task)),
      ...(request && { distinguishingRequest: task.redactor.value(request) }),
      limitReached,
      ...common,
    };
  }
  const [cause, ...more] = causesOf(first, task);
  if (cause !== undefined) return { kind: "explained", causes: [cause, ...more], ...common };
  const kind = common.notices.some(({ rejects }) => rejects) ? "rejected" : "right";
  return { kind, ...common, ...(task.unchecked && { unchecked: task.unchecked }) };
}

/** An `unknown` result with causes that explain only a part. */
export function* unexplained(task: SearchTask, parts: readonly Match[], signed?: string): InSlices<Diagnosis> {
  const partial = parts.flatMap((part) => causesOf(part, task));
  return {
    kind: "unknown",
    limitReached: task.work.isUsedUp(),
    ...(task.keyIsRight && { keyIsRight: true }),
    partialCauses: [...new Map(partial.map((cause) => [cause.id, cause])).values()],
    ...(yield* commonOf(task, signed)),
  };
}

/** Causes with which a difference between the two base strings does not show what was sent. */
const SENT_OTHERWISE: readonly string[] = ["form-without-content-type", "parameters-sent-twice"];

/** Notices that are reasons why no cause reproduces a signature. */
const WHY_UNKNOWN: readonly string[] = ["key-opens-nothing", ...Object.keys(SIGNATURE_FIXES), "values-masked"];

/**
 * Members of every result.
 *
 * @param matching what reproduces the signature; `undefined` if nothing does
 */
export function* commonOf(
  task: SearchTask,
  wrong: string | undefined,
  matching?: Combination,
): InSlices<Omit<RightSignature, "kind" | "unchecked">> {
  const combination = matching ?? [];
  const { notices, showSignature, redactor, work, baseStrings, assumedScheme, assumedMethod } = task;
  const [computations] = task.computations;
  const { baseString: right, signature } = computations.result([]);
  // Here, the correct base string lacks sent parameters, or contains each copy.
  const isSentOtherwise = combination.some(({ id }) => SENT_OTHERWISE.includes(id));
  const isKnown = right !== undefined && wrong !== undefined && !isSentOtherwise;
  const inBaseString = isKnown ? yield* baseStringDifference(right, wrong, redactor.coverInSlices) : undefined;
  const difference = isSentOtherwise
    ? undefined
    : (inBaseString ?? differenceAfterBaseString(computations, combination));
  const table = isKnown ? parameterTable(right, wrong) : undefined;
  return {
    notices: notices.filter(
      ({ id }) =>
        !combination.some((hypothesis) => hypothesis.id === id) &&
        !(matching !== undefined && WHY_UNKNOWN.includes(id)) &&
        // A change of the header that is named is more specific than the parser's message.
        !(id === "header-malformed" && combination.some((hypothesis) => computations.change(hypothesis).transport)),
    ),
    tried: work.tried(),
    ...(difference === undefined ? {} : { difference: redactedDifference(difference, redactor) }),
    ...(table === undefined ? {} : { parameterTable: table.rows.map((row) => redactChange(row, redactor)) }),
    ...(table?.differing === undefined ? {} : { parametersDiffering: table.differing }),
    ...(showSignature && signature !== undefined ? { expectedSignature: redactor.text(signature) } : {}),
    ...(assumedScheme === undefined ? {} : { assumedScheme }),
    ...(assumedMethod === undefined ? {} : { assumedMethod }),
    ...(baseStrings.length === 0 ? {} : baseStringFacts(task, right, computations.result(combination).baseString)),
  };
}

/** @param signed the base string that the causes give */
function baseStringFacts(
  { baseStrings, sources, isBaseStringSigned = false, unchecked, notices }: DiagnosisTask,
  right: string | undefined,
  signed: string | undefined,
): Pick<RightSignature, "baseStringIsCorrect" | "unusedBaseString"> {
  const has = (one: string | undefined): boolean => one !== undefined && baseStrings.includes(one);
  const baseStringIsCorrect = has(right);
  const isImpossible = notices.some(({ id }) => id in SIGNATURE_FIXES);
  if (isBaseStringSigned || unchecked !== undefined || baseStringIsCorrect || has(signed) || isImpossible)
    return { baseStringIsCorrect };
  return { baseStringIsCorrect, unusedBaseString: { differing: namesOfOtherRequest(baseStrings[0]!, sources) } };
}

/** Redacts names and values, which may be secret. The stage, part and kind are fixed words. */
function redactedDifference({ stage, part, mismatch, ...data }: StageDifference, { value }: Redactor): StageDifference {
  return {
    stage,
    ...(part && { part }),
    ...value(data),
    ...(mismatch && { mismatch: { ...value(mismatch), kind: mismatch.kind } }),
  };
}

/** After the base string, the result names only the stage, because the values are secret or of no help; PLAINTEXT has none. */
function differenceAfterBaseString(computations: Computations, combination: Combination): StageDifference | undefined {
  const { signatureMethod } = computations.original.request;
  if (combination.length === 0 || signatureMethod === "PLAINTEXT") return undefined;
  return { stage: combination.some((hypothesis) => computations.change(hypothesis).key) ? "key" : "signature" };
}

export function causesOf({ combination, computations }: Match, { redactor, interpretations }: DiagnosisTask): Cause[] {
  const { signatureMethod } = interpretations[0].computation.request;
  return combination.map((hypothesis) => {
    const occurs = occursIn(computations, hypothesis, combination);
    const what = hypothesis.whatFor?.(occurs) ?? sentenceFor(hypothesis.what, occurs);
    const cause = causeOf(hypothesis.kind === "fault" ? { ...hypothesis, what } : hypothesis, redactor);
    return { ...cause, fix: fixFor(cause.fix, signatureMethod) };
  });
}

/**
 * Which texts the request or its base strings contain: characters of the request, and escapes in the base strings without and
 * with the cause. Secrets are left out.
 */
function occursIn(computations: Computations, cause: Hypothesis, combination: Combination): Occurs {
  // Other causes may bring other texts, such as a body that is not a form.
  const right = computations.result(combination.filter((other) => other !== cause)).baseString ?? "";
  const written = [right, computations.result(combination).baseString ?? ""].flatMap((text) => [
    text,
    decodedText(text),
  ]);
  const { names } = computations.change(cause);
  const pairs = specification.decodeForm(decodedText(right.split("&")[2] ?? ""), specification);
  const parameters = pairs.flat().map(toText).join("");
  const meant = names.includes("encodeParameters") ? parameters : decodedText(decodedText(right));
  return (text) => (/^%./.test(text) ? written.some((one) => one.includes(text)) : meant.includes(text));
}

/** Redacts a cause about one parameter or address, because its id and texts contain a name from the request. */
function causeOf({ id, kind, title, what, languages, fix, change, isSpecific }: Hypothesis, redactor: Redactor): Cause {
  const isRedacted = isSpecific === true || id.includes(":");
  return {
    id: isRedacted ? redactor.text(id) : id,
    kind,
    title: isRedacted ? redactor.text(title) : title,
    what: isRedacted ? redactor.text(what) : what,
    ...(languages && { languages }),
    ...(change && { change: redactChange(change, redactor) }),
    fix,
  };
}
