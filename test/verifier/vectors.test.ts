import { describe, expect, test } from "vitest";
import {
  LAYERS,
  loadFaults,
  loadRules,
  loadVerificationVectors,
  type VerificationVector,
} from "../../src/conformance/vectors/index.ts";
import { REJECTION_CODES } from "../../src/verifier/index.ts";
import { difference, runVector } from "./run-vector.ts";

const vectors = loadVerificationVectors();
const byLayer = LAYERS.map((layer) => [layer, vectors.filter((vector) => vector.layer === layer)] as const);
const offending = (isOffending: (vector: VerificationVector) => boolean): string[] =>
  vectors.filter(isOffending).map(({ id }) => id);

describe("the verifier returns the expected verdicts", () => {
  test.each(byLayer)("at the layer %s", async (_layer, own) => {
    const problems: string[] = [];
    for (const vector of own) {
      const { verdict, earlierAsStated } = await runVector(vector);
      const problem =
        difference(vector, verdict) ?? (earlierAsStated ? undefined : "an earlier request went otherwise");
      if (problem !== undefined) problems.push(`${vector.id} (${vector.comment}): ${problem}`);
    }
    expect(problems).toEqual([]);
  });

  test("and rejects if an expectation is changed", async () => {
    const accepted = vectors.find(({ expected }) => "accept" in expected)!;
    const refused = vectors.find(({ expected }) => "refuse" in expected)!;
    const swapped = [
      { ...accepted, expected: { refuse: "signature-mismatch" } },
      { ...refused, expected: { refuse: "nonce-store-full" } },
      { ...refused, expected: accepted.expected },
    ];
    for (const vector of [...swapped, ...withChangedAcceptance(accepted)]) {
      const { verdict } = await runVector(vector);
      expect(difference(vector, verdict)).toBeDefined();
    }
  });
});

/** Copies of an accepted case, each with something else known of the request. */
function withChangedAcceptance(vector: VerificationVector): VerificationVector[] {
  if (!("accept" in vector.expected)) throw new Error(`${vector.id} is refused`);
  const { accept } = vector.expected;
  const [first, ...others] = accept.parameters;
  const changes: Partial<typeof accept>[] = [
    { consumerKey: "other" },
    { token: "other" },
    { signatureMethod: "RSA-SHA256" },
    { parameters: others },
    { parameters: [...others, first!] },
    { parameters: [{ ...first!, value: "other" }, ...others] },
    { parameters: [{ ...first!, origin: first!.origin === "body" ? "query" : "body" }, ...others] },
  ];
  return changes.map((change) => ({ ...vector, expected: { accept: { ...accept, ...change } } }));
}

describe("the vectors for verification", () => {
  test("are at least 700, and a quarter of them are accepted", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(700);
    expect(vectors.filter(({ expected }) => "accept" in expected).length).toBeGreaterThan(vectors.length / 4);
  });

  test("cover every layer", () => {
    expect(byLayer.filter(([, own]) => own.length < 5).map(([layer]) => layer)).toEqual([]);
  });

  test("ask for every code there is", () => {
    const asked = new Set(vectors.flatMap(({ expected }) => ("refuse" in expected ? [expected.refuse] : [])));
    expect(REJECTION_CODES.filter((code) => !asked.has(code))).toEqual([]);
    expect([...asked].filter((code) => !(REJECTION_CODES as readonly string[]).includes(code))).toEqual([]);
  });

  test("never name a code twice for one case", () => {
    expect(
      offending(({ expected }) => "refuse" in expected && (expected.alsoAcceptable ?? []).includes(expected.refuse)),
    ).toEqual([]);
  });

  test("are distinguished by their questions", () => {
    const asked = vectors.map(({ server, earlier, request }) => JSON.stringify([server, earlier, request]));
    const seen = new Map<string, string>();
    const repeated = vectors.flatMap(({ id }, index) => {
      const first = seen.get(asked[index]!);
      seen.set(asked[index]!, first ?? id);
      return first === undefined ? [] : [`${id} is ${first}`];
    });
    expect(repeated).toEqual([]);
  });

  test("have existing rules, at their level, and the family that made them", () => {
    const rules = loadRules();
    expect(offending(({ rule, level }) => rules.get(rule)?.level !== level)).toEqual([]);
    expect(offending(({ id, source }) => source.kind !== "generated" || id.split("/")[1] !== source.generator)).toEqual(
      [],
    );
  });

  test("show the two vulnerabilities: the sender chooses the method, and the nonce is not checked", () => {
    const refusals = (cve: string): string[] => [
      ...new Set(
        vectors
          .filter(({ cves }) => cves?.includes(cve))
          .map(({ expected }) => ("refuse" in expected ? expected.refuse : "accepted")),
      ),
    ];
    expect(refusals("CVE-2013-4346")).toEqual(["nonce-used"]);
    expect(refusals("CVE-2026-72889").sort()).toEqual([
      "key-kind-mismatch",
      "signature-method-not-allowed",
      "signature-mismatch",
    ]);
  });
});

describe("each fault", () => {
  const faults = loadFaults();
  const named = new Set(vectors.flatMap(({ faults: own = [] }) => own));

  test("that a vector names is known", () => {
    expect([...named].filter((id) => !faults.has(id))).toEqual([]);
  });

  test("of a verifier is named by a vector, or has a reason why no vector can show it, never both", () => {
    const both = [...faults.values()].filter(
      ({ id, side, unshown }) => side === "verifier" && named.has(id) === (unshown !== undefined),
    );
    expect(both.map(({ id }) => id)).toEqual([]);
  });

  test("of a verifier is there: 73, all but 7 of them shown", () => {
    const ofVerifiers = [...faults.values()].filter(({ side }) => side === "verifier");
    expect(ofVerifiers).toHaveLength(73);
    expect(ofVerifiers.filter(({ unshown }) => unshown !== undefined).map(({ id }) => id)).toEqual([
      "early-exit-comparison",
      "nonce-check-then-set",
      "nonce-store-unbounded",
      "full-store-refuses-everyone",
      "expected-signature-disclosed",
      "secrets-in-log",
      "client-enumeration",
    ]);
  });
});
