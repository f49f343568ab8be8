/** Pairs that careless code gives the same base string as the pairs that were signed. */

import { changed, type Signed, signed } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

/** See the module. */
export const collisions: VerificationFamily = {
  name: "collisions",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.4.1.3.1-5", refuse: "signature-mismatch" }, [
      [
        "a second value behind the signed one",
        sent("a=1", "a=1&a=evil"),
        { faults: ["only-one-duplicate-covered", "duplicate-first-wins"] },
      ],
      ["a second value before the signed one", sent("a=1", "a=evil&a=1"), { faults: ["only-one-duplicate-covered"] }],
      ["a second value in the query of a GET", query("a=1", "a=1&a=evil"), { faults: ["only-one-duplicate-covered"] }],
      [
        "the same pair once more",
        sent("a=1", "a=1&a=1"),
        { faults: ["identical-duplicates-merged", "identical-pairs-deduplicated"] },
      ],
      ["a pair that was signed twice, once", sent("a=1&a=1", "a=1"), { faults: ["identical-duplicates-merged"] }],
      [
        "a list for its values joined with a comma",
        sent("a=1%2C2", "a=1&a=2"),
        { faults: ["array-joined-collision", "array-joined-with-comma"] },
      ],
      ["values joined with a comma for a list", sent("a=1&a=2", "a=1%2C2"), { faults: ["array-joined-collision"] }],
      ["a list for its values joined", sent("a=12", "a=1&a=2"), { faults: ["values-concatenated-collision"] }],
      [
        "an encoded ampersand for a bare one",
        sent("a=1%26b%3D2", "a=1&b=2"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["pairs-not-encoded-collision", "decoded-before-splitting"] },
      ],
      [
        "a bare ampersand for an encoded one",
        sent("a=1&b=2", "a=1%26b%3D2"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["pairs-not-encoded-collision"] },
      ],
      [
        "an encoded equals sign for a bare one",
        sent("a%3D1=2", "a=1%3D2"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["pairs-not-encoded-collision"] },
      ],
      [
        "an ampersand encoded twice for one encoded once",
        sent("a=1%2526b", "a=1%26b"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["query-decoded-twice"] },
      ],
      ["a name that another one has as its beginning", sent("ab=c", "a=bc"), { rule: "rfc5849-3.4.1.3.2-4" }],
      [
        "brackets taken off a name",
        sent("a%5B%5D=1", "a=1"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["brackets-stripped"] },
      ],
      [
        "brackets put behind a name",
        sent("a=1", "a%5B%5D=1"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["brackets-stripped"] },
      ],
      [
        "an index put into the brackets",
        sent("a%5B%5D=1&a%5B%5D=2", "a%5B0%5D=1&a%5B1%5D=2"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["array-index-appended"] },
      ],
      [
        "a nested name for the text that an object turns into",
        sent("a=%5Bobject%20Object%5D", "a%5Bb%5D=1"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["nested-object-stringified"] },
      ],
      [
        "another value under a name that objects inherit",
        sent("__proto__=a&constructor=b", "__proto__=evil&constructor=b"),
        { faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "a name that objects inherit, added",
        sent("a=1", "a=1&__proto__=evil"),
        { faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "hasOwnProperty, added in the query",
        query("a=1", "a=1&hasOwnProperty=evil"),
        { faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "a value of the same name added in the body beside the query",
        changed(signed({ target: "/r?a=1", form: "b=2" }), { body: "b=2&a=evil" }),
        { faults: ["same-name-across-sources-merged", "query-overrides-body"] },
      ],
      [
        "a value of the same name added in the query beside the body",
        changed(signed({ target: "/r", form: "a=1" }), { url: "/r?a=evil" }),
        { faults: ["same-name-across-sources-merged"] },
      ],
      [
        "another value in the query, where the body has the name too",
        changed(signed({ target: "/r?a=1", form: "a=2" }), { url: "/r?a=3" }),
        { faults: ["same-name-across-sources-merged"] },
      ],
      [
        "the realm of the query changed beside one in the header",
        changed(signed({ target: "/r?realm=shop", realm: "x" }), { url: "/r?realm=evil" }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-param-unsigned-everywhere"] },
      ],
      [
        "a realm added to the query beside one in the header",
        changed(signed({ target: "/r", realm: "x" }), { url: "/r?realm=evil" }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-param-unsigned-everywhere"] },
      ],
      [
        "a realm added to the body",
        changed(signed({ form: "a=1", realm: "x" }), { body: "a=1&realm=evil" }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-param-unsigned-everywhere"] },
      ],
      ["an empty value for none of that name", sent("a=1", "a=1&b="), { rule: "rfc5849-3.4.1.3.2-4" }],
      [
        "white space taken off a value",
        sent("a=%20x%20", "a=x"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["values-trimmed"] },
      ],
      [
        "a plus for a space",
        sent("a=1%202", "a=1%2B2"),
        { rule: "rfc5849-3.4.1.3.1-1", faults: ["query-plus-kept-literal"] },
      ],
      ["text composed for text that is not", sent("a=%C3%A9", "a=e%CC%81"), { rule: "rfc5849-3.6-1" }],
      // As signed.
      [
        "two equal pairs, as signed",
        signed({ form: "a=1&a=1" }),
        { refuse: undefined, faults: ["identical-duplicates-merged"] },
      ],
      [
        "an empty first value of a repeated name",
        signed({ form: "a=&a=1" }),
        { refuse: undefined, faults: ["empty-first-duplicate-lost"] },
      ],
      [
        "one name in query and body, as signed",
        signed({ target: "/r?a=1", form: "a=2" }),
        { refuse: undefined, faults: ["same-name-across-sources-merged"] },
      ],
      [
        "nested names, as signed",
        signed({ form: "a[b]=1&a[b][]=2&a%5Bc%5D=3" }),
        { refuse: undefined, faults: ["bracket-parser-reencoded"] },
      ],
      [
        "names that objects inherit, as signed",
        signed({ target: "/r?__proto__=x&constructor=y", form: "hasOwnProperty=z&toString=&__proto__=2" }),
        { refuse: undefined, faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "a realm in the query, as signed",
        signed({ target: "/r?realm=shop", realm: "x" }),
        { refuse: undefined, rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-param-unsigned-everywhere"] },
      ],
      [
        "names in an order that only octets give",
        signed({ form: "a=1&a1=2&a-b=3&A=4&a%20b=5&%7A=6&a%5B=7&10=8&9=9" }),
        {
          refuse: undefined,
          rule: "rfc5849-3.4.1.3.2-2",
          faults: [
            "locale-sort",
            "case-insensitive-sort",
            "joined-pairs-sorted",
            "natural-number-sort",
            "sorted-before-encoding",
            "integer-names-reordered",
          ],
        },
      ],
    ]),
};

function sent(form: string, delivered: string): Signed {
  return changed(signed({ form }), { body: delivered });
}

function query(signedQuery: string, delivered: string): Signed {
  return changed(signed({ target: `/orders?${signedQuery}` }), { url: `/orders?${delivered}` });
}
