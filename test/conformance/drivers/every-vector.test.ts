/** Every vector as a question on a line, and its answer. */

import { describe, expect, test } from "vitest";
import { inProcessDriver, type ProcessGroup } from "../../../src/conformance/drivers/index.ts";
import { jsonLinesDriver } from "../../../src/conformance/drivers/json-lines.ts";
import { DRIVER_DEFAULTS } from "../../../src/conformance/drivers/open-driver.ts";
import { countersign } from "../../../src/conformance/implementations/index.ts";
import { checkAnswer } from "../../../src/conformance/runner/answers/check-answer.ts";
import {
  type Answer,
  fullProtocolParameters,
  loadVectors,
  type Operation,
  REQUIRED_STAGE,
  readInput,
  type VectorInput,
} from "../../../src/conformance/vectors/index.ts";
import { startDriver } from "./driver-in-process.ts";

const implementation = inProcessDriver(countersign);

/** Only the required stage of each operation goes into `value` or `valid`, and the signature of `sign` only into what was sent. */
function answerOf(op: Operation, answer: Answer): object {
  if (!answer.ok) return { ok: false, error: answer.error, message: answer.message };
  const { stages } = answer;
  const required = REQUIRED_STAGE[op];
  if (required === "valid") return { ok: true, valid: stages.valid };
  if (op !== "sign") return { ok: true, value: stages[required], realm: stages.realm, stages };
  const { signature: _, "authorization-header": authorization, url, body, ...others } = stages;
  return { ok: true, authorization, url, body, stages: others };
}

/** Built-in implementations take protocol parameters as a list. */
function exactly(json: object): VectorInput {
  if (!("credentials" in json)) return readInput("the question", "base-string", json);
  const asked = readInput("the question", "sign", json);
  return { operation: "base-string", request: asked.request, protocolParameters: fullProtocolParameters(asked) };
}

/** The input of a question; of `verify`, the request is the received one. */
function inputOf(op: Operation, { request, ...others }: Readonly<Record<string, unknown>>): VectorInput {
  if (op === "base-string") return exactly({ request, ...others });
  if (op === "verify") return readInput("the question", op, { received: request, ...others });
  return readInput("the question", op, request === undefined ? others : { request, ...others });
}

/** A driver of the signer of this package. */
const start = (): ProcessGroup =>
  startDriver({
    hello: implementation.hello(),
    async onQuestion(_unsupported, { id, op, ...members }, { write }) {
      const operation = op as Operation;
      const answer = await implementation.ask(inputOf(operation, members));
      write(`${JSON.stringify({ id, ...answerOf(operation, answer) })}\n`);
    },
  });

describe("the signer of this package behind the protocol", () => {
  test("passes every vector", { tags: ["deep"] }, async () => {
    const driver = jsonLinesDriver({ ...DRIVER_DEFAULTS, start, onProblem() {} });
    await driver.hello();
    const vectors = loadVectors();
    const verdicts = await Promise.all(
      vectors.map(async (vector) => checkAnswer(vector, await driver.ask(vector.input)).verdict),
    );
    await driver.close();
    expect(vectors.filter((_, index) => !["pass", "refused"].includes(verdicts[index]!)).map(({ id }) => id)).toEqual(
      [],
    );
  });
});

describe("a driver with few operations", () => {
  test("is not asked for base strings over parameters that no signer sends", async () => {
    const driver = jsonLinesDriver({ ...DRIVER_DEFAULTS, start: startDriver, onProblem() {} });
    await driver.hello();
    const exact = loadVectors().find(({ id }) => id === "base-string/koauth/1")!;
    expect(driver.outside?.(exact.input)).toBe("does not take protocol parameters exactly as given");
    await driver.close();
  });
});
