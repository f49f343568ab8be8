import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDriver, runDoctor } from "../../../src/conformance/drivers/index.ts";
import { checkAnswer } from "../../../src/conformance/runner/check-answer.ts";
import { loadVectors } from "../../../src/conformance/vectors/index.ts";
import { type DriverExamples, writeExamples } from "./docs-examples.ts";

let examples: DriverExamples;
beforeAll(() => {
  examples = writeExamples();
});
afterAll(() => examples.remove());

describe("docs/driver.md", () => {
  test("shows a driver in which the doctor finds nothing wrong", async () => {
    const { checks } = await runDoctor({ command: [process.execPath, examples.driver] });
    expect(checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  });

  test("shows a driver behind which vectors pass", async () => {
    const driver = openDriver({ command: [process.execPath, examples.driver] });
    const { operations } = await driver.hello();
    const asked = loadVectors()
      .filter(({ id }) => /^request\/(twitter|rfc5849)|^percent-encoding\//.test(id))
      .filter(({ input }) => operations.includes(input.operation));
    const verdicts = await Promise.all(
      asked.map(async (vector) => checkAnswer(vector, await driver.ask(vector.input)).verdict),
    );
    await driver.close();
    expect(verdicts.filter((verdict) => verdict === "pass").length).toBeGreaterThan(100);
    // Where the package itself deviates it fails; the driver never breaks.
    expect(new Set(verdicts)).toEqual(new Set(["pass", "fail"]));
  });
});
