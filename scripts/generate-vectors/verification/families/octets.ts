/** Octets: what is not UTF-8 stays what it was, and every octet is decoded once. */

import { BANK, SHOP } from "../clients.ts";
import { authorized, changed, FORM, type Signed, signed } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const WRONG = { refuse: "signature-mismatch", faults: ["digest-through-text"] };
const ONCE = { rule: "rfc5849-3.6-5", faults: ["oauth-values-decoded-twice", "query-decoded-twice"] };
const swapped = (form: string, delivered: string | Uint8Array): Signed =>
  changed(signed({ form }), { body: delivered });
const query = (signedQuery: string, delivered: string): Signed =>
  changed(signed({ target: `/r?${signedQuery}` }), { url: `/r?${delivered}` });

/** See the module. */
export const octets: VerificationFamily = {
  name: "octets",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.6-1" }, [
      ...[
        "%FF",
        "%E9",
        "%C3",
        "%80",
        "%C0%AF",
        "%ED%A0%80",
        "%F4%90%80%80",
        "%EF%BF%BD",
        "%EF%BB%BFa",
        "%00",
        "%0D%0A",
      ].map(
        (escapes) =>
          [
            `${escapes} in a form, as signed`,
            signed({ form: `a=${escapes}` }),
            { faults: ["server-decodes-octets-one-by-one"] },
          ] as const,
      ),
      ["%FF in a query, as signed", signed({ target: "/r?a=%FF" })],
      ["%FF in a name, as signed", signed({ form: "%FF=1" })],
      ["U+FFFD for %FF in a form", swapped("a=%FF", "a=%EF%BF%BD"), WRONG],
      ["%FF for U+FFFD in a form", swapped("a=%EF%BF%BD", "a=%FF"), WRONG],
      ["%FE for %FF in a form", swapped("a=%FF", "a=%FE"), WRONG],
      ["%FE for %FF in a query", query("a=%FF", "a=%FE"), WRONG],
      ["%FE for %FF in a name", swapped("%FF=1", "%FE=1"), WRONG],
      ["a slash for its overlong form", swapped("a=%C0%AF", "a=%2F"), WRONG],
      ["é in UTF-8 for é in ISO 8859-1", swapped("a=%E9", "a=%C3%A9"), { ...WRONG, faults: ["body-charset-differs"] }],
      ["é in ISO 8859-1 for é in UTF-8", swapped("a=%C3%A9", "a=%E9"), { ...WRONG, faults: ["body-charset-differs"] }],
      ["a surrogate pair in six octets for its character", swapped("a=%ED%A0%BD%ED%B8%80", "a=%F0%9F%98%80"), WRONG],
      ["a byte order mark taken off", swapped("a=%EF%BB%BFb", "a=b"), { ...WRONG, faults: ["values-trimmed"] }],
      [
        "a raw octet for its escape: the same parameter",
        swapped("a=%FF", Buffer.from([0x61, 0x3d, 0xff])),
        { mayRefuse: "a form should hold ASCII only" },
      ],
      [
        "raw UTF-8 for its escapes: the same parameter",
        swapped("a=%C3%A9", "a=é"),
        { mayRefuse: "a form should hold ASCII only" },
      ],
      [
        "text beyond ASCII in form and query",
        signed({ target: "/r?q=%E2%82%AC", form: "name=Jos%C3%A9&%E5%90%8D=%F0%9F%98%80" }),
        { faults: ["server-decodes-octets-one-by-one"] },
      ],
      [
        "a callback with an escaped percent sign in the header",
        signed({ more: [["oauth_callback", "https://a.example/%20?b=%2526"]] }),
        ONCE,
      ],
      ["an escaped escape in a form", signed({ form: "a=%2541" }), ONCE],
      [
        "an escaped escape decoded once more in a form",
        swapped("a=%2541", "a=A"),
        { ...ONCE, refuse: "signature-mismatch" },
      ],
      [
        "an escaped escape decoded once more in the query",
        query("a=%2541", "a=%41"),
        { ...ONCE, refuse: "signature-mismatch" },
      ],
      [
        "a form encoded once more",
        swapped("a=b%20c", "a=b%2520c"),
        { refuse: "signature-mismatch", faults: ["query-encoded-again-on-send"] },
      ],
      [
        "a query encoded once more",
        query("a=b%20c", "a=b%2520c"),
        { refuse: "signature-mismatch", faults: ["query-encoded-again-on-send"] },
      ],
      [
        "a nonce encoded once more in the header",
        authorized(signed({ nonce: "a+b" }), (value) => value.replace("a%2Bb", "a%252Bb")),
        { refuse: "signature-mismatch", faults: ["protocol-values-encoded-once"] },
      ],
      [
        "a percent sign without digits in a form is a percent sign",
        signed({ form: "discount=100%" }),
        { rule: "rfc5849-3.6-5", mayRefuse: "the form is malformed" },
      ],
      [
        "a percent sign before letters in a form is a percent sign",
        signed({ form: "a=%zz&b=%4" }),
        { rule: "rfc5849-3.6-5", mayRefuse: "the form is malformed" },
      ],
      [
        "a percent sign without digits in the query is a percent sign",
        signed({ target: "/r?a=100%" }),
        { rule: "rfc5849-3.6-5", mayRefuse: "the URL is malformed" },
      ],
      [
        "a client called %FF is not the one called U+FFFD",
        nonUtf8Client(),
        {
          layer: "credentials",
          rule: "rfc5849-3.2-3",
          refuse: "authorization-malformed",
          alsoAcceptable: ["consumer-unknown", "signature-mismatch"],
        },
      ],
      [
        "raw octets beyond ASCII in the header",
        authorized(signed({ nonce: "é" }), (value) => value.replace("%C3%A9", "é")),
        {
          layer: "parse",
          rule: "rfc5849-3.5.1-1",
          refuse: "authorization-malformed",
          alsoAcceptable: ["signature-mismatch"],
          mayAccept: "HTTP once allowed such octets",
        },
      ],
      ["RSA: %FF in a form, as signed", signed({ by: BANK, form: "a=%FF" })],
      ["RSA: U+FFFD for %FF in a form", changed(signed({ by: BANK, form: "a=%FF" }), { body: "a=%EF%BF%BD" }), WRONG],
      [
        "every octet from 00 to FF, as signed",
        signed({
          form: `a=${[...Array(256).keys()].map((octet) => `%${octet.toString(16).padStart(2, "0")}`).join("")}`,
          contentType: FORM,
        }),
      ],
    ]),
};

/** The client that is registered is the one whose name the octet is replaced by. */
function nonUtf8Client(): Signed {
  const request = signed({ by: { ...SHOP, consumerKey: "\ufffd" } });
  return authorized(request, (value) => value.replace("%EF%BF%BD", "%FF"));
}
