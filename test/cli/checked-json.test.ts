import { describe, expect, test } from "vitest";
import { parseChecked, parseShape } from "../../src/cli/input/checked-json.ts";
import { closedObject, type Shape } from "../../src/shapes/shape.ts";
import { HOSTILE, UNSEEN } from "../edge-cases.ts";

const SOURCE = { what: "a file", file: "a.json", hint: "write one" };
const SCHEMA = {
  type: "object",
  required: ["items"],
  additionalProperties: false,
  properties: {
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          text: { type: "string", maxLength: 3 },
          secrets: { properties: { apiKey: { type: "string" } } },
          flag: { oneOf: [{ const: "a" }, { const: "b" }] },
          kind: { oneOf: [{ type: "string" }, { type: "object", properties: { deep: { enum: [1, 2] } } }] },
        },
      },
    },
  },
};

function messageOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  try {
    parseChecked(text, SCHEMA, SOURCE);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

describe("JSON from outside", () => {
  test("that fits its schema is returned", () => {
    expect(parseChecked('{"items":[{"flag":"b"}]}', SCHEMA, SOURCE)).toEqual({ items: [{ flag: "b" }] });
    const quick = { $schema: "./quick.schema.json", format: 1, vectors: ["a/b/1"] };
    expect(parseChecked(JSON.stringify(quick), "quick.schema.json", SOURCE)).toEqual(quick);
  });

  test.each<[unknown, string]>([
    [[], "expected a file at a.json: the file must be object, got []"],
    [{}, 'expected a file at a.json: the file must have the field "items"'],
    [{ items: [], x: 1 }, 'expected a file at a.json: the file has the unknown field "x"'],
    [{ items: [{ id: "one", text: 5 }] }, "expected a file at a.json: /items/0/text (in one) must be string, got 5"],
    [{ items: [{ flag: "c" }] }, 'expected a file at a.json: /items/0/flag must be "a" or "b", got "c"'],
    [{ items: [{ kind: { deep: 3 } }] }, "expected a file at a.json: /items/0/kind/deep must be 1 or 2, got 3"],
  ])("is refused with place, expectation and value: %j", (value, message) => {
    expect(messageOf(value)).toBe(message);
  });

  test("is quoted short and escaped, and not at all where it may be a secret", () => {
    const long = HOSTILE + "x".repeat(10_000);
    for (const value of [long, { items: [{ id: long, text: long }] }, { [long]: 1, items: [] }, `{"a":"${long}`]) {
      const message = messageOf(value);
      expect(message).not.toMatch(UNSEEN);
      expect(message.length).toBeLessThan(1500);
    }
    expect(messageOf("secret")).toBe("expected a file in JSON at a.json: Unexpected token 's'");
    expect(messageOf({ items: [{ secrets: { apiKey: 5 } }] })).toMatch(/apiKey must be string$/);
  });

  test("is refused with a hint", () => {
    expect(() => parseChecked("{", SCHEMA, SOURCE)).toThrow(
      expect.objectContaining({ code: "usage", hint: "write one" }),
    );
  });
});

describe("JSON of a shape", () => {
  const ITEM = closedObject([], {
    id: { type: "string" },
    text: { type: "string" },
    apiKey: { type: "string" },
    flag: { enum: ["a", "b"] },
  });
  const FILE: Shape = closedObject(["items"], { items: { type: "array", items: ITEM } });
  const problemOf = (value: unknown): string => {
    try {
      parseShape(typeof value === "string" ? value : JSON.stringify(value), FILE, SOURCE);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };

  test.each<[unknown, string]>([
    [{ items: [{ id: "one", flag: "a" }] }, ""],
    [[], "expected a file at a.json: the file: expected an object, got []"],
    [{}, "expected a file at a.json: items: expected an array, got nothing"],
    [{ items: [], x: 1 }, "expected a file at a.json: x: expected one of the members items"],
    [
      { items: [{ id: "one", text: 5 }] },
      "expected a file at a.json: items[0].text (in one): expected a string, got 5",
    ],
    [{ items: [{ flag: "c" }] }, 'expected a file at a.json: items[0].flag: expected one of a, b, got "c"'],
    [{ items: [{ apiKey: 5 }] }, "expected a file at a.json: items[0].apiKey: expected a string"],
  ])("is refused with place, expectation and value, but without secrets: %j", (value, message) => {
    expect(problemOf(value)).toBe(message);
  });

  test("is quoted short and escaped", () => {
    const long = HOSTILE + "x".repeat(10_000);
    for (const value of [
      long,
      { items: [{ id: long, text: 5 }] },
      { items: [{ flag: long }] },
      { [long]: 1, items: [] },
    ]) {
      const message = problemOf(value);
      expect(message).not.toMatch(UNSEEN);
      expect(message.length).toBeLessThan(1500);
    }
  });
});
