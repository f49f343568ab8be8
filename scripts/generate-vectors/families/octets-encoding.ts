/** Octets that are no text, percent-encoded: sixteen at a time. */

import type { Draft, Family } from "../types.ts";

/** See the module. */
export const octetsEncoding: Family = {
  name: "octets-encoding",
  area: "percent-encoding",
  make: (): Draft[] =>
    Array.from({ length: 8 }, (_, block) => {
      const first = 0x80 + block * 16;
      const octets = Uint8Array.from({ length: 16 }, (_, index) => first + index);
      return {
        comment: `The octets ${first.toString(16).toUpperCase()} to ${(first + 15).toString(16).toUpperCase()}`,
        rule: "rfc5849-3.6-3",
        operation: "percent-encoding",
        input: { octets: Buffer.from(octets).toString("base64") },
      };
    }),
};
