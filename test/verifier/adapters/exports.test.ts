import { describe, expect, test } from "vitest";
import { subPathsOf } from "../../exported-modules.ts";
import { TARGETS_OF } from "../fuzz/targets.ts";
import { SERVERS_OF } from "./servers.ts";

describe("every adapter that package.json exports", () => {
  const adapters = subPathsOf("verifier/adapters").sort();

  test("has a server in the tests of adapters, which they all run", () => {
    expect(adapters.length).toBeGreaterThan(3);
    const what = "an adapter needs servers in SERVERS_OF of test/verifier/adapters/servers.ts";
    expect(Object.keys(SERVERS_OF).sort(), what).toEqual(adapters);
  });

  test("has a server in the fuzzer", () => {
    const what = "an adapter needs targets in TARGETS_OF of test/verifier/fuzz/targets.ts";
    expect(Object.keys(TARGETS_OF).sort(), what).toEqual(adapters);
  });
});
