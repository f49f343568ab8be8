import { describe, expect, test } from "vitest";
import { RULES_OF_STAGE } from "../../../src/conformance/causes/own-rules.ts";
import { loadRules } from "../../../src/conformance/vectors/index.ts";

describe("the rules of a stage", () => {
  test.each(Object.entries(RULES_OF_STAGE))("%s are beginnings of ids that exist", (_, prefixes) => {
    const rules = [...loadRules().keys()];
    const wrong = prefixes.filter(
      (prefix) => !/^[a-z][a-z0-9.-]+-\d*$/.test(prefix) || !rules.some((id) => id.startsWith(prefix)),
    );
    expect(wrong).toEqual([]);
  });
});
