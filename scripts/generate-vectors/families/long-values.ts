/** Long names and values. */

import { get, post, toSign } from "../requests.ts";
import type { Draft, Family } from "../types.ts";

export const longValues: Family = {
  name: "long-values",
  area: "request",
  make: (): Draft[] => [
    toSign("A value of 4096 letters", "rfc5849-3.4.1.3.1-3", post([["a", "v".repeat(4096)]])),
    toSign("A value of 1000 spaces: each becomes %2520", "rfc5849-3.4.1.1-1", post([["a", " ".repeat(1000)]])),
    toSign(
      "A name of 1000 letters",
      "rfc5849-3.4.1.3.1-3",
      post([
        ["n".repeat(1000), "1"],
        [`${"n".repeat(999)}m`, "2"],
      ]),
    ),
    toSign("A value of 500 characters with four bytes each", "rfc5849-3.6-1", post([["a", "\u{1f600}".repeat(500)]])),
    toSign(
      "A query value of 2000 characters, every second one is a space",
      "rfc5849-3.4.1.3.1-1",
      get(`/q?a=${"b+".repeat(1000)}`),
    ),
  ],
};
