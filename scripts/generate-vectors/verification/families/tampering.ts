/** Requests that were changed after they were signed. */

import { BANK, SHOP_WITH_TOKEN } from "../clients.ts";
import { authorized, changed, rewritten, type Signed, signed } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const ORDER = signed({ form: "amount=10.42&currency=EUR&description=Two+cups" });
const SEARCH = signed({ target: "/orders?state=open&limit=5" });
const BOTH = signed({ target: "/orders?shop=7", form: "amount=10.42" });
const WITH_TOKEN = signed({ by: SHOP_WITH_TOKEN, form: "amount=10.42" });
const BY_RSA = signed({ by: BANK, target: "/orders?shop=7", form: "amount=10.42&currency=EUR" });

export const tampering: VerificationFamily = {
  name: "tampering",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.2-1", refuse: "signature-mismatch" }, [
      [
        "amount in the body changed",
        body(ORDER, "amount=10.42", "amount=99.42"),
        { faults: ["verification-result-ignored"] },
      ],
      ["one digit of the body changed", body(ORDER, "10.42", "10.43")],
      ["one letter of a parameter name changed", body(ORDER, "currency", "currencz")],
      ["letter case of a value changed", body(ORDER, "EUR", "eur")],
      ["letter case of a parameter name changed", body(ORDER, "amount", "Amount")],
      ["parameter appended to the body", body(ORDER, /$/, "&admin=1")],
      ["parameter inserted before the others in the body", body(ORDER, /^/, "admin=1&")],
      ["parameter removed from the body", body(ORDER, "&currency=EUR", "")],
      ["body removed", body(ORDER, /.*/s, "")],
      ["space appended to a value", body(ORDER, "EUR", "EUR+")],
      ["line feed appended to the body", body(ORDER, /$/, "\n")],
      ["NUL appended to the body", body(ORDER, /$/, "\0")],
      ["parameter name without a value appended to the body", body(ORDER, /$/, "&admin")],
      ["two values swapped", body(ORDER, "amount=10.42&currency=EUR", "amount=EUR&currency=10.42")],
      ["POST changed to GET, body kept", changed(ORDER, { method: "GET" })],
      ["POST changed to PUT", changed(ORDER, { method: "PUT" }), { faults: ["sent-method-differs"] }],
      ["GET changed to DELETE", changed(SEARCH, { method: "DELETE" })],
      ["GET changed to HEAD", changed(SEARCH, { method: "HEAD" })],
      ["GET changed to the unknown method GETX", changed(SEARCH, { method: "GETX" })],
      ["path changed", changed(ORDER, { url: "/refunds" })],
      ["path segment appended", changed(ORDER, { url: "/orders/1" })],
      [
        "slash appended to the path",
        changed(ORDER, { url: "/orders/" }),
        { faults: ["two-path-forms-tried", "trailing-slash-added"] },
      ],
      ["letter case of the path changed", changed(ORDER, { url: "/Orders" }), { faults: ["path-lowercased"] }],
      ["slash in the path doubled", changed(ORDER, { url: "//orders" }), { faults: ["double-slash-collapsed"] }],
      [
        "dot segments added that resolve to the same path",
        changed(ORDER, { url: "/x/../orders" }),
        { faults: ["dot-segments-removed"] },
      ],
      [
        "letter in the path percent-encoded",
        changed(ORDER, { url: "/%6Frders" }),
        { faults: ["path-unreserved-decoded", "path-decoded"] },
      ],
      ["path parameter added", changed(ORDER, { url: "/orders;v=2" }), { faults: ["path-parameters-dropped"] }],
      ["path duplicated", changed(ORDER, { url: "/orders/orders" }), { faults: ["mounted-path-wrong"] }],
      ["query added to a form POST", changed(ORDER, { url: "/orders?admin=1" }), { faults: ["query-ignored-on-post"] }],
      [
        "query of a form POST changed",
        changed(BOTH, { url: "/orders?shop=8" }),
        { faults: ["query-exempted-by-request", "query-ignored-on-post"] },
      ],
      ["value in the query changed", changed(SEARCH, { url: "/orders?state=paid&limit=5" })],
      ["query removed", changed(SEARCH, { url: "/orders" })],
      ["parameter removed from the query", changed(SEARCH, { url: "/orders?state=open" })],
      ["parameter appended to the query", changed(SEARCH, { url: "/orders?state=open&limit=5&admin=1" })],
      [
        "question mark appended to a query value",
        changed(SEARCH, { url: "/orders?state=open&limit=5?" }),
        { faults: ["second-question-mark-cut"] },
      ],
      [
        "equals sign appended to a value",
        changed(SEARCH, { url: "/orders?state=open=&limit=5" }),
        { faults: ["value-cut-at-second-equals"] },
      ],
      ["ampersand in the query replaced by a semicolon", changed(SEARCH, { url: "/orders?state=open;limit=5" })],
      ["one digit of the nonce changed", authorized(ORDER, (value) => value.replace("5f1d", "5f1e"))],
      [
        "timestamp increased by one second",
        authorized(ORDER, (value) => value.replace("1700000000", "1700000001")),
        { faults: ["timestamp-taken-twice"] },
      ],
      [
        "nonce replaced",
        authorized(ORDER, (value) => value.replace("5f1d3c7e9b2a4068", "8604a2b9e7c3d1f5")),
        { faults: ["nonce-made-twice"] },
      ],
      ["oauth_version removed", authorized(ORDER, (value) => value.replace(/oauth_version="1.0", /, ""))],
      [
        "oauth_version added",
        authorized(signed({ form: "a=1", version: null }), (value) => `${value}, oauth_version="1.0"`),
        { faults: ["defaults-added-to-base-string"] },
      ],
      ["oauth_callback added to the header", authorized(ORDER, (value) => `${value}, oauth_callback="oob"`)],
      [
        "parameter without the oauth_ prefix added to the header",
        authorized(ORDER, (value) => `${value}, admin="1"`),
        { rule: "rfc5849-3.4.1.3.1-2" },
      ],
      ["first byte of the signature changed", signatureOctet(ORDER, 0)],
      ["last byte of the signature changed", signatureOctet(ORDER, 19)],
      [
        "signature of a different request",
        authorized(ORDER, (value) =>
          value.replace(/oauth_signature=".*"/, `oauth_signature="${encodeURIComponent(SEARCH.signature)}"`),
        ),
      ],
      ["with a token: amount changed", body(WITH_TOKEN, "10.42", "99.42")],
      ["RSA: amount changed", body(BY_RSA, "10.42", "99.42")],
      ["RSA: query changed", changed(BY_RSA, { url: "/orders?shop=8" })],
      ["RSA: method changed", changed(BY_RSA, { method: "PUT" })],
      ["RSA: path changed", changed(BY_RSA, { url: "/refunds?shop=7" })],
      ["RSA: first byte of the signature changed", signatureOctet(BY_RSA, 0)],
      ["RSA: byte in the middle of the signature changed", signatureOctet(BY_RSA, 128)],
      ["RSA: last byte of the signature changed", signatureOctet(BY_RSA, 255)],
      ["RSA: nonce changed", authorized(BY_RSA, (value) => value.replace("5f1d", "5f1e"))],
      [
        "Content-Type of a form changed to text/plain",
        rewritten(ORDER, "Content-Type", () => "text/plain"),
        { faults: ["content-type-set-after-signing"] },
      ],
      ["parameter appended to the query of a form POST", changed(BOTH, { url: "/orders?shop=7&x=1" })],
    ]),
};

function body(request: Signed, from: string | RegExp, to: string): Signed {
  return changed(request, { body: Buffer.from(request.body).toString().replace(from, to) });
}

/** Flips the lowest bit of one byte of the signature. Its base64 stays canonical. */
function signatureOctet(request: Signed, index: number): Signed {
  const octets = Buffer.from(request.signature, "base64");
  octets[index] = octets[index]! ^ 1;
  const spelled = encodeURIComponent(octets.toString("base64"));
  return authorized(request, (value) => value.replace(encodeURIComponent(request.signature), spelled));
}
