/** @module-tag commands */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDriver, runDoctor, startGroup } from "../../../src/conformance/drivers/index.ts";
import { PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { checkAnswer } from "../../../src/conformance/runner/check-answer.ts";
import { type RunEvent, run } from "../../../src/conformance/runner/index.ts";
import { loadRules, loadVectors } from "../../../src/conformance/vectors/index.ts";
import { type DriverExamples, writeExamples } from "./docs-examples.ts";

let examples: DriverExamples;
beforeAll(() => {
  examples = writeExamples();
});
afterAll(() => examples.remove());

describe("docs/driver.md", () => {
  test("shows a driver in which the doctor finds nothing wrong", async () => {
    const { checks } = await runDoctor({ start: () => startGroup([process.execPath, examples.driver]) });
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

  test("shows a driver that can answer everything that its hello offers", async () => {
    const events: RunEvent[] = [];
    await run({
      driver: openDriver({ command: [process.execPath, examples.driver] }),
      vectors: loadVectors().filter(
        ({ input: { operation } }) => operation === "sign" || operation === "percent-encoding",
      ),
      rules: loadRules(),
      properties: PROPERTIES.filter(({ id }) => id === "agrees-with-model"),
      ...{ seed: 1, indices: { first: 0, count: 30 }, saved: [], inFlight: 64 },
      emit: (event) => void events.push(event),
    });
    expect(events.filter(({ type }) => type === "driver-problem" || type === "stopped")).toEqual([]);
    const [property] = events.flatMap((event) => (event.type === "property" ? [event.result] : []));
    expect(property!.runs).toBe(30);
    // It throws for a query that is not UTF-8.
    expect(property!.notOffered).toBeLessThan(5);
  });
});
