/** Nonces: their syntax, and that each is accepted once per timestamp, client and token (RFC 5849 3.3). */

import type { CaseGroup, ReceivedCase } from "../../../../src/conformance/cases/case.ts";
import { after, path } from "../../../../src/conformance/cases/changes.ts";
import {
  AGAIN,
  AMOUNT,
  FORGED,
  fixed,
  MISMATCH,
  ONCE,
  ORDER,
  RECORDED_FIRST,
  USED,
} from "../../../../src/conformance/cases/nonces.ts";
import { RIVAL, SHOP, SHOP_WITH_TOKEN } from "../../../../src/conformance/cases/vector-clients.ts";

const FORGOTTEN = ["nonce-forgotten-inside-window"];
const AMBIGUOUS = ["nonce-key-ambiguous"];
const OTHER_TOKEN = { ...SHOP, token: "token-9c1e", tokenSecret: "pfkkdhi9sl3r4s00" };
const ahead = (seconds: number) => ({ server: { now: 1_700_000_000 + seconds } });
/** Another client, whose secret is that of {@link RIVAL}, with this nonce. */
const rival = (consumerKey: string, text: string, token?: string): Pick<ReceivedCase, "ofVector"> => ({
  ofVector: { by: { ...RIVAL, consumerKey, ...(token !== undefined && { token }) }, ...(text !== "" && fixed(text)) },
});
/** A request of one client after that of another one; both are registered. */
const afterRival = (one: ReturnType<typeof rival>, earlier: ReturnType<typeof rival>): ReceivedCase => ({
  ofVector: { ...one.ofVector, registered: [one.ofVector!.by!, earlier.ofVector!.by!] },
  earlier: [earlier],
});

// biome-ignore format: one line a row
export const FURTHER_NONCES: readonly CaseGroup[] = [
  {
    ...USED,
    cases: [
      { vector: "nonces/9", words: "same request at the last second of its time window", ...ORDER, ...AGAIN, ...ahead(300), finds: [...FORGOTTEN, "nonce-expiry-unit-mixed"] },
      { vector: "nonces/10", words: "timestamp 290 s in the future, sent again after 590 s", ...after(290), earlier: [after(290)], ...ahead(590), finds: FORGOTTEN },
      { vector: "nonces/11", words: "timestamp 300 s in the future, sent again at the last second of its time window", ...after(300), earlier: [after(300)], ...ahead(600), finds: FORGOTTEN },
    ],
  },
  {
    layer: "nonce", rule: ONCE,
    cases: [
      { vector: "nonces/18", words: "nonce that this client used with a different timestamp", ...after(1), earlier: [ORDER], finds: ["nonce-from-clock"] },
      { vector: "nonces/23", words: "nonce that differs by a trailing space", ofVector: fixed("abc "), earlier: [{ ofVector: fixed("abc") }], mayRefuse: "a server may not allow spaces in a nonce" },
      { vector: "nonces/16", words: "nonce of two earlier requests with wrong signatures", ...ORDER, earlier: [FORGED, { sent: path(() => "/x"), refuse: "signature-mismatch" }], finds: RECORDED_FIRST },
      { vector: "nonces/19", words: "nonce that this client used with a different token", ofVector: { by: OTHER_TOKEN, registered: [SHOP, SHOP_WITH_TOKEN, OTHER_TOKEN] }, earlier: [{ ofVector: { by: SHOP_WITH_TOKEN } }] },
      { vector: "nonces/20", words: "nonce that this client used without a token", ofVector: { by: SHOP_WITH_TOKEN, registered: [SHOP, SHOP_WITH_TOKEN, OTHER_TOKEN] }, earlier: [{ ofVector: {} }] },
      { vector: "nonces/21", words: "different nonce with the same timestamp", ofVector: fixed("second"), earlier: [ORDER] },
      { vector: "nonces/24", words: "timestamp earlier than that of a previous request", ofVector: { protocol: (draft) => ({ ...after(-5).protocol(draft), oauth_nonce: "first" }) }, earlier: [{ ofVector: fixed("second") }], finds: ["timestamps-must-increase"] },
      { vector: "nonces/25", words: "different client and nonce, but equal when joined with a hyphen", ...afterRival(rival("a-b", "c"), rival("a", "b-c")), finds: AMBIGUOUS },
      { vector: "nonces/26", words: "different client and token, but equal when joined with a colon", ...afterRival(rival("a:b", "", "c"), rival("a", "", "b:c")), finds: AMBIGUOUS },
      { vector: "nonces/27", words: "different nonce: the earlier nonce was this nonce followed by the timestamp", ofVector: fixed("7-x"), earlier: [{ ofVector: fixed("7-x-1700000000") }], finds: AMBIGUOUS },
      { vector: "nonces/28", words: "different client and nonce, but equal when joined with the text %00", ...afterRival(rival("a%00b", "c"), rival("a", "b%00c")), finds: AMBIGUOUS },
    ],
  },
  {
    layer: "nonce", rule: ONCE, ...ORDER,
    cases: [
      { vector: "nonces/29", words: "nonce store is unavailable", refuse: "nonce-store-unavailable", finds: ["errors-swallowed"], server: { trouble: "nonce-store-unavailable" } },
      { vector: "nonces/30", words: "nonce store is full for this client", rule: "rfc5849-4.10-1", refuse: "nonce-store-full", server: { trouble: "nonce-store-full" } },
      { vector: "nonces/31", words: "wrong signature while the nonce store is unavailable: the store is not needed", ...MISMATCH, ofVector: { form: [AMOUNT, "amount=99.42"] }, alsoAcceptable: ["nonce-store-unavailable"], finds: RECORDED_FIRST, server: { trouble: "nonce-store-unavailable" } },
    ],
  },
];
