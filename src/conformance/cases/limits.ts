/** Limits: a request at a limit is accepted; a request beyond it is rejected before it is processed further. */

import type { CaseGroup } from "./case.ts";

const OVER = { refuse: "limit-exceeded", finds: "no-input-limits" } as const;
const nonce = (text: string) => () => ({ oauth_nonce: text });

export const LIMITS: readonly CaseGroup[] = [
  {
    layer: "limits",
    rule: "rfc5849-4.10-1",
    check: {
      id: "large-request",
      title: "request that is larger than any client needs",
      means: "The server reads a request of this size before it knows who sent it, so anyone can cause this work.",
    },
    cases: {
      "realm-of-20-kb": { vector: "limits/10", realm: "x".repeat(20_000), ...OVER, isOpenForProbe: true },
      "one-pair-a-thousand-times": {
        vector: "limits/15",
        pairs: "a=1&".repeat(1000),
        ...OVER,
        server: { limits: { parameters: 50 } },
        isOpenForProbe: true,
      },
      "nonce-of-8-kb": { protocol: nonce("n".repeat(8192)), ...OVER, isOpenForProbe: true },
    },
  },
];
