/** What the check of a Redis server tells the operator. */

import { describe, expect, test } from "vitest";
import { checkServer } from "../../src/verifier/stores/redis-server-check.ts";

const SETTINGS = [
  ["maxmemory-policy", "noeviction", "a full Redis evicts nonces, and their requests can be replayed"],
  ["appendonly", "yes", "a restart loses nonces; if it loads an older snapshot, their requests can be replayed"],
  ["appendfsync", "always", "a crash of the machine loses the last nonces, and their requests can be replayed"],
] as const;

const findings = (settings: Readonly<Record<string, string>>) =>
  checkServer({ configGet: async () => settings, info: async () => "" } as never);

const RIGHT = Object.fromEntries(SETTINGS);

describe("the check of a Redis server", () => {
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

  /** What a server without CONFIG shows. */
  const fromInfo = (sections: Readonly<Record<string, string>>, error = new Error("ERR unknown command 'CONFIG'")) =>
    checkServer({
      configGet: () => Promise.reject(error),
      info: async (section: string) => sections[section],
    } as never);
  const UNCHECKED_FSYNC = expect.stringMatching(/^appendfsync could not be checked, /);

  test.each(["ERR unknown command 'CONFIG'", "NOPERM this user has no permissions"])(
    "reads INFO if the server answers CONFIG with %s",
    async (error) => {
      const memory = "# Memory\r\nused_memory:1\r\nmaxmemory_policy:noeviction\r\n";
      const persistence = "# Persistence\r\nloading:0\r\naof_enabled:1\r\n";
      expect(await fromInfo({ memory, persistence }, new Error(error))).toEqual({
        unsafe: [],
        unchecked: [UNCHECKED_FSYNC],
      });
      const wrong = await fromInfo({
        memory: memory.replace("noeviction", "allkeys-lru"),
        persistence: persistence.replace("1", "0"),
      });
      expect(wrong).toEqual({
        unsafe: [
          expect.stringMatching(/^maxmemory-policy is "allkeys-lru"\. /),
          expect.stringMatching(/^appendonly is "no"\. /),
        ],
        unchecked: [UNCHECKED_FSYNC],
      });
    },
  );

  test("reads only a whole line of INFO", async () => {
    const memory = "old_maxmemory_policy:noeviction\r\n";
    const { unsafe, unchecked } = await fromInfo({ memory, persistence: "x_aof_enabled:1\r\n" });
    expect([unsafe, unchecked.length]).toEqual([[], 3]);
  });

  test("takes the settings from a Map, as clients with RESP 3 give them, and cuts a long value", async () => {
    const settings = new Map([...Object.entries(RIGHT), ["appendonly", "x".repeat(41)]]);
    const { unsafe, unchecked } = await checkServer({ configGet: async () => settings } as never);
    expect(unsafe).toEqual([expect.stringContaining(`appendonly is "${"x".repeat(40)}". `)]);
    expect(unchecked).toEqual([]);
  });

  test.each(["LOADING Redis is loading", "x ERR x", "ERRx", "Socket closed"])(
    "fails if the server does not answer for another reason: %s",
    async (message) => {
      await expect(fromInfo({}, new Error(message))).rejects.toThrow(message);
    },
  );

  test("fails with what a client throws that is no error", async () => {
    await expect(fromInfo({}, { message: "ERR " } as Error)).rejects.toEqual({ message: "ERR " });
  });
});
