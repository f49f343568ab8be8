/** Where the protocol parameters stand: in one place, each of them once, none of them missing. */

import { BANK, SHOP_WITH_TOKEN } from "../clients.ts";
import {
  authorizationOf,
  authorized,
  changed,
  FORM,
  type Signed,
  signed,
  withHeaders,
  withoutHeader,
} from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const ORDER = signed({ form: "a=1" });
const BY_QUERY = signed({ target: "/orders?a=1", transport: "query" });
const BY_BODY = signed({ form: "a=1", transport: "body" });
const TWO = {
  rule: "rfc5849-3.5-1",
  refuse: "protocol-parameters-in-two-places",
  faults: ["protocol-params-from-two-places"],
};
const TWICE = { rule: "rfc5849-3.1-1", refuse: "parameter-duplicated", faults: ["duplicate-protocol-params-accepted"] };
const MISSING = { rule: "rfc5849-3.1-3", refuse: "parameter-missing" };
const NONE = { rule: "rfc5849-3.1-3", refuse: "protocol-parameters-missing" };

/** See the module. */
export const places: VerificationFamily = {
  name: "places",
  make: () =>
    drafts({ layer: "protocol-parameters", rule: "rfc5849-3.5-1" }, [
      ["in the query", BY_QUERY, { rule: "rfc5849-3.5.3-1" }],
      ["in the query alone", signed({ transport: "query" }), { rule: "rfc5849-3.5.3-1" }],
      ["in the body", BY_BODY, { rule: "rfc5849-3.5.2-1" }],
      ["in the body alone", signed({ transport: "body" }), { rule: "rfc5849-3.5.2-1" }],
      [
        "in the query of a form post",
        signed({ target: "/orders?b=2", form: "a=1", transport: "query" }),
        { rule: "rfc5849-3.5.3-1" },
      ],
      ["in the query, by RSA", signed({ by: BANK, transport: "query" }), { rule: "rfc5849-3.5.3-1" }],
      [
        "in the body, by RSA, with a token",
        signed({ by: { ...BANK, token: "t" }, form: "a=1", transport: "body" }),
        { rule: "rfc5849-3.5.2-1" },
      ],
      [
        "in the query, with a token and a callback that holds escapes",
        signed({ by: SHOP_WITH_TOKEN, more: [["oauth_callback", "https://a.example/?b=%25%26c"]], transport: "query" }),
        { rule: "rfc5849-3.5.3-1", faults: ["oauth-values-decoded-twice"] },
      ],
      [
        "in the body, with a callback that holds escapes",
        signed({ more: [["oauth_callback", "https://a.example/?b=%2525"]], transport: "body" }),
        { rule: "rfc5849-3.5.2-1", faults: ["oauth-values-decoded-twice"] },
      ],
      [
        "in the query, between other parameters",
        changed(BY_QUERY, { url: moved(BY_QUERY.url) }),
        { rule: "rfc5849-3.5.3-1" },
      ],
      [
        "in the query, the signature's plus sign unescaped and so a space",
        rawPlus(),
        {
          layer: "signature",
          rule: "rfc5849-3.5.3-1",
          refuse: "signature-malformed",
          alsoAcceptable: ["signature-mismatch"],
          faults: ["signature-raw-in-query"],
        },
      ],
      // In two places.
      ["another nonce in the query beside the header", changed(ORDER, { url: "/orders?oauth_nonce=other" }), TWO],
      [
        "the same nonce in the query beside the header",
        changed(ORDER, { url: "/orders?oauth_nonce=5f1d3c7e9b2a4068" }),
        TWO,
      ],
      ["another nonce in the body beside the header", changed(ORDER, { body: "a=1&oauth_nonce=other" }), TWO],
      [
        "the same nonce in the body beside the header",
        changed(ORDER, { body: "a=1&oauth_nonce=5f1d3c7e9b2a4068" }),
        TWO,
      ],
      ["another consumer key in the query", changed(ORDER, { url: "/orders?oauth_consumer_key=client-2" }), TWO],
      ["another signature in the query", changed(ORDER, { url: "/orders?oauth_signature=AAAA" }), TWO],
      [
        "the signature alone in the query",
        authorized(changed(ORDER, { url: `/orders?oauth_signature=${encodeURIComponent(ORDER.signature)}` }), (value) =>
          value.replace(/, oauth_signature=.*/, ""),
        ),
        TWO,
      ],
      [
        "the signature alone in the body",
        authorized(changed(ORDER, { body: `a=1&oauth_signature=${encodeURIComponent(ORDER.signature)}` }), (value) =>
          value.replace(/, oauth_signature=.*/, ""),
        ),
        TWO,
      ],
      [
        "all of them in header and body, where that is not allowed",
        signed({ form: "a=1", transport: "header-and-body" }),
        { ...TWO, faults: ["protocol-params-from-two-places", "params-in-two-places"] },
      ],
      [
        "all of them in query and body",
        changed(BY_QUERY, { body: "oauth_nonce=other" }),
        {
          ...TWO,
          request: withHeaders(changed(BY_QUERY, { method: "POST", body: "oauth_nonce=other" }), [
            "Content-Type",
            FORM,
          ]),
        },
      ],
      [
        "a callback in the query beside a signed one in the header",
        changed(signed({ form: "a=1", more: [["oauth_callback", "oob"]] }), { url: "/orders?oauth_callback=evil" }),
        { ...TWO, faults: ["shadowed-oauth-param-unsigned"] },
      ],
      [
        "a callback in the body beside a signed one in the header",
        changed(signed({ form: "a=1", more: [["oauth_callback", "oob"]] }), { body: "a=1&oauth_callback=evil" }),
        { ...TWO, faults: ["shadowed-oauth-param-unsigned"] },
      ],
      [
        "a parameter oauth_x of nobody's in the query, signed",
        signed({ target: "/orders?oauth_x=1", form: "a=1" }),
        { ...TWO, mayAccept: "only names that OAuth knows may be meant; the signature covers this one" },
      ],
      ["an escaped letter hides the second place", changed(ORDER, { url: "/orders?oauth%5Fnonce=other" }), TWO],
      [
        "a verifier in the query of a request signed in the body",
        changed(BY_BODY, { url: "/orders?oauth_verifier=evil" }),
        TWO,
      ],
      // Twice.
      ["two nonces in the header", authorized(ORDER, (value) => `${value}, oauth_nonce="other"`), TWICE],
      [
        "the same nonce twice in the header",
        authorized(ORDER, (value) => `${value}, oauth_nonce="5f1d3c7e9b2a4068"`),
        TWICE,
      ],
      ["two signatures in the header", authorized(ORDER, (value) => `${value}, oauth_signature="AAAA"`), TWICE],
      [
        "a wrong signature before the right one",
        authorized(ORDER, (value) => value.replace("OAuth ", 'OAuth oauth_signature="AAAA", ')),
        TWICE,
      ],
      [
        "two consumer keys in the header",
        authorized(ORDER, (value) => value.replace("OAuth ", 'OAuth oauth_consumer_key="client-2", ')),
        TWICE,
      ],
      [
        "two signature methods in the header",
        authorized(ORDER, (value) => `${value}, oauth_signature_method="PLAINTEXT"`),
        TWICE,
      ],
      [
        "two nonces, one of them with an escape in its name",
        authorized(ORDER, (value) => `${value}, oauth%5Fnonce="other"`),
        TWICE,
      ],
      ["two nonces in the query", changed(BY_QUERY, { url: `${BY_QUERY.url}&oauth_nonce=other` }), TWICE],
      [
        "the same timestamp twice in the query",
        changed(BY_QUERY, { url: `${BY_QUERY.url}&oauth_timestamp=1700000000` }),
        TWICE,
      ],
      ["two nonces in the body", changed(BY_BODY, { body: `${Buffer.from(BY_BODY.body)}&oauth_nonce=other` }), TWICE],
      [
        "two signatures in the body",
        changed(BY_BODY, { body: `oauth_signature=AAAA&${Buffer.from(BY_BODY.body)}` }),
        TWICE,
      ],
      [
        "an old header's parameters before the new ones",
        authorized(ORDER, (value) => `OAuth oauth_timestamp="1600000000", oauth_nonce="old", ${value.slice(6)}`),
        { ...TWICE, faults: ["stale-oauth-params-kept"] },
      ],
      // Missing.
      [
        "no Authorization header and no protocol parameters",
        withoutHeader(ORDER, "Authorization"),
        { ...NONE, faults: ["errors-swallowed"] },
      ],
      ["nothing at all", withoutHeader(signed(), "Authorization"), { ...NONE, faults: ["errors-swallowed"] }],
      [
        "a header of the scheme Basic",
        authorized(ORDER, () => "Basic Y2xpZW50LTE6c2VjcmV0"),
        { ...NONE, alsoAcceptable: ["authorization-malformed"] },
      ],
      [
        "a header of the scheme Bearer",
        authorized(ORDER, () => "Bearer token-7f3a"),
        { ...NONE, alsoAcceptable: ["authorization-malformed"] },
      ],
      [
        "a path that begins with that of an end point which needs none",
        withoutHeader(changed(ORDER, { url: "/oauth/request_token_anything" }), "Authorization"),
        { ...NONE, faults: ["path-prefix-drops-token", "fail-open-option"] },
      ],
      [
        "protocol parameters in a body that is no form",
        changed(withoutHeader(signed({ body: "{}" }), "Authorization"), {
          body: authorizationOf(ORDER).slice(6).replaceAll(", ", "&"),
        }),
        NONE,
      ],
      ...["oauth_consumer_key", "oauth_signature_method", "oauth_timestamp", "oauth_nonce"].map(
        (name) =>
          [
            `no ${name}`,
            without(ORDER, name),
            { ...MISSING, ...(name === "oauth_signature_method" && { faults: ["missing-method-defaulted"] }) },
          ] as const,
      ),
      ["no oauth_signature", authorized(ORDER, (value) => value.replace(/, oauth_signature=.*/, "")), MISSING],
      ["no nonce, signed so", signed({ nonce: null }), MISSING],
      [
        "no timestamp, signed so",
        signed({ timestamp: null }),
        { ...MISSING, faults: ["timestamp-check-off-by-default"] },
      ],
      [
        "an empty consumer key",
        signed({ by: { consumerKey: "", consumerSecret: "s3cr3t" } }),
        { ...MISSING, refuse: "consumer-unknown", alsoAcceptable: ["parameter-missing"], server: { keys: [] } },
      ],
      [
        "no consumer key in the query",
        changed(BY_QUERY, { url: BY_QUERY.url.replace(/oauth_consumer_key=[^&]*&/, "") }),
        MISSING,
      ],
      [
        "names in another case are other names",
        authorized(ORDER, (value) => value.replace("oauth_nonce", "OAuth_Nonce")),
        MISSING,
      ],
      // The version.
      ...["2.0", "1.0a", "1", "1.00", "1.1", "", " 1.0", "0"].map(
        (version) =>
          [
            `the version ${JSON.stringify(version)}`,
            signed({ version }),
            {
              rule: "rfc5849-3.1-2",
              refuse: "version-unsupported",
              ...(version === "" && { alsoAcceptable: ["parameter-missing"] }),
              faults: ["version-not-checked", "version-not-1-0"],
            },
          ] as const,
      ),
      [
        "the version 2.0 in the query",
        signed({ version: "2.0", transport: "query" }),
        { rule: "rfc5849-3.1-2", refuse: "version-unsupported", faults: ["version-not-checked"] },
      ],
      [
        "PLAINTEXT without timestamp and nonce",
        signed({ signatureMethod: "PLAINTEXT", timestamp: null, nonce: null }),
        {
          ...MISSING,
          server: { signatureMethods: ["PLAINTEXT"] },
          mayAccept: "RFC 5849 3.1 lets PLAINTEXT do without them; then nothing stops a replay",
        },
      ],
      [
        "in the query, beside an Authorization header of another scheme",
        withHeaders(BY_QUERY, ["Authorization", "Basic YTpi"]),
        { rule: "rfc5849-3.5.3-1", mayRefuse: "a server may want one way to authenticate only" },
      ],
      [
        "in the query, beside an Authorization header of this scheme",
        withHeaders(BY_QUERY, ["Authorization", authorizationOf(ORDER)]),
        TWO,
      ],
    ]),
};

function without(request: Signed, name: string): Signed {
  return authorized(request, (value) => value.replace(new RegExp(`${name}="[^"]*", `), ""));
}

/** The first pair of the query behind all others. */
function moved(url: string): string {
  const [path, query = ""] = url.split("?");
  const [first = "", ...others] = query.split("&");
  return `${path}?${[...others, first].join("&")}`;
}

/** A signature with a plus sign, sent as it is. */
function rawPlus(): Signed {
  for (let number = 0; ; number += 1) {
    const request = signed({ nonce: `plus-${number}`, transport: "query" });
    if (request.signature.includes("+")) return changed(request, { url: request.url.replaceAll("%2B", "+") });
  }
}
