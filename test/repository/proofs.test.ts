import { describe, expect, test } from "vitest";
import { readKillMatrix } from "../../scripts/figures/kill-matrix.ts";

describe("a row of the kill matrix", () => {
  const row = (property: string, reference: string): string =>
    `| [not-sorted](../faults/not-sorted.md) | 12 | a/b/1 | ${property} | 7 starts | ${reference} |\n`;

  test("is read with the property and the reference that detect the fault, if there are any", () => {
    const page = `# Kill matrix\n\n${row("order-is-free, case 3", "oauthlib, input 7")}${row("", "")}`;
    expect(readKillMatrix(page)).toEqual([
      { fault: "not-sorted", vectors: 12, property: "order-is-free", reference: "oauthlib" },
      { fault: "not-sorted", vectors: 12 },
    ]);
  });

  test("is found on the page", () => {
    expect(readKillMatrix().length).toBeGreaterThan(100);
  });
});
