/** Parameters of the client that are named like the signature. */

import { get, post, toSign } from "../requests.ts";
import type { Draft, Family, JsonRequest } from "../types.ts";

const RULE = "rfc5849-3.4.1.3.1-4";

const NAMED_ALIKE: readonly (readonly [what: string, request: JsonRequest])[] = [
  ["a form field xoauth_signature is signed", post([["xoauth_signature", "x"]])],
  ["a form field OAUTH_SIGNATURE is signed, because names are case-sensitive", post([["OAUTH_SIGNATURE", "x"]])],
  ["a form field signature is signed", post([["signature", "x"]])],
  ["a parameter oauth-signature in the query is signed", get("/q?oauth-signature=1")],
  ["a form field with the value oauth_signature is signed", post([["field", "oauth_signature"]])],
];

const NAMED_SO: readonly (readonly [what: string, request: JsonRequest])[] = [
  [
    "a form field oauth_signature is not signed",
    post([
      ["a", "1"],
      ["oauth_signature", "x"],
    ]),
  ],
  ["a form field oauth_signature alone is not signed", post([["oauth_signature", "x"]])],
  ["a parameter oauth_signature in the query is not signed", get("/q?a=1&oauth_signature=x")],
  ["a parameter oauth%5Fsignature in the query is not signed", get("/q?a=1&oauth%5Fsignature=x")],
];

export const signatureNames: Family = {
  name: "signature-names",
  area: "request",
  make: (): Draft[] => [...[...NAMED_ALIKE, ...NAMED_SO].map(([comment, request]) => toSign(comment, RULE, request))],
};
