import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { doctorCommand } from "../../src/cli/check/doctor.ts";
import type { DoctorCommandOptions } from "../../src/cli/options/doctor.ts";
import type { Terminal } from "../../src/conformance/reporters/index.ts";
import { type Behavior, send, settled, startDriver, stopClock } from "../conformance/drivers/driver-in-process.ts";
import { fakeTerminal } from "./fake-terminal.ts";

stopClock();

describe("countersign doctor", () => {
  const broken: Behavior = {
    onQuestion(answer, question, program) {
      program.writeError("\x1b[31mpanic");
      program.write("\x1b[2Jdebug\n");
      send(answer, question, program);
    },
  };
  const doctor = (behavior: Behavior, options: DoctorCommandOptions, terminal: Terminal, signal?: AbortSignal) =>
    settled(doctorCommand(["driver"], options, terminal, signal, () => startDriver(behavior)));

  test("prints a line for each check, with the hint, and ends with 3 if the driver is broken", async () => {
    const terminal = fakeTerminal();
    expect(await doctor(broken, {}, terminal)).toBe(3);
    expect(terminal.text()).toContain("✓ starts and answers hello in time (hello)");
    expect(terminal.text()).toContain("✗ answers the declared operations in the shape of the protocol (answers)\n");
    expect(terminal.text()).toContain("hint: write log lines");
    expect(terminal.text()).toContain("  stderr:\n    \\x1b[31mpanic\n");
    expect(terminal.text()).not.toContain("\x1b");
  });

  test("says how many vectors check asks, and what each limit excludes", async () => {
    const terminal = fakeTerminal();
    await doctor({}, {}, terminal);
    expect(terminal.text()).toMatch(/\ncheck asks [\d,]+ of [\d,]+ vectors\n(?: {2}\d+ not: .+\n)+/);
    expect(terminal.text()).toMatch(/^ {2}\d+ not: does not support verify-signature$/m);
  });

  test("prints the whole trace of a driver that ended, and the question", async () => {
    const terminal = fakeTerminal();
    const trace = 'Traceback (most recent call last):\n  File "driver.py", line 3\nValueError: oops';
    const ending: Behavior = {
      onQuestion(_answer, _question, program) {
        program.writeError(trace);
        program.exit(1);
      },
    };
    expect(await doctor(ending, {}, terminal)).toBe(3);
    expect(terminal.text()).toContain('the driver ended with exit code 1; asked: {"op":"percent-encoding","text":');
    expect(terminal.text()).toContain(trace.replace(/^/gm, "    "));
  });

  test("hides no number that could be a card number in what a driver printed", async () => {
    const terminal = fakeTerminal();
    const ending: Behavior = {
      onQuestion(_answer, _question, program) {
        program.writeError("no 4111111111111111");
        program.exit(1);
      },
    };
    await doctor(ending, {}, terminal);
    expect(terminal.text()).toContain("no 4111111111111111");
  });

  test("checks the methods of a module, and what it declares", async () => {
    const folder = mkdtempSync(join(tmpdir(), "doctor-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "module.mjs");
    writeFileSync(file, "export default { percentEncode: ({ text }) => encodeURIComponent(text), sign: () => 7 };");
    const terminal = fakeTerminal();
    expect(await doctorCommand([], { module: file }, terminal)).toBe(3);
    expect(terminal.text()).toContain("✓ loads, and exports the methods of an implementation (hello)");
    expect(terminal.text()).toContain("✗ answers the declared operations in the shape of the protocol (answers)\n");
    expect(terminal.text()).toContain("answer to sign: stages.signature: expected a string or null, got 7");
    expect(terminal.text()).not.toContain("stdin");
  });

  test("reports why a module cannot be loaded, with a next step that fits", async () => {
    const folder = mkdtempSync(join(tmpdir(), "doctor-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "library.mjs");
    const textFor = async (source?: string): Promise<string> => {
      if (source !== undefined) writeFileSync(file, source);
      const terminal = fakeTerminal();
      expect(await doctorCommand([], { module: file }, terminal)).toBe(3);
      return terminal.text().split("\n")[1]!;
    };
    expect(await textFor()).toBe(`    ${file} cannot be loaded: there is no such file`);
    expect(await textFor("export default {")).toMatch(/cannot be loaded: .+; to see where, run: node \S+library\.mjs$/);
    expect(await textFor("export default 7;\n")).toMatch(/expected .+, got 7; export an object whose methods/);
    await expect(doctorCommand(["driver"], { module: file }, fakeTerminal())).rejects.toThrow("not both");
  });

  test("prints one JSON document, and ends with 0 if there is no fault", async () => {
    const terminal = fakeTerminal();
    expect(await doctor({}, { json: true }, terminal)).toBe(0);
    expect(JSON.parse(terminal.text())).toMatchObject({ isUsable: true, checks: expect.any(Array) });
  });

  test("prints only faults and one line with --quiet", async () => {
    const terminal = { ...fakeTerminal(), isQuiet: true };
    expect(await doctor({}, {}, terminal)).toBe(0);
    expect(terminal.text()).toBe("✓ no fault found\n");
    await doctor(broken, {}, terminal);
    expect(terminal.text()).toMatch(/✗ answers the declared/);
    expect(terminal.text()).not.toContain("✓ starts");
  });

  test("prints the questions and answers to stderr with --verbose, with escapes", async () => {
    const stderr: string[] = [];
    vi.spyOn(process.stderr, "write").mockImplementation((text) => stderr.push(String(text)) > 0);
    await doctor(broken, {}, { ...fakeTerminal(), isVerbose: true }).finally(() => vi.restoreAllMocks());
    expect(stderr[0]).toBe(`> 1 {"operation":"percent-encoding","input":{"text":"'"}}\n`);
    expect(stderr[1]).toMatch(/^< 1 .*\\u001b\[2Jdebug/);
  });

  test("ends with 130 if it is interrupted", async () => {
    const terminal = fakeTerminal();
    expect(await doctor({}, {}, terminal, AbortSignal.abort())).toBe(130);
    expect(terminal.text()).toMatch(/^· \d+ more checks did not run$/m);
  });

  test("refuses a command line without a driver, and times that are no positive numbers", async () => {
    await expect(doctorCommand([], {}, fakeTerminal())).rejects.toThrow("doctor needs a driver");
    await expect(doctor({}, { timeout: "0" }, fakeTerminal())).rejects.toThrow(
      "--timeout must be a whole number from 1",
    );
    await expect(doctor({}, { helloTimeout: "1s" }, fakeTerminal())).rejects.toThrow("--hello-timeout");
  });
});
