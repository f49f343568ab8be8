/** What each property generates, shortened to a hash: a seed and an index must go on to name the same case. */

import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { generateCase, PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { TO_RECORD } from "../../recorded.ts";

const CASES = 200;

describe("the generated cases of each property", () => {
  test("are those that cases.json records", { tags: ["recorded"] }, async () => {
    const hashes = PROPERTIES.map(({ id, cases }) => {
      const generated = Array.from({ length: CASES }, (_, index) => generateCase<unknown>(cases, 5849, index));
      return [id, createHash("sha256").update(JSON.stringify(generated)).digest("hex").slice(0, 8)];
    });
    await expect(`${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`, TO_RECORD).toMatchFileSnapshot(
      "./cases.json",
    );
  });
});
