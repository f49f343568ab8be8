import { describe, expect, test } from "vitest";
import { commandBehind } from "../../src/cli/input/program-after-dashes.ts";

describe("the program behind --", () => {
  test("is what stands there", () => {
    expect(commandBehind(["ruby", "d.rb"], ["check", "--", "ruby", "d.rb"])).toEqual(["ruby", "d.rb"]);
    expect(commandBehind(["sh", "--"], ["check", "--", "sh", "--"])).toEqual(["sh", "--"]);
  });

  test("may be absent with its --", () => {
    expect(commandBehind([], ["check", "--seed", "1"])).toEqual([]);
  });

  test.each([
    ["nothing", [], ["check", "--seed", "1", "--"]],
    ["an empty text", [""], ["check", "--", ""]],
  ])("is bad usage where a -- has %s behind it", (_what, command, argv) => {
    expect(() => commandBehind(command, argv)).toThrow(
      expect.objectContaining({ code: "usage", message: "expected a program behind --, got nothing" }),
    );
  });
});
