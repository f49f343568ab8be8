/** Requests to the gateway: HMAC-SHA1 with the protocol parameters repeated in the body, and RSA-SHA256. */

import type { CaseGroup, ReceivedCase } from "../../../../src/conformance/cases/case.ts";
import { after, repeatedInBody } from "../../../../src/conformance/cases/changes.ts";
import { type Draft, joinPairs } from "../../../../src/conformance/cases/draft.ts";
import { hmacKey, keyed } from "../../../../src/conformance/cases/hmac-keys.ts";
import { BANK } from "../../../../src/conformance/cases/vector-clients.ts";

const MERCHANT = { consumerKey: "merchant-login", consumerSecret: "0FC6DCCE-2C4A-4A5B-9E5D-1F7C3E9A2B64" };
const FORM = "login=merchant-login&client_orderid=invoice-812&orderid=5624444333322221";
const PATH = "/paynet/api/v4/create-card-ref/39915";
const GROUP = "/paynet/api/v4/create-card-ref/group/174";
const CALL = { by: MERCHANT, path: PATH, form: FORM, realm: "" };
const BY_RSA = { ofVector: { ...CALL, by: { ...BANK, consumerKey: MERCHANT.consumerKey } } };
const REQUEST = "gateway-1";
const TYPES = "gateway-2";
const TWO = {
  layer: "protocol-parameters",
  refuse: "protocol-parameters-in-two-places",
  finds: ["protocol-params-from-two-places"],
} as const;
const SHADOWED = { ...TWO, finds: ["shadowed-oauth-param-unsigned"] };
const WRONG = { rule: REQUEST, refuse: "signature-mismatch" } as const;
const STRICT = { server: { allowHeaderAndBody: false } };
const TWICE: Required<Pick<ReceivedCase, "signed" | "sent">> = { signed: repeatedInBody, sent: repeatedInBody };
/** The protocol parameters in header and body, and what an attacker changes in the body. */
const body = (edit: (body: string) => string): typeof TWICE => ({
  signed: repeatedInBody,
  sent: (draft) => ({ ...repeatedInBody(draft), body: edit(repeatedInBody(draft).body) }),
});
const added = (pairs: string): typeof TWICE => body((text) => `${text}&${pairs}`);
const path = (edit: (path: string) => string): typeof TWICE => ({
  signed: repeatedInBody,
  sent: (draft: Draft) => ({ ...repeatedInBody(draft), path: edit(draft.path) }),
});

// biome-ignore format: one line a row
export const FURTHER_GATEWAY: readonly CaseGroup[] = [
  {
    layer: "signature", rule: "gateway-4", server: { allowHeaderAndBody: true }, ofVector: CALL,
    cases: [
      { vector: "gateway/1", words: "create-card-ref, protocol parameters in header and body", ...TWICE },
      { vector: "gateway/2", words: "create-card-ref for a group, protocol parameters in header and body", ofVector: { ...CALL, path: GROUP }, ...TWICE },
      { vector: "gateway/3", words: "create-card-ref, protocol parameters only in the header", rule: REQUEST },
      { vector: "gateway/4", words: "create-card-ref with RSA-SHA256", rule: REQUEST, ...BY_RSA },
      { vector: "gateway/5", words: "create-card-ref with RSA-SHA256, protocol parameters in header and body", ...BY_RSA, ...TWICE },
      { vector: "gateway/6", words: "no space after commas, header parameters reordered", rule: "gateway-3", ...TWICE, header: (value) => `OAuth realm="",${value.slice('OAuth realm="", '.length).split(", ").reverse().join(",")}` },
      { vector: "gateway/7", words: "form with charset ISO-8859-1", rule: TYPES, ...TWICE, contentType: "application/x-www-form-urlencoded; charset=ISO-8859-1" },
      { vector: "gateway/8", words: "spaces sent as plus signs, tilde percent-encoded", rule: TYPES, ofVector: { ...CALL, form: `${FORM}&purpose=a%20b~c` }, ...body((text) => text.replace("a%20b~c", "a+b%7Ec")) },
      { vector: "gateway/9", words: "protocol parameters first in the body", ...body((text) => text.replace(/^(.*?)&(oauth_.*)$/, "$2&$1")) },
      { vector: "gateway/10", words: "only some of the protocol parameters repeated in the body", ...body((text) => text.replace("&oauth_version=1.0", "")), mayRefuse: "a server may require all or none of them" },
      { vector: "gateway/11", words: "protocol parameters in header and body, not allowed by the server", ...TWO, ...TWICE, ...STRICT },
      { vector: "gateway/12", words: "RSA: protocol parameters in header and body, not allowed by the server", ...TWO, ...BY_RSA, ...TWICE, ...STRICT },
      { vector: "gateway/13", words: "different nonce in the body", ...TWO, ...body((text) => text.replace("oauth_nonce=5f1d", "oauth_nonce=6f1d")) },
      { vector: "gateway/14", words: "different timestamp in the body", ...TWO, ...body((text) => text.replace("oauth_timestamp=1700000000", "oauth_timestamp=1700000001")) },
      { vector: "gateway/15", words: "different consumer key in the body", ...TWO, ...body((text) => text.replace("oauth_consumer_key=merchant-login", "oauth_consumer_key=other")) },
      { vector: "gateway/16", words: "protocol parameter only in the body", ...SHADOWED, ...added("oauth_callback=oob") },
      { vector: "gateway/17", words: "different signature in the body", ...SHADOWED, ...added("oauth_signature=AAAA") },
      { vector: "gateway/18", words: "nonce twice in the body", ...TWO, refuse: "parameter-duplicated", finds: ["duplicate-protocol-params-accepted"], ...added("oauth_nonce=5f1d3c7e9b2a4068") },
      { vector: "gateway/19", words: "nonce repeated in the query, where only header and body are allowed", ...TWO, sent: (draft) => ({ ...draft, query: joinPairs(draft.query, "oauth_nonce=5f1d3c7e9b2a4068") }) },
      { vector: "gateway/20", words: "order id changed after signing", ...WRONG, ...body((text) => text.replace("5624444333322221", "5624444333322222")) },
      { vector: "gateway/21", words: "endpoint changed after signing", ...WRONG, ...path(() => GROUP) },
      { vector: "gateway/22", words: "path prefix changed after signing", ...WRONG, ...path((own) => own.replace("/paynet", "/processing")) },
      { vector: "gateway/23", words: "login changed after signing, consumer key unchanged", ...WRONG, ...body((text) => text.replace("login=merchant-login", "login=other")) },
      { vector: "gateway/24", words: "signed with the control key in lower case", ...WRONG, ...TWICE, ...keyed((secret) => hmacKey(secret.toLowerCase())) },
      { vector: "gateway/25", words: "same request sent again", layer: "nonce", rule: REQUEST, refuse: "nonce-used", ...TWICE, earlier: [TWICE], finds: ["no-nonce-check"], cves: ["CVE-2013-4346"] },
      { vector: "gateway/26", words: "timestamp half an hour old", layer: "timestamp", rule: REQUEST, refuse: "timestamp-too-old", ...TWICE, ...after(-1800) },
    ],
  },
];
