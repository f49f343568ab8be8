/** Timestamps (RFC 5849 3.3). */

import { accepts, type Check, type Good, open, rejects, type Step } from "../check.ts";
import { ahead, at, casesOf } from "./changes.ts";

const stamped = (good: Good, timestamp: string): Step => rejects(good.signed(at(good.fresh(), timestamp)));
const DAY = 86_400;

export const TIMESTAMPS: readonly Check[] = [
  {
    id: "timestamp-near",
    title: "timestamp near the clock of the server",
    rule: "rfc5849-3.3-3",
    means: "Clocks differ and requests overtake each other: the server rejects right requests.",
    cases: (good) => ({
      "five-seconds-old": [accepts(good.signed(at(good.fresh(), ahead(good, -5))))],
      "five-seconds-ahead": [accepts(good.signed(at(good.fresh(), ahead(good, 5))))],
      "earlier-than-the-last-one": [
        accepts(good.signed(at(good.fresh(), ahead(good, 2)))),
        accepts(good.signed(at(good.fresh(), ahead(good, -2)))),
        accepts(good.signed(at(good.fresh(), ahead(good, -4)))),
      ],
      "same-second-twice": [
        accepts(good.signed(at(good.fresh(), ahead(good, 0)))),
        accepts(good.signed(at(good.fresh(), ahead(good, 0)))),
      ],
    }),
  },
  {
    id: "timestamp-far",
    title: "timestamp far from the clock of the server",
    rule: "rfc5849-3.3-3",
    means:
      "RFC 5849 lets a server take any timestamp. It has to remember each nonce for as long: once it forgets one, a captured " +
      "request is valid again.",
    everywhere: true,
    cases: (good) =>
      casesOf(
        {
          "one-day-old": ahead(good, -DAY - 60),
          "one-year-old": ahead(good, -365 * DAY),
          "of-1970": "1",
          "one-day-ahead": ahead(good, DAY + 60),
          "one-year-ahead": ahead(good, 365 * DAY),
          "more-than-32-bits": "4294967296",
          "more-than-53-bits": "9007199254740993",
          "more-than-64-bits": "18446744073709551617",
          "64-bits-and-now": String(18_446_744_073_709_551_616n + BigInt(good.now())),
          "32-bits-and-now": String(4_294_967_296 + good.now()),
          "400-digits": "9".repeat(400),
          milliseconds: `${ahead(good, 0)}000`,
          microseconds: `${ahead(good, 0)}000000`,
        },
        (timestamp) => [open(stamped(good, timestamp))],
      ),
  },
  {
    id: "timestamp-malformed",
    title: "timestamp that is no whole number",
    rule: "rfc5849-3.3-1",
    means: "Several texts mean one time, so a nonce that was used with one of them is new with another.",
    everywhere: true,
    noServerError: true,
    cases: (good) => {
      const now = ahead(good, 0);
      const reject = casesOf(
        {
          empty: "",
          zero: "0",
          "leading-space": ` ${now}`,
          "trailing-space": `${now} `,
          "trailing-line-feed": `${now}\n`,
          "trailing-nul": `${now}\0`,
          "trailing-letters": `${now}abc`,
          "plus-sign": `+${now}`,
          "minus-sign": `-${now}`,
          fraction: `${now}.5`,
          "fraction-of-zero": `${now}.0`,
          "comma-fraction": `${now},5`,
          exponent: `${now}e0`,
          hexadecimal: `0x${Number(now).toString(16)}`,
          underscores: `${now.slice(0, 1)}_${now.slice(1)}`,
          "commas-between-digits": Number(now).toLocaleString("en"),
          "arabic-indic-digits": now.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
          "full-width-digits": now.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
          "iso-date": new Date(Number(now) * 1000).toISOString(),
          nan: "NaN",
          infinity: "Infinity",
          null: "null",
          two: `${now},${now}`,
        },
        (timestamp) => [stamped(good, timestamp)],
      );
      return { ...reject, "leading-zero": [open(stamped(good, `0${now}`))] };
    },
  },
];
