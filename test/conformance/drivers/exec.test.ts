import { describe, expect, test } from "vitest";
import { execDriver } from "../../../src/conformance/drivers/exec.ts";
import type { Driver } from "../../../src/conformance/drivers/index.ts";
import { DRIVER_DEFAULTS } from "../../../src/conformance/drivers/open-driver.ts";
import { askAll, inWords } from "./asking.ts";
import { type Behavior, type Reply, send, settled, startDriver, stopClock } from "./driver-in-process.ts";

stopClock();

/** At the end of its input, which follows the question, each process exits. */
const open = (behavior: Behavior): Driver => execDriver({ ...DRIVER_DEFAULTS, start: () => startDriver(behavior) });

/** Writes this text after the answer. */
const writingAfter =
  (text: string): Reply =>
  (answer, question, program) => {
    send(answer, question, program);
    program.write(text);
  };

describe("one process for each question", () => {
  test("answers, also if the line has no end", async () => {
    const driver = open({ onQuestion: (answer, _question, { write }) => write(JSON.stringify(answer)) });
    expect(await driver.hello()).toMatchObject({ implementation: { name: "x" }, operations: ["percent-encoding"] });
    expect(inWords(await askAll(driver, ["a", "é"]))).toEqual(["a", "%C3%A9"]);
  });

  test.each<[string, unknown, Reply]>([
    ["crashed", "the driver ended with exit code 3", (_answer, _question, { exit }) => exit(3)],
    [
      "crashed",
      "the driver ended with exit code 1",
      (answer, question, program) => {
        send(answer, question, program);
        program.exit(1);
      },
    ],
    ["exited-early", "the driver ended with exit code 0", () => {}],
    [
      "stray-output",
      'expected one JSON object on each line, got "hi"',
      (answer, question, program) => {
        program.write("hi\n");
        send(answer, question, program);
      },
    ],
    ["stray-output", 'expected one JSON object on each line, got "hi"', writingAfter("hi\n")],
    [
      "malformed-answer",
      "answer to percent-encoding: value: expected a string, got nothing",
      (answer, ...others) => send({ ...answer, value: undefined }, ...others),
    ],
    [
      "wrong-id",
      "expected the id of an open question, got 99",
      (answer, ...others) => send({ ...answer, id: 99 }, ...others),
    ],
    [
      "doubled-id",
      expect.stringMatching(/^question \d+ was answered twice$/),
      (answer, ...others) => writingAfter(`${JSON.stringify(answer)}\n`)(answer, ...others),
    ],
    ["not-utf-8", 'expected UTF-8, got "\ufffd"', (_answer, _question, { write }) => write(Buffer.from([0xff, 10]))],
    [
      "flood",
      expect.stringMatching(/^\d+ more lines came after this: /),
      (_answer, _question, { write }) => write("x\n".repeat(100_000)),
    ],
  ])("%s: %s", async (error, message, onBad) => {
    const driver = open({
      onQuestion: (answer, question, program) => (question.text === "bad" ? onBad : send)(answer, question, program),
    });
    const answers = await settled(askAll(driver, ["a", "bad", "b"]));
    expect(inWords(answers)).toEqual(["a", error, "b"]);
    expect(answers[1]).toMatchObject({ message });
  });

  test("that hangs is ended in time", async () => {
    const driver = open({ onEnd() {} });
    expect(await settled(askAll(driver, ["a"]))).toMatchObject([
      { error: "timed-out", message: "no answer and end within 10000 ms" },
    ]);
  });

  test("without a hello is reported", async () => {
    const driver = open({ onHello: (answer, ...others) => send({ ...answer, id: undefined }, ...others) });
    await expect(driver.hello()).rejects.toMatchObject({ kind: "wrong-id" });
  });
});
