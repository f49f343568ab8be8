import { describe, expect, test } from "vitest";
import { findingOf } from "../../src/cli/doctor-finding.ts";
import type { DoctorReport } from "../../src/drivers/index.ts";

/** What a doctor says who found these faults. */
function reportOf(...ids: string[]): DoctorReport {
  const checks = ["framing", "in-flight", "utf-8", ...ids].map((id) => ({
    id,
    title: id,
    hint: "",
    verdict: ids.includes(id) ? ("fault" as const) : ("ok" as const),
  }));
  return { checks, isSound: false, stderr: "" };
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

  test("takes the worst of several", () => {
    expect(findingOf(reportOf("utf-8", "stray-output"))).toBe("troubled");
    expect(findingOf(reportOf("utf-8", "hello"))).toBe("broken");
  });
});
