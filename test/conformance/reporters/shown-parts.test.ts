import { describe, expect, test } from "vitest";
import { htmlText } from "../../../src/conformance/reporters/html/html.ts";
import { plainCase } from "../../../src/conformance/reporters/model/plain.ts";
import { reportAtEnd } from "../../../src/conformance/reporters/model/record.ts";
import { advice, failure } from "./made.ts";

describe("the address of an implementation", () => {
  test.each([
    ["https://example.com/lib", true],
    ["http://example.com/lib", true],
    ["javascript:alert(1)", false],
    ["javascript:alert(1)//https://example.com", false],
    [" https://example.com", false],
  ])("%j is a link in the HTML report: %s", (url, isLink) => {
    let page = "";
    const reporter = reportAtEnd({ write: (part) => (page += part), ...advice }, htmlText);
    const implementation = { name: "wrong", version: "1.0", language: "l", url };
    reporter.listen({ type: "start", implementation, total: 1, properties: 0 });
    reporter.listen({ type: "end", milliseconds: 1 });
    reporter.finish();
    expect(page.includes(`href="${url}"`)).toBe(isLink);
  });
});

describe("the JSON of a case", () => {
  test.each([
    ["fail", true],
    ["pass", false],
  ] as const)("that is a %s has its finding: %s", (verdict, hasFinding) => {
    const plain = plainCase({ ...failure("a", "b", 0), verdict, finding: "replayed request" });
    expect(Object.hasOwn(plain, "finding")).toBe(hasFinding);
    expect(Object.hasOwn(plainCase({ ...failure("a", "b", 0), verdict }), "finding")).toBe(false);
  });
});
