/** The nonce: its text, and that it is accepted once for its timestamp, client and token. */

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

/** See the module. */
export const nonces: VerificationFamily = {
  name: "nonces",
  make: () => [
    ...drafts({ layer: "nonce", rule: "rfc5849-3.3-2" }, [
      ["the same request again", ORDER, { ...USED, earlier: before(ORDER) }],
      [
        "the same request for the third time",
        ORDER,
        { ...USED, earlier: [...before(ORDER), ...before(ORDER, NOW, false)] },
      ],
      ["RSA: the same request again", BY_RSA, { ...USED, earlier: before(BY_RSA) }],
      [
        "the same nonce and second for another request",
        signed({ form: "amount=99.42" }),
        { ...USED, earlier: before(ORDER) },
      ],
      [
        "the same nonce and second for another path and method",
        signed({ target: "/refunds" }),
        { ...USED, earlier: before(ORDER) },
      ],
      [
        "the same request signed in the query instead of the header",
        signed({ transport: "query" }),
        { ...USED, earlier: before(signed()) },
      ],
      [
        "the same request, a letter of its nonce escaped",
        authorized(ORDER, (value) => value.replace('"5f1d', '"%35f1d')),
        { ...USED, faults: ["nonce-raw-text-stored"], earlier: before(ORDER) },
      ],
      [
        "the same request, the escapes of its nonce in lower case",
        authorized(signed({ nonce: "a/b" }), (value) => value.replace("a%2Fb", "a%2fb")),
        { ...USED, faults: ["nonce-raw-text-stored"], earlier: before(signed({ nonce: "a/b" })) },
      ],
      [
        "the same request at the last second of its window",
        ORDER,
        {
          ...USED,
          server: { now: NOW + 300 },
          earlier: before(ORDER),
          faults: ["nonce-forgotten-inside-window", "nonce-expiry-unit-mixed"],
        },
      ],
      [
        "stamped 290 s ahead, again 590 s after it came first",
        signed({ timestamp: NOW + 290 }),
        {
          ...USED,
          server: { now: NOW + 590 },
          earlier: before(signed({ timestamp: NOW + 290 })),
          faults: ["nonce-forgotten-inside-window"],
        },
      ],
      [
        "stamped 300 s ahead, again at the last second of its window",
        signed({ timestamp: NOW + 300 }),
        {
          ...USED,
          server: { now: NOW + 600 },
          earlier: before(signed({ timestamp: NOW + 300 })),
          faults: ["nonce-forgotten-inside-window"],
        },
      ],
      [
        "the first of two requests of one second, again",
        ORDER,
        {
          ...USED,
          faults: ["one-nonce-per-timestamp"],
          earlier: [...before(ORDER), ...before(signed({ nonce: "second" }))],
        },
      ],
      [
        "on behalf of somebody: the same request again",
        signed({ by: SHOP_WITH_TOKEN }),
        { ...USED, earlier: before(signed({ by: SHOP_WITH_TOKEN })) },
      ],
      [
        "a retry with the old header and another amount in the body",
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
        "a nonce that a request with a wrong signature had",
        ORDER,
        { faults: ["nonce-recorded-before-signature"], earlier: before(forged(), NOW, false) },
      ],
      [
        "a nonce that requests with another wrong signature each had",
        ORDER,
        {
          faults: ["nonce-recorded-before-signature"],
          earlier: [...before(forged(), NOW, false), ...before(changed(ORDER, { url: "/x" }), NOW, false)],
        },
      ],
      [
        "a nonce that another client used",
        ORDER,
        { faults: ["nonce-not-scoped-to-client"], server: both, earlier: before(signed({ by: RIVAL })) },
      ],
      [
        "a nonce that this client used in another second",
        signed({ timestamp: NOW + 1 }),
        { faults: ["nonce-from-clock"], earlier: before(ORDER) },
      ],
      [
        "a nonce that this client used with another token",
        signed({ by: OTHER_TOKEN }),
        { server: tokens, earlier: before(signed({ by: SHOP_WITH_TOKEN })) },
      ],
      [
        "a nonce that this client used without a token",
        signed({ by: SHOP_WITH_TOKEN }),
        { server: tokens, earlier: before(signed()) },
      ],
      ["another nonce in the same second", signed({ nonce: "second" }), { earlier: before(ORDER) }],
      [
        "a nonce that differs in the case of a letter",
        signed({ nonce: "ABC" }),
        { earlier: before(signed({ nonce: "abc" })) },
      ],
      [
        "a nonce that differs by a space",
        signed({ nonce: "abc " }),
        { earlier: before(signed({ nonce: "abc" })), mayRefuse: "a server may allow other characters only" },
      ],
      [
        "a timestamp before one that came already",
        signed({ timestamp: NOW - 5, nonce: "first" }),
        { faults: ["timestamps-must-increase"], earlier: before(signed({ nonce: "second" })) },
      ],
      [
        "client and nonce joined by a hyphen: the same text",
        signed({ by: { ...RIVAL, consumerKey: "a-b" }, nonce: "c" }),
        {
          faults: ["nonce-key-ambiguous"],
          server: { keys: [keyOf({ ...RIVAL, consumerKey: "a-b" }), keyOf({ ...RIVAL, consumerKey: "a" })] },
          earlier: before(signed({ by: { ...RIVAL, consumerKey: "a" }, nonce: "b-c" })),
        },
      ],
      [
        "client and token joined by a colon: the same text",
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
        "timestamp and nonce joined: the same text",
        signed({ timestamp: NOW, nonce: "7-x" }),
        { faults: ["nonce-key-ambiguous"], earlier: before(signed({ timestamp: NOW, nonce: `7-x-${NOW}` })) },
      ],
      [
        "client and nonce with NUL's escape as text between them",
        signed({ by: { ...RIVAL, consumerKey: "a%00b" }, nonce: "c" }),
        {
          faults: ["nonce-key-ambiguous"],
          server: { keys: [keyOf({ ...RIVAL, consumerKey: "a%00b" }), keyOf({ ...RIVAL, consumerKey: "a" })] },
          earlier: before(signed({ by: { ...RIVAL, consumerKey: "a" }, nonce: "b%00c" })),
        },
      ],
      // The store.
      [
        "the nonce store cannot answer",
        ORDER,
        {
          refuse: "nonce-store-unavailable",
          faults: ["errors-swallowed"],
          server: { trouble: "nonce-store-unavailable" },
        },
      ],
      [
        "the nonce store has no room for this client",
        ORDER,
        { refuse: "nonce-store-full", rule: "rfc5849-4.10-1", server: { trouble: "nonce-store-full" } },
      ],
      [
        "a wrong signature, while the nonce store cannot answer: it is not asked",
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
      ["an empty nonce", signed({ nonce: "" }), { alsoAcceptable: ["parameter-missing"], faults: ["nonce-empty"] }],
      ...["\0", "\n", "\r\n", "\x1b[31m", "\x7f", "\t"].map(
        (text) =>
          [
            `a control character: ${JSON.stringify(text)}`,
            signed({ nonce: `a${text}b` }),
            { mayAccept: "RFC 5849 does not say of what a nonce is made" },
          ] as const,
      ),
      [
        "a nonce that is not UTF-8",
        signed({ nonce: Uint8Array.of(0x61, 0xff) }),
        {
          layer: "parse",
          refuse: "authorization-malformed",
          alsoAcceptable: ["nonce-malformed"],
          mayAccept: "RFC 5849 does not say of what a nonce is made; the octets must then be kept apart from U+FFFD",
        },
      ],
      // Well made.
      ["one character", signed({ nonce: "x" }), { refuse: undefined }],
      [
        "128 characters",
        signed({ nonce: "n".repeat(128) }),
        { refuse: undefined, faults: ["nonce-too-long"], mayRefuse: "a server may limit nonces further" },
      ],
      [
        "base64 with plus, slash and equals sign",
        signed({ nonce: "r6/TJjbCOr97/+UU0NsvSne7s5g=" }),
        { refuse: undefined, faults: ["nonce-reserved-characters"] },
      ],
      [
        "a name that objects inherit",
        signed({ nonce: "__proto__" }),
        { refuse: undefined, faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "a name that objects inherit, again",
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

/** The order with its nonce and a signature that somebody made up. */
function forged(): Signed {
  return signedWith({ form: "amount=10.42", nonce: NONCE }, () => Buffer.alloc(20, 7).toString("base64"));
}
