import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

const ABOUT = `about: { name: "m", version: "1", language: "JavaScript" }`;

describe("a module", () => {
  test.each([
    ["its default export", "mjs", (text: string) => `export default ${text}`],
    ["its export implementation", "mjs", (text: string) => `export const implementation = ${text}`],
    ["CommonJS", "cjs", (text: string) => `module.exports = ${text}`],
    ["CommonJS by name", "cjs", (text: string) => `exports.implementation = ${text}`],
  ])("is asked through %s", async (_what, end, text) => {
    const path = file(text(`{ ${ABOUT}, operations: { "body-hash": ({ body }) => ({ "body-hash": body }) } }`), end);
    const driver = openModule({ file: path });
    expect(await driver.hello()).toMatchObject({ implementation: { name: "m" }, operations: ["body-hash"] });
    expect(await driver.ask({ operation: "body-hash", body: "x", hash: "SHA-1" })).toEqual({
      ok: true,
      stages: { "body-hash": "x" },
    });
  });

  test.each([
    [`async () => ({ "percent-encoding": "later" })`, { ok: true, stages: { "percent-encoding": "later" } }],
    [`() => { throw new Error("broke") }`, { ok: false, error: "failed", message: "broke" }],
    [`async () => { throw "broke" }`, { ok: false, error: "failed", message: "broke" }],
    [`() => { throw Object.assign(new Error("no"), { name: "Refusal" }) }`, { ok: false, error: "refused" }],
    [`() => new Promise(() => {})`, { ok: false, error: "timed-out", message: "no answer within 50 ms" }],
    [`() => undefined`, { ok: false, error: "malformed-answer" }],
    [`() => "text"`, { ok: false, error: "malformed-answer" }],
    [`() => ({ "percent-encoding": 5 })`, { ok: false, error: "malformed-answer" }],
  ])("that answers %s is reported", async (answer, expected) => {
    const path = file(`export default { ${ABOUT}, operations: { "percent-encoding": ${answer} } }`);
    const driver = openModule({ file: path, timeoutMilliseconds: 50 });
    await driver.hello();
    expect(await driver.ask({ operation: "percent-encoding", text: "a" })).toMatchObject(expected);
  });

  testEach([
    ["", /expected an object, got nothing/],
    ["export default 5", /expected an object, got 5/],
    ["export default { operations: {} }", /about: expected an object, got nothing/],
    [`export default { ${ABOUT} }`, /operations: expected an object, got nothing/],
    [`export default { ${ABOUT}, operations: { dance() {} } }`, /operations: expected percent-encoding, .*got "dance"/],
    [`export default { ${ABOUT}, operations: { sign: 5 } }`, /operations\.sign: expected a function, got 5/],
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
