import { describe, expect, test } from "vitest";
import { readName, similarNames, unknownName } from "../../src/cli/input/similar-names.ts";
import { FAULTS } from "../../src/faults/index.ts";

const IDS = FAULTS.map(({ id }) => id);

describe("a name that does not exist", () => {
  test.each([
    ["tilde-encodd", "tilde-encoded"],
    ["tilde-enocded", "tilde-encoded"],
    ["Tilde-Encoded", "tilde-encoded"],
    ["not_sorted", "not-sorted"],
  ])("is close to the correct one: %s", (typed, right) => {
    expect(similarNames(typed, IDS)[0]).toBe(right);
  });

  test("can be a part of the correct one", () => {
    expect(similarNames("tilde", IDS)).toContain("tilde-encoded");
  });

  test("has no suggestion if nothing is similar", () => {
    expect(similarNames("completely-different", IDS)).toEqual([]);
    expect(unknownName("no fault", "completely-different", IDS).hint).toBeUndefined();
  });

  test("is refused with a suggestion and the next step", () => {
    expect(unknownName("no fault", "tilde-encodd", IDS, "countersign faults list").hint).toBe(
      "did you mean tilde-encoded? countersign faults list",
    );
    expect(() => readName("--profile", "gatway", ["gateway", "rfc5849"])).toThrow(
      expect.objectContaining({
        message: '--profile must be one of gateway, rfc5849, got "gatway"',
        hint: "did you mean gateway?",
      }),
    );
    expect(readName("--profile", "gateway", ["gateway", "rfc5849"])).toBe("gateway");
  });
});
