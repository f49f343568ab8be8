import { describe, expect, test } from "vitest";
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
  return settled(runDoctor({ start, timeoutMilliseconds: 800, helloTimeoutMilliseconds: 800 }, { isQuick }));
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

  test("finds nothing wrong with signatures that depend on the nonce and the timestamp", async () => {
    const report = await check(signing(undefined, undefined, ({ nonce, timestamp }) => `${nonce} ${timestamp}`));
    expect(namesOf(report)).toEqual([]);
  });

  test.each<[string, string, Behavior]>([
    ["lines without LF", "fault hello", writing((json) => json)],
    ["a byte order mark", "fault hello", writing((json) => `\ufeff${json}\n`)],
    ["JSON over several lines", "fault hello", writing((json) => `${JSON.stringify(JSON.parse(json), null, 1)}\n`)],
    [
      "an empty line after each answer",
      "fault answers, fault in-flight, fault stray-output",
      writing((json) => `${json}\n\n`),
    ],
    ["octets as if there were no text", "warning octets", { hello: { limits: {} } }],
    [
      "an error for octets that it does not declare as a limit",
      "warning octets",
      {
        hello: { limits: {} },
        ...answering((_answer, { text }) =>
          text === undefined ? { ok: false, error: "failed", message: "no text" } : {},
        ),
      },
    ],
    ["an operation that is unknown", "warning hello", { hello: { operations: ["percent-encoding", "dance"] } }],
    ["an answer without its value", "fault answers, fault in-flight", answering(() => ({ value: undefined }))],
    ["unsupported for a declared operation", "warning answers", answering(() => ({ ok: false, error: "unsupported" }))],
    ["ids as text", "fault answers, fault in-flight", answering((_answer, { id }) => ({ id: String(id) }))],
    [
      "UTF-8 written twice",
      "fault utf-8",
      {
        hello: { operations: ["percent-decoding"] },
        ...answering(({ value }) => ({ value: value && Buffer.from(String(value)).toString("latin1") })),
      },
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
      "a signature that does not depend on the nonce",
      "fault nonce-and-timestamp",
      signing(undefined, undefined, ({ timestamp }) => timestamp),
    ],
    ["a log line", "fault answers, fault in-flight", { onQuestion: writingBefore("debug\n") }],
    [
      "a log line after the last answer",
      "fault stray-output",
      {
        onQuestion(answer, question, program) {
          send(answer, question, program);
          if (question.id === 34) program.write("done\n");
        },
        hello: { operations: ["percent-encoding"] },
      },
    ],
    ["a flood of lines", "fault answers, fault in-flight", { onQuestion: writingBefore("x\n".repeat(20_000)) }],
    ["a crash", "fault answers, fault in-flight", { onQuestion: (_answer, _question, { exit }) => exit(3) }],
    [
      "an end after the first answer",
      "fault in-flight, fault stray-output",
      {
        onQuestion(answer, question, program) {
          send(answer, question, program);
          program.exit(0);
        },
      },
    ],
  ])("reports %s: %s", async (_what, findings, behavior) => {
    const report = await check(behavior);
    expect(namesOf(report).join(", ")).toBe(findings);
    for (const { verdict, hint } of report.checks)
      if (verdict === "fault" || verdict === "warning") expect(hint).toMatch(/\w/);
    expect(report.isUsable).toBe(!findings.includes("fault"));
  });

  test.each<[string, string, Behavior]>([
    ["ids of 16 bits", "fault id-echo, warning large-ids", answering((_answer, { id }) => ({ id: id & 0xffff }))],
    ["ids of 32 bits", "warning large-ids", answering((_answer, { id }) => ({ id: id | 0 }))],
    [
      "failed for another op",
      "warning unknown-operation",
      answering(({ error }) => (error === undefined ? {} : { error: "failed" })),
    ],
    ["another exit code", "warning bye", { onEnd: ({ exit }) => exit(4) }],
    ["no end after bye", "warning bye", { onEnd() {} }],
  ])("asks other processes, unless it is quick, and reports %s: %s", async (_what, findings, behavior) => {
    expect(namesOf(await check(behavior))).toEqual([]);
    expect(namesOf(await check(behavior, { isQuick: false })).join(", ")).toBe(findings);
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

  test("takes a driver that never answers for one that hangs", async () => {
    const report = await check({ onQuestion: never });
    expect(faultsOf(report)).toMatchObject([
      { id: "answers", message: expect.stringMatching(/^no answer within 800 ms; asked: \{"op":/) },
    ]);
  });

  test("does not ask what hello rules out", async () => {
    const hello = { operations: ["sign"], fixesNonceAndTimestamp: false, limits: { inFlight: 1 } };
    const report = await check({ ...signing("mine", "17", ({ id }) => id), hello });
    expect(report.isUsable).toBe(true);
    expect(report.checks.filter(({ verdict }) => verdict === "skipped").map(({ id }) => id)).toEqual([
      "in-flight",
      "nonce-and-timestamp",
      "utf-8",
      "octets",
    ]);
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
    expect(faultsOf(report)[0]).toMatchObject({ message: expect.stringMatching(/^no answer within 800 ms/) });
  });
});

/** A program that does not exist. */
function notStarted(): ProcessGroup {
  const group = startInProcess(({ exit }) => exit(null));
  return { ...group, ended: group.ended.then((end) => ({ ...end, error: new Error("spawn no-such ENOENT") })) };
}

describe("the doctor without a hello", () => {
  test.each<[string, string, RegExp, Behavior | (() => ProcessGroup)]>([
    ["an end", "fault hello", /stderr may have the reason/, () => startInProcess(({ exit }) => exit(3))],
    ["a program that cannot be started", "fault hello", /no shell reads the command/, notStarted],
    ["a malformed hello", "fault hello", /^answer \{"id":1,"op":"hello"/, { hello: { operations: "everything" } }],
    ["silence", "fault hello", /flush stdout/, { onHello: never }],
    ["a banner", "fault hello", /to stderr/, { onHello: writingBefore("Welcome!\n") }],
    [
      "a flood of octets",
      "fault hello",
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
