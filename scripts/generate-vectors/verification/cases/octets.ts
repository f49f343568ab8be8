/** Octets: each is decoded exactly once, and those that are not UTF-8 stay unchanged (RFC 5849 3.6). */

import type { CaseGroup } from "../../../../src/conformance/cases/case.ts";
import { SHOP } from "../../../../src/conformance/cases/vector-clients.ts";

// biome-ignore format: one line a row
export const FURTHER_OCTETS: readonly CaseGroup[] = [
  {
    layer: "parse", rule: "rfc5849-3.5.1-1", refuse: "authorization-malformed",
    cases: [
      {
        vector: "octets/37", words: "consumer key %FF, where the registered client is named U+FFFD", layer: "credentials", rule: "rfc5849-3.2-3", ofVector: { by: { ...SHOP, consumerKey: "\ufffd" } },
        header: (value) => value.replace("%EF%BF%BD", "%FF"), alsoAcceptable: ["consumer-unknown", "signature-mismatch"],
      },
    ],
  },
];
