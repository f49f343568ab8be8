/** The timestamp: its text, and the window around the server's clock. Both edges belong to the window. */

import type { NameValue } from "../../../../src/model/index.ts";
import { BANK } from "../clients.ts";
import { NOW, type Signed, signed } from "../signed.ts";
import { drafts, type VerificationDraft, type VerificationFamily } from "../types.ts";

const OLD = { refuse: "timestamp-too-old", faults: ["timestamp-skewed"] };
const AHEAD = { refuse: "timestamp-in-future", faults: ["future-timestamps-accepted"] };
const YEAR = 31_536_000;
const at = (timestamp: string | number): Signed => signed({ timestamp });
const more: readonly NameValue[] = [["oauth_callback", "oob"]];

/** Texts that are no time, and what they are. */
const MALFORMED: readonly (readonly [what: string, text: string, own?: Partial<VerificationDraft>])[] = [
  ["empty", "", { alsoAcceptable: ["parameter-missing"] }],
  ["a space before", ` ${NOW}`],
  ["a space behind", `${NOW} `],
  ["a line feed behind", `${NOW}\n`],
  ["a NUL behind", `${NOW}\0`],
  ["letters behind", `${NOW}abc`],
  ["a plus sign", `+${NOW}`],
  ["a minus sign", `-${NOW}`],
  ["a fraction", `${NOW}.5`, { faults: ["timestamp-parsed-leniently", "timestamp-fraction"] }],
  ["a fraction of nothing", `${NOW}.0`, { faults: ["timestamp-parsed-leniently", "timestamp-fraction"] }],
  ["a fraction behind a comma", `${NOW},5`, { faults: ["timestamp-parsed-leniently", "timestamp-fraction"] }],
  ["an exponent", "1.7e9"],
  ["an exponent without a point", "17e8"],
  ["hexadecimal", "0x6553F100"],
  ["an underscore between digits", "1_700_000_000"],
  ["commas between digits", "1,700,000,000"],
  ["Arabic-Indic digits", "١٧٠٠٠٠٠٠٠٠"],
  ["full-width digits", "１７００００００００"],
  ["superscript digits", "¹⁷⁰⁰⁰⁰⁰⁰⁰⁰"],
  ["ISO 8601", "2023-11-14T22:13:20Z", { faults: ["timestamp-parsed-leniently", "timestamp-iso-text"] }],
  ["the word NaN", "NaN"],
  ["the word Infinity", "Infinity"],
  ["the word null", "null"],
  ["two times", `${NOW}, ${NOW}`],
];

/** See the module. */
export const timestamps: VerificationFamily = {
  name: "timestamps",
  make: () => [
    ...drafts({ layer: "timestamp", rule: "rfc5849-3.3-3" }, [
      ["300 s old, the tolerance being 300 s: the edge is inside", at(NOW - 300)],
      ["301 s old", at(NOW - 301), OLD],
      ["300 s ahead: the edge is inside", at(NOW + 300)],
      ["301 s ahead", at(NOW + 301), AHEAD],
      ["1 s old", at(NOW - 1)],
      ["1 s ahead", at(NOW + 1)],
      ["RSA: 301 s old", signed({ by: BANK, timestamp: NOW - 301 }), OLD],
      ["RSA: 301 s ahead", signed({ by: BANK, timestamp: NOW + 301 }), AHEAD],
      ["60 s old, the tolerance being 60 s", at(NOW - 60), { server: { clockToleranceSeconds: 60 } }],
      ["61 s old, the tolerance being 60 s", at(NOW - 61), { ...OLD, server: { clockToleranceSeconds: 60 } }],
      ["61 s ahead, the tolerance being 60 s", at(NOW + 61), { ...AHEAD, server: { clockToleranceSeconds: 60 } }],
      ["an hour old, the tolerance being an hour", at(NOW - 3600), { server: { clockToleranceSeconds: 3600 } }],
      ["a day old", at(NOW - 86_400), { ...OLD, faults: ["timestamp-check-off-by-default", "timestamp-frozen"] }],
      ["a year old", at(NOW - YEAR), { ...OLD, faults: ["timestamp-check-off-by-default"] }],
      [
        "a year ahead",
        at(NOW + YEAR),
        { ...AHEAD, faults: ["future-timestamps-accepted", "timestamp-check-off-by-default"] },
      ],
      ["local time two hours ahead", at(NOW + 7200), { ...AHEAD, faults: ["timestamp-local-time"] }],
      ["local time five hours behind", at(NOW - 18_000), { ...OLD, faults: ["timestamp-local-time"] }],
      ["one second of 1970", at(1), { ...OLD, faults: ["timestamp-check-off-by-default"] }],
      ["beyond 32 bits", at(2 ** 32 + NOW), AHEAD],
      [
        "beyond the numbers that a double tells apart",
        at("9007199254740993"),
        { ...AHEAD, refuse: "timestamp-malformed", alsoAcceptable: ["timestamp-in-future"] },
      ],
      [
        "beyond 64 bits: wraps around to now",
        at(String(2n ** 64n + BigInt(NOW))),
        { ...AHEAD, refuse: "timestamp-malformed", alsoAcceptable: ["timestamp-in-future"] },
      ],
      [
        "400 digits",
        at("1".repeat(400)),
        { ...AHEAD, refuse: "timestamp-malformed", alsoAcceptable: ["timestamp-in-future", "limit-exceeded"] },
      ],
      [
        "milliseconds",
        at(`${NOW}000`),
        {
          ...AHEAD,
          alsoAcceptable: ["timestamp-malformed"],
          faults: ["timestamp-parsed-leniently", "timestamp-milliseconds"],
        },
      ],
      [
        "microseconds",
        at(`${NOW}000000`),
        {
          ...AHEAD,
          refuse: "timestamp-malformed",
          alsoAcceptable: ["timestamp-in-future"],
          faults: ["timestamp-parsed-leniently", "timestamp-milliseconds"],
        },
      ],
      ["an old one in the query", signed({ timestamp: NOW - 301, transport: "query" }), OLD],
      ["an old one in the body", signed({ timestamp: NOW - 301, transport: "body", more }), OLD],
    ]),
    ...drafts({ layer: "timestamp", rule: "rfc5849-3.3-1", refuse: "timestamp-malformed" }, [
      ["zero", at(0), { alsoAcceptable: ["timestamp-too-old"] }],
      ...MALFORMED.map(
        ([what, text, own]) => [what, at(text), { faults: ["timestamp-parsed-leniently"], ...own }] as const,
      ),
      [
        "a zero before",
        at(`0${NOW}`),
        {
          faults: ["timestamp-parsed-leniently"],
          mayAccept: "it is a number of seconds; but one second should have one text",
        },
      ],
    ]),
  ],
};
