import * as fc from "fast-check";

/**
 * Any code point but a surrogate, for `fc.string({ unit: anyCharacter })`. The unit `"binary"` of fast-check generates the
 * same, but first fills a table of a million characters, which takes most of a second in each worker.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));
