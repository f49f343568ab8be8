/** Timestamps: their syntax, and the window around the clock of the server, including both limits (RFC 5849 3.3). */

import type { CaseGroup } from "./case.ts";
import { after, around, withOwnNonce, written } from "./changes.ts";
import { BANK } from "./vector-clients.ts";

const WINDOW = "rfc5849-3.3-3";
const DAY = 86_400;
const YEAR = 365 * DAY;
const OLD = { refuse: "timestamp-too-old", finds: "timestamp-skewed" };
const AHEAD = { refuse: "timestamp-in-future", finds: "future-timestamps-accepted" };
const TOO_LARGE = { ...AHEAD, refuse: "timestamp-malformed", alsoAcceptable: "timestamp-in-future" };
const UNCHECKED = "timestamp-check-off-by-default";
const LENIENT = "timestamp-parsed-leniently";
const FRACTION = [LENIENT, "timestamp-fraction"];
const MILLISECONDS = [LENIENT, "timestamp-milliseconds"];
const digits = (now: string, zero: number) => now.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
const isoDate = (now: string) => new Date(Number(now) * 1000).toISOString().replace(".000", "");

export const TIMESTAMPS: readonly CaseGroup[] = [
  {
    layer: "timestamp",
    rule: WINDOW,
    check: {
      id: "timestamp-near",
      title: "timestamp near the clock of the server",
      means: "Clocks differ and requests overtake each other, so the server rejects valid requests.",
    },
    cases: {
      "one-second-old": { vector: "timestamps/5", ...after(-1) },
      "one-second-ahead": { vector: "timestamps/6", ...after(1) },
      "five-seconds-old": after(-5),
      "five-seconds-ahead": after(5),
      "earlier-than-the-last-one": { ...after(-4), earlier: [withOwnNonce(2, "x"), withOwnNonce(-2, "y")] },
      "same-second-twice": { earlier: [withOwnNonce(0, "x")] },
    },
    vectors: {
      "timestamps/1": { words: "300 s old, tolerance 300 s: the limit is inside the window", ...after(-300) },
      "timestamps/3": { words: "300 s in the future: the limit is inside the window", ...after(300) },
    },
  },
  {
    layer: "timestamp",
    rule: WINDOW,
    isOpenForProbe: true,
    ...AHEAD,
    check: {
      id: "timestamp-far",
      title: "timestamp far from the clock of the server",
      everywhere: true,
      means:
        "RFC 5849 lets a server accept any timestamp, but the server must then remember each nonce for as long: once it forgets a nonce, a captured request is valid again.",
    },
    cases: {
      "one-day-old": { vector: "timestamps/13", ...after(-DAY), ...OLD, finds: [UNCHECKED, "timestamp-frozen"] },
      "one-year-old": { vector: "timestamps/14", ...after(-YEAR), ...OLD, finds: [UNCHECKED] },
      "of-1970": { vector: "timestamps/18", ...written("1"), ...OLD, finds: [UNCHECKED] },
      "one-day-ahead": after(DAY + 60),
      "one-year-ahead": { vector: "timestamps/15", ...after(YEAR), finds: ["future-timestamps-accepted", UNCHECKED] },
      "more-than-32-bits": written("4294967296"),
      "more-than-53-bits": { vector: "timestamps/20", ...written("9007199254740993"), ...TOO_LARGE },
      "more-than-64-bits": written("18446744073709551617"),
      "64-bits-and-now": {
        vector: "timestamps/21",
        ...written((now) => String(2n ** 64n + BigInt(now))),
        ...TOO_LARGE,
      },
      "32-bits-and-now": { vector: "timestamps/19", ...after(2 ** 32) },
      "400-digits": {
        vector: "timestamps/22",
        ...written(() => "1".repeat(400)),
        ...TOO_LARGE,
        alsoAcceptable: ["timestamp-in-future", "limit-exceeded"],
      },
      milliseconds: {
        vector: "timestamps/23",
        ...around("", "000"),
        alsoAcceptable: "timestamp-malformed",
        finds: MILLISECONDS,
      },
      microseconds: { vector: "timestamps/24", ...around("", "000000"), ...TOO_LARGE, finds: MILLISECONDS },
    },
    vectors: {
      "timestamps/2": { words: "301 s old", ...after(-301), ...OLD },
      "timestamps/4": { words: "301 s in the future", ...after(301) },
      "timestamps/7": { words: "RSA: 301 s old", ofVector: { by: BANK }, ...after(-301), ...OLD },
      "timestamps/8": { words: "RSA: 301 s in the future", ofVector: { by: BANK }, ...after(301) },
      "timestamps/16": { words: "local time, two hours ahead of UTC", ...after(7200), finds: "timestamp-local-time" },
      "timestamps/17": {
        words: "local time, five hours behind UTC",
        ...after(-18_000),
        ...OLD,
        finds: "timestamp-local-time",
      },
      "timestamps/25": { words: "old timestamp in the query", place: "query", ...after(-301), ...OLD },
      "timestamps/26": {
        words: "old timestamp in the body",
        place: "body",
        method: "POST",
        protocol: (draft) => ({ ...after(-301).protocol(draft), oauth_callback: "oob" }),
        ...OLD,
      },
    },
  },
  {
    layer: "timestamp",
    rule: "rfc5849-3.3-1",
    refuse: "timestamp-malformed",
    finds: [LENIENT],
    check: {
      id: "timestamp-malformed",
      title: "timestamp that is not a whole number",
      everywhere: true,
      noServerError: true,
      means: "Several timestamps mean the same time, so a nonce that was used with one of them is new with another.",
    },
    cases: {
      empty: { vector: "timestamps/28", ...written(""), alsoAcceptable: "parameter-missing" },
      zero: { vector: "timestamps/27", ...written("0"), alsoAcceptable: "timestamp-too-old", finds: undefined },
      "leading-space": { vector: "timestamps/29", ...around(" ", "") },
      "trailing-space": { vector: "timestamps/30", ...around("", " ") },
      "trailing-line-feed": { vector: "timestamps/31", ...around("", "\n") },
      "trailing-nul": { vector: "timestamps/32", ...around("", "\0") },
      "trailing-letters": { vector: "timestamps/33", ...around("", "abc") },
      "plus-sign": { vector: "timestamps/34", ...around("+", "") },
      "minus-sign": { vector: "timestamps/35", ...around("-", "") },
      fraction: { vector: "timestamps/36", ...around("", ".5"), finds: FRACTION },
      "fraction-of-zero": { vector: "timestamps/37", ...around("", ".0"), finds: FRACTION },
      "comma-fraction": { vector: "timestamps/38", ...around("", ",5"), finds: FRACTION },
      exponent: around("", "e0"),
      hexadecimal: { vector: "timestamps/41", ...written((now) => `0x${Number(now).toString(16).toUpperCase()}`) },
      underscores: {
        vector: "timestamps/42",
        ...written((now) => Number(now).toLocaleString("en").replaceAll(",", "_")),
      },
      "commas-between-digits": { vector: "timestamps/43", ...written((now) => Number(now).toLocaleString("en")) },
      "arabic-indic-digits": { vector: "timestamps/44", ...written((now) => digits(now, 0x660)) },
      "full-width-digits": { vector: "timestamps/45", ...written((now) => digits(now, 0xff10)) },
      "superscript-digits": {
        vector: "timestamps/46",
        ...written((now) => now.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]!)),
      },
      "iso-date": { vector: "timestamps/47", ...written(isoDate), finds: [LENIENT, "timestamp-iso-text"] },
      nan: { vector: "timestamps/48", ...written("NaN") },
      infinity: { vector: "timestamps/49", ...written("Infinity") },
      null: { vector: "timestamps/50", ...written("null") },
      two: written((now) => `${now},${now}`),
      "leading-zero": {
        vector: "timestamps/52",
        ...around("0", ""),
        mayAccept: "the value is a valid number of seconds",
      },
    },
    vectors: {
      "timestamps/39": { words: "exponent", ...written("1.7e9") },
      "timestamps/40": { words: "exponent without a decimal point", ...written("17e8") },
      "timestamps/51": { words: "two timestamps", ...written((now) => `${now}, ${now}`) },
    },
  },
];
