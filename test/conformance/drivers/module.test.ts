import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openModule } from "../../../src/conformance/drivers/index.ts";
import { testEach } from "../../title.ts";

let folder: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "modules-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A file with this text. */
function file(text: string, end = "mjs"): string {
  const path = join(folder, `${++count}.${end}`);
  writeFileSync(path, text);
  return path;
}

describe("a module", () => {
  test.each([
    ["its default export", "mjs", (text: string) => `export default ${text}`],
    ["its export implementation", "mjs", (text: string) => `export const implementation = ${text}`],
    ["CommonJS", "cjs", (text: string) => `module.exports = ${text}`],
    ["CommonJS by name", "cjs", (text: string) => `exports.implementation = ${text}`],
  ])("is asked through %s", async (_what, end, text) => {
    const path = file(text(`{ bodyHash: ({ body }) => body }`), end);
    const driver = openModule({ file: path });
    expect(await driver.hello()).toMatchObject({ implementation: { name: basename(path) }, operations: ["body-hash"] });
    expect(await driver.ask({ operation: "body-hash", body: "x", hash: "SHA-1" })).toEqual({
      ok: true,
      stages: { "body-hash": "x" },
    });
  });

  test.each([
    ["ES", "mjs", "export default"],
    ["CommonJS", "cjs", "module.exports ="],
  ])("may name itself in a default export that is the implementation, in %s", async (_what, end, start) => {
    const driver = openModule({ file: file(`${start} { implementation: { name: "a" }, sign: () => "" }`, end) });
    expect(await driver.hello()).toMatchObject({ implementation: { name: "a" }, operations: ["sign"] });
  });

  test("that does not answer a promised question in time is reported", async () => {
    const path = file("export default { percentEncode: () => new Promise(() => {}) }");
    const driver = openModule({ file: path, timeoutMilliseconds: 50 });
    await driver.hello();
    expect(await driver.ask({ operation: "percent-encoding", text: "a" })).toEqual({
      ok: false,
      error: "timed-out",
      message: "no answer within 50 ms",
    });
  });

  testEach([
    ["", /expected an object, got nothing/],
    ["export default 5", /expected an object, got 5/],
    ["export default { dance() {} }", /a method: expected percentEncode, .*got "dance"/],
    ["throw new Error('no')", /cannot be loaded: no/],
    ["export default {", /cannot be loaded/],
  ])("that is %s is refused at once", async (text, message) => {
    await expect(openModule({ file: file(text) }).hello()).rejects.toThrow(message);
  });

  test("that is not there is refused at once", async () => {
    const missing = openModule({ file: join(folder, "missing.mjs") });
    await expect(missing.hello()).rejects.toMatchObject({ name: "DriverBrokenError", code: "driver-broken" });
  });
});
