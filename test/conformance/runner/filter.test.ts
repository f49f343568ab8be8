import { describe, expect, test } from "vitest";
import { PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { filterProperties, filterVectors } from "../../../src/conformance/runner/index.ts";
import { isNamed, namesOfVerificationVector } from "../../../src/conformance/runner/questions/filter.ts";
import { loadVectors, loadVerificationVectors, verificationCases } from "../../../src/conformance/vectors/index.ts";

const vectors = loadVectors();
const verifications = loadVerificationVectors();

const ids = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id);

describe("a filter of vectors", () => {
  test("is the id of one of them", () => {
    expect(ids(filterVectors(vectors, ["request/rfc5849/1"]))).toEqual(["request/rfc5849/1"]);
  });

  test.each(["request", "request/", "request/*"])("is the beginning of ids: %s", (filter) => {
    const found = ids(filterVectors(vectors, [filter]));
    expect(found).toEqual(ids(vectors).filter((id) => id.startsWith("request/")));
    expect(found.length).toBeGreaterThan(10);
  });

  test("does not end inside a word of an id", () => {
    expect(filterVectors(vectors, ["request/rfc58"])).toEqual([]);
    expect(filterVectors(vectors, ["rfc5849/1"])).toEqual([]);
    expect(filterVectors(vectors, [""])).toEqual([]);
  });

  test("is a rule, an operation, a level, a flag or a stage", () => {
    const found = (filter: string) => filterVectors(vectors, [filter]);
    const [{ rule, flags }] = [vectors.find((one) => one.flags.length > 0)!];
    expect(new Set(found(rule).map((one) => one.rule))).toEqual(new Set([rule]));
    expect(new Set(found("percent-decoding").map(({ input }) => input.operation))).toEqual(
      new Set(["percent-decoding"]),
    );
    const [{ level }] = [vectors[0]!];
    expect(found(level)).toEqual(vectors.filter((one) => one.level === level));
    expect(found(flags[0]!).every((one) => one.flags.includes(flags[0]!))).toBe(true);
    expect(found("realm").every(({ flags: all, expected }) => "realm" in expected || all.includes("realm"))).toBe(true);
    expect(found("realm").length).toBeGreaterThan(0);
  });

  test("is one of several, of which one has to fit; without one, all fit", () => {
    const both = filterVectors(vectors, ["request/rfc5849/1", "percent-decoding"]);
    expect(both.length).toBe(1 + filterVectors(vectors, ["percent-decoding"]).length);
    expect(filterVectors(vectors, [])).toBe(vectors);
    expect(filterVectors(vectors)).toBe(vectors);
  });
});

describe("a filter of vectors for verifiers", () => {
  const found = (filter: string) =>
    verifications.filter((one) => isNamed(one.id, namesOfVerificationVector(one), [filter]));

  test("is also a layer, a fault, a CVE or the code of the rejection", () => {
    for (const member of ["faults", "cves"] as const) {
      const [name] = verifications.find((one) => (one[member]?.length ?? 0) > 0)![member]!;
      expect(found(name!).length).toBeGreaterThan(0);
      expect(found(name!).every((one) => one[member]?.includes(name!))).toBe(true);
    }
    const { layer } = verifications[0]!;
    expect(found(layer)).toEqual(verifications.filter((one) => one.layer === layer));
    const replayed = found("nonce-used");
    expect(replayed.length).toBeGreaterThan(0);
    expect(replayed.some(({ expected }) => "refuse" in expected && expected.refuse === "nonce-used")).toBe(true);
  });

  test("is the id or a rule, and nothing else", () => {
    const [{ id, rule }] = [verifications[0]!];
    expect(ids(found(id))).toEqual([id]);
    expect(found(rule).every((one) => one.rule === rule)).toBe(true);
    expect(found("no-such-thing")).toEqual([]);
  });
});

describe("a filter by question", () => {
  const { cases } = verificationCases(verifications);

  const expectSame = (filter: string): void => {
    const selected = verificationCases(filterVectors(verifications, [filter])).cases;
    expect(ids(selected)).toEqual(ids(filterVectors(cases, [filter])));
  };
  const SAME = "selects the vectors for verifiers whose questions it selects: %s";
  test.each(["valid", cases[0]!.rule, cases[0]!.id, "sign"])(SAME, expectSame);
  test.each(["verify", "verifier"])(SAME, { tags: ["deep"] }, expectSame);
});

describe("a filter of properties", () => {
  test("is an id or a rule, and no beginning of an id", () => {
    const [{ id, rules }] = [PROPERTIES[0]!];
    expect(ids(filterProperties(PROPERTIES, [id]))).toEqual([id]);
    expect(filterProperties(PROPERTIES, [rules[0]!])).toEqual(
      PROPERTIES.filter((one) => one.rules.includes(rules[0]!)),
    );
    expect(filterProperties(PROPERTIES, [id.slice(0, 5)])).toEqual([]);
    expect(filterProperties(PROPERTIES, [])).toBe(PROPERTIES);
    expect(filterProperties(PROPERTIES)).toBe(PROPERTIES);
  });
});
