import { Transform } from "node:stream";
import { describe, expect, test } from "vitest";
import { startRawSession } from "../../../src/conformance/drivers/doctor/raw-session.ts";
import { type DoctorReport, type ProcessGroup, runDoctor } from "../../../src/conformance/drivers/index.ts";
import {
  type Behavior,
  type Question,
  type Reply,
  send,
  settled,
  startDriver,
  startInProcess,
  stopClock,
} from "./driver-in-process.ts";

stopClock();

/** What the checks find in a driver. */
function check(behavior: Behavior | (() => ProcessGroup), { isQuick = true } = {}): Promise<DoctorReport> {
  const start = typeof behavior === "function" ? behavior : () => startDriver(behavior);
  return settled(runDoctor({ start, timeoutMilliseconds: 800, isQuick }));
}

const faultsOf = ({ checks }: DoctorReport) => checks.filter(({ verdict }) => verdict === "fault");
const namesOf = ({ checks }: DoctorReport): string[] =>
  checks
    .filter(({ verdict }) => verdict === "fault" || verdict === "warning")
    .map(({ id, verdict }) => `${verdict} ${id}`);

/** Writes each message, also hello, in another form. */
function writing(form: (json: string) => string | Buffer): Behavior {
  const reply: Reply = (answer, _question, { write }) => write(form(JSON.stringify(answer)));
  return { onHello: reply, onQuestion: reply };
}

/** Answers each question with a changed message. */
function answering(change: (answer: Parameters<Reply>[0], question: Question) => object): Behavior {
  return {
    onQuestion: (answer, question, program) => send({ ...answer, ...change(answer, question) }, question, program),
  };
}

/** Signs with these values of a question. */
function signing(nonce: string | undefined, timestamp: string | undefined, signed: (question: Question) => unknown) {
  return {
    hello: { operations: ["sign"] },
    ...answering((answer, question) => {
      if (question.op !== "sign") return answer;
      const parameters = { oauth_nonce: nonce ?? question.nonce, oauth_timestamp: timestamp ?? question.timestamp };
      const all = { ...parameters, oauth_signature: signed(question) };
      const header = Object.entries(all).map(([name, value]) => `${name}="${value}"`);
      return { ok: true, error: undefined, authorization: `OAuth ${header.join(", ")}` };
    }),
  };
}

const never: Reply = () => {};
/** Writes this text before each answer. */
const writingBefore =
  (text: string): Reply =>
  (answer, question, program) => {
    program.write(text);
    send(answer, question, program);
  };

describe("the doctor", () => {
  test("finds nothing wrong with a driver that conforms, and returns its hello", async () => {
    const report = await check({}, { isQuick: false });
    expect(namesOf(report)).toEqual([]);
    expect(report).toMatchObject({ isUsable: true, hello: { implementation: { name: "x", version: "1" } } });
  });

  test.each<[string, string, Behavior]>([
    ["CR and LF at the end of lines", "warning framing", writing((json) => `${json}\r\n`)],
    ["lines without LF", "fault framing", writing((json) => json)],
    ["an empty line after each answer", "fault framing", writing((json) => `${json}\n\n`)],
    ["a byte order mark", "fault framing", writing((json) => `\ufeff${json}\n`)],
    ["JSON over several lines", "fault framing", writing((json) => `${JSON.stringify(JSON.parse(json), null, 1)}\n`)],
    [
      "an answer as deep as JSON goes",
      "fault answers",
      {
        onQuestion({ id, value, ...answer }, question, { write }) {
          const deep = `${"[".repeat(2e5)}${"]".repeat(2e5)}`;
          const json = question.text?.length > 3 ? deep : JSON.stringify(value ?? null);
          write(`${JSON.stringify({ id, ...answer }).slice(0, -1)},"value":${json}}\n`);
        },
      },
    ],
    ["an operation that is unknown", "warning hello", { hello: { operations: ["percent-encoding", "dance"] } }],
    ["an answer without its value", "fault answers", answering(() => ({ value: undefined }))],
    ["unsupported for a declared operation", "warning answers", answering(() => ({ ok: false, error: "unsupported" }))],
    ["ids with six digits", "fault id-echo", answering((_answer, { id }) => ({ id: Number(id.toPrecision(6)) }))],
    ["ids as text", "fault id-echo", answering((_answer, { id }) => ({ id: String(id) }))],
    ["UTF-8 read as Latin-1", "fault utf-8", { encoding: "latin1" }],
    [
      "UTF-8 written twice",
      "fault utf-8",
      {
        hello: { operations: ["percent-decoding"] },
        ...answering(({ value }) => ({ value: value && Buffer.from(String(value)).toString("latin1") })),
      },
    ],
    [
      "Latin-1 on stdout",
      "fault utf-8",
      { ...writing((json) => Buffer.from(`${json}\n`, "latin1")), hello: { operations: ["percent-decoding"] } },
    ],
    ["another nonce", "fault nonce-and-timestamp", signing("mine", undefined, ({ timestamp }) => timestamp)],
    ["another timestamp", "fault nonce-and-timestamp", signing(undefined, "17", ({ nonce }) => nonce)],
    ["another signature each time", "fault nonce-and-timestamp", signing(undefined, undefined, ({ id }) => id)],
    [
      "a signature that does not depend on the timestamp",
      "fault nonce-and-timestamp",
      signing(undefined, undefined, ({ nonce }) => nonce),
    ],
    [
      "failed for an unknown operation",
      "warning unknown-operation",
      answering(({ error }) => (error === undefined ? {} : { error: "failed" })),
    ],
    ["a log line", "fault stray-output", { onQuestion: writingBefore("debug\n") }],
    [
      "a log line after the last answer",
      "fault stray-output",
      writing((json) => `${json}\n${json.includes("unsupported") ? "bye\n" : ""}`),
    ],
    ["a flood of lines", "fault stray-output", { onQuestion: writingBefore("x\n".repeat(20_000)) }],
    ["a crash", "fault staying", { onQuestion: (_answer, _question, { exit }) => exit(3) }],
    [
      "an end after the first answer",
      "fault staying",
      {
        onQuestion(answer, question, program) {
          send(answer, question, program);
          program.exit(0);
        },
      },
    ],
  ])("reports %s: %s", async (_what, fault, behavior) => {
    const report = await check(behavior);
    expect(namesOf(report)).toEqual([fault]);
    expect(report.checks.find(({ verdict }) => verdict === fault.split(" ")[0])?.hint).toMatch(/\w/);
    expect(report.isUsable).toBe(fault.startsWith("warning"));
  });

  test("reports one answer for many questions", async () => {
    const report = await check({
      onQuestion(answer, question, program) {
        if (question.id <= 2 || question.id >= 40 || question.id % 2 === 0) send(answer, question, program);
      },
    });
    expect(faultsOf(report)).toMatchObject([{ id: "in-flight", hint: expect.stringMatching(/\w/) }]);
  });

  test("reports a question that is answered twice", async () => {
    const report = await check({
      onQuestion(answer, question, program) {
        send(answer, question, program);
        if (question.id === 10) send(answer, question, program);
      },
    });
    expect(faultsOf(report)).toMatchObject([{ kind: "doubled-id", message: "question 10 was answered twice" }]);
  });

  test("reports answers that are kept back until the input ends", async () => {
    const report = await check(() => {
      const kept: (() => void)[] = [];
      return startDriver({
        onQuestion: (...question) => void kept.push(() => send(...question)),
        onEnd({ exit }) {
          for (const answer of kept) answer();
          exit(0);
        },
      });
    });
    expect(faultsOf(report)).toMatchObject([{ id: "flushing", hint: expect.stringMatching(/\w/) }]);
  });

  test("takes a driver that is slow for slow, not for one that does not flush", async () => {
    const report = await check({ onQuestion: (...question) => setTimeout(() => send(...question), 1000) });
    expect(faultsOf(report)).toMatchObject([
      { id: "answers", kind: "timed-out", message: "no answer within 800 ms: it came later" },
    ]);
  });

  test("takes a driver that never answers for one that hangs", async () => {
    const report = await check({ onQuestion: never });
    expect(faultsOf(report)).toMatchObject([{ id: "answers", message: "no answer within 800 ms" }]);
  });

  test("does not ask what hello rules out", async () => {
    const hello = { operations: ["sign"], fixesNonceAndTimestamp: false, limits: { inFlight: 1 } };
    const report = await check({ ...signing("mine", "17", ({ id }) => id), hello });
    expect(report.isUsable).toBe(true);
    expect(report.checks.filter(({ verdict }) => verdict === "skipped").map(({ id }) => id)).toEqual([
      "in-flight",
      "nonce-and-timestamp",
      "utf-8",
    ]);
  });

  test.each<[string, NonNullable<Behavior["onEnd"]>, string]>([
    ["another exit code", ({ exit }) => exit(4), "expected exit code 0, got 4"],
    ["no end", () => {}, "the driver still runs after 2000 ms"],
  ])("waits for the end of the driver unless the checks are quick: %s", async (_what, onEnd, message) => {
    expect(namesOf(await check({ onEnd }))).toEqual([]);
    const report = await check({ onEnd }, { isQuick: false });
    expect(namesOf(report)).toEqual(["warning bye", "warning end-of-input"]);
    expect(report.checks.filter(({ verdict }) => verdict === "warning")).toMatchObject([{ message }, { message }]);
  });

  test.each<[string, Behavior, string]>([
    ["32 bits", answering((_answer, { id }) => ({ id: id | 0 })), "expected the id 2147483648, got -2147483648"],
    [
      "14 digits",
      answering((_answer, { id }) => ({ id: Number(id.toPrecision(14)) })),
      "expected the id 9007199254740991, got 9007199254741000",
    ],
    [
      "a type that ends the program",
      { onQuestion: (...all) => (all[1].id > 2 ** 31 ? all[2].exit(1) : send(...all)) },
      "the driver ended with exit code 1",
    ],
  ])("warns of ids that no run reaches, and can use the driver: %s", async (_what, behavior, message) => {
    expect(namesOf(await check(behavior))).toEqual([]);
    const report = await check(behavior, { isQuick: false });
    expect(namesOf(report)).toEqual(["warning large-ids"]);
    expect(report.isUsable).toBe(true);
    expect(report.checks.at(-1)!.message).toContain(message);
  });

  test("sends a line in pieces unless the checks are quick", async () => {
    const readsEachChunkAsLines = (): ProcessGroup => {
      const group = startDriver();
      const stdin = new Transform({
        transform: (chunk, _encoding, done) => done(null, String(chunk).replace(/\n?$/, "\n")),
      });
      stdin.pipe(group.stdin);
      return { ...group, stdin };
    };
    expect(namesOf(await check(readsEachChunkAsLines))).toEqual([]);
    expect(namesOf(await check(readsEachChunkAsLines, { isQuick: false }))).toEqual(["fault half-line"]);
  });
});

describe("a driver that takes its time", () => {
  const late =
    (milliseconds: number): Reply =>
    (...reply) =>
      void setTimeout(() => send(...reply), milliseconds);

  test("has no fault if each answer comes in time", async () => {
    expect(namesOf(await check({ onHello: late(700), onQuestion: late(700) }))).toEqual([]);
  });

  test("has a fault if its answers come later", async () => {
    const report = await check({ onQuestion: late(900) });
    expect(faultsOf(report)[0]).toMatchObject({ message: "no answer within 800 ms: it came later" });
  });
});

/** A program that does not exist. */
function notStarted(): ProcessGroup {
  const group = startInProcess(({ exit }) => exit(null));
  return { ...group, ended: group.ended.then((end) => ({ ...end, error: new Error("spawn no-such ENOENT") })) };
}

describe("the doctor without a hello", () => {
  test.each<[string, string, RegExp, Behavior | (() => ProcessGroup)]>([
    ["an end", "fault hello", /reads lines from stdin/, () => startInProcess(({ exit }) => exit(3))],
    ["a program that cannot be started", "fault hello", /no shell reads the command/, notStarted],
    ["a malformed hello", "fault hello", /^answer \{"id":1,"op":"hello"/, { hello: { operations: "everything" } }],
    ["silence", "fault hello", /flush stdout/, { onHello: never }],
    ["a banner", "fault stray-output", /to stderr/, { onHello: writingBefore("Welcome!\n") }],
    [
      "a flood of octets",
      "fault stray-output",
      /to stderr/,
      () =>
        startInProcess(({ write }) => {
          for (let count = 0; count < 20; count++) write("x".repeat(2 ** 20));
        }),
    ],
  ])("reports %s: %s", async (_what, fault, hint, behavior) => {
    const report = await check(behavior);
    expect(namesOf(report)).toEqual([fault]);
    expect(faultsOf(report)).toMatchObject([{ hint: expect.stringMatching(hint) }]);
  });
});

describe("the session of the doctor", () => {
  test("begins the time for several lines again with each of them", async () => {
    const group = startInProcess(({ write }) => {
      for (const [index, line] of ["one\n", "two\n", "three\n"].entries()) setTimeout(write, index * 500, line);
    });
    const lines = await settled(startRawSession(group).next(3, 800));
    expect(lines.map(({ text }) => text)).toEqual(["one", "two", "three"]);
  });
});
