/** @module-tag commands */

import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { openDriver } from "../../../src/conformance/drivers/index.ts";
import { checkAnswer } from "../../../src/conformance/runner/check-answer.ts";
import { loadVectors } from "../../../src/conformance/vectors/index.ts";

const vectors = loadVectors();

describe("the signer of this package behind the protocol", () => {
  test("gives the same results as in process, vector by vector", { timeout: 120_000 }, async () => {
    const driver = openDriver({
      command: [process.execPath, "--import", "tsx", resolve("test/conformance/drivers/countersign.ts")],
    });
    await driver.hello();
    const verdicts = await Promise.all(
      vectors.map(async (vector) => checkAnswer(vector, await driver.ask(vector.input)).verdict),
    );
    await driver.close();
    const wrong = vectors.filter((_, index) => !["pass", "refused"].includes(verdicts[index]!)).map(({ id }) => id);
    expect(wrong).toEqual([]);
  });

  test("is not asked for base strings over parameters that no signer sends", async () => {
    const driver = openDriver({ command: [process.execPath, resolve("test/conformance/drivers/driver.mjs"), "good"] });
    await driver.hello();
    const exact = vectors.find(({ id }) => id === "base-string/koauth/1")!;
    expect(driver.outside?.(exact.input)).toBe("does not take protocol parameters exactly as given");
    await driver.close();
  });
});
