import { describe, expect, test } from "vitest";
import { doctorFinding } from "../../src/cli/check/doctor.ts";
import type { DoctorReport } from "../../src/conformance/drivers/index.ts";

/** A report of the doctor with these faults. */
function reportOf(...ids: string[]): DoctorReport {
  const checks = [...new Set(["answers", "in-flight", "utf-8", ...ids])].map((id) => ({
    id,
    title: id,
    hint: "flush",
    ...(ids.includes(id)
      ? { verdict: "fault" as const, kind: "timed-out" as const, message: "no answer" }
      : { verdict: "ok" as const }),
  }));
  return { checks, isUsable: false, stderr: "what it wrote" };
}

function isBroken(report: DoctorReport): boolean {
  return doctorFinding(report).isBroken;
}

describe("a check whose doctor found a fault", () => {
  test.each(["hello", "answers"])("ends if nothing can be asked: %s", (id) => {
    expect(isBroken(reportOf(id))).toBe(true);
  });

  test.each(["id-echo", "in-flight", "stray-output"])("goes on, with the exit code of a broken driver: %s", (id) => {
    expect(isBroken(reportOf(id))).toBe(false);
  });

  test.each(["nonce-and-timestamp", "utf-8"])("leaves a fault that may be in the library to the vectors: %s", (id) => {
    expect(isBroken(reportOf(id))).toBe(false);
  });

  test("reports the fault with its hint, unless it may be in the library", () => {
    const problem = { kind: "timed-out", stderr: "what it wrote" };
    expect(doctorFinding(reportOf("hello")).problems).toEqual([
      { ...problem, message: "no answer (doctor: hello); flush" },
    ]);
    expect(doctorFinding(reportOf("in-flight")).problems).toEqual([
      { ...problem, message: "no answer (doctor: in-flight); flush" },
    ]);
    expect(doctorFinding(reportOf("utf-8")).problems).toEqual([]);
  });

  test("reports the worst of several faults", () => {
    expect(isBroken(reportOf("utf-8", "stray-output"))).toBe(false);
    expect(isBroken(reportOf("utf-8", "hello"))).toBe(true);
  });
});
