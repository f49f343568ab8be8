/** The check that every public function with options uses: it refuses options that the function does not know. */

import { kindOf, quote } from "./quote.ts";

/** Stable: changing what a code means is a breaking change. */
export type OptionsCode = "options-invalid" | "option-unknown";

/** Creates the error of one part of the API. */
export type CreateError = (code: OptionsCode, message: string) => Error;

/** The names of the options of a type; for a union, the names in all members. */
type NameIn<Options> = Options extends unknown ? keyof Options : never;

/** A type that a list does not match if it lacks a name. */
type Complete<Options, Names extends readonly unknown[]> = [NameIn<Options>] extends [Names[number]]
  ? unknown
  : { readonly missing: Exclude<NameIn<Options>, Names[number]> };

/**
 * Refuses a value that is not an object, and an option with an unknown name, because it would have no effect.
 *
 * @param known - all names of options. A list that lacks a name, or has an unknown one, does not compile.
 * @param where - the name of the object in messages, such as `options` or `credentials`
 * @param createError - @default a TypeError with the code as `code`
 */
export function checkOptions<Options extends object, const Names extends readonly NameIn<Options>[]>(
  options: Options,
  known: Names & Complete<Options, Names>,
  where: string = "options",
  createError: CreateError = typeError,
): void {
  if (options === null || typeof options !== "object") {
    throw createError("options-invalid", `${where} must be an object, got ${kindOf(options)}`);
  }
  for (const name in options) {
    if (known.includes(name as never)) continue;
    throw createError("option-unknown", `${where} has no member ${quote(name)}, only ${known.join(", ")}`);
  }
}

function typeError(code: OptionsCode, message: string): Error {
  return Object.assign(new TypeError(message), { code });
}
