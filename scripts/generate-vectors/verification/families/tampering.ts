/** Requests changed after they were signed, so that another request arrives under the signature. */

import { BANK, SHOP_WITH_TOKEN } from "../clients.ts";
import { authorized, changed, rewritten, type Signed, signed } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const ORDER = signed({ form: "amount=10.42&currency=EUR&description=Two+cups" });
const SEARCH = signed({ target: "/orders?state=open&limit=5" });
const BOTH = signed({ target: "/orders?shop=7", form: "amount=10.42" });
const ON_BEHALF = signed({ by: SHOP_WITH_TOKEN, form: "amount=10.42" });
const BY_RSA = signed({ by: BANK, target: "/orders?shop=7", form: "amount=10.42&currency=EUR" });

/** See the module. */
export const tampering: VerificationFamily = {
  name: "tampering",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.2-1", refuse: "signature-mismatch" }, [
      [
        "another amount in the body",
        body(ORDER, "amount=10.42", "amount=99.42"),
        { faults: ["verification-result-ignored"] },
      ],
      ["one octet of the body: a digit", body(ORDER, "10.42", "10.43")],
      ["one octet of a name", body(ORDER, "currency", "currencz")],
      ["the case of a value", body(ORDER, "EUR", "eur")],
      ["the case of a name", body(ORDER, "amount", "Amount")],
      ["a pair added to the body", body(ORDER, /$/, "&admin=1")],
      ["a pair added before the others", body(ORDER, /^/, "admin=1&")],
      ["a pair taken out of the body", body(ORDER, "&currency=EUR", "")],
      ["the body emptied", body(ORDER, /.*/s, "")],
      ["a space added to a value", body(ORDER, "EUR", "EUR+")],
      ["a line feed at the end of the body", body(ORDER, /$/, "\n")],
      ["a NUL at the end of the body", body(ORDER, /$/, "\0")],
      ["an empty value added: a name alone", body(ORDER, /$/, "&admin")],
      ["two values exchanged", body(ORDER, "amount=10.42&currency=EUR", "amount=EUR&currency=10.42")],
      ["the body of GET", changed(ORDER, { method: "GET" })],
      ["PUT instead of POST", changed(ORDER, { method: "PUT" }), { faults: ["sent-method-differs"] }],
      ["DELETE instead of GET", changed(SEARCH, { method: "DELETE" })],
      ["HEAD instead of GET", changed(SEARCH, { method: "HEAD" })],
      ["a method of its own making", changed(SEARCH, { method: "GETX" })],
      ["another path", changed(ORDER, { url: "/refunds" })],
      ["a path below", changed(ORDER, { url: "/orders/1" })],
      [
        "a slash at the end of the path",
        changed(ORDER, { url: "/orders/" }),
        { faults: ["two-path-forms-tried", "trailing-slash-added"] },
      ],
      ["the case of the path", changed(ORDER, { url: "/Orders" }), { faults: ["path-lowercased"] }],
      ["a doubled slash", changed(ORDER, { url: "//orders" }), { faults: ["double-slash-collapsed"] }],
      [
        "dot segments that come to the same path",
        changed(ORDER, { url: "/x/../orders" }),
        { faults: ["dot-segments-removed"] },
      ],
      [
        "an escaped letter in the path",
        changed(ORDER, { url: "/%6Frders" }),
        { faults: ["path-unreserved-decoded", "path-decoded"] },
      ],
      ["a path parameter", changed(ORDER, { url: "/orders;v=2" }), { faults: ["path-parameters-dropped"] }],
      ["the path twice", changed(ORDER, { url: "/orders/orders" }), { faults: ["mounted-path-wrong"] }],
      [
        "a query added to a form post",
        changed(ORDER, { url: "/orders?admin=1" }),
        { faults: ["query-ignored-on-post"] },
      ],
      [
        "a query with the value of a field that exempts it elsewhere",
        changed(BOTH, { url: "/orders?shop=8" }),
        { faults: ["query-exempted-by-request", "query-ignored-on-post"] },
      ],
      ["another value in the query", changed(SEARCH, { url: "/orders?state=paid&limit=5" })],
      ["the query cut off", changed(SEARCH, { url: "/orders" })],
      ["a pair of the query taken out", changed(SEARCH, { url: "/orders?state=open" })],
      ["a pair added to the query", changed(SEARCH, { url: "/orders?state=open&limit=5&admin=1" })],
      [
        "a question mark added to the query: part of a value",
        changed(SEARCH, { url: "/orders?state=open&limit=5?" }),
        { faults: ["second-question-mark-cut"] },
      ],
      [
        "an equals sign added to a value",
        changed(SEARCH, { url: "/orders?state=open=&limit=5" }),
        { faults: ["value-cut-at-second-equals"] },
      ],
      ["a semicolon is no separator", changed(SEARCH, { url: "/orders?state=open;limit=5" })],
      ["a digit of the nonce", authorized(ORDER, (value) => value.replace("5f1d", "5f1e"))],
      [
        "a second added to the timestamp",
        authorized(ORDER, (value) => value.replace("1700000000", "1700000001")),
        { faults: ["timestamp-taken-twice"] },
      ],
      [
        "the nonce made twice",
        authorized(ORDER, (value) => value.replace("5f1d3c7e9b2a4068", "8604a2b9e7c3d1f5")),
        { faults: ["nonce-made-twice"] },
      ],
      ["the version taken out", authorized(ORDER, (value) => value.replace(/oauth_version="1.0", /, ""))],
      [
        "a version put in",
        authorized(signed({ form: "a=1", version: null }), (value) => `${value}, oauth_version="1.0"`),
        { faults: ["defaults-added-to-base-string"] },
      ],
      ["the protocol parameter oauth_callback put in", authorized(ORDER, (value) => `${value}, oauth_callback="oob"`)],
      [
        "another parameter put into the header",
        authorized(ORDER, (value) => `${value}, admin="1"`),
        { rule: "rfc5849-3.4.1.3.1-2" },
      ],
      ["the first octet of the signature", signatureOctet(ORDER, 0)],
      ["the last octet of the signature", signatureOctet(ORDER, 19)],
      [
        "the signature of another request",
        authorized(ORDER, (value) =>
          value.replace(/oauth_signature=".*"/, `oauth_signature="${encodeURIComponent(SEARCH.signature)}"`),
        ),
      ],
      ["on behalf of somebody: another amount", body(ON_BEHALF, "10.42", "99.42")],
      ["RSA: another amount", body(BY_RSA, "10.42", "99.42")],
      ["RSA: another query", changed(BY_RSA, { url: "/orders?shop=8" })],
      ["RSA: another method", changed(BY_RSA, { method: "PUT" })],
      ["RSA: another path", changed(BY_RSA, { url: "/refunds?shop=7" })],
      ["RSA: the first octet of the signature", signatureOctet(BY_RSA, 0)],
      ["RSA: an octet in the middle of the signature", signatureOctet(BY_RSA, 128)],
      ["RSA: the last octet of the signature", signatureOctet(BY_RSA, 255)],
      ["RSA: another nonce", authorized(BY_RSA, (value) => value.replace("5f1d", "5f1e"))],
      [
        "the media type taken for another: the form is no form any more",
        rewritten(ORDER, "Content-Type", () => "text/plain"),
        { faults: ["content-type-set-after-signing"] },
      ],
      ["the pairs of a form moved into the query under another name", changed(BOTH, { url: "/orders?shop=7&x=1" })],
    ]),
};

function body(request: Signed, from: string | RegExp, to: string): Signed {
  return changed(request, { body: Buffer.from(request.body).toString().replace(from, to) });
}

/** The same signature with the lowest bit of one octet turned; its base64 stays canonical. */
function signatureOctet(request: Signed, index: number): Signed {
  const octets = Buffer.from(request.signature, "base64");
  octets[index] = octets[index]! ^ 1;
  const spelled = encodeURIComponent(octets.toString("base64"));
  return authorized(request, (value) => value.replace(encodeURIComponent(request.signature), spelled));
}
