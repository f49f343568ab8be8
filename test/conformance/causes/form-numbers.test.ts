import { describe, expect, test } from "vitest";
import { CANDIDATES, candidateOf } from "../../../src/conformance/causes/candidates.ts";
import { NAMES_BY_NUMBER } from "../../../src/conformance/causes/form-numbers.ts";

const LINES = NAMES_BY_NUMBER.trim()
  .split("\n")
  .map((line) => line.split(" "));

describe("the form of a mistake", () => {
  test("has a name that no other form of the fault has", () => {
    const forms = CANDIDATES.map(({ form }) => form);
    expect(forms.filter((form, at) => forms.indexOf(form) !== at)).toEqual([]);
  });

  test("is found under the number that it had before it had a name", () => {
    const found = LINES.flatMap(([id, ...names]) => names.map((name, at) => [`${id}#${name}`, `${id}#${at + 2}`]));
    const lost = found.filter(([form]) => candidateOf(form!) !== undefined);
    expect(lost.filter(([form, numbered]) => candidateOf(numbered!)?.form !== form)).toEqual([]);
    expect(candidateOf("method-fixed#2")?.form).toBe("method-fixed#GET");
  });

  test.each(["method-fixed#3", "method-fixed#1", "plus-left-bare#5", "pairs-joined-wrongly#2", "method-fixed#"])(
    "is unknown under a number that it never had or that was removed: %s",
    (form) => {
      expect(candidateOf(form)).toBeUndefined();
    },
  );
});
