import { describe, expect, test } from "vitest";
import { CannedAnswersError, readCannedAnswers } from "../../src/capture/index.ts";

const read = (answers: unknown) => readCannedAnswers(JSON.stringify({ answers }));

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
    ["{", /^the file must be JSON$/],
    ["[]", /^the file must be object, got \[\]$/],
    ['{"answers":[]}', /^\/answers must NOT have fewer than 1 items, got \[\]$/],
    ['{"answers":[{"statos":1}]}', /^\/answers\/0 must NOT have additional properties, got "statos"$/],
    ['{"answers":[{"status":"200"}]}', /^\/answers\/0\/status must be integer, got "200"$/],
    ['{"answers":[{"status":100}]}', /^\/answers\/0\/status must be >= 200, got 100$/],
    ['{"answers":[{"status":204,"body":"x"}]}', /^\/answers\/0\/body must NOT have more than 0 characters, got "x"$/],
    ['{"answers":[{"path":"status"}]}', /^\/answers\/0\/path must match pattern .*, got "status"$/],
    ['{"answers":[{"headers":{"x":"a\\r\\nSet-Cookie: b"}}]}', /^\/answers\/0\/headers\/x must match pattern/],
    ['{"answers":[{"headers":{"a b":"c"}}]}', /^\/answers\/0\/headers .*got "a b"$/],
  ])("that cannot be used are told with place and value: %s", (text, message) => {
    expect(() => readCannedAnswers(text)).toThrow(CannedAnswersError);
    expect(() => readCannedAnswers(text)).toThrow(message);
  });
});
