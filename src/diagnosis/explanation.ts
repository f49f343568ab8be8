/**
 * Describes a diagnosis in sentences, for the command line, reports, captured requests and the log of a verifier: the
 * verdict, then the fix, then where the difference is.
 */

import { faultOf } from "../faults/index.ts";
import { toText } from "../model/index.ts";
import { causeLines, changeLine, fixLines, moreLines, plainFixLines } from "./cause-text.ts";
import type {
  AmbiguousSignature,
  Cause,
  Diagnosis,
  DistinguishingRequest,
  Notice,
  RejectedRequest,
  UnexplainedSignature,
} from "./diagnosis.ts";
import { whereLines } from "./difference-text.ts";

/** A diagnosis as text. */
export interface Explanation {
  /** The verdict in one line. It starts with the id of the cause, if there is one. */
  readonly headline: string;
  /** How to fix it, and where the difference is. */
  readonly lines: readonly string[];
  /** Ids of the faults; of all possible faults if the result is ambiguous. */
  readonly faults: readonly string[];
}

/** The most alternatives that are described. */
const MOST_ALTERNATIVES = 5;

/**
 * Describes a diagnosis.
 *
 * The text contains parts of the request, which a client chooses: before you print it, escape control characters for a
 * terminal, or HTML for a web page.
 *
 * @param languages programming languages of the reader, such as "Python"; the fix has code in the first one that it knows
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
  const { headline, lines, causes, described = [] } = describe(diagnosis, languages);
  const notices = diagnosis.notices.filter((notice) => !described.includes(notice));
  const signature = "expectedSignature" in diagnosis ? [`expected signature: ${diagnosis.expectedSignature}`] : [];
  return {
    headline,
    lines: [
      ...lines,
      ...baseStringLines(diagnosis),
      ...notices.map(({ id, text }) => `also: ${text} (${id})`),
      ...signature,
    ],
    faults: [...new Set(causes.filter(({ kind }) => kind === "fault").map(({ id }) => id))],
  };
}

/** What the comparison of the client's base string shows. If it differs, other lines show where. */
function baseStringLines(diagnosis: Diagnosis): string[] {
  if (diagnosis.kind === "not-diagnosed" || diagnosis.baseStringIsCorrect === undefined) return [];
  const { kind, baseStringIsCorrect } = diagnosis;
  const isValid = kind === "right" || kind === "rejected";
  // Then the headline is about the base string.
  if (isValid && diagnosis.unchecked !== undefined) return [];
  const cause = kind === "unknown" ? ": the client used a different key, or computed the signature differently" : "";
  if (baseStringIsCorrect) return [`base string: the one that the client logged is correct${cause}`];
  return isValid
    ? ["base string: the one that the client logged is not of this request, or is not what it signed"]
    : [];
}

/**
 * Headline and lines as one text. The lines are indented by two spaces.
 *
 * @example
 * ```ts
 * import { explanationText } from "countersign/diagnosis";
 *
 * explanationText({ headline: "not-sorted: not sorted", lines: ["fix: sort"], faults: ["not-sorted"] });
 * // => "not-sorted: not sorted\n  fix: sort"
 * ```
 */
export function explanationText({ headline, lines }: Explanation): string {
  return [headline, ...lines.map((line) => `  ${line}`)].join("\n");
}

const RIGHT = {
  checked: "the signature is right",
  "signature-missing": "the client's base string is correct (there is no signature to check)",
  "key-missing": "the client's base string is correct (the signature was not checked, because the key is missing)",
} as const;

interface Description {
  readonly headline: string;
  readonly lines: readonly string[];
  readonly causes: readonly Cause[];
  /** The notices that the headline and the lines contain. */
  readonly described?: readonly Notice[];
}

function describe(diagnosis: Diagnosis, languages: readonly string[]): Description {
  switch (diagnosis.kind) {
    case "right":
      return { headline: RIGHT[diagnosis.unchecked ?? "checked"], lines: [], causes: [] };
    case "rejected":
      return describeRejected(diagnosis, languages);
    case "explained": {
      const { causes } = diagnosis;
      const [cause, ...more] = causes;
      if (more.length === 0) {
        const lines = [...fixLines(cause, languages), ...whereLines(diagnosis), ...moreLines(cause)];
        return { headline: `${cause.id}: ${cause.what}`, lines, causes };
      }
      return {
        headline: `${namesOf(causes)}: these ${causes.length} mistakes together make this signature`,
        lines: [...causes.flatMap((one) => causeLines(one, languages)), ...whereLines(diagnosis)],
        causes,
      };
    }
    case "ambiguous":
      return describeAmbiguous(diagnosis, languages);
    case "changed":
      return {
        headline: "the client signed different parameters than it sent",
        lines: [
          "fix: Sign the request last, after everything that changes it, and give the signer the parameters that are sent.",
          ...diagnosis.changes.map(changeLine),
        ],
        causes: [],
      };
    case "unknown":
      return describeUnknown(diagnosis, languages);
    case "not-diagnosed":
      return { headline: `not diagnosed: ${diagnosis.message}`, lines: [], causes: [] };
  }
}

/** The first reason is in the headline. */
function describeRejected({ notices, unchecked }: RejectedRequest, languages: readonly string[]): Description {
  const reasons = notices.filter(({ rejects }) => rejects);
  const fixes = reasons.map(({ id }) => linesOfNotice(id, languages));
  const [first, ...more] = reasons;
  return {
    headline: `${first?.id}: ${RIGHT[unchecked ?? "checked"]}, but a server would reject the request: ${first?.text}`,
    lines: [
      ...(fixes[0] ?? []),
      ...more.flatMap(({ id, text }, at) => [`${id}: ${text}`, ...fixes[at + 1]!.map((line) => `  ${line}`)]),
    ],
    causes: [],
    described: reasons,
  };
}

/** A notice that is a fault has the fix and the page of the fault. */
function linesOfNotice(id: string, languages: readonly string[]): string[] {
  const fault = faultOf(id);
  if (fault === undefined) return [];
  return [...plainFixLines(fault.fix, [...languages, ...(fault.languages ?? [])]), ...moreLines({ id })];
}

function describeAmbiguous(diagnosis: AmbiguousSignature, languages: readonly string[]): Description {
  const { alternatives, distinguishingRequest, limitReached } = diagnosis;
  const shown = alternatives.slice(0, MOST_ALTERNATIVES);
  const more = alternatives.length - shown.length;
  const names = [...shown.map(namesOf), ...(more > 0 ? [`${more} more`] : [])].join(", or ");
  const distinctCauses = [...new Map(shown.flat().map((cause) => [cause.id, cause])).values()];
  return {
    headline: `${names}: each of these ${alternatives.length} alternatives makes this signature`,
    lines: [
      ...distinctCauses.flatMap((cause) => causeLines(cause, languages)),
      ...whereLines(diagnosis),
      ...(limitReached ? ["The search stopped at its limit: there may be more causes."] : []),
      ...(distinguishingRequest === undefined ? [] : requestLines(distinguishingRequest)),
    ],
    causes: alternatives.flat(),
  };
}

function describeUnknown(diagnosis: UnexplainedSignature, languages: readonly string[]): Description {
  const { tried, limitReached, partialCauses, notices } = diagnosis;
  const wrongKey = notices.find(({ id }) => id === "key-opens-nothing");
  const limit = limitReached ? "; the search stopped at its limit" : "";
  const count = `${tried.toLocaleString("en")} combinations tried${limit}`;
  return {
    headline: wrongKey?.text ?? `No known cause or pair of causes reproduces this signature (${count}).`,
    described: wrongKey === undefined ? [] : [wrongKey],
    lines: [
      ...whereLines(diagnosis),
      ...(partialCauses.length === 0 ? [] : ["Known causes of a part of it:"]),
      ...partialCauses.flatMap((cause) => causeLines(cause, languages)),
    ],
    causes: partialCauses,
  };
}

function requestLines({ request, groups }: DistinguishingRequest): string[] {
  const text = (value: string | Uint8Array): string => (typeof value === "string" ? value : toText(value));
  const form = request.form?.map(([name, value]) => `${text(name)}=${text(value)}`).join("&");
  const headers = (request.headers ?? []).map(([name, value]) => `${name}: ${value}`).join(", ");
  const parts = [
    `to distinguish them, sign and send ${request.method} ${request.url}`,
    ...(form === undefined ? [] : [`with the form ${form} (not encoded)`]),
    ...(headers === "" ? [] : [`with the header ${headers}`]),
  ];
  return [parts.join(" "), ...groups.map((group, index) => `  signature ${index + 1}: ${group.join(", or ")}`)];
}

function namesOf(causes: readonly Cause[]): string {
  return causes.map(({ id }) => id).join(" with ");
}
