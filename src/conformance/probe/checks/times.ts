/** Timestamps and nonces (RFC 5849 3.3). */

import { accepts, type Case, type Check, type Good, open, rejects, type Step } from "../check.ts";
import { type Draft, encode, protocolValue, withProtocol, write } from "../draft.ts";
import { casesOf, editHeader } from "./changes.ts";

const at = (draft: Draft, timestamp: string): Draft => withProtocol(draft, { oauth_timestamp: timestamp });
const ahead = (good: Good, seconds: number): string => String(good.now() + seconds);
const stamped = (good: Good, timestamp: string): Step => rejects(good.signed(at(good.fresh(), timestamp)));
const nonceOf = (draft: Draft): string => protocolValue(draft, "oauth_nonce");
const DAY = 86_400;
const REPLAYED = ["no-nonce-check", "nonce-recorded-as-null", "nonce-expiry-unit-mixed", "nonce-result-inverted"];
const REPLAY_CVES = ["CVE-2013-4346"];
const NO_EDGE = "the server accepts timestamps more than a day away";
/** Copies that are sent at once, and how often. */
const COPIES = 8;

export const TIMES: readonly Check[] = [
  {
    id: "timestamp-near",
    title: "timestamp near the clock of the server",
    rule: "rfc5849-3.3-3",
    finds: ["timestamps-must-increase", "future-timestamps-accepted"],
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
    finds: ["timestamp-check-off-by-default", "future-timestamps-accepted"],
    means:
      "A captured request stays valid for as long as the server takes its timestamp, and its nonce would have to be kept as long.",
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
        (timestamp) => [stamped(good, timestamp)],
      ),
  },
  {
    id: "replay-at-the-edge",
    title: "request at an edge of the time window sent again",
    needsWindow: true,
    rule: "rfc5849-3.3-2",
    finds: ["nonce-expiry-unit-mixed", "nonce-forgotten-inside-window", ...REPLAYED],
    cves: REPLAY_CVES,
    means: "The server forgets nonces whose timestamps it still accepts.",
    cases: (good) => {
      const twice = (offset: number): Case => {
        const request = good.signed(at(good.fresh(), ahead(good, offset)));
        return [{ ...accepts(request), otherwise: "not-offered" }, rejects(request)];
      };
      const { past, future } = good.window();
      return {
        "oldest-timestamp": past === undefined ? NO_EDGE : twice(-Math.max(past - 3, 0)),
        "latest-timestamp": future === undefined ? NO_EDGE : twice(Math.max(future - 1, 0)),
      };
    },
  },
  {
    id: "timestamp-malformed",
    title: "timestamp that is no whole number",
    rule: "rfc5849-3.3-1",
    finds: ["timestamp-parsed-leniently"],
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
  {
    id: "replay",
    title: "request sent again",
    rule: "rfc5849-3.3-2",
    finds: REPLAYED,
    cves: REPLAY_CVES,
    means: "Whoever sees a request can send it again.",
    everywhere: true,
    cases: (good) => {
      const once = (): readonly [Draft, Step] => {
        const draft = good.fresh();
        return [draft, accepts(good.signed(draft))];
      };
      const again = (change: (draft: Draft) => Draft): Case => {
        const [draft, first] = once();
        return [first, rejects(good.signed(change(draft)))];
      };
      const old = at(good.fresh(), ahead(good, -30));
      const future = at(good.fresh(), ahead(good, 30));
      return {
        unchanged: again((draft) => draft),
        "a-third-time": [
          ...(again((draft) => draft) as readonly Step[]),
          ...(again((draft) => draft) as readonly Step[]),
        ],
        "thirty-seconds-old": [accepts(good.signed(old)), rejects(good.signed(old))],
        "thirty-seconds-ahead": [accepts(good.signed(future)), rejects(good.signed(future))],
        "same-nonce-other-query": again((draft) => ({ ...draft, query: `${draft.query}${draft.query && "&"}probe=1` })),
        "protocol-parameters-reordered": again((draft) => ({ ...draft, protocol: [...draft.protocol].reverse() })),
        "without-version": again((draft) => withProtocol(draft, { oauth_version: undefined })),
        "other-place": again((draft) => ({ ...draft, place: draft.place === "header" ? "query" : "header" })),
        "other-realm": again((draft) => ({ ...draft, realm: "probe" })),
      };
    },
  },
  {
    id: "replay-respelled",
    title: "request sent again with its nonce in another spelling",
    rule: "rfc5849-3.3-2",
    finds: ["nonce-raw-text-stored"],
    cves: REPLAY_CVES,
    means:
      "The server remembers the text of the nonce, and not its value: a captured request can be sent again in another spelling.",
    cases: (good) => {
      const draft = (): Draft => ({ ...good.fresh(), place: "header" });
      const respell = (edit: (nonce: string) => string): Case => {
        const own = draft();
        const request = good.signed(own);
        const respelled = editHeader((value) =>
          value.replace(`oauth_nonce="${nonceOf(own)}"`, `oauth_nonce="${edit(nonceOf(own))}"`),
        );
        return [accepts(request), rejects(respelled(request))];
      };
      const escaped = (nonce: string): string => `%${nonce.charCodeAt(0).toString(16).toUpperCase()}${nonce.slice(1)}`;
      return {
        "first-character-encoded": respell(escaped),
        "encoded-in-lower-case": respell((nonce) => escaped(nonce).toLowerCase()),
        "last-character-encoded": respell(
          (nonce) => `${nonce.slice(0, -1)}%${nonce.charCodeAt(nonce.length - 1).toString(16)}`,
        ),
        "all-characters-encoded": respell((nonce) =>
          nonce.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`),
        ),
      };
    },
  },
  {
    id: "replay-of-an-earlier-one",
    title: "earlier request sent again after others",
    rule: "rfc5849-3.3-2",
    finds: ["one-nonce-per-timestamp", ...REPLAYED],
    cves: REPLAY_CVES,
    means: "A later request makes the server forget an earlier nonce.",
    cases: (good) => {
      const time = ahead(good, 0);
      const same = [1, 2, 3].map(() => good.signed(at(good.fresh(), time)));
      const later = [0, 1, 2].map((seconds) => good.signed(at(good.fresh(), ahead(good, seconds))));
      const wrong = good.fresh();
      const again = good.signed(wrong);
      const many = Array.from({ length: 40 }, () => good.signed(good.fresh()));
      return {
        "with-the-same-timestamp": [...same.map(accepts), rejects(same[0]!), rejects(same[1]!), rejects(same[2]!)],
        "with-later-timestamps": [...later.map(accepts), ...later.map(rejects)],
        "after-a-wrong-signature": [accepts(again), rejects(write(wrong, "d3Jvbmc=")), rejects(again)],
        "after-forty-others": [...many.map(accepts), rejects(many[0]!)],
      };
    },
  },
  {
    id: "replay-at-once",
    title: "copies of one request at once",
    rule: "rfc5849-3.3-2",
    finds: ["nonce-check-then-set", ...REPLAYED],
    cves: REPLAY_CVES,
    means: "The server looks a nonce up and stores it in two steps, so that copies which arrive together all pass.",
    everywhere: true,
    cases: (good) => {
      const copies = (): Step => {
        const request = good.signed(good.fresh());
        return { send: Array.from({ length: COPIES }, () => request), accepted: 1 };
      };
      return { "five-times": Array.from({ length: 5 }, copies) };
    },
  },
  {
    id: "nonce-and-timestamp",
    title: "new nonce, or a used one with another timestamp",
    rule: "rfc5849-3.3-2",
    finds: [
      "nonce-key-ambiguous",
      "nonce-not-scoped-to-client",
      "nonce-recorded-before-signature",
      "timestamps-must-increase",
    ],
    means:
      "A nonce belongs to its timestamp, client and token: the server rejects right requests, or lets others use nonces up.",
    cases: (good) => {
      const [first, other, joined] = [good.fresh(), good.fresh(), good.fresh()];
      const earlier = at(first, ahead(good, -1));
      const burned = good.fresh();
      const twice = good.fresh();
      const unknown = good.fresh();
      const long = withProtocol(joined, {
        oauth_nonce: `${nonceOf(joined).slice(0, 14)}${protocolValue(joined, "oauth_timestamp")}`,
      });
      const short = withProtocol(joined, { oauth_nonce: nonceOf(joined).slice(0, 20) });
      return {
        "used-with-a-later-timestamp": [accepts(good.signed(first)), accepts(good.signed(earlier))],
        "other-letter-case": [
          accepts(good.signed(other)),
          accepts(good.signed(withProtocol(other, { oauth_nonce: nonceOf(other).toUpperCase() }))),
        ],
        "begins-with-a-used-one": [accepts(good.signed(long)), accepts(good.signed(short))],
        "used-with-a-wrong-signature": [
          rejects(write(burned, "d3Jvbmcgc2lnbmF0dXJlLi4uLi4=")),
          accepts(good.signed(burned)),
        ],
        "used-with-two-wrong-signatures": [
          rejects(write(twice, good.sign({ ...twice, query: "probe=1" }))),
          rejects(write({ ...twice, query: `${twice.query}&probe=1` }, good.sign(twice))),
          accepts(good.signed(twice)),
        ],
        "used-by-another-client": byAnotherClient(good),
        "used-by-an-unknown-client": [
          rejects(good.signed(withProtocol(unknown, { oauth_consumer_key: `probe${nonceOf(unknown)}` }))),
          accepts(good.signed(unknown)),
        ],
      };
    },
  },
  {
    id: "odd-nonce",
    title: "odd nonce",
    rule: "rfc5849-3.3-4",
    finds: ["parameter-names-as-object-keys", "header-split-naively", "oauth-values-decoded-twice"],
    means: "RFC 5849 lets a nonce be any text; clients that send such a nonce fail here.",
    cases: (good) => ({
      ...casesOf(
        {
          base64: (nonce: string) => `${nonce.slice(0, 21)}+/=`,
          uuid: (nonce: string) => nonce.replace(/^(.{6})(.{4})(.{4})/, "$1-$2-$3-"),
          digits: (nonce: string) => nonce.replace(/[a-z]/g, (letter) => String(letter.charCodeAt(0) % 10)),
          "one-character-more": (nonce: string) => `${nonce}x`,
          short: (nonce: string) => nonce.slice(0, 6),
          "64-characters": (nonce: string) => nonce.repeat(3).slice(0, 64),
          "comma-and-equals-sign": (nonce: string) => `${nonce.slice(0, 20)},a=b`,
          "percent-sign": (nonce: string) => `${nonce.slice(0, 20)}%41`,
          "non-ascii": (nonce: string) => `${nonce.slice(0, 20)}é`,
        },
        (edit) => {
          const draft = good.fresh();
          return [open(accepts(good.signed(withProtocol(draft, { oauth_nonce: edit(nonceOf(draft)) }))))];
        },
      ),
      empty: [rejects(good.signed(withProtocol(good.fresh(), { oauth_nonce: "" })))],
      "proto-sent-again": oddReplay(good, "__proto__"),
      "constructor-sent-again": oddReplay(good, "constructor"),
      "escaped-percent-sign-sent-again": oddReplay(good, encode("%")),
    }),
  },
];

/** A nonce that a server may lose is sent twice; a server may take no such nonce at all. */
function oddReplay(good: Good, nonce: string): Case {
  const request = good.signed(withProtocol(at(good.fresh(), ahead(good, -(nonce.length + 3))), { oauth_nonce: nonce }));
  return [{ ...accepts(request), otherwise: "not-offered" }, rejects(request)];
}

/** Another client uses a nonce; then the good client uses the same one with the same timestamp. */
function byAnotherClient(good: Good): Case {
  const { other } = good.credentials;
  if (other === undefined) return NO_OTHER;
  const draft = good.fresh();
  const theirs = withProtocol(draft, {
    oauth_consumer_key: other.consumerKey,
    oauth_token: undefined,
    oauth_signature_method: "HMAC-SHA1",
  });
  const key = { method: "HMAC-SHA1", consumerSecret: other.consumerSecret } as const;
  return [{ ...accepts(good.signed(theirs, key)), otherwise: "not-offered" }, accepts(good.signed(draft))];
}

/** Why a case needs a second client. */
export const NO_OTHER = "needs a second client: --other-consumer-key and --other-consumer-secret-file";
