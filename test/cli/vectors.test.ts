import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countersign } from "./countersign.ts";
import { fewVectors } from "./few-vectors.ts";

let few = "";
beforeAll(() => {
  few = fewVectors();
});
afterAll(() => rmSync(few, { recursive: true }));

describe("countersign vectors", () => {
  test("list prints a line for each vector that the filter selects", async () => {
    const { status, stdout } = await countersign(["vectors", "list", "--filter", "ipv6"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^(?:(?:base-string|request)\S+ +rfc5849-\S+ +\S.*\n){2,}$/);
  });

  test("list ends with 4 if the filter selects none", async () => {
    const { status, stderr } = await countersign(["vectors", "list", "--filter", "nothing"]);
    expect(status).toBe(4);
    expect(stderr).toMatch(/no vector matches \["nothing"\]\nhint: .*countersign.* vectors list/);
  });

  test("list, show and recompute suggest a command for the same folder", async () => {
    const own = ["--vectors", few];
    for (const words of [
      ["list", "--filter", "none"],
      ["recompute", "--filter", "none"],
      ["show", "none"],
    ]) {
      const { stderr } = await countersign(["vectors", ...words, ...own]);
      expect(stderr).toMatch(
        /^hint: to list all vectors, run: .*countersign .*vectors list --vectors \S*few-vectors-\w+'?$/m,
      );
    }
  });

  test("check suggests filters that match, and a command for the same folder", async () => {
    const { stderr } = await countersign(["check", "--builtin", "model", "--filter", "authlib", "--vectors", few]);
    expect(stderr).toMatch(
      /^hint: did you mean request\/authlib\b.*countersign .*vectors list --vectors \S*few-vectors-\w+'?$/m,
    );
  });

  test("show prints one vector with its rule and its source", async () => {
    const { status, stdout } = await countersign(["vectors", "show", "request/rfc5849/1"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id: "request/rfc5849/1",
      rule: { level: "MUST" },
      source: { kind: "published", url: expect.stringMatching(/^https:/) },
    });
  });

  test("show prints one vector for verifiers", async () => {
    const { stdout } = await countersign(["vectors", "show", "verifier/nonces/1"]);
    expect(JSON.parse(stdout)).toMatchObject({ expected: { refuse: "nonce-used" } });
  });

  test("show ends with 2 for an id that does not exist", async () => {
    const { status, stderr } = await countersign(["vectors", "show", "request/rfc5849/l"]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/no vector has the id "request\/rfc5849\/l"/)]);
  });

  test("recompute computes the values of the selected vectors with the model", async () => {
    const { status, stdout } = await countersign(["vectors", "recompute", "--filter", "base-string/hosts"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/✓ model: \d{2,3} vectors, \d{2,3} passed, 0 failed$/m);
  });

  test("recompute ends with 4 if the filter selects none", async () => {
    expect(await countersign(["vectors", "recompute", "--filter", "nothing"])).toMatchObject({ status: 4 });
  });
});
