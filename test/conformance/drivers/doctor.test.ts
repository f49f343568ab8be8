import { describe, expect, test } from "vitest";
import { type DoctorReport, runDoctor } from "../../../src/conformance/drivers/index.ts";
import { sessionWith } from "./doctor-session.ts";

const faultsOf = ({ checks }: DoctorReport) => checks.filter(({ verdict }) => verdict === "fault");

/** What the doctor says of a driver in this process, for which no time passes. */
function look(...driver: Parameters<typeof sessionWith>): Promise<DoctorReport> {
  return runDoctor({ command: [], timeoutMilliseconds: 800, isQuick: true }, () => sessionWith(...driver));
}

describe("the doctor", () => {
  test("finds nothing wrong with a driver that answers", async () => {
    expect(faultsOf(await look(({ answer, say }) => say(answer)))).toEqual([]);
  });

  test("reports one answer for many questions", async () => {
    const report = await look(({ id, isHello, answer, say }) => {
      if (isHello || id <= 2 || id >= 40 || id % 2 === 0) say(answer);
    });
    expect(faultsOf(report)).toMatchObject([{ id: "in-flight", hint: expect.stringMatching(/\w/) }]);
  });

  test("reports a question that is answered twice", async () => {
    const report = await look(({ id, answer, say }) => {
      say(answer);
      if (id === 10) say(answer);
    });
    expect(faultsOf(report)).toMatchObject([{ kind: "doubled-id", message: "question 10 was answered twice" }]);
  });

  test("reports answers that are kept back until the input ends", async () => {
    const kept: string[] = [];
    const report = await look(
      ({ isHello, answer, say }) => (isHello ? say(answer) : kept.push(answer)),
      (say) => kept.forEach(say),
    );
    expect(faultsOf(report)).toMatchObject([{ id: "flushing", hint: expect.stringMatching(/\w/) }]);
  });

  test("takes a driver that is slow for slow, not for one that does not flush", async () => {
    const report = await look(({ isHello, answer, say, sayLate }) => (isHello ? say(answer) : sayLate(answer)));
    expect(faultsOf(report)).toMatchObject([
      { id: "answers", kind: "timed-out", message: "no answer within 800 ms: it came later" },
    ]);
  });

  test("takes a driver that never answers for one that hangs", async () => {
    const report = await look(({ isHello, answer, say }) => isHello && say(answer));
    expect(faultsOf(report)).toMatchObject([{ id: "answers", message: "no answer within 800 ms" }]);
  });
});
