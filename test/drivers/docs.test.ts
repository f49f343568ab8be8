import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDriver, openModule, runDoctor } from "../../src/drivers/index.ts";
import { judge } from "../../src/runner/judge.ts";
import { loadVectors, OWED_STAGE, TROUBLES } from "../../src/suite/index.ts";

const FOLDER = "test/.driver-docs";
const text = readFileSync("docs/driver.md", "utf8");
const blocks = [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].map((match) => match[1]!);

beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  for (const [index, code] of blocks.entries()) writeFileSync(join(FOLDER, `${index}.mjs`), code);
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

describe("docs/driver.md", () => {
  test("shows a driver in which the doctor finds nothing wrong", async () => {
    const { checks } = await runDoctor({ command: [process.execPath, join(FOLDER, "0.mjs")] });
    expect(checks.filter(({ verdict }) => verdict !== "ok")).toEqual([]);
  });

  test("shows a driver behind which vectors pass", async () => {
    const driver = openDriver({ command: [process.execPath, join(FOLDER, "0.mjs")] });
    const { operations } = await driver.hello();
    const asked = loadVectors()
      .filter(({ id }) => /^request\/(twitter|rfc5849)|^percent-encoding\//.test(id))
      .filter(({ input }) => operations.includes(input.operation));
    const verdicts = await Promise.all(
      asked.map(async (vector) => judge(vector, await driver.ask(vector.input)).verdict),
    );
    await driver.close();
    expect(verdicts.filter((verdict) => verdict === "pass").length).toBeGreaterThan(100);
    // Where the package itself deviates it fails; the driver never breaks.
    expect(new Set(verdicts)).toEqual(new Set(["pass", "fail"]));
  });

  test("shows a module that answers", async () => {
    const driver = openModule({ file: join(FOLDER, "1.mjs") });
    expect(await driver.hello()).toMatchObject({ implementation: { name: "mine" } });
    const answer = await driver.ask({ operation: "percent-encoding", text: "a b" });
    expect(answer).toEqual({ ok: true, stages: { "percent-encoding": "a%20b" } });
  });

  test("tells of every operation and every trouble", () => {
    const unnamed = [...Object.keys(OWED_STAGE), ...TROUBLES].filter((name) => !text.includes(`| \`${name}\` |`));
    expect(unnamed).toEqual([]);
  });
});
