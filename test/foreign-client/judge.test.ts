import { describe, expect, test } from "vitest";
import type { Cause, Diagnosis } from "../../src/diagnosis/index.ts";
import { judge, judgeRight, type Mistake } from "./judge.ts";

const COMMON = { notices: [], tried: 1 };

function mistake(id: string, stage: number, causes: readonly string[], signatureRight?: true): Mistake {
  return { id, stage, description: "", causes, ...(signatureRight && { signatureRight }) };
}

const STAR = mistake("star-left", 3, ["asterisk-bare"]);
const HOST = mistake("host-of-test", 5, ["other-origin = test"]);
const VALUE = mistake("value-changed-when-sent", 8, []);
const DATE = mistake("date-as-text", 1, ["timestamp-.*"], true);

/** The names of the parameters that the client signed and sent in different forms. */
const NONE = { signedOnly: [], sentOnly: [] };

function cause(id: string, what = ""): Cause {
  return { id, kind: "fault", title: "", what, fix: { text: "" } };
}

const explained = (...causes: [Cause, ...Cause[]]): Diagnosis => ({ kind: "explained", causes, ...COMMON });
const ambiguous = (...alternatives: Cause[][]): Diagnosis => ({
  kind: "ambiguous",
  alternatives,
  limitReached: false,
  ...COMMON,
});
const right = (...ids: string[]): Diagnosis => ({
  kind: "right",
  tried: 1,
  notices: ids.map((id) => ({ id, text: "", rejects: true })),
});

function gradeOf(diagnosis: Diagnosis, mistakes: Mistake[], of: Parameters<typeof judge>[1] = NONE): string {
  return judge(diagnosis, of, mistakes).grade;
}

describe("the judge of a diagnosis", () => {
  test("requires the one true cause, and counts any other one as wrong", () => {
    expect(gradeOf(explained(cause("asterisk-bare")), [STAR])).toBe("named");
    expect(gradeOf(explained(cause("tilde-encoded")), [STAR])).toBe("wrong");
    expect(gradeOf(explained(cause("asterisk-bare"), cause("tilde-encoded")), [STAR])).toBe("wrong");
  });

  test("accepts a true cause among several in the set", () => {
    const diagnosis = ambiguous([cause("tilde-encoded")], [cause("asterisk-bare")]);
    expect(judge(diagnosis, NONE, [STAR])).toMatchObject({ grade: "set", alternatives: 2 });
    expect(gradeOf(ambiguous([cause("tilde-encoded")], [cause("not-sorted")]), [STAR])).toBe("wrong");
  });

  test("requires that both of two mistakes are named", () => {
    const origin = cause("other-origin:https://test.example", "Signed for https://test.example.");
    expect(gradeOf(explained(cause("asterisk-bare"), origin), [STAR, HOST])).toBe("named");
    expect(gradeOf(explained(cause("asterisk-bare")), [STAR, HOST])).toBe("wrong");
  });

  test("can decide by the text of a cause whether it is true", () => {
    expect(
      gradeOf(explained(cause("other-origin:https://live.example", "Signed for https://live.example.")), [HOST]),
    ).toBe("wrong");
  });

  test("needs a notice for a mistake that leaves the signature right", () => {
    expect(gradeOf(right("timestamp-iso-text"), [DATE])).toBe("named");
    expect(gradeOf(right(), [DATE])).toBe("unknown");
    expect(gradeOf({ ...right("nonce-empty"), kind: "rejected" } as Diagnosis, [DATE])).toBe("wrong");
    expect(gradeOf(right(), [STAR])).toBe("wrong");
    const unknown = {
      ...right("timestamp-iso-text"),
      kind: "unknown",
      limitReached: false,
      partialCauses: [],
    } as Diagnosis;
    expect(gradeOf(unknown, [DATE])).toBe("unknown");
  });

  test("accepts a cause about one parameter if the client signed that parameter differently", () => {
    const of = { signedOnly: ["b"], sentOnly: ["b"] };
    expect(gradeOf(explained(cause("value-changed:b")), [VALUE], of)).toBe("named");
    expect(gradeOf(explained(cause("value-changed:b")), [VALUE, DATE], of)).toBe("wrong");
    expect(gradeOf(explained(cause("value-changed:a")), [VALUE], of)).toBe("wrong");
    expect(gradeOf(explained(cause("parameter-not-signed:b")), [VALUE], { signedOnly: [], sentOnly: ["b"] })).toBe(
      "named",
    );
    expect(gradeOf(explained(cause("parameter-not-sent:b")), [VALUE], { signedOnly: [], sentOnly: ["b"] })).toBe(
      "wrong",
    );
  });

  test("counts everything but a right signature as an accusation of a right request", () => {
    expect(judgeRight(right()).grade).toBe("named");
    expect(judgeRight({ ...right("nonce-empty"), kind: "rejected" } as Diagnosis).grade).toBe("wrong");
  });
});
