import { describe, expect, test } from "vitest";
import { generateCase, signInput } from "../../src/conformance/properties/index.ts";
import { signingInput } from "../../src/conformance/vectors/index.ts";
import { createCachedStages } from "../../src/diagnosis/cached-stages.ts";
import { trace } from "../../src/model/index.ts";
import { seed } from "../seed.ts";

describe("the cached stages", () => {
  test("give the same results as the specification", { tags: ["deep"] }, () => {
    for (let index = 0; index < 300; index++) {
      const request = signingInput(generateCase(signInput, seed, index));
      expect(trace(request, createCachedStages())).toEqual(trace(request));
    }
  });
});
