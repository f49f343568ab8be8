/** Further faults of the percent-encoder: spaces and plus signs (RFC 5849 3.6). */

import { ENCODE } from "./correct-calls.ts";
import { beforeEncoding, encoderFault } from "./encoder-changes.ts";
import type { FaultDefinition } from "./fault.ts";
import { get } from "./trigger-requests.ts";

const FIX = { text: "Escape a space as %20 and a + as %2B, once.", calls: ENCODE };

export const FURTHER_SPACES_FAULTS: readonly FaultDefinition[] = [
  encoderFault(
    { id: "plus-read-as-space", title: "Plus signs signed as spaces", trigger: get("/r?q=1%2B1"), fix: FIX },
    [
      ["The client signs + as a space", beforeEncoding((text) => text.replaceAll("+", " ")), ["header-form-encoded"]],
      ["The client leaves + out", beforeEncoding((text) => text.replaceAll("+", ""))],
    ],
  ),
  encoderFault(
    {
      id: "space-replaced-before-encoding",
      title: "Spaces replaced before encoding",
      trigger: get("/r?q=a%20b"),
      fix: FIX,
    },
    [
      [
        "The client replaces spaces with + before encoding, so that %2B is signed,",
        beforeEncoding((text) => text.replaceAll(" ", "+")),
        ["query-plus-kept-literal"],
      ],
      [
        "The client replaces spaces with %20 before encoding, so that %2520 is signed,",
        beforeEncoding((text) => text.replaceAll(" ", "%20")),
        ["already-encoded-encoded-again", "parameters-encoded-three-times"],
      ],
      ["The client replaces spaces with _ before encoding", beforeEncoding((text) => text.replaceAll(" ", "_"))],
      ["The client replaces spaces with - before encoding", beforeEncoding((text) => text.replaceAll(" ", "-"))],
      ["The client leaves spaces out", beforeEncoding((text) => text.replaceAll(" ", "")), ["values-trimmed"]],
    ],
  ),
];
