/** Bodies: which are forms and signed pair by pair, and which are covered by a hash at most. */

import { specification } from "../../../../src/model/index.ts";
import { BANK } from "../clients.ts";
import { changed, FORM, type Meant, rewritten, type Signed, signed, withHeaders } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const JSON_BODY = '{"amount":"10.42"}';
const MISMATCH = { layer: "signature", rule: "rfc5849-3.4.1.3.1-3", refuse: "signature-mismatch" } as const;
const HASH = { layer: "body-hash", rule: "body-hash-3.2-2" } as const;
const WRONG_HASH = { ...HASH, refuse: "body-hash-mismatch", faults: ["body-hash-not-compared"] };
const required = { requireBodyHash: true };

const json = (meant: Meant = {}): Signed => signed({ body: JSON_BODY, ...meant });
/** A body with its hash, or with another text in its place. */
function hashed(
  body: string,
  meant: Meant = {},
  hash: "SHA-1" | "SHA-256" = "SHA-1",
  text = hashOf(body, hash),
): Signed {
  return signed({ ...(body !== "" && { body }), method: "POST", ...meant, more: [["oauth_body_hash", text]] });
}
function hashOf(body: string, hash: "SHA-1" | "SHA-256"): string {
  return specification.bodyHash(Buffer.from(body), hash);
}
const asForm = (contentType: string, form = "amount=10.42&note=a+b"): Signed => signed({ form, contentType });
/** A body that looks like a form and is none: signed without it. */
const noForm = (contentType: string | null): Signed => signed({ body: "amount=10.42&note=a+b", contentType });
/** The same, signed as if it were one. */
const tookForForm = (contentType: string): Signed => rewritten(asForm(FORM), "Content-Type", () => contentType);
const SUBSTRING = ["content-type-matched-by-substring"];

/** A slash in a parameter needs quotation marks, which many clients leave out; a form it is in no case. */
const UNQUOTED = [
  "multipart/form-data; boundary=application/x-www-form-urlencoded",
  "application/json; profile=application/x-www-form-urlencoded",
];
const STRICTLY_NONE = "HTTP wants quotation marks around a value with a slash";

/** Texts that hold the form's media type and are another one. */
const OTHERS = [
  'multipart/form-data; boundary="application/x-www-form-urlencoded"',
  'text/plain; note="application/x-www-form-urlencoded"',
  "application/x-www-form-urlencoded-not",
  "x-application/x-www-form-urlencoded",
  'application/json; profile="application/x-www-form-urlencoded"',
];

/** See the module. */
export const bodies: VerificationFamily = {
  name: "bodies",
  make: () => [
    ...drafts({ layer: "parse", rule: "rfc5849-3.4.1.3.1-3" }, [
      ...[
        "application/x-www-form-urlencoded; charset=UTF-8",
        "application/x-www-form-urlencoded;charset=utf-8",
        'application/x-www-form-urlencoded; charset="utf-8"',
        "application/x-www-form-urlencoded; charset=ISO-8859-1",
        "application/x-www-form-urlencoded ; charset=UTF-8",
        "Application/X-WWW-Form-URLEncoded",
        " application/x-www-form-urlencoded ",
        "application/x-www-form-urlencoded;",
      ].map(
        (type) =>
          [
            `a form: ${JSON.stringify(type)}`,
            asForm(type),
            { faults: [type.includes(";") ? "content-type-with-charset-missed" : "content-type-name-case-missed"] },
          ] as const,
      ),
      [
        "a form with charset ISO-8859-1: octets are signed, not characters",
        asForm("application/x-www-form-urlencoded; charset=ISO-8859-1", "name=Jos%E9"),
        { rule: "rfc5849-3.6-1", faults: ["server-decodes-octets-one-by-one"] },
      ],
      [
        "a form with charset ISO-8859-1, its é sent as UTF-8",
        changed(asForm("application/x-www-form-urlencoded; charset=ISO-8859-1", "name=Jos%E9"), {
          body: "name=Jos%C3%A9",
        }),
        { ...MISMATCH, faults: ["body-charset-differs"] },
      ],
      ...OTHERS.map((type) => [`no form: ${JSON.stringify(type)}`, noForm(type), { faults: SUBSTRING }] as const),
      ...OTHERS.map(
        (type) =>
          [
            `signed as a form, and none: ${JSON.stringify(type)}`,
            tookForForm(type),
            { ...MISMATCH, faults: SUBSTRING },
          ] as const,
      ),
      ...UNQUOTED.map(
        (type) =>
          [
            `no form, without the quotation marks: ${JSON.stringify(type)}`,
            noForm(type),
            { mayRefuse: STRICTLY_NONE, faults: SUBSTRING },
          ] as const,
      ),
      ...UNQUOTED.map(
        (type) =>
          [
            `signed as a form, and none, without the quotation marks: ${JSON.stringify(type)}`,
            tookForForm(type),
            { ...MISMATCH, alsoAcceptable: ["body-malformed"], faults: SUBSTRING },
          ] as const,
      ),
      [
        "two media types in one header",
        tookForForm(`text/plain, ${FORM}`),
        { refuse: "body-malformed", alsoAcceptable: ["signature-mismatch"], faults: SUBSTRING },
      ],
      [
        "two Content-Type headers, a form first",
        withHeaders(asForm(FORM), ["Content-Type", "text/plain"]),
        {
          refuse: "body-malformed",
          alsoAcceptable: ["signature-mismatch"],
          mayAccept: "a server may take the first one throughout",
        },
      ],
      [
        "two Content-Type headers, a form last",
        withHeaders(noForm("text/plain"), ["Content-Type", FORM]),
        {
          refuse: "body-malformed",
          alsoAcceptable: ["signature-mismatch"],
          mayAccept: "a server may take the first one throughout",
        },
      ],
      ["no Content-Type: no form, whatever it looks like", noForm(null)],
      [
        "no Content-Type, signed as a form",
        { ...asForm(FORM), headers: asForm(FORM).headers.filter(([name]) => name !== "Content-Type") },
        MISMATCH,
      ],
      ["JSON", json(), { faults: ["non-form-body-collected"] }],
      ["JSON signed by RSA", json({ by: BANK }), { faults: ["non-form-body-collected"] }],
      [
        "JSON delivered as a form",
        rewritten(json(), "Content-Type", () => FORM),
        { ...MISMATCH, faults: ["form-content-type-forced"] },
      ],
      [
        "multipart, whose parts are not collected",
        signed({
          body: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
          contentType: "multipart/form-data; boundary=b",
        }),
        { faults: ["non-form-body-collected"] },
      ],
      ["a form without a body", signed({ method: "POST", contentType: FORM })],
      ...["PUT", "PATCH", "DELETE", "GET", "REPORT"].map(
        (method) =>
          [
            `the form of ${method}`,
            signed({ method, form: "a=1" }),
            { faults: ["form-body-of-other-methods-uncovered"] },
          ] as const,
      ),
      ...["PUT", "PATCH", "DELETE", "GET", "REPORT"].map(
        (method) =>
          [
            `another form of ${method}`,
            changed(signed({ method, form: "a=1" }), { body: "a=evil" }),
            { ...MISMATCH, faults: ["form-body-of-other-methods-uncovered"] },
          ] as const,
      ),
    ]),
    ...drafts(HASH, [
      ["the hash of a JSON body", hashed(JSON_BODY)],
      ["the hash of a JSON body where one is required", hashed(JSON_BODY), { server: required }],
      ["the hash of an empty body", hashed("")],
      [
        "the hash of an empty body of GET",
        hashed("", { method: "GET" }),
        { server: required, faults: ["body-hash-missing-for-empty-body"] },
      ],
      [
        "RSA: the hash of a JSON body",
        hashed(JSON_BODY, { by: BANK }, "SHA-256"),
        { server: required, faults: ["body-hash-algorithm-fixed"], mayRefuse: "the draft knows SHA-1 alone" },
      ],
      ["the hash in the query", hashed(JSON_BODY, { transport: "query" }), { server: required }],
      ["the hash of a body with octets beyond ASCII", hashed('{"name":"José"}'), { server: required }],
      ["another JSON body under the hash", changed(hashed(JSON_BODY), { body: '{"amount":"99.42"}' }), WRONG_HASH],
      [
        "RSA: another JSON body under the hash",
        changed(hashed(JSON_BODY, { by: BANK }, "SHA-256"), { body: '{"amount":"99.42"}' }),
        WRONG_HASH,
      ],
      [
        "the same JSON in another spelling",
        changed(hashed(JSON_BODY), { body: '{"amount": "10.42"}' }),
        { ...WRONG_HASH, faults: ["body-hash-not-compared", "body-hash-of-other-bytes"] },
      ],
      ["a line feed behind the body", changed(hashed(JSON_BODY), { body: `${JSON_BODY}\n` }), WRONG_HASH],
      ["the body taken out", changed(hashed(JSON_BODY), { body: "" }), WRONG_HASH],
      ["a body put in under the hash of none", changed(hashed(""), { body: JSON_BODY }), WRONG_HASH],
      [
        "the hash of the word null",
        hashed("", {}, "SHA-1", hashOf("null", "SHA-1")),
        { ...WRONG_HASH, faults: ["body-hash-of-null-text"] },
      ],
      ["an empty hash", hashed(JSON_BODY, {}, "SHA-1", ""), { ...WRONG_HASH, alsoAcceptable: ["body-hash-missing"] }],
      [
        "a hash in hexadecimal",
        hashed(JSON_BODY, {}, "SHA-1", Buffer.from(hashOf(JSON_BODY, "SHA-1"), "base64").toString("hex")),
        WRONG_HASH,
      ],
      [
        "a hash without padding",
        hashed(JSON_BODY, {}, "SHA-1", hashOf(JSON_BODY, "SHA-1").replace("=", "")),
        WRONG_HASH,
      ],
      [
        "the hash by another algorithm than the method's",
        hashed(JSON_BODY, {}, "SHA-256"),
        { ...WRONG_HASH, faults: ["body-hash-algorithm-fixed"] },
      ],
      [
        "another body and another hash: the hash is signed",
        rewritten(changed(hashed(JSON_BODY), { body: "{}" }), "Authorization", (value) =>
          value.replace(/oauth_body_hash="[^"]*"/, `oauth_body_hash="${encodeURIComponent(hashOf("{}", "SHA-1"))}"`),
        ),
        { layer: "signature", refuse: "signature-mismatch" },
      ],
      [
        "the hash of a form body, which needs none",
        hashed("a=1", { contentType: FORM, body: "a=1" }),
        { mayRefuse: "the draft forbids the hash beside a form", faults: ["body-hash-with-form-body"] },
      ],
      [
        "no hash of a form body where one is required of others",
        signed({ form: "a=1" }),
        { server: required, rule: "body-hash-3.2-3" },
      ],
      ["no hash and no body, where bodies need one", signed(), { server: required, rule: "body-hash-3.2-3" }],
      [
        "no hash of a JSON body where none is required: the body is not protected",
        json({ method: "PUT" }),
        { rule: "body-hash-3.2-3" },
      ],
      [
        "another JSON body where no hash is required: nobody notices",
        changed(json(), { body: "{}" }),
        { rule: "body-hash-3.2-3", mayRefuse: "a server may require the hash always" },
      ],
      [
        "no hash of a JSON body where one is required",
        json(),
        { rule: "body-hash-3.2-3", server: required, refuse: "body-hash-missing", faults: ["body-hash-not-required"] },
      ],
      [
        "no hash of a body without Content-Type where one is required",
        noForm(null),
        { rule: "body-hash-3.2-3", server: required, refuse: "body-hash-missing", faults: ["body-hash-not-required"] },
      ],
      [
        "RSA: no hash of a JSON body where one is required",
        json({ by: BANK }),
        { rule: "body-hash-3.2-3", server: required, refuse: "body-hash-missing", faults: ["body-hash-not-required"] },
      ],
      [
        "a form's media type in a parameter does not do without the hash",
        noForm(OTHERS[0]!),
        {
          rule: "body-hash-3.2-3",
          server: required,
          refuse: "body-hash-missing",
          faults: ["body-hash-not-required", ...SUBSTRING],
        },
      ],
    ]),
  ],
};
