/** Shapes: what fits them, and the place and the words of what does not; Ajv decides alike. */

import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { misfitOf, type Shape } from "../../src/shapes/shape.ts";

const SHAPE: Shape = {
  type: "object",
  required: ["id"],
  additionalProperties: false,
  properties: {
    id: { type: "string", pattern: "^[a-z]+$", title: "small letters" },
    count: { type: "integer", minimum: 1, maximum: 9 },
    kind: { enum: ["a", "b"] },
    list: { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 },
    format: { const: 2 },
    either: { anyOf: [{ type: "boolean" }, { const: 1 }] },
    done: { type: "boolean" },
  },
};
const matches = new Ajv().compile(SHAPE);

describe("a value", () => {
  test.each([{ id: "x" }, { id: "x", count: 9, kind: "b", list: ["y"], format: 2, either: 1, done: false }])(
    "fits: %j",
    (value) => {
      expect(misfitOf(SHAPE, "it", value)).toBeUndefined();
      expect(matches(value)).toBe(true);
    },
  );

  test("fits with an optional member that is undefined", () => {
    expect(misfitOf(SHAPE, "it", { id: "x", kind: undefined })).toBeUndefined();
  });

  test.each([
    [null, "it", "an object"],
    [["x"], "it", "an object"],
    [{}, "it.id", "small letters"],
    [{ id: "X" }, "it.id", "small letters"],
    [{ id: 1 }, "it.id", "small letters"],
    [{ id: "x", count: 10 }, "it.count", "a whole number from 1 to 9"],
    [{ id: "x", count: 1.5 }, "it.count", "a whole number from 1 to 9"],
    [{ id: "x", kind: "c" }, "it.kind", "one of a, b"],
    [{ id: "x", list: "y" }, "it.list", "an array"],
    [{ id: "x", list: [] }, "it.list", "an array of 1 or more"],
    [{ id: "x", format: 1 }, "it.format", "2"],
    [{ id: "x", either: 2 }, "it.either", "true or false"],
    [{ id: "x", list: ["y", ""] }, "it.list[1]", "a string"],
    [{ id: "x", done: 1 }, "it.done", "true or false"],
  ])("does not fit: %j", (value, place, expected) => {
    expect(misfitOf(SHAPE, "it", value)).toMatchObject({ place, expected, isUnknownMember: false });
    expect(matches(value)).toBe(false);
  });

  test.each(['{ "ID": "x" }', '{ "id": "x", "__proto__": {} }', '{ "id": "x", "toString": 1 }'])(
    "does not fit with an unknown member, which counts before a missing one: %s",
    (json) => {
      const value = JSON.parse(json);
      const expected = "one of the members id, count, kind, list, format, either, done";
      expect(misfitOf(SHAPE, "it", value)).toMatchObject({ expected, isUnknownMember: true });
      expect(matches(value)).toBe(false);
    },
  );
});
