import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openModule } from "../../../src/conformance/drivers/index.ts";
import { DRIVER_FAILURES, REQUIRED_STAGE } from "../../../src/conformance/vectors/index.ts";

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

  test("tells of every operation and every trouble", () => {
    const unnamed = [...Object.keys(REQUIRED_STAGE), ...DRIVER_FAILURES].filter(
      (name) => !DRIVER_DOCS.includes(`| \`${name}\` |`),
    );
    expect(unnamed).toEqual([]);
  });
});
