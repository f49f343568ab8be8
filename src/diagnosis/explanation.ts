/** Describes a diagnosis in sentences, for the command line, reports, captured requests and the log of a verifier. */

import { toText } from "../model/index.ts";
import type { AmbiguousSignature, Cause, ChangedParameter, Diagnosis, DistinguishingRequest } from "./diagnosis.ts";
import { differenceSentence, placeLines } from "./difference-text.ts";

/** A diagnosis as text. */
export interface Explanation {
  /** One line. It starts with the id of the cause, if there is one. */
  readonly headline: string;
  /** What the client did, where the difference is, and how to fix it. */
  readonly lines: readonly string[];
  /** Ids of the faults; of all possible faults if the result is ambiguous. */
  readonly faults: readonly string[];
}

/** The most alternatives that are described. */
const MOST_ALTERNATIVES = 5;

const NO_KNOWN_CAUSE =
  "Most likely the client used a different secret or key (of another account or environment), the request changed after it was signed, or several mistakes combine.";

/**
 * Describes a diagnosis.
 *
 * The text contains parts of the request, which a client chooses: before you print it, escape control characters for a
 * terminal, or HTML for a web page.
 *
 * @example
 * ```ts
 * import { diagnose, explanationOf } from "countersign/diagnosis";
 *
 * const request = { method: "GET", url: "https://gateway.example/status", headers: [] };
 * explanationOf(diagnose({ request, key: { consumerSecret: "secret" } })).headline;
 * // => "not diagnosed: the request has no oauth_signature in its Authorization header, its query or its form body"
 * ```
 */
export function explanationOf(diagnosis: Diagnosis): Explanation {
  const { headline, lines, causes } = describe(diagnosis);
  const signature = "expectedSignature" in diagnosis ? [`expected signature: ${diagnosis.expectedSignature}`] : [];
  return {
    headline,
    lines: [...lines, ...diagnosis.notices.map(({ id, text }) => `also: ${text} (${id})`), ...signature],
    faults: [...new Set(causes.filter(({ kind }) => kind === "fault").map(({ id }) => id))],
  };
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

interface Description {
  readonly headline: string;
  readonly lines: readonly string[];
  readonly causes: readonly Cause[];
}

function describe(diagnosis: Diagnosis): Description {
  switch (diagnosis.kind) {
    case "right":
      return { headline: "the signature is right", lines: [], causes: [] };
    case "rejected":
      return { headline: "the signature is right, but a server would reject the request", lines: [], causes: [] };
    case "explained": {
      const { causes, difference } = diagnosis;
      const [cause, ...more] = causes;
      const title = more.length === 0 ? lowerFirst(cause.title) : "these causes together reproduce the signature";
      return {
        headline: `${namesOf(causes)}: ${difference?.at === undefined ? title : differenceSentence(difference)}`,
        lines: [...placeLines(difference), ...(more.length === 0 ? fixLines(cause) : causes.flatMap(causeLines))],
        causes,
      };
    }
    case "ambiguous":
      return describeAmbiguous(diagnosis);
    case "changed":
      return {
        headline: "the client signed different parameters than it sent",
        lines: [
          ...diagnosis.changes.map(changeLine),
          "Either the request changed after it was signed, or the client passed different parameters to the signer.",
        ],
        causes: [],
      };
    case "unknown": {
      const { difference, limitReached, partialCauses } = diagnosis;
      return {
        headline: `no known cause reproduces this signature${limitReached ? "; the search stopped at its limit" : ""}`,
        lines: [
          ...differenceLines(diagnosis),
          ...(partialCauses.length === 0
            ? []
            : ["Known causes of a part of it:", ...partialCauses.flatMap(causeLines)]),
          ...(difference === undefined && partialCauses.length === 0 ? [NO_KNOWN_CAUSE] : []),
        ],
        causes: partialCauses,
      };
    }
    case "not-diagnosed":
      return { headline: `not diagnosed: ${diagnosis.message}`, lines: [], causes: [] };
  }
}

function describeAmbiguous(diagnosis: AmbiguousSignature): Description {
  const { alternatives, distinguishingRequest, limitReached } = diagnosis;
  const shown = alternatives.slice(0, MOST_ALTERNATIVES);
  const more = alternatives.length - shown.length;
  const names = [...shown.map(namesOf), ...(more > 0 ? [`${more} more`] : [])].join(", or ");
  const distinctCauses = [...new Map(shown.flat().map((cause) => [cause.id, cause])).values()];
  return {
    headline: `${alternatives.length} known causes produce this signature: ${names}`,
    lines: [
      ...differenceLines(diagnosis),
      ...distinctCauses.flatMap(causeLines),
      ...(limitReached ? ["The search stopped at its limit: there may be more causes."] : []),
      ...(distinguishingRequest === undefined ? [] : requestLines(distinguishingRequest)),
    ],
    causes: alternatives.flat(),
  };
}

function differenceLines({ difference }: Pick<AmbiguousSignature, "difference">): string[] {
  return difference === undefined ? [] : [differenceSentence(difference), ...placeLines(difference)];
}

function causeLines(cause: Cause): string[] {
  return [`${cause.id}: ${cause.title}`, ...fixLines(cause).map((line) => `  ${line}`)];
}

/** What the client did, how to fix it, and where to read more. */
export function fixLines({ id, kind, what, fix, change }: Cause): string[] {
  return [
    ...(kind === "fault" ? [what] : []),
    ...(change === undefined ? [] : [changeLine(change)]),
    `to fix it: ${fix.text}`,
    ...Object.entries(fix.calls ?? {}).map(([language, call]) => `  ${language}: ${call}`),
    ...(kind === "fault" ? [`more: docs/faults/${id}.md, or countersign faults show ${id}`] : []),
  ];
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

function changeLine({ name, signed, sent }: ChangedParameter): string {
  if (signed === undefined) return sent === undefined ? name : `${name}: sent ${JSON.stringify(sent)}, but not signed`;
  return `${name}: signed ${JSON.stringify(signed)}, ${sent === undefined ? "but not sent" : `sent ${JSON.stringify(sent)}`}`;
}

function namesOf(causes: readonly Cause[]): string {
  return causes.map(({ id }) => id).join(" with ");
}

/** "URL" and "PEM" keep their case. */
function lowerFirst(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title;
}
