/** Request bodies: forms, whose parameters are signed, and other bodies, which only `oauth_body_hash` protects. */

import { specification } from "../../../../src/model/index.ts";
import { BANK } from "../clients.ts";
import { changed, FORM, rewritten, type Signed, type SigningOptions, signed, withHeaders } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const JSON_BODY = '{"amount":"10.42"}';
const MISMATCH = { layer: "signature", rule: "rfc5849-3.4.1.3.1-3", refuse: "signature-mismatch" } as const;
const HASH = { layer: "body-hash", rule: "body-hash-3.2-2" } as const;
const WRONG_HASH = { ...HASH, refuse: "body-hash-mismatch", faults: ["body-hash-not-compared"] };
const required = { allowUnsignedBody: false };

const json = (options: SigningOptions = {}): Signed => signed({ body: JSON_BODY, ...options });
/** A request with `oauth_body_hash`: the hash of the body, or `text`. */
function hashed(
  body: string,
  options: SigningOptions = {},
  hash: "SHA-1" | "SHA-256" = "SHA-1",
  text = hashOf(body, hash),
): Signed {
  return signed({ ...(body !== "" && { body }), method: "POST", ...options, more: [["oauth_body_hash", text]] });
}
function hashOf(body: string, hash: "SHA-1" | "SHA-256"): string {
  return specification.bodyHash(Buffer.from(body), hash);
}
const asForm = (contentType: string, form = "amount=10.42&note=a+b"): Signed => signed({ form, contentType });
/** A body that looks like a form but has another media type; its parameters are not signed. */
const noForm = (contentType: string | null): Signed => signed({ body: "amount=10.42&note=a+b", contentType });
/** Like {@link noForm}, but signed as a form. */
const tookForForm = (contentType: string): Signed => rewritten(asForm(FORM), "Content-Type", () => contentType);
const SUBSTRING = ["content-type-matched-by-substring"];

/** A parameter value with a slash must be quoted, but many clients omit the quotes. These bodies are not forms either way. */
const UNQUOTED = [
  "multipart/form-data; boundary=application/x-www-form-urlencoded",
  "application/json; profile=application/x-www-form-urlencoded",
];
const STRICTLY_NONE = "HTTP requires quotes around a parameter value with a slash";

/** Content types that contain the form's media type but are different types. */
const OTHERS = [
  'multipart/form-data; boundary="application/x-www-form-urlencoded"',
  'text/plain; note="application/x-www-form-urlencoded"',
  "application/x-www-form-urlencoded-not",
  "x-application/x-www-form-urlencoded",
  'application/json; profile="application/x-www-form-urlencoded"',
];

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
            `form: ${JSON.stringify(type)}`,
            asForm(type),
            { faults: [type.includes(";") ? "content-type-with-charset-missed" : "content-type-name-case-missed"] },
          ] as const,
      ),
      [
        "form with charset ISO-8859-1: the bytes are signed, not the characters",
        asForm("application/x-www-form-urlencoded; charset=ISO-8859-1", "name=Jos%E9"),
        { rule: "rfc5849-3.6-1", faults: ["server-decodes-octets-one-by-one"] },
      ],
      [
        "form with charset ISO-8859-1, but é is sent as UTF-8",
        changed(asForm("application/x-www-form-urlencoded; charset=ISO-8859-1", "name=Jos%E9"), {
          body: "name=Jos%C3%A9",
        }),
        { ...MISMATCH, faults: ["body-charset-differs"] },
      ],
      ...OTHERS.map((type) => [`not a form: ${JSON.stringify(type)}`, noForm(type), { faults: SUBSTRING }] as const),
      ...OTHERS.map(
        (type) =>
          [
            `signed as a form, but not a form: ${JSON.stringify(type)}`,
            tookForForm(type),
            { ...MISMATCH, faults: SUBSTRING },
          ] as const,
      ),
      ...UNQUOTED.map(
        (type) =>
          [
            `not a form, parameter value not quoted: ${JSON.stringify(type)}`,
            noForm(type),
            { mayRefuse: STRICTLY_NONE, faults: SUBSTRING },
          ] as const,
      ),
      ...UNQUOTED.map(
        (type) =>
          [
            `signed as a form, but not a form, parameter value not quoted: ${JSON.stringify(type)}`,
            tookForForm(type),
            { ...MISMATCH, alsoAcceptable: ["body-malformed"], faults: SUBSTRING },
          ] as const,
      ),
      [
        "two media types in one Content-Type header",
        tookForForm(`text/plain, ${FORM}`),
        { refuse: "body-malformed", alsoAcceptable: ["signature-mismatch"], faults: SUBSTRING },
      ],
      [
        "two Content-Type headers, the first is a form",
        withHeaders(asForm(FORM), ["Content-Type", "text/plain"]),
        {
          refuse: "body-malformed",
          alsoAcceptable: ["signature-mismatch"],
          mayAccept: "a server may always use the first header",
        },
      ],
      [
        "two Content-Type headers, the last is a form",
        withHeaders(noForm("text/plain"), ["Content-Type", FORM]),
        {
          refuse: "body-malformed",
          alsoAcceptable: ["signature-mismatch"],
          mayAccept: "a server may always use the first header",
        },
      ],
      ["no Content-Type: the body is not a form, although it looks like one", noForm(null)],
      [
        "no Content-Type, signed as a form",
        { ...asForm(FORM), headers: asForm(FORM).headers.filter(([name]) => name !== "Content-Type") },
        MISMATCH,
      ],
      ["JSON body", json(), { faults: ["non-form-body-collected"] }],
      ["JSON body, signed with RSA", json({ by: BANK }), { faults: ["non-form-body-collected"] }],
      [
        "JSON body, Content-Type changed to a form",
        rewritten(json(), "Content-Type", () => FORM),
        { ...MISMATCH, faults: ["form-content-type-forced"] },
      ],
      [
        "multipart body: its parts are not collected",
        signed({
          body: '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n',
          contentType: "multipart/form-data; boundary=b",
        }),
        { faults: ["non-form-body-collected"] },
      ],
      ["form Content-Type without a body", signed({ method: "POST", contentType: FORM })],
      ...["PUT", "PATCH", "DELETE", "GET", "REPORT"].map(
        (method) =>
          [
            `form body of a ${method} request`,
            signed({ method, form: "a=1" }),
            { faults: ["form-body-of-other-methods-uncovered"] },
          ] as const,
      ),
      ...["PUT", "PATCH", "DELETE", "GET", "REPORT"].map(
        (method) =>
          [
            `form body of a ${method} request changed`,
            changed(signed({ method, form: "a=1" }), { body: "a=evil" }),
            { ...MISMATCH, faults: ["form-body-of-other-methods-uncovered"] },
          ] as const,
      ),
    ]),
    ...drafts(HASH, [
      ["hash of a JSON body", hashed(JSON_BODY)],
      ["hash of a JSON body, required by the server", hashed(JSON_BODY), { server: required }],
      ["hash of an empty body", hashed("")],
      [
        "hash of the empty body of a GET request",
        hashed("", { method: "GET" }),
        { server: required, faults: ["body-hash-missing-for-empty-body"] },
      ],
      [
        "RSA: hash of a JSON body",
        hashed(JSON_BODY, { by: BANK }, "SHA-256"),
        { server: required, faults: ["body-hash-algorithm-fixed"], mayRefuse: "the draft specifies only SHA-1" },
      ],
      ["hash in the query", hashed(JSON_BODY, { transport: "query" }), { server: required }],
      ["hash of a body with non-ASCII characters", hashed('{"name":"José"}'), { server: required }],
      ["JSON body changed, hash kept", changed(hashed(JSON_BODY), { body: '{"amount":"99.42"}' }), WRONG_HASH],
      [
        "RSA: JSON body changed, hash kept",
        changed(hashed(JSON_BODY, { by: BANK }, "SHA-256"), { body: '{"amount":"99.42"}' }),
        WRONG_HASH,
      ],
      [
        "same JSON value, formatted differently",
        changed(hashed(JSON_BODY), { body: '{"amount": "10.42"}' }),
        { ...WRONG_HASH, faults: ["body-hash-not-compared", "body-hash-of-other-bytes"] },
      ],
      ["line feed appended to the body", changed(hashed(JSON_BODY), { body: `${JSON_BODY}\n` }), WRONG_HASH],
      ["body removed", changed(hashed(JSON_BODY), { body: "" }), WRONG_HASH],
      ["body added, hash of the empty body kept", changed(hashed(""), { body: JSON_BODY }), WRONG_HASH],
      [
        "hash of the text null",
        hashed("", {}, "SHA-1", hashOf("null", "SHA-1")),
        { ...WRONG_HASH, faults: ["body-hash-of-null-text"] },
      ],
      ["empty hash", hashed(JSON_BODY, {}, "SHA-1", ""), { ...WRONG_HASH, alsoAcceptable: ["body-hash-missing"] }],
      [
        "hash in hexadecimal",
        hashed(JSON_BODY, {}, "SHA-1", Buffer.from(hashOf(JSON_BODY, "SHA-1"), "base64").toString("hex")),
        WRONG_HASH,
      ],
      [
        "hash without base64 padding",
        hashed(JSON_BODY, {}, "SHA-1", hashOf(JSON_BODY, "SHA-1").replace("=", "")),
        WRONG_HASH,
      ],
      [
        "hash with an algorithm that does not match the signature method",
        hashed(JSON_BODY, {}, "SHA-256"),
        { ...WRONG_HASH, faults: ["body-hash-algorithm-fixed"] },
      ],
      [
        "body and hash both changed: the hash is signed",
        rewritten(changed(hashed(JSON_BODY), { body: "{}" }), "Authorization", (value) =>
          value.replace(/oauth_body_hash="[^"]*"/, `oauth_body_hash="${encodeURIComponent(hashOf("{}", "SHA-1"))}"`),
        ),
        { layer: "signature", refuse: "signature-mismatch" },
      ],
      [
        "hash of a form body, which does not need one",
        hashed("a=1", { contentType: FORM, body: "a=1" }),
        { mayRefuse: "the draft forbids the hash for a form body", faults: ["body-hash-with-form-body"] },
      ],
      [
        "form body without a hash, where other bodies require one",
        signed({ form: "a=1" }),
        { server: required, rule: "body-hash-3.2-3" },
      ],
      ["no body and no hash, where bodies require one", signed(), { server: required, rule: "body-hash-3.2-3" }],
      [
        "JSON body without a hash, none required: the body is not protected",
        json({ method: "PUT" }),
        { rule: "body-hash-3.2-3" },
      ],
      [
        "JSON body changed, no hash required: the change is not detected",
        changed(json(), { body: "{}" }),
        { rule: "body-hash-3.2-3", mayRefuse: "a server may always require the hash" },
      ],
      [
        "JSON body without the required hash",
        json(),
        { rule: "body-hash-3.2-3", server: required, refuse: "body-hash-missing", faults: ["body-hash-not-required"] },
      ],
      [
        "body without Content-Type and without the required hash",
        noForm(null),
        { rule: "body-hash-3.2-3", server: required, refuse: "body-hash-missing", faults: ["body-hash-not-required"] },
      ],
      [
        "RSA: JSON body without the required hash",
        json({ by: BANK }),
        { rule: "body-hash-3.2-3", server: required, refuse: "body-hash-missing", faults: ["body-hash-not-required"] },
      ],
      [
        "form media type only in a Content-Type parameter: the hash is still required",
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
