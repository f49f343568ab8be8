/** What each property generates, shortened to a hash: a seed and an index must go on to name the same case. */

import { describe, test } from "vitest";
import { generateCase, PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { expectRecorded, hashOf, recordOf } from "../../recorded.ts";

const CASES = 200;

describe("the generated cases of each property", () => {
  test("are those that cases.json records", { tags: ["recorded"] }, async () => {
    const hashes = PROPERTIES.map(({ id, cases }) => {
      const generated = Array.from({ length: CASES }, (_, index) => generateCase<unknown>(cases, 5849, index));
      return [id, hashOf(generated)] as const;
    });
    await expectRecorded(recordOf(hashes), "./cases.json");
  });
});
