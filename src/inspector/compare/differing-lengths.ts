/** How far two texts differ that begin differently. */

/** Longer differences are marked to the end. */
const LONGEST_DIFFERENCE = 40;
/** Fewer equal characters after a difference are a coincidence. */
const LEAST_EQUAL = 4;

/**
 * How many characters of two texts that begin differently differ, until both continue alike. Both may be cut at their end,
 * so the shorter rest counts.
 */
export function differingLengths(expected: string, actual: string): [expected: number, actual: number] {
  for (let sum = 1; sum <= LONGEST_DIFFERENCE; sum++) {
    for (let length = 0; length <= sum; length++) {
      const [one, other] = [expected.slice(length), actual.slice(sum - length)];
      const equal = Math.min(one.length, other.length);
      const isEnd = one === "" && other === "";
      if (isEnd || (equal >= LEAST_EQUAL && one.slice(0, equal) === other.slice(0, equal)))
        return [length, sum - length];
    }
  }
  return [expected.length, actual.length];
}
