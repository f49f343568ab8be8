/** Compares a diagnosis with the mistakes that a recorded client made. */

import type { Diagnosis } from "../../src/diagnosis/index.ts";
import type { Scheme } from "../../src/requests/index.ts";

/** A mistake of the recorded client. */
export interface Mistake {
  readonly id: string;
  /** The stage from 1 to 8, from what the client means to what it sends. */
  readonly stage: number;
  /** One sentence without a subject that describes what the client does. */
  readonly description: string;
  /** Whether the mistake is kept secret from those who improve the diagnosis. */
  readonly heldOut?: true;
  /** Whether the signature is valid in spite of the mistake. */
  readonly signatureRight?: true;
  /**
   * The ids of causes and notices that describe the mistake correctly, as regular expressions; the part after the colon of an id
   * may be left out. A regular expression for the text follows " = " if only some texts of the id are correct.
   */
  readonly causes: readonly string[];
}

/** A recorded request, with what the server knows besides. */
export interface RecordedRequest {
  /** Ids; empty if the request is valid. */
  readonly mistakes: readonly string[];
  readonly scheme: Scheme;
  /** Absent for RSA. */
  readonly consumerSecret?: string;
  readonly tokenSecret?: string;
  /** Names of parameters that were signed but not sent in the same form; absent if the parameters cannot be compared. */
  readonly signedOnly?: readonly string[];
  /** Names of parameters that were sent but not signed in the same form. */
  readonly sentOnly?: readonly string[];
  /** The octets of the HTTP/1.1 request, as Latin-1. */
  readonly request: string;
}

/**
 * `named`: one alternative, and it is correct. `set`: a correct one among several. `wrong`: none of the alternatives is correct.
 */
export type Grade = "named" | "set" | "unknown" | "wrong";

export interface Judgement {
  readonly grade: Grade;
  /** The number of alternatives; 0 if nothing is named. */
  readonly alternatives: number;
  /** A summary of the diagnosis. */
  readonly shown: string;
}

/** A named cause or notice, with its text. */
interface Named {
  readonly id: string;
  readonly what: string;
}

/** A valid request counts as `named` if the diagnosis reports that it is valid; every other result is wrong. */
export function judgeRight(diagnosis: Diagnosis): Judgement {
  return { grade: diagnosis.kind === "right" ? "named" : "wrong", alternatives: 0, shown: shownAs(diagnosis) };
}

/** Judges the diagnosis of a request with mistakes. */
export function judge(
  diagnosis: Diagnosis,
  made: Pick<RecordedRequest, "signedOnly" | "sentOnly">,
  mistakes: readonly Mistake[],
): Judgement {
  const alternatives = alternativesOf(diagnosis);
  const isTrue = truthFor(made);
  const describes = (mistake: Mistake, named: Named): boolean =>
    isTrue(mistake, named) || mistake.causes.some((entry) => isMeant(entry, named));
  const isRight = (causes: readonly Named[]): boolean =>
    causes.every((named) => mistakes.some((mistake) => describes(mistake, named))) &&
    mistakes.every((mistake) => [...causes, ...namingNotices(diagnosis)].some((named) => describes(mistake, named)));
  const right = alternatives.filter(isRight).length;
  const shown = shownAs(diagnosis);
  if (right > 0)
    return { grade: alternatives.length === 1 ? "named" : "set", alternatives: alternatives.length, shown };
  const isAccusedWrongly = alternatives.some((causes) => causes.length > 0) || isCalledRight(diagnosis, mistakes);
  return { grade: isAccusedWrongly ? "wrong" : "unknown", alternatives: 0, shown };
}

/** It is wrong to report an invalid signature as valid, or to reject a request for a reason that is not true. */
function isCalledRight({ kind }: Diagnosis, mistakes: readonly Mistake[]): boolean {
  return kind === "rejected" || (kind === "right" && mistakes.some(({ signatureRight }) => !signatureRight));
}

/** The named causes and notices. Notices count for each alternative, because they may be correct without any cause. */
function alternativesOf(diagnosis: Diagnosis): readonly (readonly Named[])[] {
  switch (diagnosis.kind) {
    case "explained":
      return [diagnosis.causes];
    case "ambiguous":
      return diagnosis.alternatives;
    default:
      return [[]];
  }
}

/** The notices, and the reason why a diagnosis is not possible. */
function noticesOf(diagnosis: Diagnosis): Named[] {
  const notices = diagnosis.notices.map(({ id, text }) => ({ id, what: text }));
  if (diagnosis.kind !== "not-diagnosed") return notices;
  return [...notices, { id: `not-diagnosed:${diagnosis.reason}`, what: diagnosis.message }];
}

/** If the cause is unknown, other problems of the request do not explain what is wrong with the signature. */
function namingNotices(diagnosis: Diagnosis): Named[] {
  const notices = noticesOf(diagnosis);
  const isAnswered = diagnosis.kind !== "unknown" || notices.some(({ id }) => id === "key-opens-nothing");
  return isAnswered ? notices : [];
}

function isMeant(entry: string, { id, what }: Named): boolean {
  const [idPattern = "", textPattern = ""] = entry.split(" = ");
  return new RegExp(`^(?:${idPattern})(?::.*)?$`, "s").test(id) && new RegExp(textPattern).test(what);
}

/** The same change of several values. */
const OF_VALUES_RE = /^text\/[^/]+\/values$/;

/**
 * Causes about one parameter, or the same change of several, are true if the base strings show it. Together they produce
 * the client's signature, so they are complete. They can describe the mistakes of the stages up to the encoding, and those of
 * sending.
 */
function truthFor(made: Pick<RecordedRequest, "signedOnly" | "sentOnly">): (mistake: Mistake, named: Named) => boolean {
  return ({ stage, signatureRight }, { id }) => {
    const [kind, name] = splitOnce(id, ":");
    if (signatureRight || (stage > 3 && stage < 8)) return false;
    if (OF_VALUES_RE.test(id)) return (made.signedOnly?.length ?? 0) > 1;
    if (name === undefined) return false;
    // Without the parts of the base string, only the signature shows whether the cause is true.
    const { signedOnly = [name], sentOnly = [name] } = made;
    switch (kind) {
      case "value-changed":
        return signedOnly.includes(name) && sentOnly.includes(name);
      case "parameter-not-signed":
        return sentOnly.includes(name);
      case "parameter-not-sent":
      case "parameter-signed-twice":
        return signedOnly.includes(name);
      default:
        return false;
    }
  };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

function shownAs(diagnosis: Diagnosis): string {
  const sets = alternativesOf(diagnosis).map((causes) => causes.map(({ id }) => id).join(" + "));
  const notices = noticesOf(diagnosis).map(({ id }) => id);
  return [
    diagnosis.kind,
    ...(sets.join("") === "" ? [] : [sets.join(" | ")]),
    ...(notices.length === 0 ? [] : [`(notices: ${notices.join(", ")})`]),
  ].join(" ");
}
