/** Compares a diagnosis with the mistakes that the foreign client made. */

import { readFileSync } from "node:fs";
import type { Diagnosis } from "../../src/diagnosis/index.ts";
import type { Case, Mistake } from "./cases.ts";

/**
 * For each mistake, the ids of causes and notices that describe it correctly, as regular expressions; the part after the colon
 * of an id may be left out. A regular expression for the text follows " = " if only some texts of the id are correct.
 */
export type ExpectedCauses = Readonly<Record<string, readonly string[]>>;

export function readExpectedCauses(): ExpectedCauses {
  return { ...read("expected-causes.json"), ...read("expected-causes-held-out.json") };
}

function read(name: string): ExpectedCauses {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8")) as ExpectedCauses;
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
  /** The number of candidates that were tried. */
  readonly tried?: number;
  /** Processor time. */
  readonly milliseconds?: number;
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
  made: Case,
  mistakes: readonly Mistake[],
  expected: ExpectedCauses,
): Judgement {
  const alternatives = alternativesOf(diagnosis);
  const isTrue = truthFor(made);
  const describes = (mistake: Mistake, named: Named): boolean =>
    isTrue(mistake, named) || (expected[mistake.id] ?? []).some((entry) => isMeant(entry, named));
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
  return kind === "rejected" || (kind === "right" && mistakes.some(({ signature_right }) => !signature_right));
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
function truthFor(made: Case): (mistake: Mistake, named: Named) => boolean {
  const differences = parameterDifferences(made);
  return ({ stage, signature_right }, { id }) => {
    const [kind, name] = splitOnce(id, ":");
    if (signature_right || (stage > 3 && stage < 8)) return false;
    if (OF_VALUES_RE.test(id)) return (differences?.signedOnly.length ?? 0) > 1;
    if (name === undefined) return false;
    // Without the parts of the base string, only the signature shows whether the cause is true.
    const { signedOnly, sentOnly } = differences ?? { signedOnly: [name], sentOnly: [name] };
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

/** The decoded names of parameters that differ, one for each parameter. */
export interface ParameterDifferences {
  /** Parameters that were signed, but not sent in the same form. */
  readonly signedOnly: readonly string[];
  /** Parameters that were sent, but not signed in the same form. */
  readonly sentOnly: readonly string[];
}

/** @returns `undefined` if one of the base strings does not have three parts, or if no parameter can be compared */
function parameterDifferences({ signed, asSent }: Case): ParameterDifferences | undefined {
  const [one, other] = [signed.baseString, asSent.baseString].map(parametersOf);
  if (one === undefined || other === undefined) return undefined;
  // The client encoded or joined the parameters in such a way that they cannot be read.
  if (!one.some((pair) => other.includes(pair))) return undefined;
  return { signedOnly: namesMissing(one, other), sentOnly: namesMissing(other, one) };
}

/** The pairs of the parameter string, decoded, as octets in Latin-1. */
function parametersOf(baseString: string): string[] | undefined {
  const text = baseString.startsWith("base64:")
    ? Buffer.from(baseString.slice("base64:".length), "base64").toString("latin1")
    : baseString;
  const parts = text.split("&");
  return parts.length === 3 ? decoded(parts[2]!).split("&").map(decoded) : undefined;
}

function decoded(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** The names of the pairs that `others` does not contain, each as often as it is missing. */
function namesMissing(pairs: readonly string[], others: readonly string[]): string[] {
  const rest = [...others];
  const missing = pairs.filter((pair) => {
    const at = rest.indexOf(pair);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return missing.map((pair) => Buffer.from(pair.split("=", 1)[0]!, "latin1").toString("utf8"));
}
