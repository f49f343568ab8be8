/** Percent-encoding of bytes from 80 to FF, sixteen per vector. */

import type { Draft, Family } from "../types.ts";

export const octetsEncoding: Family = {
  name: "octets-encoding",
  area: "percent-encoding",
  make: (): Draft[] =>
    Array.from({ length: 8 }, (_, block) => {
      const first = 0x80 + block * 16;
      const octets = Uint8Array.from({ length: 16 }, (_, index) => first + index);
      return {
        comment: `The bytes ${first.toString(16).toUpperCase()} to ${(first + 15).toString(16).toUpperCase()}`,
        rule: "rfc5849-3.6-3",
        operation: "percent-encoding",
        input: { octets: Buffer.from(octets).toString("base64") },
      };
    }),
};
