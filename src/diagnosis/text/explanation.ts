/**
 * Describes a diagnosis for people: the verdict, the causes with their fixes, and the sent and signed values side by side. The
 * command line, reports, captured requests, pages and the log of a verifier use it.
 */

import { fixInLanguage } from "../../faults/index.ts";
import { toText } from "../../model/index.ts";
import { mapTexts } from "../../redaction/map-texts.ts";
import { cut, plural, visible } from "../../redaction/visible.ts";
import type {
  AmbiguousSignature,
  Cause,
  Diagnosis,
  DistinguishingRequest,
  Notice,
  RejectedRequest,
  UnexplainedSignature,
} from "../search/diagnosis.ts";
import { SIGNATURE_FIXES } from "../signature/signature-text.ts";
import { differenceSentence, placeSegments } from "./difference-text.ts";
import { type ShownCause, type ShownDifference, shownCause, shownDifference, shownNotice } from "./shown-cause.ts";

/**
 * A diagnosis for people. The texts contain parts of the request, which a client chooses. Control characters in them are
 * escaped; a web page must escape HTML.
 */
export interface Explanation {
  /** The verdict as a sentence. If there is one cause, the sentence describes what the client does wrong. */
  readonly headline: string;
  /**
   * The causes. The causes of one alternative together reproduce the signature; usually one alternative with one cause does. If
   * the result is unknown, these causes explain only a part of it.
   */
  readonly alternatives: readonly (readonly ShownCause[])[];
  /** One sentence that describes how to distinguish the alternatives. */
  readonly advice?: string;
  /** One sentence that describes where the difference is. */
  readonly where?: string;
  /** The sent and signed values. */
  readonly differences: readonly ShownDifference[];
  /** Problems that do not affect the signature. */
  readonly notices: readonly Pick<Notice, "id" | "text">[];
  /** Further sentences to show. */
  readonly notes: readonly string[];
  /** If no cause is known, the questions to answer next, in this order. */
  readonly next: readonly NextStep[];
}

/** A question to answer next, with the command for it, if a command exists. */
export interface NextStep {
  readonly text: string;
  readonly command?: string;
}

/** The most characters of a text that are shown; enough for most base strings. */
const LONGEST_TEXT = 2000;
/** The most alternatives that are described. */
const MOST_ALTERNATIVES = 5;

/**
 * Describes a diagnosis.
 *
 * @param languages programming languages of the reader, such as "Python"; the fix has code in the first one that it supports
 * @example
 * ```ts
 * import { diagnose, explanationOf } from "countersign/diagnosis";
 *
 * const request = { method: "GET", url: "https://gateway.example/status", headers: [] };
 * explanationOf(diagnose({ request, key: { consumerSecret: "secret" } })).headline;
 * // => "not diagnosed: the request has no oauth_signature in its Authorization header, its query or its form body"
 * ```
 */
export function explanationOf(diagnosis: Diagnosis, languages: readonly string[] = []): Explanation {
  const { described = [], notes = [], alternatives = [], ...description } = describe(diagnosis, languages);
  const signature = "expectedSignature" in diagnosis ? [`expected signature: ${diagnosis.expectedSignature}`] : [];
  const explanation = {
    ...description,
    alternatives,
    ...differenceOf(diagnosis),
    notices: diagnosis.notices
      .filter(
        (notice) => !described.includes(notice) && !(notice.id === "base-string-missing" && isOfOtherText(diagnosis)),
      )
      .map(({ id, text }) => ({ id, text })),
    notes: [...notes, ...baseStringNotes(diagnosis), ...signature],
    next: [],
  };
  return mapTexts(explanation, (text) => visible(cut(text, LONGEST_TEXT)));
}

/** What comparing the client's base string showed. If it differs, `where` describes how. */
function baseStringNotes(diagnosis: Diagnosis): string[] {
  if (diagnosis.kind === "not-diagnosed") return [];
  const { kind, baseStringIsCorrect, unusedBaseString } = diagnosis;
  // Then the headline is about the base string.
  if ((kind === "right" || kind === "rejected") && diagnosis.unchecked !== undefined) return [];
  const isUnknown = kind === "unknown";
  if (baseStringIsCorrect) {
    const cause = isUnknown ? ": if the client signed it, the key or the signature differs" : "";
    return [`base string: the given one is correct${cause}`];
  }
  if (unusedBaseString === undefined) return [];
  const { differing } = unusedBaseString;
  if (differing.length > 0) {
    const values = `${differing.join(" and ")} ${differing.length === 1 ? "differs" : "differ"}`;
    return [`base string: the given one is of another request, because ${values}; it was not used`];
  }
  const otherKey = isUnknown ? ", or the client used a different key" : "";
  return [`base string: the given one does not give this signature: it is not what was signed${otherKey}`];
}

const RIGHT = {
  checked: "the signature is valid",
  "signature-missing": "the client's base string is correct (there is no signature to check)",
  "key-missing": "the client's base string is correct (the signature was not checked, because the key is missing)",
} as const;

interface Description extends Pick<Explanation, "headline" | "advice"> {
  readonly alternatives?: Explanation["alternatives"];
  readonly notes?: readonly string[];
  /** The notices that are not listed again. */
  readonly described?: readonly Notice[];
}

function describe(diagnosis: Diagnosis, languages: readonly string[]): Description {
  switch (diagnosis.kind) {
    case "right": {
      const isRepaired = diagnosis.notices.some(({ id }) => id === "request-found");
      const condition = isRepaired ? ", if the client sent the request as it was read from this text" : "";
      return { headline: `${RIGHT[diagnosis.unchecked ?? "checked"]}${condition}` };
    }
    case "rejected":
      return describeRejected(diagnosis, languages);
    case "explained":
      return describeExplained(diagnosis.causes, languages);
    case "ambiguous": {
      const possible = alternativesIn(diagnosis.alternatives, languages);
      return possible.length === 1
        ? describeExplained(possible[0]!, languages)
        : describeAmbiguous({ ...diagnosis, alternatives: possible }, languages);
    }
    case "changed":
      return {
        headline: "The client signed different parameters than it sent.",
        notes: [
          "fix: Sign the request last, after everything that changes it, and give the signer the parameters that are sent.",
        ],
      };
    case "unknown":
      return describeUnknown(diagnosis, languages);
    case "not-diagnosed":
      return { headline: `not diagnosed: ${diagnosis.message}` };
  }
}

function describeExplained(all: readonly Cause[], languages: readonly string[]): Description {
  const causes = all.map((cause) => shown(cause, languages));
  const headline =
    causes.length === 1 ? causes[0]!.what : `These ${causes.length} mistakes together produce this signature:`;
  return { headline, alternatives: [causes] };
}

/** The alternatives without the functions of other languages than that of the client. */
function alternativesIn(
  alternatives: AmbiguousSignature["alternatives"],
  [language]: readonly string[],
): AmbiguousSignature["alternatives"] {
  const isOfOther = ({ languages = [], fix }: Cause): boolean =>
    languages.length > 0 && Object.keys(fix.calls ?? {}).length === 1 && fixInLanguage(fix, [language!]) === undefined;
  const possible = language === undefined ? [] : alternatives.filter((causes) => !causes.some(isOfOther));
  return possible.length === 0 ? alternatives : possible;
}

function shown(cause: Cause, languages: readonly string[]): ShownCause {
  return shownCause(cause, languages, cause.languages);
}

/** Shows each reason like a cause. */
function describeRejected({ notices, unchecked }: RejectedRequest, languages: readonly string[]): Description {
  const reasons = notices.filter(({ rejects }) => rejects);
  const [first, ...more] = reasons.map((notice) => shownNotice(notice, languages));
  const verdict = `${RIGHT[unchecked ?? "checked"]}, but a server would reject the request`;
  if (first === undefined) return { headline: verdict };
  if (more.length > 0) return { headline: `${verdict}:`, alternatives: [[first, ...more]], described: reasons };
  const headline = `${verdict}: ${first.what}`;
  return { headline, alternatives: [[{ ...first, what: headline }]], described: reasons };
}

function describeAmbiguous(diagnosis: AmbiguousSignature, languages: readonly string[]): Description {
  const { alternatives, distinguishingRequest, limitReached } = diagnosis;
  const more = alternatives.length - MOST_ALTERNATIVES;
  return {
    headline: `Each of these ${alternatives.length} alternatives produces this signature:`,
    alternatives: withCodeOnce(
      alternatives.slice(0, MOST_ALTERNATIVES).map((causes) => causes.map((cause) => shown(cause, languages))),
    ),
    advice: distinguishingRequest === undefined ? NO_REQUEST : requestSentence(distinguishingRequest),
    notes: [
      ...(more > 0 ? [`Alternatives not shown: ${more}.`] : []),
      ...(limitReached ? ["The search stopped at its limit: there may be more causes."] : []),
    ],
  };
}

/** Leaves out code that an earlier cause already has. */
function withCodeOnce(alternatives: Explanation["alternatives"]): Explanation["alternatives"] {
  const seen = new Set<string>();
  return alternatives.map((causes) =>
    causes.map(({ code, otherCode = [], ...cause }) => {
      const all = code === undefined ? [] : [code, ...otherCode];
      const [first, ...others] = all.filter(({ language, call }) => !seen.has(`${language}: ${call}`));
      for (const { language, call } of all) seen.add(`${language}: ${call}`);
      return { ...cause, ...(first && { code: first }), ...(others.length > 0 && { otherCode: others }) };
    }),
  );
}

const NO_REQUEST =
  "To tell them apart, compare the code that signs with each fix: no known request shows which one it is.";

const KEY_OPENS = "The public key opens the signature: the key is correct.";
const KEY_SIGNS =
  "The signature is valid for the given base string: the key is correct; only the base string is wrong.";

function describeUnknown(diagnosis: UnexplainedSignature, languages: readonly string[]): Description {
  const { tried, limitReached, partialCauses, notices, keyIsRight, baseStringIsCorrect } = diagnosis;
  const reason = notices.find(({ id }) => id === "key-opens-nothing" || id in SIGNATURE_FIXES);
  const cause = reason?.rejects ? [shownNotice(reason, languages)] : [];
  const limit = limitReached ? "; the search stopped at its limit" : "";
  const count = `${plural(tried, "combination")} tried${limit}`;
  const part = partialCauses.length === 0 ? "" : " Known causes of a part of it:";
  return {
    headline:
      reason !== undefined && (part === "" || cause.length === 0)
        ? reason.text
        : `No known cause or pair of causes reproduces this signature (${count}).${part}`,
    alternatives: [[...cause, ...partialCauses.map((one) => shown(one, languages))]].filter(({ length }) => length > 0),
    notes: keyIsRight !== true ? [] : [baseStringIsCorrect === undefined ? KEY_OPENS : KEY_SIGNS],
    described: reason === undefined ? [] : [reason],
  };
}

function requestSentence({ request }: DistinguishingRequest): string {
  const text = (value: string | Uint8Array): string => (typeof value === "string" ? value : toText(value));
  const form = request.form?.map(([name, value]) => `${text(name)}=${text(value)}`).join("&");
  const headers = (request.headers ?? []).map(([name, value]) => `${name}: ${value}`).join(", ");
  const parts = [
    `To tell them apart, sign and send ${request.method} ${request.url}`,
    ...(form === undefined ? [] : [`with the form ${form} (not encoded)`]),
    ...(headers === "" ? [] : [`with the header ${headers}`]),
  ];
  return `${parts.join(" ")}, and explain that request.`;
}

/** The parameters that differ, or else the first difference in the base string; none if a cause shows its own values. */
function differenceOf(diagnosis: Diagnosis): Pick<Explanation, "where" | "differences"> {
  if (diagnosis.kind === "not-diagnosed") return { differences: [] };
  const { difference, parameterTable = [], parametersDiffering } = diagnosis;
  const changes = diagnosis.kind === "changed" ? diagnosis.changes : parameterTable;
  const rows = changes.map(shownDifference);
  // If only the signature differs, or a text was signed, a cause says more.
  if (difference === undefined || difference.stage === "signature" || isOfOtherText(diagnosis))
    return { differences: rows };
  const more =
    parametersDiffering === undefined ? "" : `; ${parametersDiffering} parameters differ, of which the first are shown`;
  const where = `${differenceSentence(difference)}${more}`;
  const isShown = diagnosis.kind === "explained" && diagnosis.causes.some(({ change }) => change !== undefined);
  if (rows.length > 0 || difference.at === undefined) return { where, differences: isShown ? [] : rows };
  const [sent, signed] = placeSegments(difference.at);
  return { where, differences: isShown ? [] : [{ sent, signed }] };
}

/** Whether the client signed a text that is no base string. */
function isOfOtherText(diagnosis: Diagnosis): boolean {
  return diagnosis.kind === "explained" && diagnosis.causes.some(({ id }) => id === "signed-text");
}
