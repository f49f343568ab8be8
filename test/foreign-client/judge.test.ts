import { describe, expect, test } from "vitest";
import type { Case, Mistake } from "../../scripts/foreign-client/cases.ts";
import { judge, judgeRight } from "../../scripts/foreign-client/judge.ts";
import type { Cause, Diagnosis } from "../../src/diagnosis/index.ts";

const COMMON = { notices: [], tried: 1 };
const EXPECTED = {
  "star-left": ["asterisk-bare"],
  "host-of-test": ["other-origin = test"],
  "date-as-text": ["timestamp-.*"],
};

function mistake(id: string, stage: number, signatureRight = false): Mistake {
  return { id, stage, description: "", common: false, held_out: false, signature_right: signatureRight };
}

const STAR = mistake("star-left", 3);
const HOST = mistake("host-of-test", 5);
const VALUE = mistake("value-changed-when-sent", 8);
const DATE = mistake("date-as-text", 1, true);

/** A case in which the client signed other parameters than it sent. */
function made(signed = "a=1", sent = signed): Case {
  const base = (parameters: string): { baseString: string } => ({
    baseString: `POST&https%3A%2F%2Fshop.example%2F&${encodeURIComponent(parameters)}`,
  });
  return {
    case: 0,
    mistakes: [],
    request: "",
    scheme: "https",
    credentials: { consumerSecret: "" },
    signed: base(signed),
    asSent: base(sent),
  };
}

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

function gradeOf(diagnosis: Diagnosis, mistakes: Mistake[], of = made()): string {
  return judge(diagnosis, of, mistakes, EXPECTED).grade;
}

describe("the judge of a diagnosis", () => {
  test("requires the one true cause, and counts any other one as wrong", () => {
    expect(gradeOf(explained(cause("asterisk-bare")), [STAR])).toBe("named");
    expect(gradeOf(explained(cause("tilde-encoded")), [STAR])).toBe("wrong");
    expect(gradeOf(explained(cause("asterisk-bare"), cause("tilde-encoded")), [STAR])).toBe("wrong");
  });

  test("accepts a true cause among several in the set", () => {
    const diagnosis = ambiguous([cause("tilde-encoded")], [cause("asterisk-bare")]);
    expect(judge(diagnosis, made(), [STAR], EXPECTED)).toMatchObject({ grade: "set", alternatives: 2 });
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
    const of = made("a=1&b=x", "a=1&b=y");
    expect(gradeOf(explained(cause("value-changed:b")), [VALUE], of)).toBe("named");
    expect(gradeOf(explained(cause("value-changed:b")), [VALUE, DATE], of)).toBe("wrong");
    expect(gradeOf(explained(cause("value-changed:a")), [VALUE], of)).toBe("wrong");
    expect(gradeOf(explained(cause("parameter-not-signed:b")), [VALUE], made("a=1", "a=1&b=y"))).toBe("named");
    expect(gradeOf(explained(cause("parameter-not-sent:b")), [VALUE], made("a=1", "a=1&b=y"))).toBe("wrong");
  });

  test("counts everything but a right signature as an accusation of a right request", () => {
    expect(judgeRight(right()).grade).toBe("named");
    expect(judgeRight({ ...right("nonce-empty"), kind: "rejected" } as Diagnosis).grade).toBe("wrong");
  });
});
