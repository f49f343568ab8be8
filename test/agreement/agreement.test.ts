import { describe, expect, test } from "vitest";
import { type Confirmation, confirm, isWeaklyCorroborated, readAgreement } from "../../scripts/agreement/agreement.ts";
import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { model } from "../../src/conformance/implementations/index.ts";
import { type InputOf, loadVectors, type Stage, type StageValues } from "../../src/conformance/vectors/index.ts";

const vectors = loadVectors();
const vectorNamed = (id: string) => vectors.find((vector) => vector.id === id)!;
const confirming = (id: string, stages: readonly Stage[], name = "x"): Confirmation => ({
  implementation: { name, version: "1", language: "" },
  confirmed: new Map([[id, new Set(stages)]]),
});

describe("vectors/agreement.json", () => {
  const recorded = readAgreement();

  test("has at most 150 weakly corroborated vectors", () => {
    expect(vectors.filter((vector) => isWeaklyCorroborated(vector, recorded)).length).toBeLessThanOrEqual(150);
  });

  test("names neither this package nor its model", () => {
    const names = recorded.map(({ implementation }) => implementation.name);
    expect(names.length).toBeGreaterThanOrEqual(9);
    expect(names.filter((name) => /countersign|model/.test(name))).toEqual([]);
  });
});

describe("the weak corroboration of a vector", () => {
  const whole = "request/short-secrets/1";

  test.each<[string, boolean, Confirmation[]]>([
    ["if it is not confirmed", true, []],
    ["if one implementation confirms it", true, [confirming(whole, ["base-string", "signature"])]],
    [
      "if two confirm the signature, and one of them the base string",
      true,
      [confirming(whole, ["base-string", "signature"]), confirming(whole, ["signature"])],
    ],
    [
      "unless two confirm each of the two",
      false,
      [
        confirming(whole, ["base-string", "signature"]),
        confirming(whole, ["signature"]),
        confirming(whole, ["base-string"]),
      ],
    ],
  ])("is stated %s", (_when, isWeak, confirmations) => {
    expect(isWeaklyCorroborated(vectorNamed(whole), confirmations)).toBe(isWeak);
  });

  test("if one confirms it, unless its source prints the value, undisputed", () => {
    const one = (id: string) => [confirming(id, ["base-string"])];
    const published = vectors.find((vector) => vector.id.startsWith("base-string/") && vector.published.length > 0)!;
    expect(isWeaklyCorroborated(published, one(published.id))).toBe(false);
    const disputed = { ...published, disputed: { stage: "base-string", published: "x", reason: "x" } };
    expect(isWeaklyCorroborated(disputed, one(published.id))).toBe(true);
  });
});

describe("an implementation confirms", () => {
  const own = [vectorNamed("base-string/paths/8"), vectorNamed("request/rsa-sha256/1")];
  const { sign, "base-string": baseString } = model.operations;
  const about = { name: "x", version: "1", language: "" };
  const confirmedBy = async (implementation: object, options = {}) => {
    const driver = inProcessDriver({ about, operations: {}, ...implementation });
    const { confirmed } = await confirm(driver, own, options);
    return own.map(({ id }) => [...(confirmed.get(id) ?? [])]);
  };

  test("a base string by a right signature over it, unless it was given the base string", async () => {
    const signatureOf = (input: InputOf<"sign">) => ({ signature: (sign!(input) as StageValues).signature! });
    const signing = { operations: { sign: signatureOf } };
    const all = await confirmedBy(signing);
    expect(all).toEqual([
      expect.arrayContaining(["base-string"]),
      expect.arrayContaining(["signature", "base-string"]),
    ]);
    const [, given] = await confirmedBy(signing, { signsGivenBaseString: true });
    expect(given).toEqual(["signature"]);
  });

  test("nothing by a signature with another method than the vector's", async () => {
    const signatureMethods = ["HMAC-SHA256"];
    expect(await confirmedBy({ operations: { sign }, signatureMethods })).toEqual([[], []]);
  });

  test("the base string of a request that it cannot sign", async () => {
    const [, whole] = await confirmedBy({ operations: { "base-string": baseString } });
    expect(whole).toEqual(["base-string"]);
  });

  test("nothing where its value is wrong", async () => {
    expect(await confirmedBy({ operations: { sign: () => ({ signature: "x" }) } })).toEqual([[], []]);
  });
});
