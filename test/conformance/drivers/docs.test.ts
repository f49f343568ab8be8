import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProcessDriver, openModule } from "../../../src/conformance/drivers/index.ts";
import { model } from "../../../src/conformance/implementations/index.ts";
import { DRIVER_FAILURES, REQUIRED_STAGE, readInput } from "../../../src/conformance/vectors/index.ts";

const DRIVER_DOCS = readFileSync("docs/driver.md", "utf8");

/** Inside the checkout, so that a module finds the package by its name. */
let folder = "";
beforeAll(() => {
  folder = mkdtempSync("test/.driver-docs-");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("docs/driver.md", () => {
  test("shows a module that answers", async () => {
    const [, code] = /^```js\n([\s\S]*?)^```/m.exec(DRIVER_DOCS)!;
    const file = join(folder, "module.mjs");
    writeFileSync(file, code!);
    const driver = openModule({ file });
    expect(await driver.hello()).toMatchObject({ operations: ["percent-encoding"], limits: { without: ["octets"] } });
    const answer = await driver.ask({ operation: "percent-encoding", text: "a b" });
    expect(answer).toEqual({ ok: true, stages: { "percent-encoding": "a%20b" } });
  });

  test("shows a whole exchange: each question conforms to its schema, and the signature is correct", async () => {
    const [, block] = /^```json\n(→[\s\S]*?)^```/m.exec(DRIVER_DOCS)!;
    const lines = block!.trim().split("\n");
    const [questions, answers] = ["→", "←"].map((sign) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => JSON.parse(line.slice(2)) as Record<string, unknown>),
    ) as [Record<string, unknown>[], Record<string, unknown>[]];
    expect(questions.map(({ id, op }) => [id, op])).toEqual([
      [1, "hello"],
      [2, "sign"],
      [3, "sign"],
      [4, "sign"],
      [5, "bye"],
    ]);
    expect(answers.map(({ id, ok, error }) => [id, ok, error])).toEqual([
      [1, true, undefined],
      [2, true, undefined],
      [3, false, "refused"],
      [4, false, "failed"],
    ]);
    const { id: _, op: __, ...question } = questions[1]!;
    const answer = await inProcessDriver(model).ask(readInput("docs/driver.md", "sign", question));
    const { signature } = (answer as Extract<typeof answer, { ok: true }>).stages;
    expect(answers[1]!.authorization).toContain(`oauth_signature="${encodeURIComponent(signature as string)}"`);
    expect(DRIVER_DOCS).toContain(`{"stages":{"signature":"${signature}"}}`.slice(1, -1));
    // Both are questions that a signer refuses, or may have trouble with.
    for (const { id: _, op: __, ...other } of questions.slice(2, 4)) readInput("docs/driver.md", "sign", other);
  });

  test("tells of every operation and every trouble", () => {
    const unnamed = [...Object.keys(REQUIRED_STAGE), ...DRIVER_FAILURES].filter(
      (name) => !DRIVER_DOCS.includes(`| \`${name}\` |`),
    );
    expect(unnamed).toEqual([]);
  });
});
