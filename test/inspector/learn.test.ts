import { describe, expect, test } from "vitest";
import { FAULTS } from "../../src/faults/index.ts";
import { detailsOf, searchFaults } from "../../src/inspector/learn/lessons.ts";

describe("the search for faults", () => {
  test("finds all without words, and at least 150", () => {
    expect(searchFaults("  ")).toEqual(FAULTS);
    expect(FAULTS.length).toBeGreaterThanOrEqual(150);
  });

  test("finds every fault by its id and by its title, and first among those that it finds", { tags: ["deep"] }, () => {
    for (const fault of FAULTS) {
      expect(searchFaults(fault.id)[0]!.id).toContain(fault.id);
      expect(searchFaults(fault.title.toUpperCase())).toContain(fault);
    }
  });

  test("needs every word, and shows those with a word in the title first", () => {
    const found = searchFaults("encoded java");
    expect(found.length).toBeGreaterThan(0);
    expect(searchFaults("encoded java unheard-of")).toEqual([]);
    const [first] = searchFaults("tilde");
    expect(first!.title + first!.id).toMatch(/tilde|~/i);
  });
});

describe("the details of a fault", () => {
  test("have a value that differs and a request, for every fault", () => {
    for (const fault of FAULTS) {
      const { values, request, canBeSent } = detailsOf(fault);
      expect(values.length, fault.id).toBeGreaterThan(0);
      for (const { right, wrong } of values) expect(right, fault.id).not.toBe(wrong);
      expect(request).not.toMatch(/PRIVATE KEY/);
      expect(canBeSent).toBe(true);
    }
  });
});
