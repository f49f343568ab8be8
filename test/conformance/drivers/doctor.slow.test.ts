/** @module-tag commands */

import { describe, expect, test } from "vitest";
import { doctorCommand } from "../../../src/cli/check/doctor.ts";
import { type DoctorReport, runDoctor } from "../../../src/conformance/drivers/index.ts";
import { fakeTerminal } from "../../cli/fake-terminal.ts";
import { misbehaving } from "./misbehaving.ts";

/** A driver in one expression over `q`, the question; `hello` overrides fields of its hello. */
function driver(answer: string, { hello = "{}", write = "console.log(JSON.stringify(a))" } = {}): string[] {
  const program = `
    const HELLO = { ok: true, protocol: 1, implementation: { name: "x", version: "1" }, operations: ["percent-encoding"] };
    const known = ["hello", "percent-encoding", "percent-decoding", "sign"];
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const q = JSON.parse(line);
      if (q.op === "bye") process.exit(0);
      const fields = q.op === "hello" ? { ...HELLO, ...${hello} }
        : known.includes(q.op) ? { ok: true, value: encodeURIComponent(q.text) } : { ok: false, error: "unsupported" };
      let a = { id: q.id, ...fields };
      if (q.op !== "hello") { ${answer} }
      ${write};
    });`;
  return [process.execPath, "-e", program];
}

const quickly = { isQuick: true };
const faults = ({ checks }: DoctorReport): string[] =>
  checks
    .filter(({ verdict }) => verdict === "fault" || verdict === "warning")
    .map(({ id, verdict }) => `${verdict} ${id}`);

const SIGN = `{ operations: ["sign"] }`;
const signed = (nonce: string, timestamp: string, signature: string): string =>
  `if (q.op === "sign") a = { id: q.id, ok: true, authorization: 'OAuth oauth_nonce="' + ${nonce} + '", oauth_timestamp="' + ${timestamp} + '", oauth_signature="' + ${signature} + '"' };`;

describe.concurrent("the doctor", () => {
  test("finds nothing wrong with a driver that behaves, and says what it is", async () => {
    const report = await runDoctor({ command: driver("") });
    expect(faults(report)).toEqual([]);
    expect(report).toMatchObject({ isUsable: true, hello: { implementation: { name: "x", version: "1" } } });
  });

  test.each<[string, string, string[]]>([
    [
      "CR and LF at the end of lines",
      "warning framing",
      driver("", { write: "process.stdout.write(JSON.stringify(a) + '\\r\\n')" }),
    ],
    ["JSON over several lines", "fault framing", driver("", { write: "console.log(JSON.stringify(a, null, 1))" })],
    [
      "an answer as deep as JSON goes",
      "fault answers",
      driver("", {
        write:
          "console.log(q.text?.length > 3 ? JSON.stringify(a).replace(/\"value\":[^,}]*/, () => '\"value\":' + '['.repeat(2e5) + ']'.repeat(2e5)) : JSON.stringify(a))",
      }),
    ],
    [
      "an operation that is unknown",
      "warning hello",
      driver("", { hello: `{ operations: ["percent-encoding", "dance"] }` }),
    ],
    ["an answer without its value", "fault answers", driver("delete a.value")],
    [
      "unsupported, though declared",
      "warning answers",
      driver(`if (q.op === "percent-encoding") a = { id: q.id, ok: false, error: "unsupported" }`),
    ],
    ["ids of 32 bits", "fault id-echo", driver("a.id |= 0")],
    ["ids as text", "fault id-echo", driver("a.id = String(a.id)")],
    [
      "UTF-8 read as Latin-1",
      "fault utf-8",
      driver(
        `if (q.text) a.value = encodeURIComponent(line.includes("\\\\u") ? q.text : Buffer.from(q.text).toString("latin1"))`,
      ),
    ],
    [
      "UTF-8 written twice",
      "fault utf-8",
      driver(`a.value = Buffer.from(decodeURIComponent(q.text)).toString("latin1")`, {
        hello: `{ operations: ["percent-decoding"] }`,
      }),
    ],
    [
      "Latin-1 on stdout",
      "fault utf-8",
      driver(`a.value = decodeURIComponent(q.text)`, {
        hello: `{ operations: ["percent-decoding"] }`,
        write: "process.stdout.write(Buffer.from(JSON.stringify(a) + '\\n', 'latin1'))",
      }),
    ],
    [
      "a nonce of its own",
      "fault nonce-and-timestamp",
      driver(signed("'mine'", "q.timestamp", "q.timestamp"), { hello: SIGN }),
    ],
    ["a clock of its own", "fault nonce-and-timestamp", driver(signed("q.nonce", "17", "q.nonce"), { hello: SIGN })],
    [
      "another signature each time",
      "fault nonce-and-timestamp",
      driver(signed("q.nonce", "q.timestamp", "q.id"), { hello: SIGN }),
    ],
    [
      "a signature that the timestamp does not change",
      "fault nonce-and-timestamp",
      driver(signed("q.nonce", "q.timestamp", "q.nonce"), { hello: SIGN }),
    ],
    [
      "failed for an operation that it does not know",
      "warning unknown-operation",
      driver(`if (a.error) a.error = "failed"`),
    ],
    ["a debug line", "fault stray-output", driver("console.log('debug')")],
    [
      "a debug line after the last answer",
      "fault stray-output",
      driver("", { write: "console.log(JSON.stringify(a) + (a.error ? '\\nbye' : ''))" }),
    ],
    ["a flood of lines", "fault stray-output", driver("console.log('x\\n'.repeat(20_000))")],
    ["a crash", "fault staying", driver("process.exit(3)")],
    [
      "one question a process",
      "fault staying",
      driver("", { write: "console.log(JSON.stringify(a)); if (q.op !== 'hello') process.exit(0)" }),
    ],
  ])("tells of %s: %s", async (_what, fault, command) => {
    const report = await runDoctor({ command, ...quickly });
    expect(faults(report)).toEqual([fault]);
    expect(report.checks.find(({ verdict }) => verdict === fault.split(" ")[0])?.hint).toMatch(/\w/);
    expect(report.isUsable).toBe(fault.startsWith("warning"));
  });

  test.each<[string, string, string[]]>([
    ["a hello that lies", "fault hello", misbehaving("lying-hello")],
    ["a program that is not there", "fault hello", ["no-such-program-anywhere"]],
    ["a banner", "fault stray-output", misbehaving("banner")],
    [
      "a flood of octets",
      "fault stray-output",
      [
        process.execPath,
        "-e",
        "const f = () => { while (process.stdout.write('x'.repeat(65536))); process.stdout.once('drain', f); }; f()",
      ],
    ],
  ])("tells of %s instead of hello: %s", async (_what, fault, command) => {
    expect(faults(await runDoctor({ command, ...quickly }))).toEqual([fault]);
  });

  test.each<[string, string[], RegExp]>([
    ["is not there", ["no-such-program-anywhere"], /installed/],
    ["ends instead", [process.execPath, "-e", "process.exit(3)"], /reads lines from stdin/],
    ["says hello wrongly", misbehaving("lying-hello"), /^answer \{"id":1,"op":"hello"/],
  ])("has another cure for hello where the program %s", async (_what, command, hint) => {
    const { checks } = await runDoctor({ command, ...quickly });
    expect(checks.find(({ id }) => id === "hello")).toMatchObject({
      verdict: "fault",
      hint: expect.stringMatching(hint),
    });
  });

  test("has a cure for hello where the program says nothing", async () => {
    // It never says anything, so it does not matter how short this time is.
    const command = misbehaving("no-hello");
    const { checks } = await runDoctor({ command, ...quickly, helloTimeoutMilliseconds: 50 });
    expect(checks.filter(({ verdict }) => verdict === "fault")).toMatchObject([
      { id: "hello", kind: "timed-out", hint: expect.stringMatching(/flush stdout/) },
    ]);
  });

  test("does not ask what hello rules out", async () => {
    const command = driver(signed("'mine'", "17", "q.id"), {
      hello: `{ operations: ["sign"], fixesNonceAndTimestamp: false, limits: { inFlight: 1 } }`,
    });
    const report = await runDoctor({ command, ...quickly });
    expect(report.isUsable).toBe(true);
    expect(report.checks.filter(({ verdict }) => verdict === "skipped").map(({ id }) => id)).toEqual([
      "in-flight",
      "nonce-and-timestamp",
      "utf-8",
    ]);
  });

  test("waits for the end of the process, and for lines in pieces, where it is not in a hurry", async () => {
    const stays = driver("", {
      write: "console.log(JSON.stringify(a)); process.on('exit', () => { process.exitCode = 4 })",
    });
    expect(faults(await runDoctor({ command: stays }))).toEqual(["warning bye", "warning end-of-input"]);
    const chunks = `
      process.stdin.on("data", (data) => {
        for (const line of String(data).trim().split("\\n")) {
          const { id, op, text = "" } = JSON.parse(line);
          if (op === "bye") process.exit(0);
          const hello = { protocol: 1, implementation: { name: "x", version: "1" }, operations: ["percent-encoding"] };
          const known = op === "hello" ? hello : { value: encodeURIComponent(text) };
          console.log(JSON.stringify({ id, ok: op !== "no-such-operation", error: "unsupported", ...known }));
        }
      });`;
    expect(faults(await runDoctor({ command: [process.execPath, "-e", chunks] }))).toEqual(["fault half-line"]);
  });
});

describe("countersign doctor", () => {
  test("prints a line for each check, with the cure, and ends with 3 where the driver is broken", async () => {
    const terminal = fakeTerminal();
    const command = driver("console.error('\\x1b[31mpanic'); console.log('\\x1b[2Jdebug')");
    expect(await doctorCommand(command, {}, terminal)).toBe(3);
    expect(terminal.text()).toContain("✓ starts and answers hello in time (hello)");
    expect(terminal.text()).toContain("✗ writes only answers to stdout (stray-output)\n");
    expect(terminal.text()).toContain("hint: write log lines");
    expect(terminal.text()).toContain("  stderr: \\x1b[31mpanic");
    expect(terminal.text()).not.toContain("\x1b");
  });

  test("prints one JSON document, and ends with 0 where all is well", async () => {
    const terminal = fakeTerminal();
    expect(await doctorCommand(driver(""), { json: true }, terminal)).toBe(0);
    expect(JSON.parse(terminal.text())).toMatchObject({ isUsable: true, checks: expect.any(Array) });
  });

  test("refuses a command line without a driver, and times that are none", async () => {
    await expect(doctorCommand([], {}, fakeTerminal())).rejects.toThrow("doctor needs a driver");
    await expect(doctorCommand(["x"], { timeout: "0" }, fakeTerminal())).rejects.toThrow(
      "--timeout must be a whole number from 1",
    );
    await expect(doctorCommand(["x"], { helloTimeout: "1s" }, fakeTerminal())).rejects.toThrow("--hello-timeout");
  });
});
