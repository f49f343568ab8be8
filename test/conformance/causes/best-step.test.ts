import { describe, expect, test } from "vitest";
import { bestStep } from "../../../src/conformance/causes/best-step.ts";
import { CANDIDATES } from "../../../src/conformance/causes/candidates.ts";
import { triedOf } from "../../../src/conformance/causes/tried-cases.ts";
import { loadVectors } from "../../../src/conformance/vectors/index.ts";
import { resultOf } from "../runner/made-result.ts";

describe("the best step", () => {
  test("is one cause if several forms of a fault explain the same failures, and has them as no alternatives", () => {
    const [asked] = loadVectors();
    const answer = { ok: true, stages: {} } as const;
    const gained = triedOf([{ asked: asked!, result: resultOf(asked!, { verdict: "fail" }), answer }]);
    const gainOf = (form: string) => {
      const mistakes = CANDIDATES.filter((one) => one.form === form);
      return { added: mistakes, mistakes, gained };
    };
    const step = bestStep(["method-fixed", "method-fixed#2", "host-case-kept"].map(gainOf))!;
    expect(step.added.map(({ form }) => form)).toEqual(["method-fixed"]);
    expect(step.alternatives.map(({ form }) => form)).toEqual(["host-case-kept"]);
  });
});
