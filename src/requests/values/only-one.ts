/** Chooses the only text of its kind. */

import { inputError, lineAt } from "../input-error.ts";

/** How many lines of a text are listed. */
export const MOST_LINES = 5;

/** The only distinct text; `undefined` if there is no text. */
export function only(texts: readonly string[], what: string, text = ""): string | undefined {
  const distinct = [...new Set(texts)];
  if (distinct.length < 2) return distinct[0];
  const lines = distinct.flatMap((one) => (text.includes(one) ? [lineAt(text, text.indexOf(one))] : []));
  const where = lines.length < 2 ? "" : `, in the lines ${lines.slice(0, MOST_LINES).join(", ")}`;
  throw inputError(undefined, `one ${what}`, `${distinct.length}${where}`, "keep only one request in the text");
}
