/** Changed parameters for which an incorrect verifier computes the same base string as for the signed parameters. */

import { changed, type Signed, signed } from "../signed.ts";
import { drafts, type VerificationFamily } from "../types.ts";

export const collisions: VerificationFamily = {
  name: "collisions",
  make: () =>
    drafts({ layer: "signature", rule: "rfc5849-3.4.1.3.1-5", refuse: "signature-mismatch" }, [
      [
        "second value added after the signed value",
        sent("a=1", "a=1&a=evil"),
        { faults: ["only-one-duplicate-covered", "duplicate-first-wins"] },
      ],
      [
        "second value added before the signed value",
        sent("a=1", "a=evil&a=1"),
        { faults: ["only-one-duplicate-covered"] },
      ],
      [
        "second value added to the query of a GET request",
        query("a=1", "a=1&a=evil"),
        { faults: ["only-one-duplicate-covered"] },
      ],
      [
        "signed pair duplicated",
        sent("a=1", "a=1&a=1"),
        { faults: ["identical-duplicates-merged", "identical-pairs-deduplicated"] },
      ],
      ["one of two equal signed pairs removed", sent("a=1&a=1", "a=1"), { faults: ["identical-duplicates-merged"] }],
      [
        "signed as one comma-joined value, sent as a repeated name",
        sent("a=1%2C2", "a=1&a=2"),
        { faults: ["array-joined-collision", "array-joined-with-comma"] },
      ],
      [
        "signed as a repeated name, sent as one comma-joined value",
        sent("a=1&a=2", "a=1%2C2"),
        { faults: ["array-joined-collision"] },
      ],
      [
        "signed as one concatenated value, sent as a repeated name",
        sent("a=12", "a=1&a=2"),
        { faults: ["values-concatenated-collision"] },
      ],
      [
        "signed with an encoded ampersand, sent with a literal one",
        sent("a=1%26b%3D2", "a=1&b=2"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["pairs-not-encoded-collision", "decoded-before-splitting"] },
      ],
      [
        "signed with a literal ampersand, sent with an encoded one",
        sent("a=1&b=2", "a=1%26b%3D2"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["pairs-not-encoded-collision"] },
      ],
      [
        "encoded equals sign moved from the name to the value",
        sent("a%3D1=2", "a=1%3D2"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["pairs-not-encoded-collision"] },
      ],
      [
        "signed with an ampersand encoded twice, sent with one encoded once",
        sent("a=1%2526b", "a=1%26b"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["query-decoded-twice"] },
      ],
      [
        "first character of the value moved: name ab signed, name a sent",
        sent("ab=c", "a=bc"),
        { rule: "rfc5849-3.4.1.3.2-4" },
      ],
      [
        "brackets removed from a name",
        sent("a%5B%5D=1", "a=1"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["brackets-stripped"] },
      ],
      [
        "brackets appended to a name",
        sent("a=1", "a%5B%5D=1"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["brackets-stripped"] },
      ],
      [
        "index added in the brackets",
        sent("a%5B%5D=1&a%5B%5D=2", "a%5B0%5D=1&a%5B1%5D=2"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["array-index-appended"] },
      ],
      [
        "signed with the text [object Object], sent with a nested name",
        sent("a=%5Bobject%20Object%5D", "a%5Bb%5D=1"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["nested-object-stringified"] },
      ],
      [
        "value of a parameter named __proto__ changed",
        sent("__proto__=a&constructor=b", "__proto__=evil&constructor=b"),
        { faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "parameter named __proto__ added",
        sent("a=1", "a=1&__proto__=evil"),
        { faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "parameter named hasOwnProperty added to the query",
        query("a=1", "a=1&hasOwnProperty=evil"),
        { faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "name of a query parameter added to the body",
        changed(signed({ target: "/r?a=1", form: "b=2" }), { body: "b=2&a=evil" }),
        { faults: ["same-name-across-sources-merged", "query-overrides-body"] },
      ],
      [
        "name of a body parameter added to the query",
        changed(signed({ target: "/r", form: "a=1" }), { url: "/r?a=evil" }),
        { faults: ["same-name-across-sources-merged"] },
      ],
      [
        "query value changed, where the body has the same name",
        changed(signed({ target: "/r?a=1", form: "a=2" }), { url: "/r?a=3" }),
        { faults: ["same-name-across-sources-merged"] },
      ],
      [
        "query parameter realm changed, where the header has a realm too",
        changed(signed({ target: "/r?realm=shop", realm: "x" }), { url: "/r?realm=evil" }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-param-unsigned-everywhere"] },
      ],
      [
        "query parameter realm added, where the header has a realm too",
        changed(signed({ target: "/r", realm: "x" }), { url: "/r?realm=evil" }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-param-unsigned-everywhere"] },
      ],
      [
        "body parameter realm added",
        changed(signed({ form: "a=1", realm: "x" }), { body: "a=1&realm=evil" }),
        { rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-param-unsigned-everywhere"] },
      ],
      ["parameter with an empty value added", sent("a=1", "a=1&b="), { rule: "rfc5849-3.4.1.3.2-4" }],
      [
        "leading and trailing spaces removed from a value",
        sent("a=%20x%20", "a=x"),
        { rule: "rfc5849-3.4.1.3.2-1", faults: ["values-trimmed"] },
      ],
      [
        "space replaced by an encoded plus sign",
        sent("a=1%202", "a=1%2B2"),
        { rule: "rfc5849-3.4.1.3.1-1", faults: ["query-plus-kept-literal"] },
      ],
      ["composed character replaced by its decomposed form", sent("a=%C3%A9", "a=e%CC%81"), { rule: "rfc5849-3.6-1" }],
      // Unchanged requests.
      [
        "two equal pairs, unchanged",
        signed({ form: "a=1&a=1" }),
        { refuse: undefined, faults: ["identical-duplicates-merged"] },
      ],
      [
        "repeated name whose first value is empty, unchanged",
        signed({ form: "a=&a=1" }),
        { refuse: undefined, faults: ["empty-first-duplicate-lost"] },
      ],
      [
        "same name in query and body, unchanged",
        signed({ target: "/r?a=1", form: "a=2" }),
        { refuse: undefined, faults: ["same-name-across-sources-merged"] },
      ],
      [
        "names with brackets, unchanged",
        signed({ form: "a[b]=1&a[b][]=2&a%5Bc%5D=3" }),
        { refuse: undefined, faults: ["bracket-parser-reencoded"] },
      ],
      [
        "names of inherited JavaScript object properties, unchanged",
        signed({ target: "/r?__proto__=x&constructor=y", form: "hasOwnProperty=z&toString=&__proto__=2" }),
        { refuse: undefined, faults: ["parameter-names-as-object-keys"] },
      ],
      [
        "query parameter realm, unchanged",
        signed({ target: "/r?realm=shop", realm: "x" }),
        { refuse: undefined, rule: "rfc5849-3.4.1.3.1-2", faults: ["realm-param-unsigned-everywhere"] },
      ],
      [
        "names whose order differs from byte order in other sort methods, unchanged",
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
