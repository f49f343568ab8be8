import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type IdLock, questionOf, updateLock } from "../../../src/conformance/vectors/id-lock.ts";
import { loadVectors, loadVerificationVectors, VECTORS_FOLDER } from "../../../src/conformance/vectors/index.ts";

const vectors = loadVectors();

describe("the ids", () => {
  const lock = JSON.parse(readFileSync(join(VECTORS_FOLDER, "ids.lock.json"), "utf8")) as IdLock;

  test("are unique", () => {
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length);
  });

  test("are those of the lock, in its order", () => {
    const updated = updateLock(lock, [...vectors, ...loadVerificationVectors()].map(questionOf));
    expect(updated.problems).toEqual([]);
    expect(JSON.stringify(updated.lock)).toBe(JSON.stringify(lock));
  });
});

describe("the lock", () => {
  const one = { id: "a/b/1", operation: "percent-encoding", input: { text: "a" } } as const;
  const two = { id: "a/b/2", operation: "percent-encoding", input: { text: "b" } } as const;
  const ten = { ...two, id: "a/b/10" };
  const { lock } = updateLock({ format: 1, ids: {}, removed: [] }, [one, two]);

  test("adds new ids, sorted by area and topic, then by number", () => {
    const updated = updateLock(lock, [ten, two, { ...two, id: "a/a/3" }, one]);
    expect(updated.problems).toEqual([]);
    expect(Object.keys(updated.lock.ids)).toEqual(["a/a/3", "a/b/1", "a/b/2", "a/b/10"]);
    expect(updated.lock.ids).toMatchObject(lock.ids);
  });

  test("has the first 16 digits of SHA-256 over the canonical JSON of operation and input", () => {
    // printf '{"input":{"text":"a"},"operation":"percent-encoding"}' | sha256sum
    expect(lock.ids["a/b/1"]).toBe("462fbba44d1a79ac");
  });

  test("ignores the order of the members of an input, and everything but the question", () => {
    const asked = { id: "a/b/1", operation: "body-hash", input: { body: "", hash: "SHA-1" } } as const;
    const { lock: before } = updateLock({ format: 1, ids: {}, removed: [] }, [asked]);
    const turned = { ...asked, input: { hash: "SHA-1", body: "" }, comment: "New comment" } as const;
    expect(updateLock(before, [turned])).toEqual({ lock: before, problems: [] });
  });

  test("names an id whose input or operation changed", () => {
    const problem =
      'a/b/1: its operation or input changed; give the changed vector a new id, and add this id to "removed"';
    expect(updateLock(lock, [{ ...one, input: { text: "c" } }, two]).problems).toEqual([problem]);
    expect(updateLock(lock, [{ ...one, operation: "percent-decoding" }, two]).problems).toEqual([problem]);
  });

  test("names an id without a vector that is not in removed", () => {
    expect(updateLock(lock, [two]).problems).toEqual([
      'a/b/1: no file has this vector; add the id to "removed" if that is intended',
    ]);
  });

  test("accepts an id in removed, and names it if a vector uses it again", () => {
    const updated = updateLock({ ...lock, removed: ["a/b/1"] }, [two]);
    expect(updated.problems).toEqual([]);
    expect(updated.lock).toEqual({ format: 1, ids: { "a/b/2": lock.ids["a/b/2"] }, removed: ["a/b/1"] });
    expect(updateLock(updated.lock, [one, two]).problems).toEqual(["a/b/1: used again; a removed vector had this id"]);
  });

  test("names an id that two vectors have", () => {
    expect(updateLock(lock, [one, two, two]).problems).toEqual(["a/b/2: two vectors have this id"]);
  });
});
