import { describe, expect, test } from "vitest";
import { FORMS, NUMBERED_FAULTS, withoutNumbers } from "../../scripts/foreign-client/forms.ts";
import { answersOf, formsIn, type Group, scoreOf } from "../../scripts/foreign-client/report.ts";
import { diagnose } from "../../src/diagnosis/index.ts";
import { faultOf } from "../../src/faults/index.ts";
import { asked, sentWith } from "../diagnosis/requests.ts";

const faults = NUMBERED_FAULTS.filter(({ id }) => id === "hex-digest");

const groupWith = (heldOut: boolean): Group => ({
  wanted: { kind: "single", seed: "1", count: 1, heldOut },
  judged: [1, 2, 9].map((tried) => ({
    made: { mistakes: ["in-hex"] } as unknown as Group["judged"][number]["made"],
    grade: "named",
    alternatives: 1,
    shown: "explained hex-digest",
    tried,
    milliseconds: tried,
    forms: ["hex-digest 0"],
  })),
});

describe("the forms of faults", () => {
  test("are found in an answer, which has no numbers then", () => {
    const numbered = diagnose(asked(sentWith(["hex-digest"])), { faults });
    const { diagnosis, forms } = withoutNumbers(numbered);
    expect(forms).toEqual(["hex-digest 0"]);
    expect(FORMS).toContain(forms[0]);
    const plain = diagnose(asked(sentWith(["hex-digest"])), { faults: [faultOf("hex-digest")!] });
    expect(diagnosis).toEqual(JSON.parse(JSON.stringify(plain)));
  });
});

describe("a report", () => {
  test("has the median and what 95 % of the answers need", () => {
    expect(scoreOf(groupWith(false)).tried).toEqual({ median: 2, p95: 2 });
    expect([...formsIn([groupWith(false)])]).toEqual(["hex-digest 0"]);
  });

  test("has the answers, but only the grade of a mistake that is held out", () => {
    const [open, heldOut] = [false, true].map((held) => JSON.parse(answersOf([groupWith(held)]))[0]);
    expect(open).toEqual(["single", "in-hex", "named", "explained hex-digest"]);
    expect(heldOut).toEqual(["single", "in-hex", "named"]);
  });
});
