/** The nonce: its syntax, and that it is accepted once per timestamp, client and token. */

import { BANK, keyOf, RIVAL, SHOP, SHOP_WITH_TOKEN } from "../clients.ts";
import { authorized, changed, NONCE, NOW, type Signed, signed, signedWith } from "../signed.ts";
import { drafts, type Earlier, type VerificationFamily } from "../types.ts";

const ORDER = signed({ form: "amount=10.42" });
const BY_RSA = signed({ by: BANK, form: "amount=10.42" });
const OTHER_TOKEN = { ...SHOP, token: "token-9c1e", tokenSecret: "pfkkdhi9sl3r4s00" };
const USED = {
  refuse: "nonce-used",
  faults: ["no-nonce-check", "nonce-result-inverted", "nonce-recorded-as-null"],
  cves: ["CVE-2013-4346"],
};
const both = { keys: [keyOf(SHOP), keyOf(RIVAL)] };
const tokens = { keys: [keyOf(SHOP), keyOf(SHOP_WITH_TOKEN), keyOf(OTHER_TOKEN)] };

export const nonces: VerificationFamily = {
  name: "nonces",
  make: () => [
    ...drafts({ layer: "nonce", rule: "rfc5849-3.3-2" }, [
      ["same request sent again", ORDER, { ...USED, earlier: before(ORDER) }],
      ["same request sent a third time", ORDER, { ...USED, earlier: [...before(ORDER), ...before(ORDER, NOW, false)] }],
      ["RSA: same request sent again", BY_RSA, { ...USED, earlier: before(BY_RSA) }],
      [
        "same nonce and timestamp, different request",
        signed({ form: "amount=99.42" }),
        { ...USED, earlier: before(ORDER) },
      ],
      [
        "same nonce and timestamp, different path and method",
        signed({ target: "/refunds" }),
        { ...USED, earlier: before(ORDER) },
      ],
      [
        "same request, protocol parameters in the query instead of the header",
        signed({ transport: "query" }),
        { ...USED, earlier: before(signed()) },
      ],
      [
        "same request, one character of the nonce percent-encoded",
        authorized(ORDER, (value) => value.replace('"5f1d', '"%35f1d')),
        { ...USED, faults: ["nonce-raw-text-stored"], earlier: before(ORDER) },
      ],
      [
        "same request, percent-encoding of the nonce in lower case",
        authorized(signed({ nonce: "a/b" }), (value) => value.replace("a%2Fb", "a%2fb")),
        { ...USED, faults: ["nonce-raw-text-stored"], earlier: before(signed({ nonce: "a/b" })) },
      ],
      [
        "same request at the last second of its time window",
        ORDER,
        {
          ...USED,
          server: { now: NOW + 300 },
          earlier: before(ORDER),
          faults: ["nonce-forgotten-inside-window", "nonce-expiry-unit-mixed"],
        },
      ],
      [
        "timestamp 290 s in the future, sent again after 590 s",
        signed({ timestamp: NOW + 290 }),
        {
          ...USED,
          server: { now: NOW + 590 },
          earlier: before(signed({ timestamp: NOW + 290 })),
          faults: ["nonce-forgotten-inside-window"],
        },
      ],
      [
        "timestamp 300 s in the future, sent again at the last second of its time window",
        signed({ timestamp: NOW + 300 }),
        {
          ...USED,
          server: { now: NOW + 600 },
          earlier: before(signed({ timestamp: NOW + 300 })),
          faults: ["nonce-forgotten-inside-window"],
        },
      ],
      [
        "first of two requests with the same timestamp sent again",
        ORDER,
        {
          ...USED,
          faults: ["one-nonce-per-timestamp"],
          earlier: [...before(ORDER), ...before(signed({ nonce: "second" }))],
        },
      ],
      [
        "with a token: same request sent again",
        signed({ by: SHOP_WITH_TOKEN }),
        { ...USED, earlier: before(signed({ by: SHOP_WITH_TOKEN })) },
      ],
      [
        "retry with the old header and a different amount in the body",
        changed(ORDER, { body: "amount=99.42" }),
        {
          layer: "signature",
          rule: "rfc5849-3.2-1",
          refuse: "signature-mismatch",
          alsoAcceptable: ["nonce-used"],
          faults: ["nonce-reused-on-retry", "nonce-recorded-before-signature"],
          earlier: before(ORDER),
        },
      ],
      // Accepted.
      [
        "nonce of an earlier request with a wrong signature",
        ORDER,
        { faults: ["nonce-recorded-before-signature"], earlier: before(forged(), NOW, false) },
      ],
      [
        "nonce of two earlier requests with wrong signatures",
        ORDER,
        {
          faults: ["nonce-recorded-before-signature"],
          earlier: [...before(forged(), NOW, false), ...before(changed(ORDER, { url: "/x" }), NOW, false)],
        },
      ],
      [
        "nonce that another client used",
        ORDER,
        { faults: ["nonce-not-scoped-to-client"], server: both, earlier: before(signed({ by: RIVAL })) },
      ],
      [
        "nonce that this client used with a different timestamp",
        signed({ timestamp: NOW + 1 }),
        { faults: ["nonce-from-clock"], earlier: before(ORDER) },
      ],
      [
        "nonce that this client used with a different token",
        signed({ by: OTHER_TOKEN }),
        { server: tokens, earlier: before(signed({ by: SHOP_WITH_TOKEN })) },
      ],
      [
        "nonce that this client used without a token",
        signed({ by: SHOP_WITH_TOKEN }),
        { server: tokens, earlier: before(signed()) },
      ],
      ["different nonce with the same timestamp", signed({ nonce: "second" }), { earlier: before(ORDER) }],
      [
        "nonce that differs only in letter case",
        signed({ nonce: "ABC" }),
        { earlier: before(signed({ nonce: "abc" })) },
      ],
      [
        "nonce that differs by a trailing space",
        signed({ nonce: "abc " }),
        { earlier: before(signed({ nonce: "abc" })), mayRefuse: "a server may not allow spaces in a nonce" },
      ],
      [
        "timestamp earlier than that of a previous request",
        signed({ timestamp: NOW - 5, nonce: "first" }),
        { faults: ["timestamps-must-increase"], earlier: before(signed({ nonce: "second" })) },
      ],
      [
        "different client and nonce, but equal when joined with a hyphen",
        signed({ by: { ...RIVAL, consumerKey: "a-b" }, nonce: "c" }),
        {
          faults: ["nonce-key-ambiguous"],
          server: { keys: [keyOf({ ...RIVAL, consumerKey: "a-b" }), keyOf({ ...RIVAL, consumerKey: "a" })] },
          earlier: before(signed({ by: { ...RIVAL, consumerKey: "a" }, nonce: "b-c" })),
        },
      ],
      [
        "different client and token, but equal when joined with a colon",
        signed({ by: { ...RIVAL, consumerKey: "a:b", token: "c" } }),
        {
          faults: ["nonce-key-ambiguous"],
          server: {
            keys: [
              keyOf({ ...RIVAL, consumerKey: "a:b", token: "c" }),
              keyOf({ ...RIVAL, consumerKey: "a", token: "b:c" }),
            ],
          },
          earlier: before(signed({ by: { ...RIVAL, consumerKey: "a", token: "b:c" } })),
        },
      ],
      [
        "different nonce: the earlier nonce was this nonce followed by the timestamp",
        signed({ timestamp: NOW, nonce: "7-x" }),
        { faults: ["nonce-key-ambiguous"], earlier: before(signed({ timestamp: NOW, nonce: `7-x-${NOW}` })) },
      ],
      [
        "different client and nonce, but equal when joined with the text %00",
        signed({ by: { ...RIVAL, consumerKey: "a%00b" }, nonce: "c" }),
        {
          faults: ["nonce-key-ambiguous"],
          server: { keys: [keyOf({ ...RIVAL, consumerKey: "a%00b" }), keyOf({ ...RIVAL, consumerKey: "a" })] },
          earlier: before(signed({ by: { ...RIVAL, consumerKey: "a" }, nonce: "b%00c" })),
        },
      ],
      // The nonce store.
      [
        "nonce store is unavailable",
        ORDER,
        {
          refuse: "nonce-store-unavailable",
          faults: ["errors-swallowed"],
          server: { trouble: "nonce-store-unavailable" },
        },
      ],
      [
        "nonce store is full for this client",
        ORDER,
        { refuse: "nonce-store-full", rule: "rfc5849-4.10-1", server: { trouble: "nonce-store-full" } },
      ],
      [
        "wrong signature while the nonce store is unavailable: the store is not needed",
        changed(ORDER, { body: "amount=99.42" }),
        {
          layer: "signature",
          rule: "rfc5849-3.2-1",
          refuse: "signature-mismatch",
          faults: ["nonce-recorded-before-signature"],
          alsoAcceptable: ["nonce-store-unavailable"],
          server: { trouble: "nonce-store-unavailable" },
        },
      ],
    ]),
    ...drafts({ layer: "nonce", rule: "rfc5849-3.3-4", refuse: "nonce-malformed" }, [
      ["empty nonce", signed({ nonce: "" }), { alsoAcceptable: ["parameter-missing"], faults: ["nonce-empty"] }],
      ...["\0", "\n", "\r\n", "\x1b[31m", "\x7f", "\t"].map(
        (text) =>
          [
            `control character in the nonce: ${JSON.stringify(text)}`,
            signed({ nonce: `a${text}b` }),
            { mayAccept: "RFC 5849 does not restrict the characters of a nonce" },
          ] as const,
      ),
      [
        "nonce that is not UTF-8",
        signed({ nonce: Uint8Array.of(0x61, 0xff) }),
        {
          layer: "parse",
          refuse: "authorization-malformed",
          alsoAcceptable: ["nonce-malformed"],
          mayAccept:
            "RFC 5849 does not restrict the characters of a nonce; a server that accepts it must distinguish it from U+FFFD",
        },
      ],
      // Valid nonces.
      ["nonce of one character", signed({ nonce: "x" }), { refuse: undefined }],
      [
        "nonce of 128 characters",
        signed({ nonce: "n".repeat(128) }),
        { refuse: undefined, faults: ["nonce-too-long"], mayRefuse: "a server may limit nonces further" },
      ],
      [
        "nonce in base64 with plus, slash and equals sign",
        signed({ nonce: "r6/TJjbCOr97/+UU0NsvSne7s5g=" }),
        { refuse: undefined, faults: ["nonce-reserved-characters"] },
      ],
      [
        "nonce __proto__",
        signed({ nonce: "__proto__" }),
        { refuse: undefined, faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "nonce constructor, sent again",
        signed({ nonce: "constructor" }),
        {
          layer: "nonce",
          rule: "rfc5849-3.3-2",
          refuse: "nonce-used",
          faults: ["parameter-names-as-object-keys", "no-nonce-check"],
          cves: ["CVE-2013-4346"],
          earlier: before(signed({ nonce: "constructor" })),
        },
      ],
    ]),
  ],
};

function before(request: Signed, now = NOW, accepted = true): Earlier[] {
  return [{ now, request, accepted }];
}

/** {@link ORDER} with an invented signature. */
function forged(): Signed {
  return signedWith({ form: "amount=10.42", nonce: NONCE }, () => Buffer.alloc(20, 7).toString("base64"));
}
