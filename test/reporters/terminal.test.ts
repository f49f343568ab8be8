import picocolors from "picocolors";
import { describe, expect, test } from "vitest";
import { failureBlock, terminalReporter, visible } from "../../src/reporters/index.ts";
import type { CaseResult } from "../../src/runner/index.ts";
import { loadRules, loadVectors } from "../../src/suite/index.ts";

const vector = loadVectors().find(({ id }) => id === "request/rfc5849/1")!;
const rule = loadRules().get(vector.rule);
const plain = picocolors.createColors(false);

function failure(expected: string, actual: string, index: number): CaseResult {
  return {
    vector,
    rule,
    verdict: "fail",
    passedStages: [],
    difference: { stage: "base-string", expected, actual, index },
  };
}

describe("a failure block", () => {
  test("reads like this", () => {
    const block = failureBlock(
      failure("POST&http%3A%2F%2Fa", "POST&http%3a%2F%2Fa", 11),
      "n 1",
      "countersign check --filter x",
      plain,
    );
    expect(block.split("\n").slice(1)).toEqual([
      `  n 1, ${vector.rule}: ${rule!.statement}`,
      "  first difference: base-string, character 12",
      "    expected  POST&http%3A%2F%2Fa",
      "    actual    POST&http%3a%2F%2Fa",
      "                         ^",
      "  only this: countersign check --filter x",
    ]);
  });

  test("cuts long values around the difference and keeps the caret under it", () => {
    const head = "a".repeat(500);
    const lines = failureBlock(failure(`${head}X${"b".repeat(500)}`, `${head}Y`, 500), "n 1", "x", plain).split("\n");
    expect(lines[3]).toBe(`    expected  …${"a".repeat(40)}X${"b".repeat(59)}…`);
    expect(lines[5]!.indexOf("^")).toBe(lines[4]!.indexOf("Y"));
  });

  test("shows what a terminal would obey instead of obeying it", () => {
    const hostile = "\x1b[2J\x07\u202Eevil\r\n\u2028";
    const block = failureBlock({ ...failure("x", hostile, 0), message: hostile }, "n 1", "x", plain);
    expect(block).toContain("\\x1b[2J\\x07\\u{202e}evil\\x0d\\x0a\\u{2028}");
    expect(block.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe("visible text", () => {
  test("leaves what can be seen as it is", () => {
    expect(visible("é ✓ 你好 😀 ~%")).toBe("é ✓ 你好 😀 ~%");
  });

  test("escapes a lone surrogate, which has no UTF-8 to be written with", () => {
    expect(visible("a\ud800b")).toBe("a\\u{d800}b");
  });
});

describe("progress", () => {
  test("is drawn where somebody watches and wiped before anything else is written", () => {
    const drawn: string[] = [];
    const out: string[] = [];
    const report = terminalReporter(
      { out: (text) => void out.push(text), progress: (text) => void drawn.push(text), colors: plain, width: 80 },
      () => "x",
    );
    report({ type: "start", implementation: { name: "n", version: "1", language: "l" }, total: 50, laws: 0 });
    for (let index = 0; index < 50; index++)
      report({ type: "case", result: { vector, rule, verdict: "pass", passedStages: [] } });
    report({ type: "end", milliseconds: 1 });
    expect(drawn).toEqual(["\r\x1b[Kn 1: vector 25 of 50", "\r\x1b[Kn 1: vector 50 of 50", "\r\x1b[K"]);
    expect(out).toEqual([]);
  });
});
