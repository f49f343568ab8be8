import { describe, expect, test, vi } from "vitest";
import { DriverBrokenError, type DriverProblem, type ProcessGroup } from "../../../src/conformance/drivers/index.ts";
import { type DriverProgram, jsonLinesDriver } from "../../../src/conformance/drivers/json-lines.ts";
import { DRIVER_DEFAULTS } from "../../../src/conformance/drivers/open-driver.ts";
import { askAll, inWords } from "./asking.ts";
import { type Behavior, type Reply, send, settled, startDriver, stopClock } from "./driver-in-process.ts";

stopClock();

/** A driver whose processes have this behavior, and the problems that it reported. */
function open(behavior: Behavior | (() => ProcessGroup), options: Partial<DriverProgram> = {}) {
  const problems: DriverProblem[] = [];
  const start = typeof behavior === "function" ? behavior : () => startDriver(behavior);
  const onProblem = (problem: DriverProblem): void => void problems.push(problem);
  const driver = jsonLinesDriver({ ...DRIVER_DEFAULTS, onProblem, start, ...options });
  return { driver, problems };
}

/** Asks for all texts, and closes the driver. */
async function wordsOf(behavior: Parameters<typeof open>[0], texts: readonly string[]): Promise<string[]> {
  const { driver } = open(behavior);
  const words = inWords(await settled(askAll(driver, texts)));
  await settled(Promise.resolve(driver.close()));
  return words;
}

/** Breaks on texts that begin with "bad" and answers all others. */
function breaking(onBad: Reply): Behavior {
  return {
    onQuestion(answer, question, program) {
      (question.text.startsWith("bad") ? onBad : send)(answer, question, program);
    },
  };
}

const crash: Reply = (_answer, _question, { exit }) => exit(3);
const never: Reply = () => {};
const stray: Reply = (answer, question, program) => {
  program.write("debug: here\n");
  send(answer, question, program);
};

const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);

describe("a driver that conforms", () => {
  test("is asked hello first, and answers what it is asked", async () => {
    const { driver, problems } = open({});
    expect(await driver.hello()).toEqual({
      implementation: { name: "x", version: "1", language: "JavaScript" },
      operations: ["percent-encoding"],
      limits: { without: ["octets"] },
      fixesNonceAndTimestamp: true,
    });
    expect(inWords(await askAll(driver, ["a", "é", "bad"]))).toEqual(["a", "%C3%A9", "bad"]);
    await driver.close();
    expect(problems).toEqual([]);
  });

  test("may answer in any order", async () => {
    const answers: (() => void)[] = [];
    const onQuestion: Reply = (...question) => {
      if (answers.push(() => send(...question)) === 5) for (const answer of answers.reverse()) answer();
    };
    expect(await wordsOf({ onQuestion }, ["a", "b", "c", "d", "e"])).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("may take longer to start than for an answer", async () => {
    const onHello: Reply = (...question) => setTimeout(() => send(...question), 3000);
    const { driver } = open({ onHello }, { timeoutMilliseconds: 2000 });
    expect(inWords(await settled(askAll(driver, ["a"])))).toEqual(["a"]);
  });

  test("has the time for an answer again after each answer", async () => {
    let count = 0;
    const onQuestion: Reply = (...question) => setTimeout(() => send(...question), ++count * 6000);
    expect(await wordsOf({ onQuestion }, ["a", "b", "c"])).toEqual(["a", "b", "c"]);
  });

  test("returns every octet of long texts, in pieces of any length, and of many questions at once", async () => {
    const onQuestion: Reply = (answer, _question, { write }) => {
      const line = Buffer.from(`${JSON.stringify(answer)}\n`);
      for (let at = 0; at < line.length; at += 997) write(line.subarray(at, at + 997));
    };
    const long = "é€😀".repeat(20_000);
    const texts = [long, ...numbers(2000), long];
    expect(await wordsOf({ onQuestion }, texts)).toEqual(texts.map(encodeURIComponent));
  });

  test("answers nothing more once it is closed, and open questions fail", async () => {
    const { driver } = open({ onQuestion: never });
    await driver.hello();
    const asked = askAll(driver, ["a"]);
    await driver.close();
    const closed = { ok: false, message: "the driver was closed" };
    expect([...(await asked), ...(await askAll(driver, ["a"]))]).toMatchObject([closed, closed]);
  });
});

describe("a driver that breaks on one input", () => {
  test.each<[string, string, unknown, Reply]>([
    ["crashes", "crashed", "the driver ended with exit code 3", crash],
    ["is killed", "crashed", "the driver was ended by SIGSEGV", (_a, _q, { exit }) => exit(null, "SIGSEGV")],
    ["ends", "exited-early", "the driver ended with exit code 0", (_a, _q, { exit }) => exit(0)],
    ["does not answer", "timed-out", "no answer within 10000 ms", never],
    [
      "reads nothing more",
      "timed-out",
      "no answer within 10000 ms",
      (_answer, _question, { stdin }) => void stdin.removeAllListeners("data"),
    ],
    ["writes a log line to stdout", "stray-output", 'expected one JSON object on each line, got "debug: here"', stray],
    [
      "writes half an object",
      "malformed-answer",
      'expected one JSON object on each line, got "{\\"id\\":"',
      (_answer, _question, { write }) => write('{"id":\n'),
    ],
    [
      "writes an empty line",
      "malformed-answer",
      "expected one JSON object on each line, got an empty line",
      (answer, question, program) => {
        program.write("\r\n");
        send(answer, question, program);
      },
    ],
    [
      "begins a line with a BOM",
      "malformed-answer",
      'expected one JSON object on each line, got a byte order mark (BOM) before "{}"',
      (_answer, _question, { write }) => write("\ufeff{}\n"),
    ],
    [
      "writes no line feed",
      "timed-out",
      'no answer within 10000 ms, after a line without a line feed at its end: "{}"',
      (_answer, _question, { write }) => write("{}"),
    ],
    [
      "ends within a line",
      "crashed",
      'the driver ended with exit code 3, after a line without a line feed at its end: "{\\"id\\":"',
      (_answer, _question, { write, exit }) => {
        write('{"id":');
        exit(3);
      },
    ],
    [
      "answers a number",
      "malformed-answer",
      "answer to percent-encoding: value: expected a string, got 5",
      (answer, ...others) => send({ ...answer, value: 5 }, ...others),
    ],
    [
      "answers with a deep array",
      "malformed-answer",
      "answer to percent-encoding: value: expected a string, got an array of 1",
      ({ id }, _question, { write }) =>
        write(`{"id":${id},"ok":true,"value":${"[".repeat(100_000)}${"]".repeat(100_000)}}\n`),
    ],
    [
      "writes Latin-1",
      "not-utf-8",
      expect.stringMatching(/^expected UTF-8, got "\{\\"id\\":\d+,\\"ok\\":true,\\"value\\":\\"\ufffd\\"\}"$/),
      (_answer, { id }, { write }) => write(Buffer.from(`{"id":${id},"ok":true,"value":"\xe9"}\n`, "latin1")),
    ],
    [
      "writes octets",
      "not-utf-8",
      'expected UTF-8, got "\ufffd\ufffd"',
      (_answer, _question, { write }) => write(Buffer.from([0xff, 0xfe, 0x0a])),
    ],
    [
      "answers with another id",
      "wrong-id",
      "expected the id of an open question, got 99999",
      (answer, ...others) => send({ ...answer, id: 99_999 }, ...others),
    ],
    [
      "answers with its id as text",
      "wrong-id",
      expect.stringMatching(/^expected the id of an open question, got "\d+"$/),
      (answer, ...others) => send({ ...answer, id: String(answer.id) }, ...others),
    ],
    [
      "answers twice",
      "doubled-id",
      expect.stringMatching(/^question \d+ was answered twice$/),
      (answer, _question, { write }) => write(`${JSON.stringify(answer)}\n`.repeat(2)),
    ],
    [
      "writes a line without an end",
      "flood",
      "more than 16777216 octets came without an end of line",
      (_answer, _question, { write }) => {
        for (let count = 0; count < 20; count++) write("x".repeat(2 ** 20));
      },
    ],
    [
      "writes many lines",
      "flood",
      '999 more lines came after this: expected one JSON object on each line, got "line after line"',
      (_answer, _question, { write }) => write("line after line\n".repeat(1000)),
    ],
  ])("%s: only the answer to that input is %s", async (_what, error, message, onBad) => {
    const { driver, problems } = open(breaking(onBad));
    const answers = await settled(askAll(driver, ["a", "b", "bad", "c", "d"]));
    expect(inWords(answers)).toEqual(["a", "b", error, "c", "d"]);
    expect(answers[2]).toMatchObject({ error, message });
    expect(problems).toEqual([]);
    expect(driver.broken?.()).toBe(undefined);
  });

  test("has the time for an answer also after a pause", async () => {
    const { driver } = open(breaking(never));
    await settled(askAll(driver, ["a"]));
    vi.advanceTimersByTime(60_000);
    expect(inWords(await settled(askAll(driver, ["bad"])))).toEqual(["timed-out"]);
  });

  test("is quoted with what it wrote to stderr", async () => {
    const { driver } = open(
      breaking((_answer, { text }, { writeError, exit }) => {
        writeError(`Traceback: ${text}\n`);
        exit(3);
      }),
    );
    expect(await settled(askAll(driver, ["bad & worse"]))).toMatchObject([{ stderr: "Traceback: bad & worse\n" }]);
  });

  test("is started again for each of several such inputs", async () => {
    const texts = ["bad1", "a", "bad2", "b", "bad3", "c"];
    expect(await wordsOf(breaking(crash), texts)).toEqual(["crashed", "a", "crashed", "b", "crashed", "c"]);
  });

  test("uses one restart for each such input, however long the search for the input is", async () => {
    const texts = numbers(40).map((text, at) => (at % 10 === 5 ? `bad${text}` : text));
    const { driver } = open(breaking(crash), { restarts: 4 });
    const words = inWords(await settled(askAll(driver, texts)));
    expect(words.filter((word) => word === "crashed")).toHaveLength(4);
    expect(words.filter((word) => word !== "crashed")).toHaveLength(36);
    expect(driver.broken?.()).toBeUndefined();
    const { driver: other } = open(breaking(crash), { restarts: 3 });
    const answers = await settled(askAll(other, texts));
    expect(answers.filter((answer) => !answer.ok && answer.isUnasked !== true)).toHaveLength(4);
    expect(await askAll(other, ["more"])).toMatchObject([{ ok: false, isUnasked: true }]);
    expect(other.broken?.()).toMatchObject({ kind: "crashed" });
  });
});

describe("a driver that breaks on no input of its own", () => {
  test("is reported separately, and every question is answered", async () => {
    const { driver, problems } = open(() => {
      let count = 0;
      return startDriver({ onQuestion: (...question) => (++count === 10 ? crash : send)(...question) });
    });
    expect(inWords(await settled(askAll(driver, numbers(14))))).toEqual(numbers(14));
    expect(problems).toEqual([{ kind: "crashed", message: "the driver ended with exit code 3", stderr: "" }]);
  });

  test("is reported separately if it answers again after its answer was taken", async () => {
    let first: (() => void) | undefined;
    const onQuestion: Reply = (...question) => {
      first?.();
      first = () => send(...question);
      send(...question);
    };
    const { driver, problems } = open({ onQuestion });
    expect(inWords(await settled(askAll(driver, ["a"])))).toEqual(["a"]);
    expect(inWords(await settled(askAll(driver, ["b"])))).toEqual(["b"]);
    expect(problems).toMatchObject([{ kind: "doubled-id", message: "question 2 was answered twice" }]);
  });
});

describe("a driver that is broken", () => {
  test.each<[string, string, string, Behavior]>([
    ["sends no hello", "timed-out", "no answer within 30000 ms", { onHello: never }],
    ["writes a banner", "stray-output", 'expected one JSON object on each line, got "debug: here"', { onHello: stray }],
    [
      "sends a malformed hello",
      "malformed-answer",
      'answer to hello: operations: expected an array of strings, got "everything"',
      { hello: { operations: "everything" } },
    ],
    ["ends", "crashed", "the driver ended with exit code 3", { onHello: crash }],
  ])("%s: hello is rejected, and every answer has the reason", async (_what, kind, message, behavior) => {
    const { driver } = open(behavior);
    await expect(settled(Promise.resolve(driver.hello()))).rejects.toMatchObject({
      name: "DriverBrokenError",
      kind,
      message,
    });
    await expect(driver.hello()).rejects.toBeInstanceOf(DriverBrokenError);
    expect(driver.broken?.()).toMatchObject({ kind, message });
    expect(await askAll(driver, ["a"])).toMatchObject([{ ok: false, error: kind, message }]);
  });

  test.each<[string, Reply]>([
    ["crashes at each question", crash],
    ["writes a log line with each answer", stray],
    [
      "ends after each answer",
      (answer, question, program) => {
        send(answer, question, program);
        program.exit(0);
      },
    ],
    ["never answers", never],
  ])("%s: without restarts left, every answer has the reason", async (_what, onQuestion) => {
    const { driver } = open({ onQuestion }, { restarts: 3 });
    expect(await settled(askAll(driver, numbers(30)))).toHaveLength(30);
    const broken = driver.broken?.();
    expect(broken?.message).toMatch(/^the driver failed, and all 3 restarts \(--restarts\) are used up: /);
    const { kind: error, ...others } = broken!;
    expect(await askAll(driver, ["again"])).toEqual([{ ok: false, error, ...others, isUnasked: true }]);
  });

  test("before its hello has no restarts to use up, even if none is allowed", async () => {
    const { driver } = open({ onHello: crash }, { restarts: 0 });
    await expect(settled(Promise.resolve(driver.hello()))).rejects.toThrow(/^the driver ended with exit code 3$/);
  });
});
