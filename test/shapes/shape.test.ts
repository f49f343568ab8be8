/** Shapes: what fits them, and the place and the words of what does not; Ajv decides alike. */

import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { publishedSchema } from "../../scripts/schemas/published-schema.ts";
import { closedObject, misfitOf, type Shape } from "../../src/shapes/shape.ts";

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
    pair: { type: "array", items: [{ type: "string" }, { type: "null" }], minItems: 2, additionalItems: false },
    some: { type: "array", items: { type: "string" }, contains: { enum: ["a", "b"] } },
    one: { title: "this or that", anyOf: [{ type: "string" }, { type: "null" }] },
    sizes: { type: "object", propertyNames: { enum: ["x", "y"] }, additionalProperties: { type: "number" } },
    open: {
      type: "object",
      required: ["a"],
      properties: { a: { allOf: [{ type: "integer", maximum: 5 }] }, any: {} },
      dependencies: { b: ["c"] },
      not: { title: "both d and e", type: "object", required: ["d", "e"] },
      anyOf: [
        { type: "object", required: ["a"], properties: { a: { const: 1 } } },
        { type: "object", required: ["f"] },
      ],
    },
  },
};
const matches = new Ajv({ strictTypes: false, strictTuples: false }).compile(SHAPE);

describe("a value", () => {
  test.each([
    { id: "x" },
    { id: "x", count: 9, kind: "b", list: ["y"], format: 2, either: 1, done: false },
    { id: "x", pair: ["x", null], some: ["z", "b"], one: null, sizes: { x: 1.5 } },
    { id: "x", open: { a: 1, any: [null], more: 1, b: 1, c: 1, d: 1 } },
    { id: "x", open: { a: 2, f: null } },
  ])("fits: %j", (value) => {
    expect(misfitOf(SHAPE, "it", value)).toBeUndefined();
    expect(matches(value)).toBe(true);
  });

  test("lists null among the values that it may have", () => {
    expect(misfitOf({ enum: ["1.0", null] }, "it", "x")).toMatchObject({ expected: "one of 1.0, null" });
  });

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
    [{ id: "x", either: 2 }, "it.either", "true or false or 1"],
    [{ id: "x", list: ["y", ""] }, "it.list[1]", "a string that is not empty"],
    [{ id: "x", done: 1 }, "it.done", "true or false"],
    [{ id: "x", pair: ["x"] }, "it.pair", "an array of 2"],
    [{ id: "x", pair: ["x", null, 1] }, "it.pair", "an array of 2"],
    [{ id: "x", pair: ["x", 1] }, "it.pair[1]", "null"],
    [{ id: "x", some: ["z"] }, "it.some", "at least one of a, b"],
    [{ id: "x", one: 1 }, "it.one", "this or that"],
    [{ id: "x", sizes: { y: "1" } }, "it.sizes.y", "a number"],
    [{ id: "x", open: {} }, "it.open.a", "a whole number up to 5"],
    [{ id: "x", open: { a: 6 } }, "it.open.a", "a whole number up to 5"],
    [{ id: "x", open: { a: 1, b: 1 } }, "it.open.c", "a value"],
    [{ id: "x", open: { a: 1, d: 1, e: 1 } }, "it.open", "not both d and e"],
    [{ id: "x", open: { a: 2 } }, "it.open.a", "1"],
  ])("does not fit: %j", (value, place, expected) => {
    expect(misfitOf(SHAPE, "it", value)).toMatchObject({ place, expected, isUnknownMember: false });
    expect(matches(value)).toBe(false);
  });

  test.each(['{ "ID": "x" }', '{ "id": "x", "__proto__": {} }', '{ "id": "x", "toString": 1 }'])(
    "does not fit with an unknown member, which counts before a missing one: %s",
    (json) => {
      const value = JSON.parse(json);
      const expected = expect.stringMatching(/^one of the members id, count, /);
      expect(misfitOf(SHAPE, "it", value)).toMatchObject({ expected, isUnknownMember: true });
      expect(matches(value)).toBe(false);
    },
  );

  test("does not fit where a name of a record is not allowed", () => {
    const value = { id: "x", sizes: { z: 1 } };
    const expected = "a name that is one of x, y";
    expect(misfitOf(SHAPE, "it", value)).toMatchObject({ place: "it.sizes.z", expected, isUnknownMember: true });
    expect(matches(value)).toBe(false);
  });

  test("does not fit a pattern for which it is too long, and throws no error of the engine", () => {
    const shape: Shape = { type: "string", pattern: "^(?:[a-z]{4})*$" };
    expect(misfitOf(shape, "it", "abcd")).toBeUndefined();
    expect(misfitOf(shape, "it", "abcd".repeat(4_000_000))).toMatchObject({ place: "it" });
  });
});

describe("a published schema", () => {
  test("refers to its definitions wherever they occur", () => {
    const name: Shape = { type: "string" };
    const names: Shape = { type: "array", items: name };
    expect(publishedSchema({ title: "T", ...closedObject([], { names, other: name }) }, { name, names })).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      title: "T",
      type: "object",
      required: [],
      additionalProperties: false,
      properties: { names: { $ref: "#/definitions/names" }, other: { $ref: "#/definitions/name" } },
      definitions: { name: { type: "string" }, names: { type: "array", items: { $ref: "#/definitions/name" } } },
    });
  });
});
