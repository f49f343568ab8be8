import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openModule } from "../../../src/conformance/drivers/index.ts";
import { DRIVER_FAILURES, REQUIRED_STAGE } from "../../../src/conformance/vectors/index.ts";
import { DRIVER_DOCS, type DriverExamples, writeExamples } from "./docs-examples.ts";

let examples: DriverExamples;
beforeAll(() => {
  examples = writeExamples();
});
afterAll(() => examples.remove());

describe("docs/driver.md", () => {
  test("shows a module that answers", async () => {
    const driver = openModule({ file: examples.module });
    expect(await driver.hello()).toMatchObject({ operations: ["percent-encoding"], limits: { without: ["octets"] } });
    const answer = await driver.ask({ operation: "percent-encoding", text: "a b" });
    expect(answer).toEqual({ ok: true, stages: { "percent-encoding": "a%20b" } });
  });

  test("tells of every operation and every trouble", () => {
    const unnamed = [...Object.keys(REQUIRED_STAGE), ...DRIVER_FAILURES].filter(
      (name) => !DRIVER_DOCS.includes(`| \`${name}\` |`),
    );
    expect(unnamed).toEqual([]);
  });
});
