import { describe, expect, test } from "vitest";
import { loadFaults, loadVerificationVectors, verificationCases } from "../../../src/conformance/vectors/index.ts";

const vectors = loadVerificationVectors();
const { cases } = verificationCases(vectors);

describe("a test case for verifiers", () => {
  test("names its policy, and every fault and CVE of its vector", () => {
    const faults = loadFaults();
    for (const { id, verifier } of cases) {
      const vector = vectors.find((one) => one.id === id)!;
      expect(verifier?.policy).toBeTruthy();
      expect(verifier?.mistakes).toEqual(
        (vector.faults ?? []).map((fault) => ({ id: fault, what: faults.get(fault)?.what })),
      );
      expect(verifier?.cves).toEqual(vector.cves ?? []);
    }
  });

  test("states the clock where a timestamp decides, and the past of the nonce where that decides", () => {
    const policiesAt = (layer: string) => {
      const ids = new Set(vectors.filter((vector) => vector.layer === layer).map(({ id }) => id));
      return new Set(cases.filter(({ id }) => ids.has(id)).map(({ verifier }) => verifier!.policy));
    };
    expect([...policiesAt("timestamp")].every((policy) => /clock shows \d+; .* 300 seconds/.test(policy))).toBe(true);
    expect([...policiesAt("nonce")].some((policy) => policy.endsWith("accepted before"))).toBe(true);
    expect(policiesAt("signature")).toEqual(new Set(["none: RFC 5849 decides"]));
  });

  test("leaves out a fault that no file describes", () => {
    const { cases: undescribed } = verificationCases(vectors, new Map());
    expect(undescribed.flatMap(({ verifier }) => verifier!.mistakes)).toEqual([]);
  });
});
