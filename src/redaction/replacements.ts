/** The replacements of secrets and card data. */

/** What every secret, and every cvv2, is replaced by. */
export const REDACTED = "(secret)";

/** What a card number is replaced by: the last four digits stay. A piece of one, without digits, is replaced as a whole. */
export function maskedNumber(digits: string): string {
  return `***${digits.slice(-4)}`;
}

/** From and up to a position, in UTF-16 code units of the text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A part of a text, and what is shown in its place. */
export interface Replacement extends Range {
  readonly by: string;
}

/** In order, without overlaps. What overlaps is replaced as a whole; a secret in it decides. */
export function mergedReplacements(found: readonly Replacement[], text: string): Replacement[] {
  const result: Replacement[] = [];
  for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1);
    if (last === undefined || one.start >= last.end) result.push(one);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, one.end), by: stronger(last, one) };
  }
  return outsideRedacted(result, text);
}

/** What was redacted before stays as it is, also where the word in it is a secret. */
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
