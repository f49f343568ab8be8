/** @module-tag commands */

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DriverBrokenError } from "../../../src/conformance/drivers/index.ts";
import { askAll, inWords, isAlive, misbehaving, open, until } from "./misbehaving.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "drivers-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const TEXTS = ["a", "b", "bad", "c", "d"];
const WELL = ["a", "b", "bad", "c", "d"];

describe("a driver that behaves", () => {
  test("is asked hello first, and answers what it is asked", async () => {
    const { driver, problems } = open("good");
    expect(await driver.hello()).toEqual({
      implementation: { name: "good", version: "1", language: "JavaScript" },
      operations: ["percent-encoding"],
      fixesNonceAndTimestamp: true,
    });
    expect(inWords(await askAll(driver, TEXTS))).toEqual(WELL);
    await driver.close();
    expect(problems).toEqual([]);
  });

  test("may answer in any order", async () => {
    const { driver } = open("out-of-order");
    await driver.hello();
    expect(inWords(await askAll(driver, ["a", "b", "c", "d", "bad"]))).toEqual(["a", "b", "c", "d", "bad"]);
    await driver.close();
  });

  test("may take its time to start", async () => {
    const { driver } = open("slow", { timeoutMilliseconds: 2000 });
    expect((await driver.hello()).implementation.name).toBe("slow");
    expect(inWords(await askAll(driver, ["a"]))).toEqual(["a"]);
    await driver.close();
  });

  test("gives back every octet of long texts, and of many questions at once", async () => {
    const { driver } = open("good");
    const long = "é€😀".repeat(200_000);
    const texts = [long, ...Array.from({ length: 5000 }, (_, index) => `${index}`), long];
    const words = inWords(await askAll(driver, texts));
    expect(words.every((word, index) => word === encodeURIComponent(texts[index]!))).toBe(true);
    await driver.close();
  });

  test("answers nothing more once it is closed, and pending questions fail", async () => {
    const { driver } = open("hang-always", { timeoutMilliseconds: 5000 });
    await driver.hello();
    const open1 = driver.ask({ operation: "percent-encoding", text: "a" });
    await driver.close();
    expect(await open1).toMatchObject({ ok: false, message: "the driver was closed" });
    expect(await driver.ask({ operation: "percent-encoding", text: "a" })).toMatchObject({ ok: false });
  });
});

describe.concurrent("a driver that breaks on one input", () => {
  test.each([
    ["crash", "crashed", "the driver ended with exit code 3"],
    ["killed", "crashed", "the driver was ended by SIGSEGV"],
    ["exits-early", "exited-early", "the driver ended with exit code 0"],
    ["closes-stdout", "exited-early", "the driver closed its stdout"],
    ["hang-hard", "timed-out", "no answer within 3000 ms"],
    ["hang", "timed-out", "no answer within 3000 ms"],
    ["ignores-sigterm", "timed-out", "no answer within 3000 ms"],
    ["stray", "stray-output", 'expected one JSON object on each line, got "debug: here"'],
    ["garbage", "malformed-answer", 'expected one JSON object on each line, got "{\\"id\\":"'],
    ["malformed", "malformed-answer", "answer to percent-encoding: value: expected a string, got 5"],
    ["deep", "malformed-answer", "answer to percent-encoding: value: expected a string, got an array of 1"],
    ["not-utf-8", "not-utf-8", 'expected UTF-8, got "{\\"id\\":4,\\"ok\\":true,\\"value\\":\\"\ufffd\\"}"'],
    ["not-utf-8-at-all", "not-utf-8", 'expected UTF-8, got "\ufffd\ufffd"'],
    ["wrong-id", "wrong-id", "expected the id of an open question, got 99999"],
    ["text-id", "wrong-id", 'expected the id of an open question, got "2"'],
    ["doubled", "doubled-id", "question 4 was answered twice"],
    ["flood-of-octets", "flood", "more than 16777216 octets came without an end of line"],
    ["flood-of-lines", "flood", expect.stringMatching(/^\d+ more lines came after this: .*line after line/)],
  ])("%s: that input alone is %s, and its neighbours are answered", async (name, error, message) => {
    const { driver, problems } = open(name, error === "timed-out" ? { timeoutMilliseconds: 3000 } : {});
    await driver.hello();
    const answers = await askAll(driver, TEXTS);
    expect(inWords(answers)).toEqual(["a", "b", error, "c", "d"]);
    expect(answers[2]).toMatchObject({ error, message });
    expect(problems).toEqual([]);
    expect(driver.broken?.()).toBe(undefined);
    await driver.close();
  });

  test("is quoted with the end of what it wrote to stderr", async () => {
    const { driver } = open("crash");
    expect((await askAll(driver, ["bad & worse"]))[0]).toMatchObject({ stderr: "Traceback: bad & worse\n" });
    await driver.close();
    const { driver: other } = open("writes-a-lot-to-stderr");
    const [, last] = (await askAll(other, ["a", "bad"])) as [unknown, { stderr: string }];
    expect(last.stderr).toHaveLength(8192);
    expect(last.stderr).toMatch(/xxthe end$/);
    await other.close();
  });

  test("is started again for each of several such inputs", async () => {
    const { driver } = open("crash");
    const texts = ["bad1", "a", "bad2", "b", "bad3", "c"];
    expect(inWords(await askAll(driver, texts))).toEqual(["crashed", "a", "crashed", "b", "crashed", "c"]);
    await driver.close();
  });

  test("uses one restart for each such input, however long the search for the input is", async () => {
    const texts = Array.from({ length: 40 }, (_, at) => (at % 10 === 5 ? `bad${at}` : `${at}`));
    const { driver } = open("crash", { restarts: 4 });
    const words = inWords(await askAll(driver, texts));
    expect(words.filter((word) => word === "crashed")).toHaveLength(4);
    expect(words.filter((word) => word !== "crashed")).toHaveLength(36);
    expect(driver.broken?.()).toBeUndefined();
    await driver.close();
    const { driver: other } = open("crash", { restarts: 3 });
    const answers = await askAll(other, texts);
    expect(answers.filter((answer) => !answer.ok && answer.isUnasked !== true)).toHaveLength(4);
    expect(await askAll(other, ["more"])).toMatchObject([{ ok: false, isUnasked: true }]);
    expect(other.broken?.()).toMatchObject({ kind: "crashed" });
    await other.close();
  });
});

describe("a driver that breaks on no input of its own", () => {
  test("is reported separately, and every question is answered", async () => {
    const { driver, problems } = open("crash-in-the-middle");
    const texts = Array.from({ length: 14 }, (_, index) => `${index}`);
    expect(inWords(await askAll(driver, texts))).toEqual(texts);
    expect(problems).toEqual([{ kind: "crashed", message: "the driver ended with exit code 3", stderr: "" }]);
    await driver.close();
  });

  test("answers a question again after its first answer was taken: reported apart", async () => {
    const { driver, problems } = open("doubled-late");
    expect(inWords(await askAll(driver, ["bad"]))).toEqual(["bad"]);
    expect(inWords(await askAll(driver, ["a"]))).toEqual(["a"]);
    expect(problems).toMatchObject([{ kind: "doubled-id", message: "question 2 was answered twice" }]);
    await driver.close();
  });
});

describe.concurrent("a driver that is broken", () => {
  test.each([
    ["no-hello", "timed-out", "no answer within 300 ms"],
    ["banner", "stray-output", 'expected one JSON object on each line, got "Welcome!"'],
    ["lying-hello", "malformed-answer", 'answer to hello: operations: expected an array of strings, got "everything"'],
    ["no such mode", "crashed", "the driver ended with exit code 1"],
  ])("%s: hello is rejected, and every answer says why", async (name, kind, message) => {
    const { driver } = open(name, kind === "timed-out" ? { helloTimeoutMilliseconds: 300 } : {});
    await expect(driver.hello()).rejects.toMatchObject({ name: "DriverBrokenError", kind, message });
    await expect(driver.hello()).rejects.toBeInstanceOf(DriverBrokenError);
    expect(driver.broken?.()).toMatchObject({ kind, message });
    expect(await askAll(driver, ["a"])).toMatchObject([{ ok: false, error: kind, message }]);
    await driver.close();
  });

  test.each([
    [["no-such-program-anywhere"], /^the driver could not be started: .*ENOENT/],
    [["no\0program"], /^the driver could not be started: /],
    [["/"], /^the driver could not be started: .*EACCES/],
    [[], /^the driver could not be started: /],
  ])("a program %j that cannot be started is reported", async (command, message) => {
    const { driver } = open("", { command });
    await expect(driver.hello()).rejects.toMatchObject({ kind: "crashed", message: expect.stringMatching(message) });
    await driver.close();
  });

  test.each(["crash-always", "stray-always", "one-shot", "hang-always"])(
    "%s: once its restarts are used up, every answer says so at once",
    async (name) => {
      const { driver } = open(name, { restarts: 3, timeoutMilliseconds: 100 });
      const words = inWords(
        await askAll(
          driver,
          Array.from({ length: 30 }, (_, index) => `${index}`),
        ),
      );
      expect(words).toHaveLength(30);
      const broken = driver.broken?.();
      expect(broken?.message).toMatch(/^the driver is broken, all 3 restarts \(--restarts\) are used up: /);
      const { kind: error, ...others } = broken!;
      expect(await askAll(driver, ["again"])).toEqual([{ ok: false, error, ...others, isUnasked: true }]);
      await driver.close();
    },
  );

  test("that ends before its hello has no restarts to use up, also where there are none", async () => {
    const { driver } = open("", { command: ["/"], restarts: 0 });
    await expect(driver.hello()).rejects.toThrow(/^the driver could not be started: /);
    await driver.close();
  });
});

describe.concurrent("processes", () => {
  test("of a driver end with it, also those that it started and left behind", async () => {
    const file = join(folder, "pids.json");
    const { driver } = open("", { command: misbehaving("grandchildren", file) });
    await askAll(driver, ["a", "b"]);
    const pids = JSON.parse(readFileSync(file, "utf8")) as number[];
    expect(pids).toHaveLength(2);
    expect(pids.every(isAlive)).toBe(true);
    await driver.close();
    expect(await until(() => !pids.some(isAlive))).toBe(true);
  });

  test("that take no notice of bye and of SIGTERM are ended all the same", async () => {
    const file = join(folder, "pid");
    const { driver } = open("", { command: misbehaving("ignores-sigterm", file) });
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
