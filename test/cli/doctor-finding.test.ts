import { describe, expect, test } from "vitest";
import { diagnosisOf } from "../../src/cli/doctor-finding.ts";
import type { DoctorReport } from "../../src/conformance/drivers/index.ts";

/** What a doctor says who found these faults. */
function reportOf(...ids: string[]): DoctorReport {
  const checks = [...new Set(["framing", "in-flight", "utf-8", ...ids])].map((id) => ({
    id,
    title: id,
    hint: "",
    ...(ids.includes(id)
      ? { verdict: "fault" as const, kind: "timed-out" as const, message: "no answer" }
      : { verdict: "ok" as const }),
  }));
  return { checks, isUsable: false, stderr: "what it wrote" };
}

function findingOf(report: DoctorReport): string {
  return diagnosisOf(report).finding;
}

describe("a check whose doctor found a fault", () => {
  test.each(["hello", "flushing", "framing", "answers"])("ends where there is no conversation: %s", (id) => {
    expect(findingOf(reportOf(id))).toBe("broken");
  });

  test.each(["staying", "id-echo", "in-flight", "stray-output"])(
    "goes on with what can be asked, and is one of a broken driver: %s",
    (id) => {
      expect(findingOf(reportOf(id))).toBe("troubled");
    },
  );

  test.each(["nonce-and-timestamp", "utf-8"])("leaves to the vectors what may be the library's: %s", (id) => {
    expect(findingOf(reportOf(id))).toBe("told");
  });

  test("has the fault in its reports, unless it may be the library's", () => {
    const told = { kind: "timed-out", stderr: "what it wrote" };
    expect(diagnosisOf(reportOf("hello")).troubles).toEqual([{ ...told, message: "no answer (doctor: hello)" }]);
    expect(diagnosisOf(reportOf("in-flight")).troubles).toEqual([
      { ...told, message: "no answer (doctor: in-flight)" },
    ]);
    expect(diagnosisOf(reportOf("utf-8")).troubles).toEqual([]);
  });

  test("takes the worst of several", () => {
    expect(findingOf(reportOf("utf-8", "stray-output"))).toBe("troubled");
    expect(findingOf(reportOf("utf-8", "hello"))).toBe("broken");
  });
});
