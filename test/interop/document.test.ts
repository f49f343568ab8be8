import { expect, test } from "vitest";
import { document, summaryLine } from "../../scripts/interop/document.ts";
import { LIBRARIES } from "../../scripts/interop/libraries.ts";
import type { MeasuredCase, Measurement } from "../../scripts/interop/measure.ts";
import type { PropertyResult } from "../../src/conformance/runner/index.ts";
import { loadVectors, type Vector } from "../../src/conformance/vectors/index.ts";
import { resultOf } from "../conformance/runner/made-result.ts";

const vectors = loadVectors().filter(({ input }) => input.operation === "base-string-uri");
const DETAILS = { date: "2026-01-02", seed: 1, runs: 2 };

function failing(vector: Vector, actual: string, message?: string): MeasuredCase {
  const difference = { stage: "base-string-uri", expected: "http://a/", actual, index: 0 } as const;
  const said = message === undefined ? {} : { message };
  return { ...resultOf(vector, { verdict: "fail", difference, ...said }), asked: vector };
}

function passing(vector: Vector): MeasuredCase {
  return { ...resultOf(vector), asked: vector };
}

function measurement(cases: readonly MeasuredCase[], properties: readonly PropertyResult[] = []): Measurement {
  return { library: LIBRARIES[0]!, name: "lib", version: "1.2", runtime: "3.4", cases, properties };
}

/** Of one rule, so that the document has one item for them. */
const same = vectors.filter(({ rule }) => rule === vectors[0]!.rule);

test("a deviation is shown with input and both values, for the vector with the shortest input", () => {
  const inputs = same
    .map((vector) => ({ vector, length: JSON.stringify(vector.input).length }))
    .sort((a, b) => a.length - b.length);
  const text = document([measurement(same.map((vector) => failing(vector, "wrong")))], DETAILS);
  expect(text).toContain(`${same.length} vectors; the smallest is \`${inputs[0]!.vector.id}\``);
  expect(text).toContain("  specification  http://a/\n  library        wrong\n");
  expect(text).toContain(`| **0** / ${same.length} |`);
});

test("a question that the driver cannot ask is not a deviation", () => {
  const asked = measurement([failing(same[0]!, "(unsupported)", "cannot ask this"), passing(same[1]!)]);
  expect(summaryLine(asked)).toBe("lib 1.2 (JavaScript 3.4): 1 asked, 1 right, 0 other, 1 not offered");
  expect(document([asked], DETAILS)).toContain("Every answer is right.");
});

test("an answer of a library cannot end a fence or a table", () => {
  const text = document([measurement([failing(same[0]!, "```\n| x |\u001b[31m")])], DETAILS);
  expect(text).toContain("  ````text\n");
  expect(text).toContain("library        ```\\x0a| x |\\x1b[31m");
});

test("properties that the same request falsifies are one item", () => {
  const difference = { stage: "signature", expected: "a", actual: "b", index: 0 } as const;
  const property = (id: string): PropertyResult => ({
    ...{
      id,
      title: `${id} passes.`,
      rules: [],
      verdict: "fail",
      runs: 1,
      notOffered: 0,
      knownCases: 0,
      failedCases: 0,
    },
    ...{ counterexample: { case: "x" }, difference },
  });
  const text = document([measurement([], [property("one"), property("two")])], DETAILS);
  expect(text.match(/The smallest request/g)).toHaveLength(1);
  expect(text).toContain("0 of 2");
});

test("the same measurements on the same day give the same document", () => {
  const all = [measurement(vectors.map(passing))];
  expect(document(all, DETAILS)).toBe(document(all, DETAILS));
  expect(document(all, DETAILS)).toContain("on 2026-01-02:");
});
