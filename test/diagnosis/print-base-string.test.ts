import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PRINT_BASE_STRING, printBaseStringText } from "../../src/diagnosis/text/print-base-string.ts";

describe("how to print the base string", () => {
  test("is in the document for every library", () => {
    const document = readFileSync(new URL("../../docs/diagnosis.md", import.meta.url), "utf8");
    const lost = PRINT_BASE_STRING.filter(({ library, how }) => {
      const row = document.split("\n").find((line) => line.startsWith(`| ${library} | `));
      return row === undefined || !row.includes(how);
    });
    expect(lost).toEqual([]);
  });

  test("is given for the libraries of the client's language, and otherwise where it is", () => {
    expect(printBaseStringText(["PHP"])).toMatch(/pecl\/oauth.*debugInfo.*league.*Guzzle/);
    expect(printBaseStringText([])).toContain("docs/diagnosis.md#print-the-base-string");
  });
});
