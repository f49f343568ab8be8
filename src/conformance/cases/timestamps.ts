/** Timestamps: their syntax, and the window around the clock of the server, to which both limits belong (RFC 5849 3.3). */

import type { CaseGroup } from "./case.ts";
import { after, withOwnNonce, written } from "./changes.ts";
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

// biome-ignore format: one line a row
export const TIMESTAMPS: readonly CaseGroup[] = [
  {
    layer: "timestamp", rule: WINDOW,
    check: { id: "timestamp-near", title: "timestamp near the clock of the server", means: "Clocks differ and requests overtake each other, so the server rejects valid requests." },
    cases: [
      { vector: "timestamps/1", words: "300 s old, tolerance 300 s: the limit is inside the window", ...after(-300) },
      { vector: "timestamps/3", words: "300 s in the future: the limit is inside the window", ...after(300) },
      { vector: "timestamps/5", probe: "one-second-old", words: "1 s old", ...after(-1) },
      { vector: "timestamps/6", probe: "one-second-ahead", words: "1 s in the future", ...after(1) },
      { probe: "five-seconds-old", ...after(-5) },
      { probe: "five-seconds-ahead", ...after(5) },
      { probe: "earlier-than-the-last-one", ...after(-4), earlier: [withOwnNonce(2, "x"), withOwnNonce(-2, "y")] },
      { probe: "same-second-twice", earlier: [withOwnNonce(0, "x")] },
    ],
  },
  {
    layer: "timestamp", rule: WINDOW, isOpenForProbe: true, ...AHEAD,
    check: {
      id: "timestamp-far", title: "timestamp far from the clock of the server",  everywhere: true,
      means: "RFC 5849 lets a server accept any timestamp, but the server must then remember each nonce for as long: once it forgets a nonce, a captured request is valid again.",
    },
    cases: [
      { vector: "timestamps/2", words: "301 s old", ...after(-301), ...OLD },
      { vector: "timestamps/4", words: "301 s in the future", ...after(301) },
      { vector: "timestamps/7", words: "RSA: 301 s old", ofVector: { by: BANK }, ...after(-301), ...OLD },
      { vector: "timestamps/8", words: "RSA: 301 s in the future", ofVector: { by: BANK }, ...after(301) },
      { vector: "timestamps/16", words: "local time, two hours ahead of UTC", ...after(7200), finds: "timestamp-local-time" },
      { vector: "timestamps/17", words: "local time, five hours behind UTC", ...after(-18_000), ...OLD, finds: "timestamp-local-time" },
      { vector: "timestamps/25", words: "old timestamp in the query", place: "query", ...after(-301), ...OLD },
      { vector: "timestamps/26", words: "old timestamp in the body", place: "body", method: "POST", protocol: (draft) => ({ ...after(-301).protocol(draft), oauth_callback: "oob" }), ...OLD },
      { vector: "timestamps/13", probe: "one-day-old", ...after(-DAY), ...OLD, finds: [UNCHECKED, "timestamp-frozen"] },
      { vector: "timestamps/14", probe: "one-year-old", ...after(-YEAR), ...OLD, finds: [UNCHECKED] },
      { vector: "timestamps/18", probe: "of-1970", words: "one second after the start of 1970", ...written(() => "1"), ...OLD, finds: [UNCHECKED] },
      { probe: "one-day-ahead", ...after(DAY + 60) },
      { vector: "timestamps/15", probe: "one-year-ahead", words: "one year in the future", ...after(YEAR), finds: ["future-timestamps-accepted", UNCHECKED] },
      { probe: "more-than-32-bits", ...written(() => "4294967296") },
      { vector: "timestamps/20", probe: "more-than-53-bits", words: "integer that a double cannot represent exactly", ...written(() => "9007199254740993"), ...TOO_LARGE },
      { probe: "more-than-64-bits", ...written(() => "18446744073709551617") },
      { vector: "timestamps/21", probe: "64-bits-and-now", words: "larger than 64 bits: an overflow would give the current time", ...written((now) => String(2n ** 64n + BigInt(now))), ...TOO_LARGE },
      { vector: "timestamps/19", probe: "32-bits-and-now", words: "larger than 32 bits", ...after(2 ** 32) },
      { vector: "timestamps/22", probe: "400-digits", ...written(() => "1".repeat(400)), ...TOO_LARGE, alsoAcceptable: ["timestamp-in-future", "limit-exceeded"] },
      { vector: "timestamps/23", probe: "milliseconds", words: "timestamp in milliseconds", ...written((now) => `${now}000`), alsoAcceptable: "timestamp-malformed", finds: MILLISECONDS },
      { vector: "timestamps/24", probe: "microseconds", words: "timestamp in microseconds", ...written((now) => `${now}000000`), ...TOO_LARGE, finds: MILLISECONDS },
    ],
  },
  {
    layer: "timestamp", rule: "rfc5849-3.3-1", refuse: "timestamp-malformed", finds: [LENIENT],
    check: { id: "timestamp-malformed", title: "timestamp that is not a whole number", everywhere: true, noServerError: true, means: "Several timestamps mean the same time, so a nonce that was used with one of them is new with another." },
    cases: [
      { vector: "timestamps/28", probe: "empty", words: "empty timestamp", ...written(() => ""), alsoAcceptable: "parameter-missing" },
      { vector: "timestamps/27", probe: "zero", ...written(() => "0"), alsoAcceptable: "timestamp-too-old", finds: undefined },
      { vector: "timestamps/29", probe: "leading-space", ...written((now) => ` ${now}`) },
      { vector: "timestamps/30", probe: "trailing-space", ...written((now) => `${now} `) },
      { vector: "timestamps/31", probe: "trailing-line-feed", ...written((now) => `${now}\n`) },
      { vector: "timestamps/32", probe: "trailing-nul", words: "trailing NUL", ...written((now) => `${now}\0`) },
      { vector: "timestamps/33", probe: "trailing-letters", ...written((now) => `${now}abc`) },
      { vector: "timestamps/34", probe: "plus-sign", words: "leading plus sign", ...written((now) => `+${now}`) },
      { vector: "timestamps/35", probe: "minus-sign", words: "leading minus sign", ...written((now) => `-${now}`) },
      { vector: "timestamps/36", probe: "fraction", words: "decimal fraction", ...written((now) => `${now}.5`), finds: FRACTION },
      { vector: "timestamps/37", probe: "fraction-of-zero", words: "decimal fraction of zero", ...written((now) => `${now}.0`), finds: FRACTION },
      { vector: "timestamps/38", probe: "comma-fraction", words: "decimal fraction after a comma", ...written((now) => `${now},5`), finds: FRACTION },
      { vector: "timestamps/39", words: "exponent", ...written(() => "1.7e9") },
      { vector: "timestamps/40", words: "exponent without a decimal point", ...written(() => "17e8") },
      { probe: "exponent", ...written((now) => `${now}e0`) },
      { vector: "timestamps/41", probe: "hexadecimal", ...written((now) => `0x${Number(now).toString(16).toUpperCase()}`) },
      { vector: "timestamps/42", probe: "underscores", words: "underscores between digits", ...written((now) => Number(now).toLocaleString("en").replaceAll(",", "_")) },
      { vector: "timestamps/43", probe: "commas-between-digits", ...written((now) => Number(now).toLocaleString("en")) },
      { vector: "timestamps/44", probe: "arabic-indic-digits", words: "Arabic-Indic digits", ...written((now) => digits(now, 0x660)) },
      { vector: "timestamps/45", probe: "full-width-digits", words: "full-width digits", ...written((now) => digits(now, 0xff10)) },
      { vector: "timestamps/46", probe: "superscript-digits", ...written((now) => now.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]!)) },
      { vector: "timestamps/47", probe: "iso-date", words: "ISO 8601 date", ...written(isoDate), finds: [LENIENT, "timestamp-iso-text"] },
      { vector: "timestamps/48", probe: "nan", words: "the text NaN", ...written(() => "NaN") },
      { vector: "timestamps/49", probe: "infinity", words: "the text Infinity", ...written(() => "Infinity") },
      { vector: "timestamps/50", probe: "null", words: "the text null", ...written(() => "null") },
      { vector: "timestamps/51", words: "two timestamps", ...written((now) => `${now}, ${now}`) },
      { probe: "two", ...written((now) => `${now},${now}`) },
      { vector: "timestamps/52", probe: "leading-zero", ...written((now) => `0${now}`), mayAccept: "the value is a valid number of seconds" },
    ],
  },
];
