import { describe, expect, type TestOptions, test } from "vitest";
import { faultOf } from "../../src/faults/index.ts";
import { NPM_REFERENCES, referenceKills } from "./reference-kills.ts";

describe.each<readonly [cases: number, options: TestOptions]>([
  [4, {}],
  [10, { tags: ["deep"] }],
])("a fault in implementation and model, in %i cases", (cases, options) => {
  const kills = (ids: readonly string[], references = NPM_REFERENCES, most = cases) =>
    referenceKills(
      ids.map((id) => faultOf(id)!),
      references,
      most,
    );

  test("is detected by the reference that computes the wrong value", options, async () => {
    const found = await kills(["space-as-plus", "header-form-encoded"]);
    expect(found.get("space-as-plus")).toMatchObject({ reference: "oauth-1.0a" });
    expect(found.get("header-form-encoded")).toMatchObject({ reference: "oauth-1.0a" });
  });

  test("is not detected outside of the domains", options, async () => {
    const found = await kills(["query-plus-kept-literal", "params-in-two-places"]);
    expect([...found.values()]).toEqual([null, null]);
  });

  test("is not detected if no generated request shows it", options, async () => {
    const found = await kills(["dot-segments-removed"], NPM_REFERENCES, 1);
    expect(found.get("dot-segments-removed")).toBeNull();
  });

  test("is not detected by a reference that signs the model's base string", options, async () => {
    const [, nodeForge] = NPM_REFERENCES;
    const found = await kills(["not-sorted", "key-without-ampersand"], [nodeForge!]);
    expect(found.get("not-sorted")).toBeNull();
    expect(found.get("key-without-ampersand")).toMatchObject({ reference: "node-forge" });
  });
});
