/** Nonces: their syntax, and that each is accepted once per timestamp, client and token (RFC 5849 3.3). */

import { base64Text } from "../../platform/index.ts";
import type { CaseGroup, ReceivedCase } from "./case.ts";
import { after, escaped, nonce, nonceOf, withOwnNonce } from "./changes.ts";
import { baseStringOf, signatureOf } from "./draft.ts";
import { NO_OTHER } from "./make-request.ts";
import { BANK, RIVAL, SHOP, SHOP_WITH_TOKEN } from "./vector-clients.ts";

const ONCE = "rfc5849-3.3-2";
const AMOUNT = "amount=10.42";
const REPLAY_CVES = ["CVE-2013-4346"];
const USED = {
  layer: "nonce",
  rule: ONCE,
  refuse: "nonce-used",
  finds: ["no-nonce-check", "nonce-result-inverted", "nonce-recorded-as-null"],
  cves: REPLAY_CVES,
} as const;
const RECORDED_FIRST = "nonce-recorded-before-signature";
const AS_OBJECT_KEY = "parameter-names-as-object-keys";
const UNUSUAL = "a server may take no nonce of this length or with these characters";
const UNRESTRICTED = "RFC 5849 does not restrict the characters of a nonce";

const ORDER = { ofVector: { form: AMOUNT } } as const;
const SAME: ReceivedCase = {};
const AGAIN = { earlier: [SAME] } as const;
const REJECTED = { refuse: "nonce-used" } as const;
const FORGED = { refuse: "signature-mismatch", signature: () => base64Text(new Uint8Array(20).fill(7)) };

const fixed = (text: string) => nonce(() => text);
/** Two nonces with one timestamp; a server may reject the first one. */
const afterNonce = (first: (nonce: string) => string, second: (nonce: string) => string): ReceivedCase => ({
  ...nonce(second),
  earlier: [{ ...nonce(first), mayRefuse: UNUSUAL }],
});
/** Two nonces of this length that differ in their last character. */
const ofLength = (length: number): ReceivedCase =>
  afterNonce(
    (text) => `${text.repeat(length).slice(0, length - 1)}a`,
    (text) => `${text.repeat(length).slice(0, length - 1)}b`,
  );
/** A nonce that a server may lose, sent twice. The timestamp keeps this nonce apart from other cases. */
const sentTwice = (text: string): ReceivedCase => {
  const odd: ReceivedCase = {
    protocol: (draft) => ({ ...after(-(text.length + 3)).protocol(draft), oauth_nonce: text }),
  };
  return { ...odd, earlier: [{ ...odd, mayRefuse: UNUSUAL }] };
};
/** The header with its nonce in another spelling. */
const respelled = (edit: (nonce: string) => string): ReceivedCase => ({
  earlier: [{ place: "header" }],
  header: (value) => value.replace(/oauth_nonce="([^"]*)"/, (_, text: string) => `oauth_nonce="${edit(text)}"`),
});
/** The second client of the credentials, with the nonce and the timestamp of the first one. */
const byOther: ReceivedCase = {
  protocol: (_, { credentials: { other } }) => ({
    ...(other !== undefined && { oauth_consumer_key: other.consumerKey }),
    oauth_token: undefined,
    oauth_signature_method: "HMAC-SHA1",
  }),
  signer: ({ credentials: { other } }) =>
    other === undefined ? NO_OTHER : { method: "HMAC-SHA1", consumerSecret: other.consumerSecret },
};
const CONTROLS: Readonly<Record<string, string>> = {
  "nul-inside": "\0",
  "line-feed-inside": "\n",
  "crlf-inside": "\r\n",
  "escape-sequence-inside": "\x1b[31m",
  "delete-inside": "\x7f",
  "tab-inside": "\t",
};

export const NONCES: readonly CaseGroup[] = [
  {
    ...USED,
    check: {
      id: "replay",
      title: "request sent again",
      cves: REPLAY_CVES,
      everywhere: true,
      means: "Someone who sees a request can send it again.",
    },
    cases: {
      unchanged: { vector: "nonces/1", ...ORDER, ...AGAIN },
      "a-third-time": { vector: "nonces/2", ...ORDER, earlier: [SAME, REJECTED] },
      "thirty-seconds-old": { ...after(-30), earlier: [after(-30)] },
      "thirty-seconds-ahead": { ...after(30), earlier: [after(30)] },
      "same-nonce-other-query": { query: "probe=1", ...AGAIN },
      "protocol-parameters-reordered": {
        sent: (draft) => ({ ...draft, protocol: [...draft.protocol].reverse() }),
        ...AGAIN,
      },
      "without-version": { protocol: { oauth_version: undefined }, ...AGAIN },
      "other-place": {
        vector: "nonces/6",
        sent: (draft) => ({ ...draft, place: draft.place === "header" ? "query" : "header" }),
        ...AGAIN,
      },
      "other-realm": { realm: "probe", ...AGAIN },
    },
    vectors: {
      "nonces/3": { words: "RSA: same request sent again", ofVector: { by: BANK, form: AMOUNT }, ...AGAIN },
      "nonces/4": {
        words: "same nonce and timestamp, different request",
        ofVector: { form: "amount=99.42" },
        earlier: [ORDER],
      },
      "nonces/5": {
        words: "same nonce and timestamp, different path and method",
        ofVector: { path: "/refunds" },
        earlier: [ORDER],
      },
      "nonces/13": { words: "with a token: same request sent again", ofVector: { by: SHOP_WITH_TOKEN }, ...AGAIN },
      "nonces/14": {
        words: "retry with the old header and a different amount in the body",
        layer: "signature",
        rule: "rfc5849-3.2-1",
        refuse: "signature-mismatch",
        alsoAcceptable: "nonce-used",
        finds: ["nonce-reused-on-retry", RECORDED_FIRST],
        cves: undefined,
        ofVector: { form: [AMOUNT, "amount=99.42"] },
        earlier: [ORDER],
      },
    },
  },
  {
    ...USED,
    finds: "nonce-raw-text-stored",
    check: {
      id: "replay-respelled",
      title: "request sent again with its nonce in another spelling",
      cves: REPLAY_CVES,
      means:
        "The server remembers the nonce as it was written, not its decoded value: a captured request can be sent again in another spelling.",
    },
    cases: {
      "first-character-encoded": { vector: "nonces/7", ...ORDER, ...respelled((text) => escaped(text, /^./)) },
      "encoded-in-lower-case": respelled((text) => escaped(text, /^./).toLowerCase()),
      "last-character-encoded": respelled((text) => escaped(text, /.$/)),
      "all-characters-encoded": respelled((text) => escaped(text, /./g)),
    },
    vectors: {
      "nonces/8": {
        words: "same request, percent-encoding of the nonce in lower case",
        ofVector: fixed("a/b"),
        ...respelled((text) => text.toLowerCase()),
      },
    },
  },
  {
    ...USED,
    check: {
      id: "replay-of-an-earlier-one",
      title: "earlier request sent again after others",
      cves: REPLAY_CVES,
      means: "A later request makes the server forget an earlier nonce.",
    },
    cases: {
      "with-the-same-timestamp": {
        ...withOwnNonce(0, "z"),
        earlier: [SAME, withOwnNonce(0, "y"), withOwnNonce(0, "z"), REJECTED, { ...withOwnNonce(0, "y"), ...REJECTED }],
      },
      "with-later-timestamps": {
        ...withOwnNonce(2, "z"),
        earlier: [SAME, withOwnNonce(1, "y"), withOwnNonce(2, "z"), REJECTED, { ...withOwnNonce(1, "y"), ...REJECTED }],
      },
      "after-a-wrong-signature": { earlier: [SAME, FORGED] },
      "after-forty-others": {
        earlier: [SAME, ...Array.from({ length: 40 }, (_, index) => nonce((text) => `${text.slice(2)}${index + 10}`))],
      },
    },
    vectors: {
      "nonces/12": {
        words: "first of two requests with the same timestamp sent again",
        ...ORDER,
        earlier: [SAME, { ofVector: fixed("second") }],
        finds: "one-nonce-per-timestamp",
      },
    },
  },
  {
    layer: "nonce",
    rule: ONCE,
    check: {
      id: "nonce-and-timestamp",
      title: "new nonce, or a used nonce with another timestamp",
      means:
        "A nonce belongs to its timestamp, client and token: the server rejects valid requests, or lets one client use up the nonces of another.",
    },
    cases: {
      "used-with-an-earlier-timestamp": { ...after(-1), earlier: [SAME] },
      "other-letter-case": {
        vector: "nonces/22",
        ofVector: fixed("ABC"),
        ...nonce((text) => text.toUpperCase()),
        earlier: [{ ofVector: fixed("abc") }],
      },
      "begins-with-a-used-one": afterNonce(
        (text) => text.slice(0, -1),
        (text) => text,
      ),
      "differs-in-the-first-character": afterNonce(
        (text) => `a${text.slice(1)}`,
        (text) => `b${text.slice(1)}`,
      ),
      "differs-in-the-last-character": afterNonce(
        (text) => `${text.slice(1)}a`,
        (text) => `${text.slice(1)}b`,
      ),
      "used-with-a-wrong-signature": { vector: "nonces/15", ...ORDER, earlier: [FORGED], finds: RECORDED_FIRST },
      "used-with-two-wrong-signatures": {
        earlier: [
          { query: ["probe=1", ""], refuse: "signature-mismatch" },
          { query: ["", "probe=1"], refuse: "signature-mismatch" },
        ],
      },
      "used-by-another-client": {
        vector: "nonces/17",
        ofVector: { form: AMOUNT, registered: [SHOP, RIVAL] },
        earlier: [{ ofVector: {}, ...byOther, mayRefuse: "the second client may not exist" }],
        finds: "nonce-not-scoped-to-client",
      },
      "used-by-an-unknown-client": {
        earlier: [
          { protocol: (draft) => ({ oauth_consumer_key: `probe${nonceOf(draft)}` }), refuse: "consumer-unknown" },
        ],
      },
    },
    computed: [40, 64, 128].map((length) => ({ probe: `differs-in-character-${length}`, ...ofLength(length) })),
  },
  {
    layer: "nonce",
    rule: "rfc5849-3.3-4",
    isOpenForProbe: true,
    check: {
      id: "odd-nonce",
      title: "odd nonce",
      means: "RFC 5849 lets a nonce be any text; clients that send such a nonce fail here.",
    },
    cases: {
      base64: {
        vector: "nonces/42",
        ofVector: fixed("r6/TJjbCOr97/+UU0NsvSne7s5g="),
        ...nonce((text) => `${text.slice(0, 21)}+/=`),
        finds: "nonce-reserved-characters",
      },
      uuid: nonce((text) => text.replace(/^(.{6})(.{4})(.{4})/, "$1-$2-$3-")),
      digits: nonce((text) => text.replace(/[a-z]/g, (letter) => String(letter.charCodeAt(0) % 10))),
      "one-character-more": nonce((text) => `${text}x`),
      short: nonce((text) => text.slice(0, 6)),
      "64-characters": nonce((text) => text.repeat(3).slice(0, 64)),
      "comma-and-equals-sign": nonce((text) => `${text.slice(0, 20)},a=b`),
      "percent-sign": nonce((text) => `${text.slice(0, 20)}%41`),
      "non-ascii": nonce((text) => `${text.slice(0, 20)}é`),
      empty: {
        vector: "nonces/32",
        ...fixed(""),
        isOpenForProbe: false,
        refuse: "nonce-malformed",
        alsoAcceptable: "parameter-missing",
        finds: "nonce-empty",
      },
      "proto-sent-again": { ...sentTwice("__proto__"), isOpenForProbe: false, refuse: "nonce-used" },
      "constructor-sent-again": {
        vector: "nonces/44",
        ...USED,
        ofVector: fixed("constructor"),
        ...sentTwice("constructor"),
        isOpenForProbe: false,
        finds: [AS_OBJECT_KEY, "no-nonce-check"],
      },
      "escaped-percent-sign-sent-again": { ...sentTwice("%25"), isOpenForProbe: false, refuse: "nonce-used" },
    },
    vectors: {
      "nonces/40": { words: "nonce of one character", ofVector: fixed("x") },
      "nonces/41": {
        words: "nonce of 128 characters",
        ofVector: fixed("n".repeat(128)),
        finds: "nonce-too-long",
        mayRefuse: "a server may limit nonces further",
      },
      "nonces/39": {
        words: "nonce that is not UTF-8",
        layer: "parse",
        refuse: "authorization-malformed",
        alsoAcceptable: "nonce-malformed",
        mayAccept: `${UNRESTRICTED}; a server that accepts it must distinguish it from U+FFFD`,
        ...fixed("aÿ"),
        header: ["%C3%BF", "%FF"],
        signature: (_, draft, __, key) => signatureOf(key, baseStringOf(draft).replace("%25C3%25BF", "%25FF")),
      },
      "nonces/43": { words: "nonce __proto__", ofVector: fixed("__proto__"), finds: [AS_OBJECT_KEY] },
    },
    computed: Object.entries(CONTROLS).map(([probe, text], index) => ({
      vector: `nonces/${33 + index}`,
      probe,
      ofVector: fixed(`a${text}b`),
      ...nonce((own) => `${own.slice(0, 20)}${text}b`),
      refuse: "nonce-malformed",
      mayAccept: UNRESTRICTED,
    })),
  },
];
