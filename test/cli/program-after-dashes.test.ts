import { describe, expect, test } from "vitest";
import { programAfterDashes } from "../../src/cli/commands/command.ts";

describe("the program after --", () => {
  test("is returned with its arguments", () => {
    expect(programAfterDashes(["ruby", "d.rb"], ["check", "--", "ruby", "d.rb"])).toEqual(["ruby", "d.rb"]);
    expect(programAfterDashes(["sh", "--"], ["check", "--", "sh", "--"])).toEqual(["sh", "--"]);
  });

  test("may be absent together with --", () => {
    expect(programAfterDashes([], ["check", "--seed", "1"])).toEqual([]);
  });

  test.each([
    ["nothing", [], ["check", "--seed", "1", "--"]],
    ["an empty text", [""], ["check", "--", ""]],
  ])("is wrong usage if %s follows --", (_what, command, argv) => {
    expect(() => programAfterDashes(command, argv)).toThrow(
      expect.objectContaining({ code: "usage", message: "expected a program after --, got nothing" }),
    );
  });
});
