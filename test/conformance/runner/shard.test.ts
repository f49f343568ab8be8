import { describe, expect, test } from "vitest";
import { isInShard } from "../../../src/conformance/runner/index.ts";
import { loadVectors } from "../../../src/conformance/vectors/index.ts";

const COUNT = 4;
const shards = Array.from({ length: COUNT }, (_, at) => ({ index: at + 1, count: COUNT }));

describe("shards", () => {
  test("have each vector in exactly one of them, and none of them is empty", () => {
    const ids = loadVectors().map(({ id }) => id);
    const parts = shards.map((shard) => ids.filter((id) => isInShard(shard, id)));
    expect(parts.flat().sort()).toEqual([...ids].sort());
    for (const part of parts) expect(part.length).toBeGreaterThan(ids.length / COUNT / 2);
  });

  test("have each generated case in exactly one of them", () => {
    const indices = Array.from({ length: 100 }, (_, index) => index);
    const parts = shards.map((shard) => indices.filter((index) => isInShard(shard, index)));
    expect(parts.flat().sort((a, b) => a - b)).toEqual(indices);
    expect(parts.map((part) => part.length)).toEqual([25, 25, 25, 25]);
  });

  test("are the whole where there is only one, and where nothing is said", () => {
    expect(isInShard({ index: 1, count: 1 }, "any/thing/1")).toBe(true);
    expect(isInShard(undefined, 17)).toBe(true);
  });
});
