/** The replacements of secrets and card data. */

/** The replacement of every secret and of every cvv2. */
export const REDACTED = "(secret)";

/**
 * The replacement of a card number, which keeps the last four digits. For a piece of a number, pass no digits: the whole
 * piece is hidden.
 */
export function maskedNumber(digits: string): string {
  return `***${digits.slice(-4)}`;
}

/** A range from one position up to another, in UTF-16 code units of the text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A part of a text, and what is shown in its place. */
export interface Replacement extends Range {
  readonly by: string;
}

/** Sorts the replacements and merges those that overlap. A merged range is replaced as a secret if it contains one. */
export function mergedReplacements(found: readonly Replacement[], text: string): Replacement[] {
  const result: Replacement[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || one.start >= last.end) result.push(one);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, one.end), by: stronger(last, one) };
  }
  return outsideRedacted(result, text);
}

/** Leaves earlier redactions unchanged, even if the word "secret" is a secret. */
function outsideRedacted(found: readonly Replacement[], text: string): Replacement[] {
  let at = text.indexOf(REDACTED);
  return found.filter(({ start, end }) => {
    while (at !== -1 && at + REDACTED.length <= start) at = text.indexOf(REDACTED, at + REDACTED.length);
    return at === -1 || start < at || end > at + REDACTED.length;
  });
}

function stronger({ by: one }: Replacement, { by: other }: Replacement): string {
  if (one === REDACTED || other === REDACTED) return REDACTED;
  return one.length >= other.length ? one : other;
}
