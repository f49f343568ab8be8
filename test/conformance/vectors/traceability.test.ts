import { describe, expect, test } from "vitest";
import { PROPERTIES } from "../../../src/conformance/properties/index.ts";
import {
  loadRules,
  loadVectors,
  loadVerificationVectors,
  type Rule,
  traceProblems,
  traceRules,
} from "../../../src/conformance/vectors/index.ts";

const rules = loadRules();
const vectors = [...loadVectors(), ...loadVerificationVectors()];

describe("traceability", () => {
  test("has no MUST that nothing checks and no vector or law without a rule", () => {
    expect(traceProblems(rules, vectors, PROPERTIES)).toEqual([]);
  });

  test("lists each vector under exactly one rule, and each law under all of its own", () => {
    const traced = traceRules(rules, vectors, PROPERTIES);
    expect(traced.flatMap((one) => one.vectors).sort()).toEqual(vectors.map(({ id }) => id).sort());
    for (const law of PROPERTIES) {
      expect(
        traced
          .filter(({ laws }) => laws.includes(law.id))
          .map(({ rule }) => rule.id)
          .sort(),
      ).toEqual([...new Set(law.rules)].sort());
    }
  });

  test("tells a MUST that nothing checks, and lets a SHOULD be", () => {
    const added = (level: Rule["level"]): Map<string, Rule> =>
      new Map([...rules, ["new-1", { id: "new-1", section: "x", level, statement: "y" }]]);
    expect(traceProblems(added("MUST"), vectors, PROPERTIES)).toEqual([
      "the rule new-1 is a MUST and no vector or law checks it",
    ]);
    expect(traceProblems(added("SHOULD"), vectors, PROPERTIES)).toEqual([]);
  });

  test("tells a vector and a law whose rule does not exist", () => {
    const stray = [{ ...vectors[0]!, rule: "no-such" }];
    expect(traceProblems(new Map(), stray, [{ id: "a-law", rules: ["gone"] }])).toEqual([
      `the vector ${stray[0]!.id} names the rule no-such, which does not exist`,
      "the law a-law names the rule gone, which does not exist",
    ]);
  });
});
