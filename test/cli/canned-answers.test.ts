import { describe, expect, test } from "vitest";
import { readCannedAnswers } from "../../src/cli/capture/canned-answers.ts";

const read = (answers: unknown) => readCannedAnswers(JSON.stringify({ answers }), "a.json");

describe("canned answers", () => {
  test("are picked by method, path and verdict, the first that fits", () => {
    const answers = read([
      { method: "GET", path: "/status", body: "a" },
      { path: "/status/*", status: 202, headers: { "content-type": "application/json" }, body: "{}" },
      { verdict: "wrong", path: "/status", status: 401 },
      { verdict: "any", path: "/health" },
    ]);
    const text = { "content-type": "text/html;charset=utf-8" };
    expect(answers("GET", "/status?x=/status/1", true)).toEqual({ status: 200, headers: text, body: "a" });
    expect(answers("POST", "/status/17", true)).toMatchObject({ status: 202, body: "{}" });
    expect(answers("POST", "/status", true)).toBeUndefined();
    expect(answers("POST", "/status", false)).toMatchObject({ status: 401 });
    expect(answers("POST", "/status/17", false)).toBeUndefined();
    expect(answers("GET", "/health", false)).toMatchObject({ status: 200 });
  });

  test.each([
    ["{", / in JSON at a\.json: Expected property name/],
    ["[]", /at a\.json: the file must be object, got \[\]$/],
    ['{"answers":[]}', /at a\.json: \/answers must NOT have fewer than 1 items, got \[\]$/],
    ['{"answers":[{"statos":1}]}', /at a\.json: \/answers\/0 has the unknown field "statos"$/],
    ['{"answers":[{"status":"200"}]}', /at a\.json: \/answers\/0\/status must be integer, got "200"$/],
    ['{"answers":[{"status":100}]}', /at a\.json: \/answers\/0\/status must be >= 200, got 100$/],
    [
      '{"answers":[{"status":204,"body":"x"}]}',
      /at a\.json: \/answers\/0\/body must NOT have more than 0 characters, got "x"$/,
    ],
    ['{"answers":[{"path":"status"}]}', /at a\.json: \/answers\/0\/path must match pattern .*, got "status"$/],
    [
      '{"answers":[{"headers":{"x":"a\\r\\nSet-Cookie: b"}}]}',
      /at a\.json: \/answers\/0\/headers\/x must match pattern/,
    ],
    [
      '{"answers":[{"headers":{"a b":"c"}}]}',
      /at a\.json: \/answers\/0\/headers has the field "a b", a name that is not allowed$/,
    ],
  ])("with a mistake name its place and value: %s", (text, message) => {
    expect(() => readCannedAnswers(text, "a.json")).toThrow(
      expect.objectContaining({ code: "usage", message: expect.stringMatching(message) }),
    );
  });
});
