import { describe, expect, test } from "vitest";
import { parseChecked } from "../../src/cli/input/checked-json.ts";
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
    expect(parseChecked('{"format":1,"known":[]}', "baseline.schema.json", SOURCE)).toMatchObject({ known: [] });
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
