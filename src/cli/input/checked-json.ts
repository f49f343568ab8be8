/** Parses external JSON and checks its shape. */

import { visible } from "../../redaction/visible.ts";
import { isTooDeep, MOST_LEVELS } from "../../requests/text-limits.ts";
import { type Misfit, misfitOf, type Shape, type ValueOf } from "../../shapes/shape.ts";
import { UsageError } from "../process/exit-codes.ts";

/** The source of the text. */
export interface JsonSource {
  /** What the file should contain, such as "a report". */
  readonly what: string;
  readonly file: string;
  /** What the user can do if the file contains something else. */
  readonly hint?: string | undefined;
  /** Whether error messages quote nothing of the text, because requests and their secrets may stand anywhere in it. @default false */
  readonly isPrivate?: boolean;
}

/** How much of a value or of a list of allowed values an error message quotes, in characters. */
const LONGEST = 300;

/**
 * Parses JSON and checks it.
 *
 * @throws {@link UsageError} with the file, the place, what was expected and what was found
 */
export function parseChecked<const Of extends Shape>(text: string, shape: Of, source: JsonSource): ValueOf<Of> {
  const { what, file, hint, isPrivate = false } = source;
  const value = parseJson(text, source);
  const misfit = misfitOf(shape, "", value);
  if (misfit === undefined) return value as ValueOf<Of>;
  throw new UsageError(`expected ${what} at ${file}: ${inWords(misfit, value, isPrivate)}`, hint);
}

/** @throws {@link UsageError} with the file and the place */
export function parseJson(text: string, { what, file, hint, isPrivate = false }: JsonSource): unknown {
  if (isTooDeep(text)) {
    throw new UsageError(`expected ${what} at ${file}: expected at most ${MOST_LEVELS} levels of JSON, got more`, hint);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    // The end of the message may quote the file, which may be the wrong one and contain secrets.
    const why = (error as Error).message.replace(/,? [.]{0,3}".*$/s, "");
    throw new UsageError(`expected ${what} in JSON at ${file}${isPrivate ? "" : `: ${quoted(why)}`}`, hint);
  }
}

/** Members that may contain keys or secrets. */
const SECRET_PATH = /key|secret/i;

function inWords({ place, expected, value, isUnknownMember }: Misfit, file: unknown, isPrivate: boolean): string {
  const id = isPrivate ? undefined : idAround(file, place);
  const where = place === "" ? "the file" : `${quoted(place)}${id === undefined ? "" : ` (in ${quoted(id)})`}`;
  const isHidden = isPrivate || isUnknownMember || SECRET_PATH.test(place);
  return `${where}: expected ${quoted(expected)}${isHidden ? "" : `, got ${quoted(JSON.stringify(value) ?? "nothing")}`}`;
}

/** The id of the innermost object around a place: people search for an id, not for an index. */
function idAround(file: unknown, place: string): string | undefined {
  let id: string | undefined;
  let value = file;
  for (const step of place.split(/[.[\]]+/)) {
    if (typeof value !== "object" || value === null) break;
    value = (value as Record<string, unknown>)[step];
    const own = (value as { readonly id?: unknown } | null | undefined)?.id;
    if (typeof own === "string") id = own;
  }
  return id;
}

function quoted(text: string): string {
  return visible(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
