import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { check } from "../../src/cli/check/check.ts";
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
    const options = { counterexamples: folder, seed: "1", filter: ["agrees-with-model"], runs: "1" };
    await expect(check(options, fakeTerminal())).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(message),
    });
  });
});
