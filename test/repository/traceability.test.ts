import { describe, expect, test } from "vitest";
import { traceProblems, traceRules } from "../../scripts/traceability.ts";
import { PROPERTIES } from "../../src/conformance/properties/index.ts";
import { loadRules, loadVectors, loadVerificationVectors, type Rule } from "../../src/conformance/vectors/index.ts";

const rules = loadRules();
const vectors = [...loadVectors(), ...loadVerificationVectors()];

describe("traceability", () => {
  test("has no MUST that nothing checks and no vector or property without a rule", () => {
    expect(traceProblems(rules, vectors, PROPERTIES)).toEqual([]);
  });

  test("lists each vector under exactly one rule, and each property under all of its rules", () => {
    const traced = traceRules(rules, vectors, PROPERTIES);
    expect(traced.flatMap((one) => one.vectors).sort()).toEqual(vectors.map(({ id }) => id).sort());
    for (const property of PROPERTIES) {
      expect(
        traced
          .filter(({ properties }) => properties.includes(property.id))
          .map(({ rule }) => rule.id)
          .sort(),
      ).toEqual([...new Set(property.rules)].sort());
    }
  });

  test("reports a MUST that nothing checks, but not a SHOULD", () => {
    const added = (level: Rule["level"]): Map<string, Rule> =>
      new Map([...rules, ["new-1", { id: "new-1", section: "x", level, statement: "y" }]]);
    expect(traceProblems(added("MUST"), vectors, PROPERTIES)).toEqual([
      "the rule new-1 is a MUST and no vector or property checks it",
    ]);
    expect(traceProblems(added("SHOULD"), vectors, PROPERTIES)).toEqual([]);
  });

  test("reports a vector and a property whose rule does not exist", () => {
    const stray = [{ ...vectors[0]!, rule: "no-such" }];
    expect(traceProblems(new Map(), stray, [{ id: "a-property", rules: ["gone"] }])).toEqual([
      `the vector ${stray[0]!.id} names the rule no-such, which does not exist`,
      "the property a-property names the rule gone, which does not exist",
    ]);
  });
});
