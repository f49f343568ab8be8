import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { baselineSchema } from "../../../scripts/schemas/documents.ts";
import { baselineText, type Entry, readBaseline } from "../../../src/conformance/baseline/index.ts";

const WHY = { reason: "it is so", address: "https://bugs.example/1" };
const ENTRIES: readonly Entry[] = [
  { cause: "tilde-encoded", ...WHY },
  { difference: "parameters: in a value, a space becomes +", example: "base-string/hosts/4", reason: "old" },
  {
    vectors: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`base-string/hosts/${at}`, "0123456789ab"])),
    ...WHY,
  },
  { property: "order-is-free", reason: "old" },
];
const schema = JSON.parse(readFileSync("vectors/baseline.schema.json", "utf8"));
const fits = new Ajv({ strictTypes: false }).compile(schema);

describe("the file of a baseline", () => {
  test("is read as it was written, one entry for each vector, and fits its published schema", () => {
    const text = baselineText(ENTRIES);
    const each = ENTRIES.flatMap((entry): Entry[] =>
      "vectors" in entry
        ? Object.entries(entry.vectors).map(([id, value]) => ({ ...entry, vectors: { [id]: value } }))
        : [entry],
    );
    expect(readBaseline(JSON.parse(text))).toEqual(each);
    expect(fits(JSON.parse(text))).toBe(true);
    expect(baselineText([])).toBe('{\n  "format": 3,\n  "known": []\n}\n');
    expect(baselineText([], '{"$schema":"./schema.json","format":3}')).toBe(
      '{\n  "$schema": "./schema.json",\n  "format": 3,\n  "known": []\n}\n',
    );
  });

  test("has each entry on one line, or the vectors of an entry on as few as they need", () => {
    const lines = baselineText(ENTRIES).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(124);
    expect(lines).toHaveLength(5 + ENTRIES.length - 1 + 7);
  });

  test("has the published schema that follows from its shape", () => {
    expect(baselineSchema()).toEqual(schema);
  });

  test.each<[string, unknown, RegExp]>([
    ["no object", [], /the file: expected an object, got an array of 0/],
    ["of another format", { format: 2, known: [] }, /format: expected 3, got 2/],
    ["without entries", { format: 3 }, /known: expected an array, got nothing/],
    [
      "with an unknown member",
      { format: 3, known: [], more: 1 },
      /the file\.more: expected one of the members \$schema, format, known, got 1/,
    ],
  ])("cannot be read if it is %s", (_what, json, message) => {
    expect(() => readBaseline(json)).toThrow(message);
  });

  const [cause, , vectors] = ENTRIES;
  test.each<[string, object, RegExp | undefined]>([
    ["everything it may have", { ...cause }, undefined],
    [
      "nothing that it names",
      { reason: "x" },
      /known\[0\]: expected an entry with one of cause, difference, vectors, p/,
    ],
    [
      "an unknown member",
      { ...cause, colour: "red" },
      /known\[0\] \(tilde-encoded\)\.colour: expected one of the members /,
    ],
    ["no reason", { cause: "x" }, /known\[0\] \(x\)\.reason: expected a string that is not empty, got nothing/],
    [
      "an empty reason",
      { cause: "x", reason: "" },
      /known\[0\] \(x\)\.reason: expected a string that is not empty, got ""/,
    ],
    ["no vectors", { ...vectors, vectors: {} }, /known\[0\]\.vectors: expected .*, got an object with no fields/],
    [
      "a value that is no text",
      { ...vectors, vectors: { "a/b/1": 1 } },
      /known\[0\]\.vectors\.a\/b\/1: expected a string that is not empty, got 1/,
    ],
  ])("is read as its schema describes it: an entry with %s", (_what, entry, message) => {
    const json = { format: 3, known: [entry] };
    expect(fits(json)).toBe(message === undefined);
    if (message === undefined) expect(readBaseline(json)).toEqual([entry]);
    else expect(() => readBaseline(json)).toThrow(message);
  });
});
