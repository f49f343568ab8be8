/**
 * The gateway's answer as it stands in a body: pairs joined by `&`, with or without a line feed after each value.
 *
 * @module
 */

import { latin1Octets } from "../platform/index.ts";

/** The pairs that were read, and what is wrong where the rest could not be. */
export interface ReadPairs {
  /** Trimmed values by name; the first of two equal names. */
  readonly fields: ReadonlyMap<string, string>;
  readonly problem?: BodyProblem;
}

/** Why a body is not what the gateway sends. */
export interface BodyProblem {
  readonly code: "response-malformed" | "response-cut-off" | "response-doubled" | "response-not-utf8";
  readonly message: string;
}

/** More than any answer has; what comes after is not an answer of the gateway. */
const MOST_PAIRS = 1000;

/**
 * Reads pairs.
 *
 * @param text - the body as latin1: one character an octet
 * @param decode - from octets to text; throws for octets that are none
 * @param show - quotes a piece for a message
 */
export function readPairs(
  text: string,
  decode: (octets: Uint8Array) => string,
  show: (piece: string) => string,
): ReadPairs {
  const fields = new Map<string, string>();
  const pieces = text.split("&", MOST_PAIRS + 1);
  const stop = (code: BodyProblem["code"], message: string): ReadPairs => ({ fields, problem: { code, message } });
  if (pieces.length > MOST_PAIRS) return stop("response-malformed", `expected at most ${MOST_PAIRS} pairs, got more`);
  const isCut = isCutInTheLast(pieces);
  for (const [index, piece] of pieces.entries()) {
    const isLast = index === pieces.length - 1;
    const trimmed = piece.trim();
    if (trimmed === "" && isLast && index > 0) return stop("response-cut-off", "the body ends after an &");
    const equals = trimmed.indexOf("=");
    if (equals < 1) {
      const code = isLast && index > 0 && equals === -1 ? "response-cut-off" : "response-malformed";
      return stop(code, `expected name=value as pair ${index + 1}, got ${show(trimmed)}`);
    }
    const stray = /%(?![0-9A-Fa-f]{2})/.exec(trimmed);
    if (stray !== null) {
      const isCutHere = isLast && stray.index >= trimmed.length - 2;
      return stop(
        isCutHere ? "response-cut-off" : "response-malformed",
        `pair ${index + 1} has a % without two digits`,
      );
    }
    const name = decodePiece(trimmed.slice(0, equals), decode);
    const value = decodePiece(trimmed.slice(equals + 1), decode);
    if (name === undefined || value === undefined) {
      return stop("response-not-utf8", `pair ${index + 1} has octets that are not in the charset of the body`);
    }
    if (fields.has(name)) return stop("response-doubled", `${show(name)} stands more than once`);
    if (isLast && isCut) {
      return stop(
        "response-cut-off",
        `pair ${index + 1} has no line feed at its end as the others have: ${show(trimmed)}`,
      );
    }
    fields.set(name, value.trim());
  }
  return { fields };
}

const LINE_FEED_END_RE = /(?:\n|%0A)$/i; // plain or encoded

/** Where each value ends in a line feed, one that does not is not whole: an id could be half of one. */
function isCutInTheLast(pieces: readonly string[]): boolean {
  const others = pieces.slice(0, -1);
  return (
    others.length > 0 && others.every((one) => LINE_FEED_END_RE.test(one)) && !LINE_FEED_END_RE.test(pieces.at(-1)!)
  );
}

function decodePiece(piece: string, decode: (octets: Uint8Array) => string): string | undefined {
  const octets = piece
    .replaceAll("+", " ")
    .replace(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  try {
    return decode(latin1Octets(octets));
  } catch {
    return undefined;
  }
}
