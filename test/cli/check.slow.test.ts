/** @module-tag commands */

import { describe, expect, test } from "vitest";
import { check } from "../../src/cli/check/check.ts";
import { fakeTerminal } from "./fake-terminal.ts";

describe("countersign check", () => {
  test("passes every vector with the signer of this package and with the references", async () => {
    const terminal = fakeTerminal();
    expect(await check({ seed: "1", runs: "20" }, terminal)).toBe(0);
    expect(terminal.text()).toMatch(/✓ countersign: \d{4} vectors, \d{4} passed, 0 failed, \d refused \(allowed\)/);
    expect(terminal.text()).toMatch(/^oauth-1\.0a 2\.\d+\.\d+ +\d{3,4} +·/m);
    expect(terminal.text()).toMatch(/^node-forge 1\.\d+\.\d+ +\d{3,4} +·/m);
  });
});
