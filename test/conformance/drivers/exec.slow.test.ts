/** @module-tag commands */

import { describe, expect, test } from "vitest";
import { openDriver } from "../../../src/conformance/drivers/index.ts";
import { askAll, inWords } from "./misbehaving.ts";

/** A program for one question, `q`; it says hello, and runs this code for any other. */
function program(code: string): string[] {
  const text = `
    const q = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
    const say = (fields) => console.log(JSON.stringify({ id: q.id, ...fields }));
    const answer = () => say({ ok: true, value: encodeURIComponent(q.text) });
    const isBad = q.text === "bad";
    if (q.op === "hello") {
      say({ ok: true, protocol: 1, implementation: { name: "x", version: "1" }, operations: ["percent-encoding"] });
    } else { ${code} }`;
  return [process.execPath, "-e", text];
}

const open = (command: string[], timeoutMilliseconds = 60_000): ReturnType<typeof openDriver> =>
  openDriver({ command, mode: "exec", timeoutMilliseconds });

describe.concurrent("one process for each question", () => {
  test("answers, also where the line has no end", async () => {
    const driver = open(program("process.stdout.write(JSON.stringify({ id: q.id, ok: true, value: q.text }))"));
    expect(await driver.hello()).toMatchObject({ implementation: { name: "x" }, operations: ["percent-encoding"] });
    expect(inWords(await askAll(driver, ["a", "é"]))).toEqual(["a", "é"]);
    await driver.close();
  });

  test.each([
    ["crashed", "the driver ended with exit code 3", "process.exit(3)"],
    ["crashed", "the driver ended with exit code 1", "answer(); process.exitCode = 1"],
    ["exited-early", "the driver ended with exit code 0", ""],
    ["stray-output", 'expected one JSON object on each line, got "hi"', "console.log('hi'); answer()"],
    ["stray-output", 'expected one line, then got "hi"', "answer(); console.log('hi')"],
    ["malformed-answer", "answer to percent-encoding: value: expected a string, got nothing", "say({ ok: true })"],
    ["wrong-id", expect.stringMatching(/^expected \d+, got 99$/), "say({ id: 99 })"],
    ["doubled-id", expect.stringMatching(/^question \d+ was answered twice$/), "answer(); answer()"],
    ["not-utf-8", 'expected UTF-8, got "\ufffd"', "process.stdout.write(Buffer.from([0xff, 10]))"],
    ["flood", "more than two lines came", "console.log('x\\n'.repeat(100_000))"],
  ])("%s: %s", async (error, message, code) => {
    const driver = open(program(`if (isBad) { ${code} } else answer();`));
    const answers = await askAll(driver, ["a", "bad", "b"]);
    expect(inWords(answers)).toEqual(["a", error, "b"]);
    expect(answers[1]).toMatchObject({ message });
    await driver.close();
  });

  test("that hangs is ended in time", async () => {
    const driver = open(program("setInterval(() => {}, 1000)"), 300);
    expect((await askAll(driver, ["a"]))[0]).toMatchObject({
      error: "timed-out",
      message: "no answer and end within 300 ms",
    });
    await driver.close();
  });

  test("that says no hello is reported", async () => {
    await expect(open(["no-such-program-anywhere"]).hello()).rejects.toMatchObject({ kind: "crashed" });
    await expect(open([process.execPath, "-e", "console.log('{}')"]).hello()).rejects.toMatchObject({
      kind: "wrong-id",
    });
  });
});
