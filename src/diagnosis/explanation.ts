/**
 * A diagnosis in words: one way of telling for the command line, the reports, the capture and a verifier's log.
 *
 * The lines hold text of the request. Whoever prints them escapes what a terminal or a page would obey.
 *
 * @module
 */

import { toText } from "../model/index.ts";
import type { Cause, Change, Diagnosis, TellApart, Undecided } from "./diagnosis.ts";
import { differenceSentence, placeLines } from "./difference-text.ts";

/** What is told. */
export interface Explanation {
  /** One line that leads with the name of the fault, where it has one. */
  readonly headline: string;
  /** What goes wrong, where it shows, how to put it right. */
  readonly lines: readonly string[];
  /** Ids of the faults: of all that are possible, where they cannot be told apart. */
  readonly faults: readonly string[];
}

/** Alternatives that are told; a longer list helps nobody. */
const MOST = 5;

/** What stands behind most signatures that nothing else explains, and cannot be computed. */
const ANOTHER_KEY =
  "mostly then the secret or key is another one than was given here (another account, or test for production), or the request was changed after it was signed";

/** Puts a diagnosis into words. */
export function explanationOf(diagnosis: Diagnosis): Explanation {
  const { headline, lines, culprits } = toldBy(diagnosis);
  const signature = "expectedSignature" in diagnosis ? [`the right signature: ${diagnosis.expectedSignature}`] : [];
  return {
    headline,
    lines: [...lines, ...diagnosis.notices.map(({ id, text }) => `besides, ${text} (${id})`), ...signature],
    faults: [...new Set(culprits.filter(({ kind }) => kind === "fault").map(({ id }) => id))],
  };
}

/** Headline and lines as one text. */
export function explanationText({ headline, lines }: Explanation): string {
  return [headline, ...lines.map((line) => `  ${line}`)].join("\n");
}

interface Told {
  readonly headline: string;
  readonly lines: readonly string[];
  readonly culprits: readonly Cause[];
}

function toldBy(diagnosis: Diagnosis): Told {
  switch (diagnosis.kind) {
    case "right":
      return { headline: "the signature is right", lines: [], culprits: [] };
    case "fault":
    case "faults":
      return {
        headline: `${namesOf(diagnosis.culprits)}: ${sentenceOf(diagnosis, diagnosis.culprits)}`,
        lines: [
          ...placeLines(diagnosis.difference),
          ...(diagnosis.culprits.length === 1
            ? adviceLines(diagnosis.culprits[0]!)
            : diagnosis.culprits.flatMap(culpritLines)),
        ],
        culprits: diagnosis.culprits,
      };
    case "undecided":
      return undecided(diagnosis);
    case "changed":
      return {
        headline: "other parameters were signed than were sent",
        lines: [
          ...diagnosis.changes.map(changeLine),
          "either the request was changed after it was signed, or its signer was given something else than was sent",
        ],
        culprits: [],
      };
    case "unknown":
      return {
        headline: `no known fault reproduces this signature${diagnosis.isCutOff ? ", as far as was searched: its time was over first" : ""}`,
        lines: [
          ...(diagnosis.difference === undefined ? [] : [differenceSentence(diagnosis.difference)]),
          ...placeLines(diagnosis.difference),
          ...(diagnosis.partly.length === 0 ? [] : ["what is known of it:", ...diagnosis.partly.flatMap(culpritLines)]),
          ...(diagnosis.difference === undefined && diagnosis.partly.length === 0 ? [ANOTHER_KEY] : []),
        ],
        culprits: diagnosis.partly,
      };
    case "unjudged":
      return { headline: `cannot be judged: ${diagnosis.message}`, lines: [], culprits: [] };
  }
}

function undecided(diagnosis: Undecided): Told {
  const { alternatives, tellApart, isCutOff } = diagnosis;
  const more = alternatives.length - MOST;
  const culprits = alternatives.flat();
  return {
    headline: `one of ${alternatives.length}, which this request does not tell apart: ${alternatives
      .slice(0, MOST)
      .map(namesOf)
      .join(", or ")}${more > 0 ? `, or ${more} more` : ""}`,
    lines: [
      ...(diagnosis.difference === undefined ? [] : [differenceSentence(diagnosis.difference)]),
      ...placeLines(diagnosis.difference),
      ...distinct(alternatives.slice(0, MOST).flat()).flatMap(culpritLines),
      ...(isCutOff ? ["there may be more: the time of the search was over first"] : []),
      ...(tellApart === undefined ? [] : tellApartLines(tellApart)),
    ],
    culprits,
  };
}

/** What happened in this very request where that can be said; else what the fault is. */
function sentenceOf(
  { difference }: Extract<Diagnosis, { kind: "fault" | "faults" }>,
  culprits: readonly Cause[],
): string {
  const what = culprits.length === 1 ? lowerFirst(culprits[0]!.title) : "both together";
  return difference?.at === undefined ? what : differenceSentence(difference);
}

function culpritLines(culprit: Cause): string[] {
  return [`${culprit.id}: ${culprit.title}`, ...adviceLines(culprit).map((line) => `  ${line}`)];
}

/** What a reason is, how to put it right, and where there is more of it. */
export function adviceLines({ id, kind, what, fix }: Cause): string[] {
  return [
    ...(kind === "fault" ? [what] : []),
    `to fix it: ${fix.text}`,
    ...Object.entries(fix.calls ?? {}).map(([language, call]) => `  ${language}: ${call}`),
    ...(kind === "fault" ? [`more: docs/faults/${id}.md, or countersign faults show ${id}`] : []),
  ];
}

function tellApartLines({ request, groups }: TellApart): string[] {
  const form = request.form?.map(([name, value]) => `${text(name)}=${text(value)}`).join("&");
  const headers = (request.headers ?? []).map(([name, value]) => `${name}: ${value}`).join(", ");
  const parts = [
    `to tell them apart, sign and send ${request.method} ${request.url}`,
    ...(form === undefined ? [] : [`with the form ${form} (not encoded)`]),
    ...(headers === "" ? [] : [`with the header ${headers}`]),
  ];
  return [parts.join(" "), ...groups.map((group) => `  one answer for ${group.join(", or ")}`)];
}

function changeLine({ name, signed, sent }: Change): string {
  if (signed !== undefined && sent !== undefined) return `${name}: signed ${shown(signed)}, sent ${shown(sent)}`;
  if (sent !== undefined) return `${name}: sent ${shown(sent)}, and not signed, or not so often`;
  return signed === undefined ? name : `${name}: signed ${shown(signed)}, and not sent, or not so often`;
}

function namesOf(culprits: readonly Cause[]): string {
  return culprits.map(({ id }) => id).join(" with ");
}

function distinct(culprits: readonly Cause[]): Cause[] {
  return [...new Map(culprits.map((culprit) => [culprit.id, culprit])).values()];
}

function shown(value: string): string {
  return JSON.stringify(value);
}

function text(octets: string | Uint8Array): string {
  return typeof octets === "string" ? octets : toText(octets);
}

function lowerFirst(title: string): string {
  return title[0]!.toLowerCase() + title.slice(1);
}
