import { describe, expect, test } from "vitest";
import { countersign } from "./countersign.ts";

describe("an argument with control characters", () => {
  const HOSTILE = "\u001b[31mred\u009b1m\u202e";

  test.each([
    ["a command", [HOSTILE]],
    ["an option", ["check", `--${HOSTILE}`]],
    ["a help topic", ["help", HOSTILE]],
    ["a file", ["keys", "check", HOSTILE]],
  ])("is printed with escapes, as %s", async (_what, args) => {
    const { status, stdout, stderr } = await countersign(args);
    expect(status).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/\\(?:x1b|u001b)\[31mred/);
    expect(stderr).not.toMatch(/[^\P{C}\n]/u);
  });
});

describe("a command line", () => {
  test("without a known command ends with 2", async () => {
    const { status, stderr } = await countersign(["bogus"]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/unknown command/)]);
  });

  test.each(["check", "capture", "doctor"])("with nothing after %s -- ends with 2", async (command) => {
    const { status, stderr } = await countersign([command, "--"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining("expected a program after --, got nothing\nhint: ")]);
  });
});
