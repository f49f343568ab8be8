/** Location of the protocol parameters: all in one place, each exactly once, none missing. */

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

export const places: VerificationFamily = {
  name: "places",
  make: () =>
    drafts({ layer: "protocol-parameters", rule: "rfc5849-3.5-1" }, [
      ["parameters in the query", BY_QUERY, { rule: "rfc5849-3.5.3-1" }],
      ["parameters in the query, no other parameters", signed({ transport: "query" }), { rule: "rfc5849-3.5.3-1" }],
      ["parameters in the body", BY_BODY, { rule: "rfc5849-3.5.2-1" }],
      ["parameters in the body, no other parameters", signed({ transport: "body" }), { rule: "rfc5849-3.5.2-1" }],
      [
        "parameters in the query of a form POST",
        signed({ target: "/orders?b=2", form: "a=1", transport: "query" }),
        { rule: "rfc5849-3.5.3-1" },
      ],
      ["parameters in the query, RSA", signed({ by: BANK, transport: "query" }), { rule: "rfc5849-3.5.3-1" }],
      [
        "parameters in the body, RSA with a token",
        signed({ by: { ...BANK, token: "t" }, form: "a=1", transport: "body" }),
        { rule: "rfc5849-3.5.2-1" },
      ],
      [
        "parameters in the query, with a token and a callback that contains percent-encoding",
        signed({ by: SHOP_WITH_TOKEN, more: [["oauth_callback", "https://a.example/?b=%25%26c"]], transport: "query" }),
        { rule: "rfc5849-3.5.3-1", faults: ["oauth-values-decoded-twice"] },
      ],
      [
        "parameters in the body, with a callback that contains percent-encoding",
        signed({ more: [["oauth_callback", "https://a.example/?b=%2525"]], transport: "body" }),
        { rule: "rfc5849-3.5.2-1", faults: ["oauth-values-decoded-twice"] },
      ],
      [
        "parameters in the query, in front of another parameter",
        changed(BY_QUERY, { url: moved(BY_QUERY.url) }),
        { rule: "rfc5849-3.5.3-1" },
      ],
      [
        "parameters in the query, plus sign of the signature not percent-encoded and decoded as a space",
        rawPlus(),
        {
          layer: "signature",
          rule: "rfc5849-3.5.3-1",
          refuse: "signature-malformed",
          alsoAcceptable: ["signature-mismatch"],
          faults: ["signature-raw-in-query"],
        },
      ],
      // Parameters in two places.
      [
        "parameters in the header, different nonce in the query",
        changed(ORDER, { url: "/orders?oauth_nonce=other" }),
        TWO,
      ],
      [
        "parameters in the header, same nonce in the query",
        changed(ORDER, { url: "/orders?oauth_nonce=5f1d3c7e9b2a4068" }),
        TWO,
      ],
      ["parameters in the header, different nonce in the body", changed(ORDER, { body: "a=1&oauth_nonce=other" }), TWO],
      [
        "parameters in the header, same nonce in the body",
        changed(ORDER, { body: "a=1&oauth_nonce=5f1d3c7e9b2a4068" }),
        TWO,
      ],
      [
        "parameters in the header, different consumer key in the query",
        changed(ORDER, { url: "/orders?oauth_consumer_key=client-2" }),
        TWO,
      ],
      [
        "parameters in the header, different signature in the query",
        changed(ORDER, { url: "/orders?oauth_signature=AAAA" }),
        TWO,
      ],
      [
        "parameters in the header, only the signature in the query",
        authorized(changed(ORDER, { url: `/orders?oauth_signature=${encodeURIComponent(ORDER.signature)}` }), (value) =>
          value.replace(/, oauth_signature=.*/, ""),
        ),
        TWO,
      ],
      [
        "parameters in the header, only the signature in the body",
        authorized(changed(ORDER, { body: `a=1&oauth_signature=${encodeURIComponent(ORDER.signature)}` }), (value) =>
          value.replace(/, oauth_signature=.*/, ""),
        ),
        TWO,
      ],
      [
        "all parameters in header and body, not allowed by the server",
        signed({ form: "a=1", transport: "header-and-body" }),
        { ...TWO, faults: ["protocol-params-from-two-places", "params-in-two-places"] },
      ],
      [
        "parameters in the query, different nonce in the body",
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
        "signed callback in the header, different callback in the query",
        changed(signed({ form: "a=1", more: [["oauth_callback", "oob"]] }), { url: "/orders?oauth_callback=evil" }),
        { ...TWO, faults: ["shadowed-oauth-param-unsigned"] },
      ],
      [
        "signed callback in the header, different callback in the body",
        changed(signed({ form: "a=1", more: [["oauth_callback", "oob"]] }), { body: "a=1&oauth_callback=evil" }),
        { ...TWO, faults: ["shadowed-oauth-param-unsigned"] },
      ],
      [
        "parameters in the header, signed unknown parameter oauth_x in the query",
        signed({ target: "/orders?oauth_x=1", form: "a=1" }),
        {
          ...TWO,
          mayAccept:
            "a server may apply the rule only to the names that OAuth defines; the signature covers this parameter",
        },
      ],
      [
        "parameters in the header, nonce in the query with a percent-encoded name",
        changed(ORDER, { url: "/orders?oauth%5Fnonce=other" }),
        TWO,
      ],
      [
        "parameters in the body, oauth_verifier in the query",
        changed(BY_BODY, { url: "/orders?oauth_verifier=evil" }),
        TWO,
      ],
      // Repeated parameters.
      ["two nonces in the header", authorized(ORDER, (value) => `${value}, oauth_nonce="other"`), TWICE],
      [
        "same nonce twice in the header",
        authorized(ORDER, (value) => `${value}, oauth_nonce="5f1d3c7e9b2a4068"`),
        TWICE,
      ],
      ["two signatures in the header", authorized(ORDER, (value) => `${value}, oauth_signature="AAAA"`), TWICE],
      [
        "two signatures in the header, the first is wrong",
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
        "two nonces in the header, one with a percent-encoded name",
        authorized(ORDER, (value) => `${value}, oauth%5Fnonce="other"`),
        TWICE,
      ],
      ["two nonces in the query", changed(BY_QUERY, { url: `${BY_QUERY.url}&oauth_nonce=other` }), TWICE],
      [
        "same timestamp twice in the query",
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
        "old nonce and timestamp before the new ones in the header",
        authorized(ORDER, (value) => `OAuth oauth_timestamp="1600000000", oauth_nonce="old", ${value.slice(6)}`),
        { ...TWICE, faults: ["stale-oauth-params-kept"] },
      ],
      // Missing parameters.
      [
        "form POST without protocol parameters",
        withoutHeader(ORDER, "Authorization"),
        { ...NONE, faults: ["errors-swallowed"] },
      ],
      [
        "GET request without protocol parameters",
        withoutHeader(signed(), "Authorization"),
        { ...NONE, faults: ["errors-swallowed"] },
      ],
      [
        "Authorization header with the scheme Basic",
        authorized(ORDER, () => "Basic Y2xpZW50LTE6c2VjcmV0"),
        { ...NONE, alsoAcceptable: ["authorization-malformed"] },
      ],
      [
        "Authorization header with the scheme Bearer",
        authorized(ORDER, () => "Bearer token-7f3a"),
        { ...NONE, alsoAcceptable: ["authorization-malformed"] },
      ],
      [
        "no protocol parameters, path begins with the path of an unsigned endpoint",
        withoutHeader(changed(ORDER, { url: "/oauth/request_token_anything" }), "Authorization"),
        { ...NONE, faults: ["path-prefix-drops-token", "fail-open-option"] },
      ],
      [
        "protocol parameters in a body that is not a form",
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
      ["signed without a nonce", signed({ nonce: null }), MISSING],
      [
        "signed without a timestamp",
        signed({ timestamp: null }),
        { ...MISSING, faults: ["timestamp-check-off-by-default"] },
      ],
      [
        "empty consumer key",
        signed({ by: { consumerKey: "", consumerSecret: "s3cr3t" } }),
        { ...MISSING, refuse: "consumer-unknown", alsoAcceptable: ["parameter-missing"], server: { keys: [] } },
      ],
      [
        "parameters in the query, no consumer key",
        changed(BY_QUERY, { url: BY_QUERY.url.replace(/oauth_consumer_key=[^&]*&/, "") }),
        MISSING,
      ],
      [
        "parameter name in a different letter case: a different name",
        authorized(ORDER, (value) => value.replace("oauth_nonce", "OAuth_Nonce")),
        MISSING,
      ],
      // Version.
      ...["2.0", "1.0a", "1", "1.00", "1.1", "", " 1.0", "0"].map(
        (version) =>
          [
            `version ${JSON.stringify(version)}`,
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
        "version 2.0 in the query",
        signed({ version: "2.0", transport: "query" }),
        { rule: "rfc5849-3.1-2", refuse: "version-unsupported", faults: ["version-not-checked"] },
      ],
      [
        "PLAINTEXT without timestamp and nonce",
        signed({ signatureMethod: "PLAINTEXT", timestamp: null, nonce: null }),
        {
          ...MISSING,
          server: { signatureMethods: ["PLAINTEXT"] },
          mayAccept: "RFC 5849 3.1 allows PLAINTEXT requests without them, although replays are then not detected",
        },
      ],
      [
        "parameters in the query, Authorization header with another scheme",
        withHeaders(BY_QUERY, ["Authorization", "Basic YTpi"]),
        { rule: "rfc5849-3.5.3-1", mayRefuse: "a server may reject requests with two authentication schemes" },
      ],
      [
        "parameters in the query, OAuth Authorization header too",
        withHeaders(BY_QUERY, ["Authorization", authorizationOf(ORDER)]),
        TWO,
      ],
    ]),
};

function without(request: Signed, name: string): Signed {
  return authorized(request, (value) => value.replace(new RegExp(`${name}="[^"]*", `), ""));
}

/** Moves the first query parameter to the end. */
function moved(url: string): string {
  const [path, query = ""] = url.split("?");
  const [first = "", ...others] = query.split("&");
  return `${path}?${[...others, first].join("&")}`;
}

/** A request in the query whose signature contains a plus sign that is not percent-encoded. */
function rawPlus(): Signed {
  for (let number = 0; ; number += 1) {
    const request = signed({ nonce: `plus-${number}`, transport: "query" });
    if (request.signature.includes("+")) return changed(request, { url: request.url.replaceAll("%2B", "+") });
  }
}
