/** Long names and values. */

import { get, post, signing } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

export const longValues: Family = {
  name: "long-values",
  area: "request",
  make: (): Draft[] => [
    {
      comment: "A value of 4096 letters",
      rule: "rfc5849-3.4.1.3.1-3",
      operation: "sign",
      input: signing(post([["a", "v".repeat(4096)]])),
    },
    {
      comment: "A value of 1000 spaces: each becomes %2520",
      rule: "rfc5849-3.4.1.1-1",
      operation: "sign",
      input: signing(post([["a", " ".repeat(1000)]])),
    },
    {
      comment: "A name of 1000 letters",
      rule: "rfc5849-3.4.1.3.1-3",
      operation: "sign",
      input: signing(
        post([
          ["n".repeat(1000), "1"],
          [`${"n".repeat(999)}m`, "2"],
        ]),
      ),
    },
    {
      comment: "A value of 500 characters with four bytes each",
      rule: "rfc5849-3.6-1",
      operation: "sign",
      input: signing(post([["a", "\u{1f600}".repeat(500)]])),
    },
    {
      comment: "A query value of 2000 characters, every second one is a space",
      rule: "rfc5849-3.4.1.3.1-1",
      operation: "sign",
      input: signing(get(`/q?a=${"b+".repeat(1000)}`)),
    },
  ],
};
