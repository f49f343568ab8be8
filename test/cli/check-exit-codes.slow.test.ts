/** @module-tag commands */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { check } from "../../src/cli/check/check.ts";
import { REPORTER_NAMES } from "../../src/conformance/reporters/index.ts";
import { misbehaving } from "../conformance/drivers/misbehaving.ts";
import { checkInFolder, FEW } from "./check-in-folder.ts";
import { fakeTerminal } from "./fake-terminal.ts";

const { folder, file, checked } = checkInFolder();

describe("the exit code", () => {
  test("is 3 where the program cannot be talked to, and the message has what it wrote to stderr", async () => {
    const silent = file("silent.mjs", "console.error('no library here'); process.exit(1);");
    expect(await check(FEW, fakeTerminal(), [process.execPath, silent])).toBe(3);
    expect(await check({ ...FEW, doctor: false }, fakeTerminal(), [process.execPath, silent])).toBe(3);
  });
});

describe("a reference in another program", () => {
  const COMMAND = misbehaving("good");

  test("computes the inputs too, and a value that differs fails the run", async () => {
    const terminal = fakeTerminal();
    const options = { ...FEW, builtin: "countersign", references: false, json: true, reference: [COMMAND.join(" ")] };
    expect(await check(options, terminal)).toBe(1);
    const { corroboration } = JSON.parse(terminal.text()).implementations[0];
    expect(corroboration.references).toMatchObject([{ implementation: { name: "good" } }]);
    expect(corroboration.references[0].different).toBeGreaterThan(0);
  });

  test("that does not start is bad usage, with the reason", async () => {
    const unknown = check(
      { ...FEW, builtin: "model", reference: ["no-such-program-anywhere --option"] },
      fakeTerminal(),
    );
    await expect(unknown).rejects.toThrow(/expected a driver at --reference: .*no-such-program-anywhere/);
  });
});

describe("a driver that does not start", () => {
  test.each([
    ["found by the doctor", {}],
    ["without a doctor", { doctor: false }],
  ])("is in every report, %s", async (_what, more) => {
    const path = (name: string) => join(folder, `ill.${name}`);
    const report = REPORTER_NAMES.map((name) => `${name}=${path(name)}`);
    const command = [process.execPath, file("ill.mjs", "console.error('no library here'); process.exit(1);")];
    expect(await check({ ...FEW, ...more, report }, fakeTerminal(), command)).toBe(3);
    const text = (name: string) => readFileSync(path(name), "utf8");
    for (const name of REPORTER_NAMES) expect(text(name)).toMatch(/the driver/i);
    const [own] = JSON.parse(text("json")).implementations;
    expect(own).toMatchObject({
      implementation: { name: "(unknown)" },
      total: 176,
      driverProblems: [{ kind: "crashed", stderr: "no library here\n" }],
      stopped: {
        reason: "driver-broken",
        message: expect.stringContaining("the driver sent no hello: the driver ended with"),
      },
    });
    expect(text("junit")).toMatch(/<testsuites [^>]*errors="1"/);
    expect(text("html")).toContain("<h1>The driver is broken: no vector could be checked</h1>");
    expect(text("github")).toMatch(/^::error file=[^,]*,title=[^:]*::driver-broken: the driver sent no hello/m);
    expect(text("github-summary")).toContain("### ❌");
    expect(text("ndjson").trimEnd().split("\n")).toHaveLength(4);
    expect(text("terminal")).toContain("✗ the driver is broken, so nothing was checked");
  });

  test("is named in the reports also where the check goes on with a fault that the doctor found", async () => {
    const { exitCode, own } = await checked({}, misbehaving("stray-after-hello"));
    expect(exitCode).toBe(3);
    expect(own.driverProblems[0]).toMatchObject({
      kind: "stray-output",
      message: expect.stringContaining("(doctor: "),
    });
  });
});

describe("a check", () => {
  test("checks a program in two copies, and prints for each failure the command that runs only it", async () => {
    const command = [process.execPath, "test/conformance/drivers/driver.mjs", "good"];
    const { exitCode, own, text } = await checked({ jobs: "2", inFlight: "4" }, command);
    expect(exitCode).toBe(1);
    expect(own).toMatchObject({ implementation: { name: "good" }, vectors: { failed: 23 } });
    expect(text).toMatch(
      /check --filter percent-encoding\/\S+ -- \S+node test\/conformance\/drivers\/driver\.mjs good/,
    );
  });

  test("goes on after its doctor found a fault, and ends as a run of a broken driver", async () => {
    const command = [process.execPath, "test/conformance/drivers/driver.mjs", "crash-in-the-middle"];
    const { exitCode, own } = await checked({ filter: ["percent-encoding"], restarts: "2" }, command);
    expect(exitCode).toBe(3);
    expect(own.vectors.passed).toBeGreaterThan(0);
  });
});
