import { describe, expect, test } from "vitest";
import { readCannedAnswers, tokensIn } from "../../src/cli/capture/canned-answers.ts";

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
    ["[]", /at a\.json: the file: expected an object, got \[\]$/],
    ['{"answers":[]}', /at a\.json: answers: expected an array of 1 or more, got \[\]$/],
    ['{"answers":[{"statos":1}]}', /at a\.json: answers\[0\]\.statos: expected one of the members method, .*, body$/],
    [
      '{"answers":[{"status":"200"}]}',
      /at a\.json: answers\[0\]\.status: expected a whole number from 200 to 599, got "200"$/,
    ],
    [
      '{"answers":[{"status":100}]}',
      /at a\.json: answers\[0\]\.status: expected a whole number from 200 to 599, got 100$/,
    ],
    [
      '{"answers":[{"status":204,"body":"x"}]}',
      /at a\.json: answers\[0\]\.body: expected no body, because the status has none$/,
    ],
    [
      '{"answers":[{"path":"status"}]}',
      /at a\.json: answers\[0\]\.path: expected a path without a query, .*, got "status"$/,
    ],
    [
      '{"answers":[{"headers":{"x":"a\\r\\nSet-Cookie: b"}}]}',
      /at a\.json: answers\[0\]\.headers\.x: expected the value of a header, got /,
    ],
    [
      '{"answers":[{"headers":{"a b":"c"}}]}',
      /at a\.json: answers\[0\]\.headers\.a b: expected a name that is a token/,
    ],
  ])("with a mistake name its place and value: %s", (text, message) => {
    expect(() => readCannedAnswers(text, "a.json")).toThrow(
      expect.objectContaining({ code: "usage", message: expect.stringMatching(message) }),
    );
  });
});

describe("tokens that answers hand out", () => {
  test("are read from a form and from JSON", () => {
    const inForm = { body: "oauth_token=r%2B1&oauth_token_secret=s&oauth_callback_confirmed=true" };
    const inJson = { body: JSON.stringify({ oauth_token: "a", oauth_token_secret: "b" }) };
    const text = JSON.stringify({ answers: [inForm, inJson, { body: "status=approved" }] });
    expect(tokensIn(text)).toEqual(
      new Map([
        ["r+1", "s"],
        ["a", "b"],
      ]),
    );
  });
});
