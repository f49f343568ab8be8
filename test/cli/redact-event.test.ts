import { describe, expect, test } from "vitest";
import { redactEvent } from "../../src/cli/check/redact-event.ts";
import { propertyResult, type RunEvent } from "../../src/conformance/runner/index.ts";
import { loadVectors } from "../../src/conformance/vectors/index.ts";
import { createRedactor } from "../../src/redaction/index.ts";
import { resultOf } from "../conformance/runner/made-result.ts";

const SECRET = "hTq8Zp4wR7-user";
const redactor = createRedactor({ secrets: [SECRET], showCardData: true });
const vector = loadVectors().find(({ id }) => id === "request/rfc5849/1")!;

function failing(actual: string, expected = "right"): RunEvent {
  const difference = { stage: "signature", expected, actual, index: 0 } as const;
  const said = { message: `it is ${SECRET}`, stderr: `DEBUG ${SECRET}` };
  return { type: "case", result: resultOf(vector, { verdict: "fail", difference, ...said }) };
}

const falsified = propertyResult(
  { id: "agrees-with-model", title: "t", rules: [], runs: 1, notOffered: 0, refusedCases: 0 },
  [
    {
      kind: "wrong-value",
      cases: 1,
      explained: { causes: [], differences: [`failed: ${SECRET}`], isComplete: true },
      counterexample: { case: {} },
      difference: { stage: "signature", expected: "right", actual: SECRET, index: 0 },
    },
  ],
);

describe("an event of a run", () => {
  test("hides a secret that a driver writes in its answer, its message and on stderr", () => {
    const texts: RunEvent[] = [
      failing(`wrong ${SECRET}`),
      { type: "driver-problem", kind: "crashed", message: SECRET, stderr: SECRET },
      { type: "stopped", reason: "driver-broken", message: SECRET },
      { type: "property", result: falsified },
      { type: "start", implementation: { name: SECRET, version: "1", language: "x" }, total: 1, properties: 0 },
    ];
    for (const event of texts) {
      expect(JSON.stringify(event)).toContain(SECRET);
      expect(JSON.stringify(redactEvent(event, redactor))).not.toContain(SECRET);
    }
  });

  test("keeps the values of a vector, although the user has the same secret", () => {
    const event = failing(SECRET, `${SECRET}&`);
    expect(redactEvent(event, redactor)).toMatchObject({
      result: { difference: { actual: SECRET, expected: `${SECRET}&` }, message: "it is (secret)" },
    });
  });

  test("keeps our own words, although the user's secret is one of them", () => {
    const words = createRedactor({ secrets: ["signature", "secret", "pass"], showCardData: true });
    for (const event of [failing("wrong"), { type: "property", result: falsified } as const])
      expect(redactEvent(event, words)).toMatchObject({
        result: { verdict: "fail", difference: { stage: "signature" } },
      });
    expect(redactEvent({ type: "case", result: resultOf(vector) }, words)).toMatchObject({
      result: { verdict: "pass" },
    });
  });

  test("without a text of the driver is the same afterwards", () => {
    const passed: RunEvent = { type: "case", result: resultOf(vector) };
    expect(redactEvent(passed, redactor)).toEqual(passed);
  });
});
