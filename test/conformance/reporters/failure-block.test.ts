import { describe, expect, test } from "vitest";
import { findingOf } from "../../../src/conformance/reporters/model/findings.ts";
import { plainFailure, shownFinding, shownProperty } from "../../../src/conformance/reporters/text/failure-block.ts";
import { stderrMessage } from "../../../src/conformance/reporters/text/stderr.ts";
import type { CaseResult } from "../../../src/conformance/runner/index.ts";
import { DRIVER_FAILURES } from "../../../src/conformance/vectors/index.ts";
import { HOSTILE, UNSEEN } from "../../edge-cases.ts";
import { failure, falsified, plain, rule, vector, wrongAcceptance } from "./made.ts";

const advice = { label: "wrong 1.0", rerun: () => "countersign check --filter x" };

function block(result: CaseResult, more: object = {}): string[] {
  return shownFinding(findingOf(result), { ...advice, ...more }, plain).block.split("\n");
}

describe("a failure block", () => {
  test("reads like this", () => {
    expect(block(failure("POST&http%3A%2F%2Fa", "POST&http%3a%2F%2Fa", 11))).toEqual([
      "✗ base-string: one of ;,/?:@&=$# is encoded in lower case",
      `  rfc5849-3.4.2-2, MUST (RFC 5849 3.4.2), by wrong 1.0`,
      `  at ${vector.id}: ${vector.comment}`,
      "  input: POST https://photos.example.net/initiate",
      "  first difference: base-string, character 12",
      "    expected  POST&http%3A%2F%2Fa",
      "                       ^^^",
      "    actual    POST&http%3a%2F%2Fa",
      "                       ^^^",
      "    decoded   expected %3A is :; actual %3a is :",
      "  run only this: countersign check --filter x",
    ]);
  });

  test("shows a verifier's request, the policy, and what a wrong verdict shows, with hostile text escaped", () => {
    const asked = wrongAcceptance();
    const lines = block(asked);
    const at = lines.indexOf("  request:");
    expect(lines[at + 1]).toMatch(/^ {4}\| (?:GET|POST) https:/);
    expect(lines.slice(at).filter((line) => line.startsWith("    | Authorization: OAuth "))).toHaveLength(1);
    expect(lines).toContain(`  policy: ${asked.verifier!.policy}`);
    const [{ id, what } = { id: "", what: "" }] = asked.verifier!.mistakes;
    expect(lines).toContain(`  detects: ${what} (${id})`);
    expect(lines).toContain(`  as in: ${asked.verifier!.cves.join(", ")}`);
    const received = { method: HOSTILE, url: HOSTILE, headers: [[HOSTILE, HOSTILE]], body: "" };
    const question = { operation: "verify", input: { received } };
    const hostile = block({ ...asked, question });
    expect(hostile.join("\n")).not.toMatch(UNSEEN);
  });

  test("shows at most 20 lines of a request", () => {
    const received = { method: "GET", url: "https://a/", headers: Array(40).fill(["A", "b"]), body: "" };
    const lines = block({ ...failure("x", "y", 0), question: { operation: "verify", input: { received } } });
    expect(lines.filter((line) => line.startsWith("    | A: b"))).toHaveLength(19);
    expect(lines).toContain("    | … (41 lines)");
  });

  test("cuts long values around the difference and keeps the caret under it", () => {
    const head = "a".repeat(500);
    const lines = block(failure(`${head}X${"b".repeat(500)}`, `${head}Y`, 500));
    expect(lines[5]).toBe(`    expected  …${"a".repeat(40)}X${"b".repeat(59)}…`);
    expect(lines[8]!.indexOf("^")).toBe(lines[7]!.indexOf("Y"));
  });

  test("keeps the caret under the difference behind characters of two columns, and counts octets too", () => {
    const lines = block(failure("支付=1", "支付=2", 3));
    expect(lines[4]).toBe("  first difference: base-string, character 4 (octet 8)");
    expect([lines[6], lines[8]]).toEqual(["                   ^", "                   ^"]);
  });

  test("never points into half a character", () => {
    const lines = block(failure("a😀", "a😁", 2));
    expect(lines.slice(5, 9)).toEqual([
      "    expected  a😀",
      "               ^^",
      "    actual    a😁",
      "               ^^",
    ]);
  });

  test("shows what a terminal would obey instead of obeying it", () => {
    const lines = block({ ...failure("x", HOSTILE, 0), message: HOSTILE, stderr: `one\n${HOSTILE}` });
    expect(lines.join("\n")).toContain("\\x1b[2J\\x07\\u{202e}evil\\x0d\\x0a");
    expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
    expect(lines.filter((line) => line.trimStart().startsWith("::") || line.includes("##["))).toEqual([]);
  });

  test("shows one line of stderr", () => {
    const stderr = Array.from({ length: 30 }, (_, at) => `line ${at}`).join("\n");
    const lines = block({ ...failure("x", "y", 0), stderr: `${stderr}\n` });
    expect(lines.filter((line) => /stderr|line \d/.test(line))).toEqual(["  stderr: line 29"]);
  });

  test("leads with the name of a mistake that is known", () => {
    const cause = { id: "by-locale", title: "Sorted by locale", what: "It sorts by locale.", fix: "Sort by octets." };
    const causes = [{ ...cause, alternatives: [], explains: [vector.id] }];
    const { statement: summary, block: text } = plainFailure({ ...failure("x", "y", 0), causes }, advice);
    expect(summary).toBe("It sorts by locale. (by-locale)");
    expect(text.split("\n").slice(0, 3)).toEqual([
      "✗ It sorts by locale. (by-locale)",
      "  fix: Sort by octets.",
      `✗ ${rule!.statement}`,
    ]);
  });

  test("has the baseline entry, and says why an entry does not suppress", () => {
    const lines = block(
      { ...failure("x", "y", 0), notSuppressed: "the baseline entry expects the failure key" },
      { baselineEntry: () => '{"id":1}' },
    );
    expect(lines).toContain('  baseline entry: {"id":1}');
    expect(lines).toContain("  not suppressed: the baseline entry expects the failure key");
  });

  test.each(DRIVER_FAILURES)("says of %s what it means, and names no rule", (kind) => {
    const { difference: _, ...rest } = failure("", "", 0);
    const lines = block({ ...rest, verdict: kind, message: "signal SIGKILL" });
    expect(lines[0]).toMatch(/^✗ [A-Z].*\.$/);
    expect(lines[1]).toBe(`  ${kind}, by wrong 1.0`);
    expect(lines[2]).toBe(`  at ${vector.id}: ${vector.comment}`);
    expect(lines[4]).toBe("  message: signal SIGKILL");
  });

  test("shows the input in one line", () => {
    expect(block(failure("", "", 0))[3]).toBe("  input: POST https://photos.example.net/initiate");
    const input = { request: { method: "POST", url: "https://a.example/", form: [["a", "\x1b b"]] }, nonce: "1" };
    expect(block({ ...failure("", "", 0), question: { operation: "sign", input } })[3]).toBe(
      '  input: POST https://a.example/ {"form":[["a","\\u001b b"]]}',
    );
    const encoding = { operation: "percent-encoding", input: { text: "a b" } };
    expect(block({ ...failure("", "", 0), question: encoding })[3]).toBe('  input: {"text":"a b"}');
  });

  test("shows what was signed in place of two signatures, if a known mistake reproduces the wrong one", () => {
    const [sent, signed] = [[{ text: "%20", differs: true }], [{ text: "+", differs: true }]];
    const explained = {
      causes: ["space-as-plus"],
      differences: [],
      isComplete: true,
      signed: { name: "a", sent, signed },
    };
    const result = failure("AAAA=", "BBBB=", 0);
    const shown = { ...result, explained, difference: { ...result.difference!, stage: "signature" as const } };
    const lines = block(shown);
    expect(lines.slice(4, 8)).toEqual(["    sent    a=%20", "              ^^^", "    signed  a=+", "              ^"]);
    expect(lines.join("\n")).not.toContain("AAAA");
  });
});

describe("what a driver wrote to stderr", () => {
  test.each([
    [
      "Python",
      'Traceback (most recent call last):\n  File "d.py", line 3, in <module>\n    f()\nValueError: no such key\n',
      "ValueError: no such key",
    ],
    [
      "Node.js",
      "file:///d.mjs:3\nthrow x;\n^\n\nTypeError: x is not a function\n    at f (d.mjs:1:2)\n\nNode.js v20.20.0\n",
      "TypeError: x is not a function",
    ],
    [
      "Java",
      'Exception in thread "main" java.lang.IllegalStateException: no key\n\tat D.main(D.java:3)\n\t... 2 more\n',
      'Exception in thread "main" java.lang.IllegalStateException: no key',
    ],
    ["Ruby", "d.rb:3:in `f': no key (KeyError)\n\tfrom d.rb:9:in `<main>'\n", "d.rb:3:in `f': no key (KeyError)"],
    [
      "PHP",
      "PHP Fatal error:  Uncaught Exception: no key in d.php:3\nStack trace:\n#0 {main}\n  thrown in d.php on line 3\n",
      "PHP Fatal error:  Uncaught Exception: no key in d.php:3",
    ],
    ["Go", "panic: no key\n\ngoroutine 1 [running]:\nmain.main()\n\t/d.go:3 +0x1d\nexit status 2\n", "panic: no key"],
    ["any program", "starting\nthe key is gone\n", "the key is gone"],
    ["a program with nothing but a trace", "  at f\n  at g\n", "at g"],
    ["a program that wrote nothing", "\n", ""],
  ])("is shown as its message, without the stack trace: %s", (_language, stderr, message) => {
    expect(stderrMessage(stderr)).toBe(message);
  });
});

describe("the block of a property", () => {
  test("shows its rules in one line, and the first of many causes", () => {
    const rules = ["a-1", "a-2", "a-3", "a-4", "a-5"];
    const alternatives = Array.from({ length: 90 }, (_, at) => ({ id: `b-${at}`, title: "B" }));
    const causes = [{ id: "c", title: "C", what: "It is wrong.", alternatives, explains: [falsified.id] }];
    const lines = shownProperty({ ...falsified, rules, causes }, advice, plain).block.split("\n");
    expect(lines[1]).toBe("  cause: C (c) or B (b-0) or B (b-1) or B (b-2) or B (b-3) and 86 more");
    expect(lines[2]).toBe("  property order-is-free (a-1, a-2, a-3 and 2 more rules), by wrong 1.0");
  });

  test("has the statement, the counterexample and the difference", () => {
    const lines = shownProperty(falsified, advice, plain).block.split("\n");
    expect(lines[0]).toBe("✗ The order is free.");
    expect(lines[1]).toBe("  property order-is-free (rfc5849-3.4.1.3.2-2), by wrong 1.0");
    expect(lines[2]).toBe("  fails on 1 of 5 cases");
    expect(lines[3]).toBe("  1 wrong value");
    expect(lines[4]).toMatch(/^ {2}counterexample: \{"name":"\\u001b\[2J/);
    expect(lines[5]).toBe("  first difference: signature, character 3");
    expect(lines.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test("shows each new failure with its sentences, and none that causes or the baseline explain", () => {
    const [one] = falsified.failures!;
    const explained = { causes: [], differences: ["port: is added"], isComplete: true };
    const failures = [
      { ...one!, cases: 3, explained },
      { ...one!, cases: 7, isImplied: true as const },
      { ...one!, cases: 9, known: { reason: "old" } },
    ];
    const lines = shownProperty({ ...falsified, failures }, advice, plain).block.split("\n");
    expect(lines[3]).toBe("  3 wrong values; port: is added");
    expect(lines.filter((line) => /^ {2}\d/.test(line))).toHaveLength(1);
  });

  test("shows the values of the first failure, and no failure that combines others", () => {
    const [one] = falsified.failures!;
    const withDifferences = (...differences: string[]) => ({
      ...one!,
      explained: { causes: [], differences, isComplete: true },
    });
    const failures = [
      withDifferences("port: is added"),
      withDifferences("port: is added", "userinfo: is added"),
      withDifferences("userinfo: is added"),
      withDifferences("userinfo: is added", "path: is cut"),
    ];
    const lines = shownProperty({ ...falsified, failures }, advice, plain).block.split("\n");
    expect(lines.filter((line) => /^ {2}\d/.test(line))).toEqual([
      "  1 wrong value; port: is added",
      "  1 wrong value; userinfo: is added",
      "  1 wrong value; userinfo: is added; path: is cut",
    ]);
    expect(lines.filter((line) => line.includes("first difference"))).toHaveLength(1);
  });

  test("names other properties that the defect falsifies", () => {
    const text = shownProperty({ ...falsified, also: ["other"] }, advice, plain).block;
    expect(text).toContain("\n  property order-is-free and other (");
  });

  test("has the message in place of a difference if the implementation threw", () => {
    const { counterexample, difference } = falsified;
    const thrown = { ...difference!, expected: "(an answer)", actual: "TypeError: array given" };
    const failures = [{ kind: "error", cases: 1, counterexample: counterexample!, difference: thrown }] as const;
    const lines = shownProperty({ ...falsified, failures }, advice, plain).block.split("\n");
    expect(lines[5]).toBe("  message: TypeError: array given");
    expect(lines.join("")).not.toContain("first difference");
  });
});
