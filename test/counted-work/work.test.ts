import { describe, expect, test } from "vitest";
import { growthOf, workOf } from "./work.ts";

/** How much more work a text causes that is ten times as long. */
const growth = (run: (text: string) => unknown): number =>
  growthOf(
    workOf(() => run("a ".repeat(100))),
    workOf(() => run("a ".repeat(1000))),
  );

describe("the work of a function", () => {
  test.each<readonly [string, (text: string) => unknown]>([
    ["an expression that reads each character once", (text) => text.replace(/a+/g, "b")],
    ["a list of words", (text) => text.split(" ").map((word) => word.trim())],
    ["a loop over words", (text) => [...text.split(" ")].length],
  ])("grows in proportion for %s", (_what, run) => {
    expect(growth(run)).toBeLessThan(12);
  });

  test.each<readonly [string, (text: string) => unknown]>([
    ["an expression that searches again from each place", (text) => text.replace(/[a ]*x/g, "b")],
    ["a backward search from each place", (text) => text.replace(/(?<=x[a ]*)a/g, "b")],
  ])("grows with the square for %s", { tags: ["deep"] }, (_what, run) => {
    expect(growth(run)).toBeGreaterThan(50);
  });

  test.each<readonly [string, (text: string) => unknown]>([
    ["a text that is searched for each word", (text) => text.split(" ").filter(() => text.includes("x"))],
    ["a list that is copied for each word", (text) => text.split(" ").map((_, __, all) => [...all])],
    ["a list that is searched for each word", (text) => text.split(" ").map((_, __, all) => all.find(() => false))],
  ])("grows with the square for %s", (_what, run) => {
    expect(growth(run)).toBeGreaterThan(50);
  });

  test("leaves the built-in functions as they were, also after an error", () => {
    const { exec } = RegExp.prototype;
    const fail = (): never => {
      throw new Error("failed");
    };
    expect(() => workOf(fail)).toThrow("failed");
    expect(RegExp.prototype.exec).toBe(exec);
  });
});
