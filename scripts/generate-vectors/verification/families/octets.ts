/** Bytes: invalid UTF-8 is kept unchanged, and every byte is decoded exactly once. */

import { BANK, SHOP } from "../clients.ts";
import { authorized, changed, FORM, type Signed, signed } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

const WRONG = { refuse: "signature-mismatch", faults: ["digest-through-text"] };
const ONCE = { rule: "rfc5849-3.6-5", faults: ["oauth-values-decoded-twice", "query-decoded-twice"] };
const swapped = (form: string, delivered: string | Uint8Array): Signed =>
  changed(signed({ form }), { body: delivered });
const query = (signedQuery: string, delivered: string): Signed =>
  changed(signed({ target: `/r?${signedQuery}` }), { url: `/r?${delivered}` });

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
            `${escapes} in a form, unchanged`,
            signed({ form: `a=${escapes}` }),
            { faults: ["server-decodes-octets-one-by-one"] },
          ] as const,
      ),
      ["%FF in a query, unchanged", signed({ target: "/r?a=%FF" })],
      ["%FF in a parameter name, unchanged", signed({ form: "%FF=1" })],
      ["%FF replaced by U+FFFD in a form", swapped("a=%FF", "a=%EF%BF%BD"), WRONG],
      ["U+FFFD replaced by %FF in a form", swapped("a=%EF%BF%BD", "a=%FF"), WRONG],
      ["%FF replaced by %FE in a form", swapped("a=%FF", "a=%FE"), WRONG],
      ["%FF replaced by %FE in a query", query("a=%FF", "a=%FE"), WRONG],
      ["%FF replaced by %FE in a parameter name", swapped("%FF=1", "%FE=1"), WRONG],
      ["overlong encoding of a slash replaced by a slash", swapped("a=%C0%AF", "a=%2F"), WRONG],
      [
        "é in ISO 8859-1 replaced by é in UTF-8",
        swapped("a=%E9", "a=%C3%A9"),
        { ...WRONG, faults: ["body-charset-differs"] },
      ],
      [
        "é in UTF-8 replaced by é in ISO 8859-1",
        swapped("a=%C3%A9", "a=%E9"),
        { ...WRONG, faults: ["body-charset-differs"] },
      ],
      [
        "surrogate pair encoded in six bytes replaced by the character in UTF-8",
        swapped("a=%ED%A0%BD%ED%B8%80", "a=%F0%9F%98%80"),
        WRONG,
      ],
      ["byte order mark removed", swapped("a=%EF%BB%BFb", "a=b"), { ...WRONG, faults: ["values-trimmed"] }],
      [
        "percent-encoding replaced by the raw byte: the same parameter",
        swapped("a=%FF", Buffer.from([0x61, 0x3d, 0xff])),
        { mayRefuse: "a form should contain only ASCII" },
      ],
      [
        "percent-encoding replaced by raw UTF-8: the same parameter",
        swapped("a=%C3%A9", "a=é"),
        { mayRefuse: "a form should contain only ASCII" },
      ],
      [
        "non-ASCII text in form and query",
        signed({ target: "/r?q=%E2%82%AC", form: "name=Jos%C3%A9&%E5%90%8D=%F0%9F%98%80" }),
        { faults: ["server-decodes-octets-one-by-one"] },
      ],
      [
        "callback with a percent-encoded percent sign in the header",
        signed({ more: [["oauth_callback", "https://a.example/%20?b=%2526"]] }),
        ONCE,
      ],
      ["double percent-encoding in a form", signed({ form: "a=%2541" }), ONCE],
      [
        "double percent-encoding in a form, sent decoded twice",
        swapped("a=%2541", "a=A"),
        { ...ONCE, refuse: "signature-mismatch" },
      ],
      [
        "double percent-encoding in the query, sent decoded once",
        query("a=%2541", "a=%41"),
        { ...ONCE, refuse: "signature-mismatch" },
      ],
      [
        "form value percent-encoded again",
        swapped("a=b%20c", "a=b%2520c"),
        { refuse: "signature-mismatch", faults: ["query-encoded-again-on-send"] },
      ],
      [
        "query value percent-encoded again",
        query("a=b%20c", "a=b%2520c"),
        { refuse: "signature-mismatch", faults: ["query-encoded-again-on-send"] },
      ],
      [
        "nonce in the header percent-encoded again",
        authorized(signed({ nonce: "a+b" }), (value) => value.replace("a%2Bb", "a%252Bb")),
        { refuse: "signature-mismatch", faults: ["protocol-values-encoded-once"] },
      ],
      [
        "percent sign without hexadecimal digits in a form: a literal percent sign",
        signed({ form: "discount=100%" }),
        { rule: "rfc5849-3.6-5", mayRefuse: "the form is malformed" },
      ],
      [
        "percent sign before other characters in a form: a literal percent sign",
        signed({ form: "a=%zz&b=%4" }),
        { rule: "rfc5849-3.6-5", mayRefuse: "the form is malformed" },
      ],
      [
        "percent sign without hexadecimal digits in the query: a literal percent sign",
        signed({ target: "/r?a=100%" }),
        { rule: "rfc5849-3.6-5", mayRefuse: "the URL is malformed" },
      ],
      [
        "consumer key %FF, where the registered client is named U+FFFD",
        nonUtf8Client(),
        {
          layer: "credentials",
          rule: "rfc5849-3.2-3",
          refuse: "authorization-malformed",
          alsoAcceptable: ["consumer-unknown", "signature-mismatch"],
        },
      ],
      [
        "raw non-ASCII bytes in the header",
        authorized(signed({ nonce: "é" }), (value) => value.replace("%C3%A9", "é")),
        {
          layer: "parse",
          rule: "rfc5849-3.5.1-1",
          refuse: "authorization-malformed",
          alsoAcceptable: ["signature-mismatch"],
          mayAccept: "earlier versions of HTTP allowed such bytes",
        },
      ],
      ["RSA: %FF in a form, unchanged", signed({ by: BANK, form: "a=%FF" })],
      [
        "RSA: %FF replaced by U+FFFD in a form",
        changed(signed({ by: BANK, form: "a=%FF" }), { body: "a=%EF%BF%BD" }),
        WRONG,
      ],
      [
        "all bytes from 00 to FF, unchanged",
        signed({
          form: `a=${[...Array(256).keys()].map((octet) => `%${octet.toString(16).padStart(2, "0")}`).join("")}`,
          contentType: FORM,
        }),
      ],
    ]),
};

/** A request that names the client %FF. The registered client is named U+FFFD, the replacement character of UTF-8 decoders. */
function nonUtf8Client(): Signed {
  const request = signed({ by: { ...SHOP, consumerKey: "\ufffd" } });
  return authorized(request, (value) => value.replace("%EF%BF%BD", "%FF"));
}
