/** Requests that are sent at the same time, some of them the same one. */

import * as fc from "fast-check";

/** Who sends what at the same time; plain JSON. */
export interface Rush {
  /** For each send, which of a few requests it is. */
  readonly sends: readonly number[];
  /** Which look-ups fail, and which answers of the store get lost after it has recorded the nonce; by number of call. */
  readonly failingLookUps: readonly number[];
  readonly lostAnswers: readonly number[];
  readonly isRsa: boolean;
}

const sends = fc.array(fc.nat({ max: 2 }), { minLength: 2, maxLength: 8 });
const calls = fc.uniqueArray(fc.nat({ max: 7 }), { maxLength: 2 });

/** Only the order is uncertain. */
export const smoothRush: fc.Arbitrary<Rush> = fc.record({
  sends,
  failingLookUps: fc.constant([]),
  lostAnswers: fc.constant([]),
  isRsa: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

/** Look-ups fail and answers are lost. */
export const troubledRush: fc.Arbitrary<Rush> = fc.record({
  sends,
  failingLookUps: calls,
  lostAnswers: calls,
  isRsa: fc.constant(false),
});
