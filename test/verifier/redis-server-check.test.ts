/** What the check of a Redis server tells the operator. */

import { expect, test } from "vitest";
import { checkServer } from "../../src/verifier/stores/redis-server-check.ts";

const SETTINGS = [
  ["maxmemory-policy", "noeviction", "a full Redis evicts nonces, and their requests can be replayed"],
  ["appendonly", "yes", "a restart loses nonces; if it loads an older snapshot, their requests can be replayed"],
  ["appendfsync", "always", "a crash of the machine loses the last nonces, and their requests can be replayed"],
] as const;

const findings = (settings: Readonly<Record<string, string>>) =>
  checkServer({ configGet: async () => settings, info: async () => "" } as never);

const RIGHT = Object.fromEntries(SETTINGS);

test.each(SETTINGS)("says what a wrong %s costs", async (name, wanted, otherwise) => {
  const advice = `Set ${name} to ${wanted}; with another value, ${otherwise}.`;
  expect(await findings({ ...RIGHT, [name]: "x" })).toEqual({ unsafe: [`${name} is "x". ${advice}`], unchecked: [] });
  const { [name]: _left, ...others } = RIGHT;
  expect(await findings(others)).toEqual({
    unsafe: [],
    unchecked: [`${name} could not be checked, because Redis does not show it. ${advice}`],
  });
});

test("finds nothing wrong with settings that keep nonces", async () => {
  expect(await findings(RIGHT)).toEqual({ unsafe: [], unchecked: [] });
});
