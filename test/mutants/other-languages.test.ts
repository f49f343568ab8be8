import { describe, expect, test } from "vitest";
import { readOtherLanguages, recordText } from "../../scripts/mutants/reference-kills.ts";
import { FAULTS, faultOf } from "../../src/faults/index.ts";

describe("the record of oauthlib", () => {
  test("has what it detects of the faults that were measured", async () => {
    const [measured, other] = [faultOf("default-port-kept")!, faultOf("space-as-plus")!];
    const { kills } = await readOtherLanguages([measured, other]);
    expect([...kills]).toEqual([[measured.id, { reference: "oauthlib", inputs: expect.any(Number) }]]);
  });

  test("is written as it was read", async () => {
    const all = await readOtherLanguages(FAULTS);
    expect(JSON.parse(recordText(all))).toEqual(Object.fromEntries(all.kills));
  });
});
