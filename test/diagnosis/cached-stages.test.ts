import { describe, expect, test } from "vitest";
import { generateCase, signInput } from "../../src/conformance/properties/index.ts";
import { signingInput } from "../../src/conformance/vectors/index.ts";
import { createCachedStages, FAST_STAGES } from "../../src/diagnosis/search/cached-stages.ts";
import { trace } from "../../src/model/index.ts";
import { seed } from "../seed.ts";

describe("the cached stages", () => {
  test("give the same results as the specification, with caches and without", { tags: ["deep"] }, () => {
    for (let index = 0; index < 300; index++) {
      const request = signingInput(generateCase(signInput, seed, index));
      for (const stages of [createCachedStages(), FAST_STAGES]) expect(trace(request, stages)).toEqual(trace(request));
    }
  });
});
