/** A protocol parameter in two places: RFC 5849 3.5 allows one, and 3.4.1.3.1 signs the parameters of all places. */

import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type DiagnosisOptions, diagnose, explanationOf, explanationText } from "../../src/diagnosis/index.ts";
import { faultOf } from "../../src/faults/index.ts";
import type { HttpRequest } from "../../src/model/index.ts";
import { type BinaryPair, baseString, encode } from "../oauth1/independent.ts";
import { testEach } from "../title.ts";
import { asked, payment, SECRET, sentWith } from "./requests.ts";

const ADDRESS = "https://gate.example/oauth/access_token";
const PROTOCOL: readonly BinaryPair[] = [
  ["oauth_consumer_key", "merchant"],
  ["oauth_nonce", "n0nce"],
  ["oauth_signature_method", "HMAC-SHA1"],
  ["oauth_timestamp", "1700000000"],
  ["oauth_token", "t0ken"],
  ["oauth_verifier", "473f82d3"],
];
const OWN: BinaryPair = ["note", "a*b"];
const [EQUAL, OTHER]: BinaryPair[] = [
  ["oauth_verifier", "473f82d3"],
  ["oauth_verifier", "evil"],
];

const encoded = (pairs: readonly BinaryPair[]): string => pairs.map((pair) => pair.map(encode).join("=")).join("&");

type Place = "URL" | "header" | "form";

/** A request with its protocol parameters in one place and a copy in another. */
function sent(
  place: Place,
  copyPlace: Place,
  copies: readonly BinaryPair[],
  signedPairs: BinaryPair[],
  change = (text: string) => text,
): HttpRequest {
  const text = change(baseString("POST", ADDRESS, [...signedPairs, OWN]));
  const signature = createHmac("sha1", `${SECRET}&`).update(text).digest("base64");
  const pairs: BinaryPair[] = [...PROTOCOL, ["oauth_signature", signature]];
  const inPlace = (one: Place): readonly BinaryPair[] => [
    ...(one === place ? pairs : []),
    ...(one === copyPlace ? copies : []),
  ];
  const header = inPlace("header")
    .map(([name, value]) => `${name}="${encode(value)}"`)
    .join(", ");
  const query = encoded(inPlace("URL"));
  return {
    method: "POST",
    url: `${ADDRESS}${query === "" ? "" : `?${query}`}`,
    headers: [
      ["Content-Type", "application/x-www-form-urlencoded"],
      ...(header === "" ? [] : [["Authorization", `OAuth ${header}`] as const]),
    ],
    body: Buffer.from(encoded([...inPlace("form"), OWN])),
  };
}

const PLACES: readonly (readonly [Place, Place])[] = [
  ["header", "form"],
  ["header", "URL"],
  ["URL", "form"],
  ["form", "URL"],
];
/** All faults. */
const ALL = { budget: { combinations: 8000 } };
/** The fault that these tests are about. */
const FEW = { faults: [faultOf("asterisk-bare")!], budget: { combinations: 4000 } };

describe("oauth_verifier in two places", () => {
  const cases = PLACES.flatMap(([place, copyPlace]) =>
    [EQUAL!, OTHER!].flatMap((copy) =>
      ["once", "twice"].map(
        (times) => [place, copyPlace, copy[1] === "evil" ? "another value" : "the same value", times, copy] as const,
      ),
    ),
  );
  const namedFirst = (place: Place, copyPlace: Place, times: string, copy: BinaryPair, options: DiagnosisOptions) => {
    const request = sent(place, copyPlace, [copy], times === "twice" ? [...PROTOCOL, copy] : [...PROTOCOL]);
    const diagnosis = diagnose(asked(request), options);
    const explanation = explanationOf(diagnosis);
    expect(explanation.headline).toMatch(
      /oauth_verifier (?:is in|was written into) .*: RFC 5849 3\.5 allows one place/,
    );
    expect(explanation.alternatives.flat()).toMatchObject([{ id: "parameters-sent-twice", fix: expect.any(String) }]);
    expect(["explained", "rejected"]).toContain(diagnosis.kind);
    expect(explanationText(explanation)).not.toMatch(/not sent|not signed|did not sign/);
  };
  testEach(cases)("is named first: %s and %s, with %s, signed %s", (place, copyPlace, _, times, copy) =>
    namedFirst(place, copyPlace, times, copy, FEW),
  );
  testEach(cases)(
    "is named first among all faults: %s and %s, with %s, signed %s",
    { tags: ["deep"] },
    (place, copyPlace, _, times, copy) => namedFirst(place, copyPlace, times, copy, ALL),
  );

  const besideAnother = PLACES.flatMap((places) => ["once", "twice"].map((times) => [...places, times] as const));
  const namedBesideAnother = (place: Place, copyPlace: Place, times: string, options: DiagnosisOptions) => {
    const pairs = times === "twice" ? [...PROTOCOL, EQUAL!] : [...PROTOCOL];
    const request = sent(place, copyPlace, [EQUAL!], pairs, (text) => text.replace("%252A", "%2A"));
    const text = explanationText(explanationOf(diagnose(asked(request), options)));
    expect(text).toContain("oauth_verifier");
    expect(text).toContain("RFC 5849 3.5 allows one place");
    expect(text).toContain("asterisk-bare");
  };
  test("is named beside another mistake: header and form, signed twice", { tags: ["deep"] }, () =>
    namedBesideAnother("header", "form", "twice", FEW),
  );
  testEach(besideAnother)(
    "is named beside another mistake, among all: %s and %s, signed %s",
    { tags: ["deep"] },
    (place, copyPlace, times) => namedBesideAnother(place, copyPlace, times, ALL),
  );
});

describe("a copy of the whole header in the form", () => {
  test("is also found if each parameter was signed twice", () => {
    const request = sent("header", "form", PROTOCOL, [...PROTOCOL, ...PROTOCOL]);
    const { headline } = explanationOf(diagnose(asked(request), FEW));
    expect(headline).toContain(
      "The protocol parameters were written into the header and into the form, and each copy was signed",
    );
  });

  test("is no mistake of a client of a gateway", () => {
    expect(diagnose(asked(sentWith([], { ...payment, transport: "header-and-body" }))).kind).toBe("right");
  });
});

describe("an ordinary parameter", () => {
  test("that was signed more often than it is sent is not called absent", { tags: ["deep"] }, () => {
    const request = sent("header", "form", [], [...PROTOCOL, OWN]);
    const text = explanationText(explanationOf(diagnose(asked(request), FEW)));
    expect(text).toContain("your client signed note more often than a server does");
    expect(text).not.toContain("which was not sent");
  });
});
