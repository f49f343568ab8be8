/** Further faults of HMAC (RFC 2104) in clients that compute it by hand (RFC 5849 3.4.2). */

import { concatOctets, digest, type HashName, hexText, utf8Octets } from "../platform/index.ts";
import { HMAC } from "./correct-calls.ts";
import type { FaultDefinition, StageChange } from "./fault.ts";
import { faultInForms } from "./forms.ts";
import { computeBy } from "./signature-changes.ts";
import { get } from "./trigger-requests.ts";

/** HMAC (RFC 2104) as clients write it by hand, with one mistake. */
interface HandWritten {
  readonly blockLength?: (hash: HashName) => number;
  readonly innerPad?: number;
  readonly outerPad?: number;
  /** What the client does to the inner digest. */
  readonly inner?: (octets: Uint8Array) => Uint8Array;
  /** Whether the client returns the inner digest. */
  readonly isInnerOnly?: boolean;
  /** What the client does to a key that is longer than a block. */
  readonly shorten?: (key: Uint8Array, hash: HashName) => Uint8Array;
}

const blockLengthOf = (hash: HashName): number => (hash === "sha512" ? 128 : 64);

function handWrittenHmac(mistake: HandWritten): StageChange {
  const { blockLength = blockLengthOf, innerPad = 0x36, outerPad = 0x5c, inner = (octets) => octets } = mistake;
  const { isInnerOnly = false, shorten = (key, hash) => digest(hash, key) } = mistake;
  return computeBy((hash, text, baseString) => {
    const key = utf8Octets(text);
    const block = new Uint8Array(blockLength(hash));
    const short = key.length > block.length ? shorten(key, hash) : key;
    block.set(short.subarray(0, block.length));
    const padded = (pad: number): Uint8Array =>
      concatOctets([block.map((octet) => octet ^ pad), short.subarray(block.length)]);
    const digestInside = digest(hash, concatOctets([padded(innerPad), utf8Octets(baseString)]));
    return isInnerOnly ? digestInside : digest(hash, concatOctets([padded(outerPad), inner(digestInside)]));
  });
}

const LONG_KEY = get("/r", { consumerSecret: "a".repeat(140) });

export const FURTHER_HMAC_FAULTS: readonly FaultDefinition[] = [
  faultInForms(
    {
      id: "hmac-hand-written-wrongly",
      title: "HMAC implemented wrongly",
      fix: { text: "Use the HMAC function of your platform.", calls: HMAC },
    },
    [
      [
        "The client's own HMAC uses the two paddings the wrong way round.",
        handWrittenHmac({ innerPad: 0x5c, outerPad: 0x36 }),
      ],
      [
        "The client's own HMAC hashes the inner digest in hexadecimal.",
        handWrittenHmac({ inner: (octets) => utf8Octets(hexText(octets)) }),
      ],
      ["The client's own HMAC returns the inner digest.", handWrittenHmac({ isInnerOnly: true })],
      ["The client's own HMAC uses the inner padding twice.", handWrittenHmac({ outerPad: 0x36 })],
      ["The client's own HMAC uses the outer padding twice.", handWrittenHmac({ innerPad: 0x5c })],
      ["The client's own HMAC uses blocks of 64 octets for every hash.", handWrittenHmac({ blockLength: () => 64 })],
      ["The client's own HMAC uses blocks of 128 octets for every hash.", handWrittenHmac({ blockLength: () => 128 })],
    ],
  ),
  faultInForms(
    {
      id: "hmac-long-key-not-hashed",
      title: "Long key not hashed by HMAC",
      trigger: LONG_KEY,
      fix: { text: "Hash a key that is longer than a block, or use the HMAC function of your platform.", calls: HMAC },
    },
    [
      [
        "The client's own HMAC cuts a key that is longer than a block.",
        handWrittenHmac({ shorten: (key, hash) => key.subarray(0, blockLengthOf(hash)) }),
        ["key-cut-short"],
      ],
      [
        "The client's own HMAC uses a key that is longer than a block as it is.",
        handWrittenHmac({ shorten: (key) => key }),
      ],
      [
        "The client's own HMAC uses the hash of a long key in hexadecimal.",
        handWrittenHmac({ shorten: (key, hash) => utf8Octets(hexText(digest(hash, key))) }),
      ],
    ],
  ),
];
