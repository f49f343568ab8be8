import { describe, expect, test } from "vitest";
import type { Falsified } from "../../../src/conformance/runner/check-case.ts";
import { findLeftOut } from "../../../src/conformance/runner/left-out.ts";
import type { SigningFeature as Feature } from "../../../src/conformance/vectors/index.ts";

const ALL = ["query", "form", "port", "realm", "version", "no-version"] as const;

function falsified(index: number, kind: Falsified["falsification"]["kind"] = "wrong-value"): Falsified {
  const falsification = { kind, stage: "signature", expected: "a", actual: "b" } as const;
  return { planned: { index }, falsification, asked: [], answers: [], isWithoutAnswer: false };
}

/** Cases by index: the features of each, and those without any one of which it passes. */
function experiment(cases: readonly { has: readonly Feature[]; fails: readonly (readonly Feature[])[] }[]) {
  return {
    indices: [...cases.keys()],
    featuresOf: ({ planned }: Falsified) => cases["index" in planned ? planned.index : 0]!.has,
    async check(index: number, without: readonly Feature[]) {
      if (without.includes("version") && without.includes("no-version")) return "not-offered" as const;
      const left = cases[index]!.fails.filter((mistake) => !mistake.some((feature) => without.includes(feature)));
      return left.length === 0 ? ("passed" as const) : falsified(index);
    },
  };
}

describe("the features that a baseline leaves out", () => {
  test("are the first of a falsifying case without which it passes", async () => {
    const found = await findLeftOut(experiment([{ has: ALL, fails: [["port", "realm"]] }, ...passing(3)]));
    expect(found).toEqual({ without: ["port"], notGated: new Map() });
  });

  test("are two for a case that shows two mistakes", async () => {
    const found = await findLeftOut(experiment([{ has: ALL, fails: [["query"], ["realm"]] }, ...passing(3)]));
    expect([...found.without].sort()).toEqual(["query", "realm"]);
  });

  test("do not include one that another makes unnecessary", async () => {
    const first = { has: ["query", "form"] as const, fails: [["query", "form"] as const] };
    const second = { has: ["form"] as const, fails: [["form"] as const] };
    const found = await findLeftOut(experiment([first, second, ...passing(3)]));
    expect(found.without).toEqual(["form"]);
  });

  test("are none if nothing would be asked without them", async () => {
    const found = await findLeftOut(
      experiment([{ has: ["version", "no-version"], fails: [["realm"]] }, ...passing(3)]),
    );
    expect(found.without).toEqual([]);
    expect([...found.notGated.keys()]).toEqual(["wrong-value"]);
  });

  test("are none if hardly any case would still be asked", async () => {
    const rare = experiment([{ has: ["query"], fails: [["query"]] }, ...passing(9)]);
    const found = await findLeftOut({
      ...rare,
      check: async (index, without) => (index > 0 && without.length > 0 ? "not-offered" : rare.check(index, without)),
    });
    expect(found.without).toEqual([]);
  });
});

function passing(count: number) {
  return Array.from({ length: count }, () => ({ has: ALL, fails: [] }));
}
