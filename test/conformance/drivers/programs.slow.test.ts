/** @module-tag commands */

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  DRIVER_DEFAULTS,
  type DriverOptions,
  openDriver,
  runDoctor,
  startGroup,
} from "../../../src/conformance/drivers/index.ts";
import { askAll, inWords } from "./asking.ts";
import { misbehaving } from "./misbehaving.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "drivers-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = (command: readonly string[], options: Partial<DriverOptions> = {}): ReturnType<typeof openDriver> =>
  openDriver({ command, ...options });

describe.concurrent("the driver of a program", () => {
  test.each([
    ["crash", "crashed", "the driver ended with exit code 3"],
    ["killed", "crashed", "the driver was ended by SIGSEGV"],
    ["closes-stdout", "exited-early", "the driver closed its stdout"],
  ])("reports the end of a process, and starts another one: %s", async (name, error, message) => {
    const driver = open(misbehaving(name));
    expect(await driver.hello()).toMatchObject({ implementation: { name } });
    const answers = await askAll(driver, ["a", "bad", "b"]);
    expect(inWords(answers)).toEqual(["a", error, "b"]);
    expect(answers[1]).toMatchObject({ error, message });
    await driver.close();
  });

  test("quotes the end of what the process wrote to stderr", async () => {
    const driver = open(misbehaving("crash"));
    const [answer] = await askAll(driver, ["bad"]);
    expect(answer).toMatchObject({ stderr: `${"x".repeat(8192 - "the end".length)}the end` });
    await driver.close();
  });

  test("ends a process that hangs in the mode exec", async () => {
    const driver = open([process.execPath, "-e", "setInterval(() => {}, 1000)"], {
      mode: "exec",
      helloTimeoutMilliseconds: 300,
    });
    await expect(driver.hello()).rejects.toMatchObject({ message: "no answer and end within 300 ms" });
    await driver.close();
  });
});

describe("a program that cannot be started", () => {
  test.each([
    [["no-such-program-anywhere"], /^the driver could not be started: no such program: no-such-program-anywhere/],
    [["no\0program"], /^the driver could not be started: /],
    [["/"], /^the driver could not be started: no permission to start \//],
    [[], /^the driver could not be started: /],
  ])("%j is reported in both modes", async (command, message) => {
    for (const mode of ["json-lines", "exec"] as const) {
      const driver = open(command, { mode });
      await expect(driver.hello()).rejects.toMatchObject({ kind: "crashed", message: expect.stringMatching(message) });
      await driver.close();
    }
  });

  test("is a fault of hello with a hint", async () => {
    const { checks } = await runDoctor({ ...DRIVER_DEFAULTS, start: () => startGroup(["no-such-program-anywhere"]) });
    expect(checks.filter(({ verdict }) => verdict !== "skipped")).toMatchObject([
      { id: "hello", verdict: "fault", hint: expect.stringMatching(/installed/) },
    ]);
  });
});

describe.concurrent("processes", () => {
  test("of a driver end with it, also those that it started and left behind", async () => {
    const file = join(folder, "pids.json");
    const driver = open(misbehaving("grandchildren", file));
    await askAll(driver, ["a", "b"]);
    const pids = JSON.parse(readFileSync(file, "utf8")) as number[];
    expect(pids).toHaveLength(2);
    expect(pids.every(isAlive)).toBe(true);
    await driver.close();
    expect(await until(() => !pids.some(isAlive))).toBe(true);
  });

  test("that ignore bye and SIGTERM are ended", async () => {
    const file = join(folder, "pid");
    const driver = open(misbehaving("ignores-sigterm", file));
    await askAll(driver, ["a"]);
    const pid = Number(readFileSync(file, "utf8"));
    expect(isAlive(pid)).toBe(true);
    await driver.close();
    expect(isAlive(pid)).toBe(false);
  });

  test.each(["SIGTERM", "SIGINT"] as const)("do not survive us when %s ends us", async (signal) => {
    const file = join(folder, `${signal}.json`);
    const us = spawn(
      process.execPath,
      ["--import", "tsx", resolve("test/conformance/drivers/asks-and-waits.ts"), ...misbehaving("grandchildren", file)],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    await new Promise((ready) => us.stdout.once("data", ready));
    const pids = JSON.parse(readFileSync(file, "utf8")) as number[];
    expect(pids.every(isAlive)).toBe(true);
    us.kill(signal);
    const ended = await new Promise((resolveEnd) => us.once("exit", (_code, by) => resolveEnd(by)));
    expect(ended).toBe(signal);
    expect(await until(() => !pids.some(isAlive))).toBe(true);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until a condition is met. The limit is only for one that is never met. */
async function until(isMet: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 3000 && !isMet(); tries++) await new Promise((later) => setTimeout(later, 20));
  return isMet();
}
