/** What the probe sends and expects in each case, shortened to a hash: requests.json shows in a review which cases are different now. */

import { describe, test } from "vitest";
import { TRIGGER_PRIVATE_KEY } from "../../../scripts/fault-pages/signed-trigger.ts";
import { withProtocol } from "../../../src/conformance/cases/draft.ts";
import type { Credentials, GoodRequest } from "../../../src/conformance/cases/valid-requests.ts";
import type { Case } from "../../../src/conformance/probe/check.ts";
import { createGood } from "../../../src/conformance/probe/good.ts";
import { CHECKS } from "../../../src/conformance/probe/index.ts";
import type { SignatureMethod } from "../../../src/conformance/vectors/index.ts";
import { parsePrivateKey } from "../../../src/platform/index.ts";
import { expectRecorded, hashOf, recordOf } from "../../recorded.ts";

const GET = {
  method: "GET",
  origin: "https://example.com",
  host: "example.com",
  path: "/a%2Fb",
  query: "q=1",
  body: "",
};
const FORM = { ...GET, method: "POST", contentType: "application/x-www-form-urlencoded", body: "b=2" };
const SECRETS = { consumerKey: "ck", consumerSecret: "c s", other: { consumerKey: "ok", consumerSecret: "o s" } };

/** A client with secrets that sends a form, one with an RSA key, and one with a token that sends no body. */
const GOODS: readonly (readonly [Omit<GoodRequest, "headers">, Credentials, SignatureMethod])[] = [
  [FORM, SECRETS, "HMAC-SHA1"],
  [FORM, { consumerKey: "ck", privateKey: TRIGGER_PRIVATE_KEY }, "RSA-SHA256"],
  [GET, { ...SECRETS, token: "t", tokenSecret: "t s" }, "HMAC-SHA256"],
];

describe("each case of the probe", () => {
  test("sends and expects what requests.json records", { tags: ["recorded"] }, async () => {
    let nonces = 0;
    const goods = GOODS.map(([request, credentials, method]) => {
      const options = { place: "header", maySendPlaintext: true, mayChangeMethod: true, clockAhead: 0 } as const;
      const clock = () => 1_700_000_000;
      const window = () => ({ past: 300, future: 300 });
      const good = createGood({ request: { ...request, headers: [] }, credentials, method, clock, window, ...options });
      const fresh = () => withProtocol(good.fresh(), { oauth_nonce: `n${++nonces}` });
      return { ...good, fresh, otherRsaKey: () => parsePrivateKey(TRIGGER_PRIVATE_KEY) };
    });
    const found = new Map<string, Case[]>();
    for (const { id, cases } of CHECKS) {
      for (const good of goods) {
        for (const [name, make] of Object.entries(cases(good))) {
          nonces = 0;
          found.set(`${id}/${name}`, [...(found.get(`${id}/${name}`) ?? []), make()]);
        }
      }
    }
    await expectRecorded(recordOf(Array.from(found, ([name, cases]) => [name, hashOf(cases)])), "./requests.json");
  });
});
