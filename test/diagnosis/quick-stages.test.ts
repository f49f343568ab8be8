import { expect, test } from "vitest";
import { createQuickStages } from "../../src/diagnosis/quick-stages.ts";
import { trace } from "../../src/model/index.ts";
import { signingInput } from "../../src/suite/index.ts";
import { generateCase, signInput } from "../../src/suite/laws/index.ts";
import { seed } from "../seed.ts";

test("the quicker stages give what the specification gives", () => {
  for (let index = 0; index < 300; index++) {
    const request = signingInput(generateCase(signInput, seed, index));
    expect(trace(request, createQuickStages())).toEqual(trace(request));
  }
});
