import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { check } from "../../src/cli/check/check.ts";
import { readCounterexamples, saveCounterexample } from "../../src/cli/check/counterexamples.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counterexamples-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("a saved counterexample", () => {
  test.each([
    ["no JSON", "{", /^expected a counterexample in JSON at .*saved\.json: /],
    ["no property", '{"case":"x"}', /saved\.json: property: expected a string, got nothing$/],
    ["an unknown property", '{"property":"no-such","case":"x"}', /no property is called "no-such"$/],
    [
      "a case of another property",
      '{"property":"agrees-with-model","case":7}',
      /\/case is not a case of agrees-with-model: /,
    ],
  ])("with %s is wrong usage, and the error says where", async (_what, text, message) => {
    writeFileSync(join(folder, "saved.json"), text);
    const options = { builtin: "model", counterexamples: folder, seed: "1", filter: ["agrees-with-model"], runs: "1" };
    await expect(check(options, fakeTerminal())).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(message),
    });
  });
});

describe("the file of a counterexample", () => {
  const saved = { property: "agrees-with-model", case: { note: "é" } };

  test("is named for its property and its case: the same case always has the same name", async () => {
    const path = saveCounterexample(join(folder, "new"), saved);
    expect(path).toBe(join(folder, "new", "agrees-with-model-d1b8731e834d.json"));
    expect(saveCounterexample(join(folder, "new"), { ...saved })).toBe(path);
    expect(readdirSync(join(folder, "new"))).toHaveLength(1);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(saved);
  });

  test("has another name for another case, and for another property", () => {
    const others = [saved, { ...saved, case: { note: "e" } }, { ...saved, property: "order-is-free" }];
    expect(new Set(others.map((one) => saveCounterexample(folder, one))).size).toBe(3);
  });

  test("is read with the others in the order of their names, and other files are not", async () => {
    const cases = ["b", "a"].map((text) => ({ property: "encoding-decodes-back", case: text }));
    for (const [at, one] of cases.entries()) writeFileSync(join(folder, `${2 - at}.json`), JSON.stringify(one));
    writeFileSync(join(folder, "notes.txt"), "{");
    expect(await readCounterexamples(folder)).toEqual([...cases].reverse());
    expect(await readCounterexamples(join(folder, "none"))).toEqual([]);
  });
});
