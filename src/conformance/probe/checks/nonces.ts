/** Nonces (RFC 5849 3.3). */

import { type Draft, encode, protocolValue, withProtocol, write } from "../../cases/draft.ts";
import { NEEDS_HARMLESS, NO_OTHER } from "../../cases/make-request.ts";
import { accepts, type Case, type Check, type Good, offers, open, rejects, type Step } from "../check.ts";
import { draftOf, kindName, kindOf, type RequestKind } from "../request-kinds.ts";
import { addToQuery, ahead, at, casesOf, editHeader } from "./changes.ts";

const nonceOf = (draft: Draft): string => protocolValue(draft, "oauth_nonce");
const REPLAY_CVES = ["CVE-2013-4346"];
const NO_EDGE = "the server accepts timestamps more than a day away";
/** Copies that are sent at once, and how often. */
const COPIES = 8;

export const NONCES: readonly Check[] = [
  {
    id: "replay",
    title: "request sent again",
    rule: "rfc5849-3.3-2",
    cves: REPLAY_CVES,
    means: "Someone who sees a request can send it again.",
    everywhere: true,
    cases: (good) => {
      const once = (): readonly [Draft, Step] => {
        const draft = good.fresh();
        return [draft, accepts(good.signed(draft))];
      };
      const again = (change: (draft: Draft) => Draft, times = 1): Case => {
        const [draft, first] = once();
        return [first, ...Array.from({ length: times }, () => rejects(good.signed(change(draft))))];
      };
      const old = at(good.fresh(), ahead(good, -30));
      const future = at(good.fresh(), ahead(good, 30));
      return {
        unchanged: again((draft) => draft),
        "a-third-time": again((draft) => draft, 2),
        "thirty-seconds-old": [accepts(good.signed(old)), rejects(good.signed(old))],
        "thirty-seconds-ahead": [accepts(good.signed(future)), rejects(good.signed(future))],
        "same-nonce-other-query": again(addToQuery("probe=1")),
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
    id: "replay-of-another-kind",
    title: "request with another HTTP method or body sent again",
    rule: "rfc5849-3.3-2",
    cves: REPLAY_CVES,
    means: "The server looks at the nonces of some requests only: someone who sees another one can send it again.",
    cases: (good) => {
      const usual = kindName(kindOf(good.signed(good.fresh())));
      const again = (kind: RequestKind): Case => {
        if (kindName(kind) === usual) return "the method and body of the good request";
        if (!good.mayChangeMethod && !/^(?:GET|HEAD)$/.test(kind.method)) return NEEDS_HARMLESS;
        const request = good.signed(draftOf(kind, good));
        return [offers(request), rejects(request)];
      };
      return Object.fromEntries(KINDS.map((kind) => [kindName(kind), again(kind)]));
    },
  },
  {
    id: "replay-at-once",
    title: "copies of one request at once",
    rule: "rfc5849-3.3-2",
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
    means:
      "A nonce belongs to its timestamp, client and token: the server rejects right requests, or lets others use nonces up.",
    cases: (good) => {
      const [first, other] = [good.fresh(), good.fresh()];
      const earlier = at(first, String(Number(protocolValue(first, "oauth_timestamp")) - 1));
      const burned = good.fresh();
      const twice = good.fresh();
      const unknown = good.fresh();
      return {
        "used-with-an-earlier-timestamp": [accepts(good.signed(first)), accepts(good.signed(earlier))],
        "other-letter-case": [
          accepts(good.signed(other)),
          accepts(good.signed(withProtocol(other, { oauth_nonce: nonceOf(other).toUpperCase() }))),
        ],
        "begins-with-a-used-one": twoNonces(good, (nonce) => [nonce.slice(0, -1), nonce]),
        "differs-in-the-first-character": twoNonces(good, (nonce) => [`a${nonce.slice(1)}`, `b${nonce.slice(1)}`]),
        "differs-in-the-last-character": twoNonces(good, (nonce) => [`${nonce.slice(1)}a`, `${nonce.slice(1)}b`]),
        ...casesOf(
          { "differs-in-character-40": 40, "differs-in-character-64": 64, "differs-in-character-128": 128 },
          (length) =>
            twoNonces(good, (nonce) => {
              const start = nonce.repeat(length).slice(0, length - 1);
              return [`${start}a`, `${start}b`];
            }),
        ),
        "used-with-a-wrong-signature": [
          rejects(write(burned, "d3Jvbmcgc2lnbmF0dXJlLi4uLi4=")),
          accepts(good.signed(burned)),
        ],
        "used-with-two-wrong-signatures": [
          rejects(write(twice, good.sign(addToQuery("probe=1")(twice)))),
          rejects(write(addToQuery("probe=1")(twice), good.sign(twice))),
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
  {
    id: "replay-at-the-edge",
    title: "request at an edge of the time window sent again",
    needsWindow: true,
    rule: "rfc5849-3.3-2",
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
];

/** The kinds of requests that an application is likely to have. */
const KINDS: readonly RequestKind[] = [
  { method: "GET", body: "none" },
  { method: "HEAD", body: "none" },
  ...["POST", "PUT", "PATCH", "DELETE"].flatMap((method) =>
    (["none", "form", "JSON"] as const).map((body) => ({ method, body })),
  ),
];

/** Two nonces with one timestamp. A server may take no nonce of this length. */
function twoNonces(good: Good, make: (nonce: string) => readonly [string, string]): Case {
  const draft = good.fresh();
  const [first, second] = make(nonceOf(draft)).map((oauth_nonce) => good.signed(withProtocol(draft, { oauth_nonce })));
  return [offers(first!), accepts(second!)];
}

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
