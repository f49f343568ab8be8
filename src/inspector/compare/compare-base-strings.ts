/** Compares two base strings: method, URI, and the parameters one below the other, decoded once and twice. */

import { firstDifference } from "../../diagnosis/compare/difference.ts";
import { alignedPairs } from "../../diagnosis/compare/parameter-table.ts";
import { mayBeBaseString, possibleBaseStrings } from "../../diagnosis/input/base-string-text.ts";
import { decodedText } from "../../model/index.ts";
import { createRedactor, type Redactor, secretsOfRequest } from "../../redaction/index.ts";
import { plural } from "../../redaction/visible.ts";

/** One text of a base string at three levels. */
export interface Levels {
  /** The text in the base string. */
  readonly raw: string;
  /** The text in the parameter string or the base string URI. */
  readonly once: string;
  /** The text before any encoding. */
  readonly twice: string;
}

/** The reason why a part differs. */
export type DifferenceKind = "only-left" | "only-right" | "letter-case" | "encoding" | "value";

/** A part of either base string. */
export interface ComparedPart {
  readonly part: "method" | "base-string-uri" | "parameter";
  /** The decoded name of a parameter. */
  readonly name?: string;
  readonly left?: Levels;
  readonly right?: Levels;
  /** Absent for equal parts. */
  readonly difference?: DifferenceKind;
}

/** A comparison of two base strings. */
export interface Comparison {
  /** The base strings, without the text that was pasted around them. */
  readonly left: string;
  readonly right: string;
  readonly isEqual: boolean;
  /** The first position where they differ, counted from 1; absent if they are equal. */
  readonly position?: number;
  /** Sentences that describe why a text cannot be read as a base string. */
  readonly problems: readonly string[];
  /** Empty if there are problems. */
  readonly parts: readonly ComparedPart[];
}

/** Compares two pasted texts, each a base string or a log line that contains one. */
export function compareBaseStrings(leftText: string, rightText: string): Comparison {
  const [left, right] = [baseStringIn(leftText), baseStringIn(rightText)];
  const problems = [...problemsOf("first", left), ...problemsOf("second", right)];
  const rows = problems.length === 0 ? alignedPairs(left, right) : undefined;
  if (problems.length === 0 && rows === undefined) problems.push("The base strings have too many parameters to align.");
  const position = left === right ? undefined : firstDifference(left, right) + 1;
  return {
    left,
    right,
    isEqual: left === right,
    problems,
    ...(position === undefined ? {} : { position }),
    parts: rows === undefined ? [] : [...headParts(left, right), ...rows.map(parameterPart)],
  };
}

/** Splits a text in three; the middle piece differs from another text. No character is cut. */
export function differingPieces(
  text: string,
  other: string,
): readonly [before: string, different: string, after: string] {
  const first = firstDifference(text, other);
  const longest = Math.min(text.length, other.length) - first;
  let same = 0;
  while (same < longest && text[text.length - 1 - same] === other[other.length - 1 - same]) same += 1;
  const last = text.length - same;
  const units = [...text.matchAll(UNIT_RE)];
  const start = units.find((unit) => isInside(unit, first))?.index ?? first;
  const cut = last > start ? units.find((unit) => isInside(unit, last)) : undefined;
  const end = cut === undefined ? Math.max(last, start) : cut.index + cut[0].length;
  return [text.slice(0, start), text.slice(start, end), text.slice(end)];
}

/** Units that should not be cut: an escape, which may itself be escaped, and a character of two UTF-16 code units. */
const UNIT_RE = /%(?:25)*[0-9A-Fa-f]{2}|[\ud800-\udbff][\udc00-\udfff]/g;

function isInside({ index, 0: { length } }: RegExpExecArray, at: number): boolean {
  return index < at && at < index + length;
}

function baseStringIn(text: string): string {
  return possibleBaseStrings(text)[0] ?? text.trim();
}

function problemsOf(which: string, text: string): string[] {
  if (text === "") return [`The ${which} text is empty.`];
  if (!mayBeBaseString(text)) return [`The ${which} text is not a base string, which is METHOD&URI&parameters.`];
  const count = text.split("&").length;
  if (count === 3) return [];
  const hint = count > 3 ? " An & in the URI or in the parameters must be written as %26." : "";
  return [`The ${which} text has ${plural(count, "part")} between &; a base string has 3.${hint}`];
}

function headParts(left: string, right: string): ComparedPart[] {
  const [leftMethod, leftUri] = left.split("&");
  const [rightMethod, rightUri] = right.split("&");
  return [
    compared("method", undefined, leftMethod, rightMethod),
    compared("base-string-uri", undefined, leftUri, rightUri),
  ];
}

function parameterPart([left, right]: NonNullable<ReturnType<typeof alignedPairs>>[number]): ComparedPart {
  return compared("parameter", decodedText(decodedText((left ?? right)![0])), left?.[1], right?.[1]);
}

function compared(
  part: ComparedPart["part"],
  name: string | undefined,
  left: string | undefined,
  right: string | undefined,
): ComparedPart {
  const difference = differenceOf(left, right);
  return {
    part,
    ...(name === undefined ? {} : { name }),
    ...(left === undefined ? {} : { left: levelsOf(left) }),
    ...(right === undefined ? {} : { right: levelsOf(right) }),
    ...(difference === undefined ? {} : { difference }),
  };
}

function differenceOf(left: string | undefined, right: string | undefined): DifferenceKind | undefined {
  if (left === right) return undefined;
  if (left === undefined) return "only-right";
  if (right === undefined) return "only-left";
  if (left.toLowerCase() === right.toLowerCase() && levelsOf(left).twice === levelsOf(right).twice)
    return "letter-case";
  return meaningOf(left) === meaningOf(right) ? "encoding" : "value";
}

/** Decodes a text, however often it is encoded. */
function meaningOf(text: string): string {
  const once = decodedText(text);
  return once === text ? text : meaningOf(once);
}

function levelsOf(raw: string): Levels {
  const once = decodedText(raw);
  return { raw, once, twice: decodedText(once) };
}

/** Hides card data in texts of two base strings. Parameter names identify the card data. */
export function redactorOf({ left, right }: Comparison, showCardData: boolean): Redactor {
  const bodies = [left, right].map((text) => decodedText(text.split("&")[2] ?? ""));
  const found = bodies.map((body) => secretsOfRequest({ url: "", body }));
  return createRedactor({
    cardNumbers: found.flatMap(({ cardNumbers }) => cardNumbers),
    cvv2: found.flatMap(({ cvv2 }) => cvv2),
    secrets: found.flatMap(({ secrets }) => secrets),
    publicTexts: found.flatMap(({ publicTexts }) => publicTexts),
    showCardData,
  });
}
