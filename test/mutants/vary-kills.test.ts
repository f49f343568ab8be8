import { describe, expect, test } from "vitest";
import { FAULTS } from "../../src/faults/index.ts";
import { specification } from "../../src/model/index.ts";
import { MOST_STARTS, searchClient, varyKills } from "./vary-kills.ts";

const faultsNamed = (...ids: readonly string[]) => FAULTS.filter(({ id }) => ids.includes(id));

describe("capture --vary", () => {
  async function expectFound(...ids: readonly string[]): Promise<void> {
    const kills = await varyKills(faultsNamed(...ids), 5849);
    expect([...kills.keys()].toSorted()).toEqual(ids.toSorted());
    for (const kill of kills.values()) {
      expect(kill).toMatchObject({ isNamed: true });
      expect(kill!.starts).toBeLessThanOrEqual(MOST_STARTS);
    }
    expect(kills.get("asterisk-bare")!.values).toEqual({ amount: "11.42", text: "*" });
  }

  test("finds a fault of an encoder, of an order and of every request, and names it", { tags: ["deep"] }, () =>
    expectFound("asterisk-bare", "not-sorted", "empty-value-dropped"),
  );

  test("has no entry for a fault that no form post shows", { tags: ["deep"] }, async () => {
    expect((await varyKills(faultsNamed("host-case-kept"), 5849)).size).toBe(0);
  });

  test("accuses the specification with none of its fixed values", async () => {
    expect(await searchClient(specification, { seed: 1, runs: 0 })).toEqual({ accused: [], starts: 10 });
  });

  test("accuses the specification with none of ten seeds", { tags: ["deep"], timeout: 600_000 }, async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { accused, starts } = await searchClient(specification, { seed, runs: 50 });
      expect([accused, starts]).toEqual([[], 60]);
    }
  });
});
