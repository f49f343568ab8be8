/** The timestamp: its syntax, and the time window around the server's clock. Both limits are inside the window. */

import type { NameValue } from "../../../../src/model/index.ts";
import { BANK } from "../clients.ts";
import { NOW, type Signed, signed } from "../signed.ts";
import { drafts, type VerificationDraft, type VerificationFamily } from "../types.ts";

const OLD = { refuse: "timestamp-too-old", faults: ["timestamp-skewed"] };
const AHEAD = { refuse: "timestamp-in-future", faults: ["future-timestamps-accepted"] };
const YEAR = 31_536_000;
const at = (timestamp: string | number): Signed => signed({ timestamp });
const more: readonly NameValue[] = [["oauth_callback", "oob"]];

/** Malformed timestamps. */
const MALFORMED: readonly (readonly [what: string, text: string, own?: Partial<VerificationDraft>])[] = [
  ["empty timestamp", "", { alsoAcceptable: ["parameter-missing"] }],
  ["leading space", ` ${NOW}`],
  ["trailing space", `${NOW} `],
  ["trailing line feed", `${NOW}\n`],
  ["trailing NUL", `${NOW}\0`],
  ["trailing letters", `${NOW}abc`],
  ["leading plus sign", `+${NOW}`],
  ["leading minus sign", `-${NOW}`],
  ["decimal fraction", `${NOW}.5`, { faults: ["timestamp-parsed-leniently", "timestamp-fraction"] }],
  ["decimal fraction of zero", `${NOW}.0`, { faults: ["timestamp-parsed-leniently", "timestamp-fraction"] }],
  ["decimal fraction after a comma", `${NOW},5`, { faults: ["timestamp-parsed-leniently", "timestamp-fraction"] }],
  ["exponent", "1.7e9"],
  ["exponent without a decimal point", "17e8"],
  ["hexadecimal", "0x6553F100"],
  ["underscores between digits", "1_700_000_000"],
  ["commas between digits", "1,700,000,000"],
  ["Arabic-Indic digits", "١٧٠٠٠٠٠٠٠٠"],
  ["full-width digits", "１７００００００００"],
  ["superscript digits", "¹⁷⁰⁰⁰⁰⁰⁰⁰⁰"],
  ["ISO 8601 date", "2023-11-14T22:13:20Z", { faults: ["timestamp-parsed-leniently", "timestamp-iso-text"] }],
  ["the text NaN", "NaN"],
  ["the text Infinity", "Infinity"],
  ["the text null", "null"],
  ["two timestamps", `${NOW}, ${NOW}`],
];

export const timestamps: VerificationFamily = {
  name: "timestamps",
  make: () => [
    ...drafts({ layer: "timestamp", rule: "rfc5849-3.3-3" }, [
      ["300 s old, tolerance 300 s: the limit is inside the window", at(NOW - 300)],
      ["301 s old", at(NOW - 301), OLD],
      ["300 s in the future: the limit is inside the window", at(NOW + 300)],
      ["301 s in the future", at(NOW + 301), AHEAD],
      ["1 s old", at(NOW - 1)],
      ["1 s in the future", at(NOW + 1)],
      ["RSA: 301 s old", signed({ by: BANK, timestamp: NOW - 301 }), OLD],
      ["RSA: 301 s in the future", signed({ by: BANK, timestamp: NOW + 301 }), AHEAD],
      ["60 s old, tolerance 60 s", at(NOW - 60), { server: { clockToleranceSeconds: 60 } }],
      ["61 s old, tolerance 60 s", at(NOW - 61), { ...OLD, server: { clockToleranceSeconds: 60 } }],
      ["61 s in the future, tolerance 60 s", at(NOW + 61), { ...AHEAD, server: { clockToleranceSeconds: 60 } }],
      ["one hour old, tolerance one hour", at(NOW - 3600), { server: { clockToleranceSeconds: 3600 } }],
      ["one day old", at(NOW - 86_400), { ...OLD, faults: ["timestamp-check-off-by-default", "timestamp-frozen"] }],
      ["one year old", at(NOW - YEAR), { ...OLD, faults: ["timestamp-check-off-by-default"] }],
      [
        "one year in the future",
        at(NOW + YEAR),
        { ...AHEAD, faults: ["future-timestamps-accepted", "timestamp-check-off-by-default"] },
      ],
      ["local time, two hours ahead of UTC", at(NOW + 7200), { ...AHEAD, faults: ["timestamp-local-time"] }],
      ["local time, five hours behind UTC", at(NOW - 18_000), { ...OLD, faults: ["timestamp-local-time"] }],
      ["one second after the start of 1970", at(1), { ...OLD, faults: ["timestamp-check-off-by-default"] }],
      ["larger than 32 bits", at(2 ** 32 + NOW), AHEAD],
      [
        "integer that a double cannot represent exactly",
        at("9007199254740993"),
        { ...AHEAD, refuse: "timestamp-malformed", alsoAcceptable: ["timestamp-in-future"] },
      ],
      [
        "larger than 64 bits: an overflow would give the current time",
        at(String(2n ** 64n + BigInt(NOW))),
        { ...AHEAD, refuse: "timestamp-malformed", alsoAcceptable: ["timestamp-in-future"] },
      ],
      [
        "400 digits",
        at("1".repeat(400)),
        { ...AHEAD, refuse: "timestamp-malformed", alsoAcceptable: ["timestamp-in-future", "limit-exceeded"] },
      ],
      [
        "timestamp in milliseconds",
        at(`${NOW}000`),
        {
          ...AHEAD,
          alsoAcceptable: ["timestamp-malformed"],
          faults: ["timestamp-parsed-leniently", "timestamp-milliseconds"],
        },
      ],
      [
        "timestamp in microseconds",
        at(`${NOW}000000`),
        {
          ...AHEAD,
          refuse: "timestamp-malformed",
          alsoAcceptable: ["timestamp-in-future"],
          faults: ["timestamp-parsed-leniently", "timestamp-milliseconds"],
        },
      ],
      ["old timestamp in the query", signed({ timestamp: NOW - 301, transport: "query" }), OLD],
      ["old timestamp in the body", signed({ timestamp: NOW - 301, transport: "body", more }), OLD],
    ]),
    ...drafts({ layer: "timestamp", rule: "rfc5849-3.3-1", refuse: "timestamp-malformed" }, [
      ["zero", at(0), { alsoAcceptable: ["timestamp-too-old"] }],
      ...MALFORMED.map(
        ([what, text, own]) => [what, at(text), { faults: ["timestamp-parsed-leniently"], ...own }] as const,
      ),
      [
        "leading zero",
        at(`0${NOW}`),
        {
          faults: ["timestamp-parsed-leniently"],
          mayAccept: "the value is a valid number of seconds",
        },
      ],
    ]),
  ],
};
