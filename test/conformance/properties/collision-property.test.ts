import { describe, expect, test } from "vitest";
import { countersign } from "../../../src/conformance/implementations/index.ts";
import {
  checkProperty,
  generateCase,
  NotOffered,
  PROPERTIES,
  shrinkCase,
} from "../../../src/conformance/properties/index.ts";
import type { Ask, InputOf } from "../../../src/conformance/vectors/index.ts";
import { faultOf } from "../../../src/faults/index.ts";
import { readSentRequest, type Stages, specification, traceSent } from "../../../src/model/index.ts";

const property = PROPERTIES.find(({ id }) => id === "accepts-no-collision")!;
const SEED = 5849;

/** A verifier that computes signatures with these mistakes. */
function verifierWith(...faults: readonly string[]): Ask {
  const stages = faults.reduce<Stages>((made, id) => faultOf(id)!.apply(made), specification);
  return (input) => {
    const { received, credentials } = input as InputOf<"verify">;
    try {
      const { signature } = readSentRequest(received, stages);
      return {
        ok: true,
        stages: { valid: traceSent(received, credentials as object, stages).signature === signature },
      };
    } catch (error) {
      return { ok: false, error: "refused", message: (error as Error).message };
    }
  };
}

/** The number of cases that say something, and the first that falsifies the property. */
async function runCases(ask: Ask, count: number, cases = property.cases) {
  let offered = 0;
  for (let index = 0; index < count; index++) {
    try {
      const one = generateCase(cases, SEED, index);
      const falsification = await checkProperty(property, one, ask);
      offered++;
      if (falsification !== undefined) return { offered, index, falsification };
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
    }
  }
  return { offered };
}

describe("a verifier without mistakes", () => {
  const verify = countersign.operations.verify!;
  const ask: Ask = async (input) => ({ ok: true, stages: await verify(input as InputOf<"verify">) });

  test("accepts no collision, and every case says something", async () => {
    const { offered, falsification } = await runCases(ask, 60);
    expect(falsification).toBeUndefined();
    expect(offered).toBe(60);
  });
});

describe("a verifier with a mistake", () => {
  test.each([
    ["duplicate-first-wins"],
    ["duplicate-last-wins"],
    ["query-left-out"],
    ["form-body-left-out"],
    ["trailing-slash-dropped"],
    ["path-lowercased"],
    ["values-trimmed"],
    ["duplicate-first-wins with values-trimmed"],
  ])("accepts a request that was not signed: %s", { tags: ["deep"] }, async (mistakes) => {
    const faults = mistakes.split(" with ");
    // Cases with other mistakes would show it by chance: how soon depends on how many mistakes there are.
    const cases = property.cases.filter((one) =>
      (one as { faults: string[] }).faults.some((id) => faults.includes(id)),
    );
    const found = await runCases(verifierWith(...faults), 20, cases);
    expect(found.falsification?.stage).toBe("valid");
    expect(found.falsification?.actual).toContain("(accepted with the signature of the other one)");
  });

  test("in its encoding only makes no collision: what it accepts has no other decoded values", async () => {
    expect((await runCases(verifierWith("tilde-encoded"), 60)).falsification).toBeUndefined();
  });

  test("gets a counterexample that is shrunk to one mistake and its smallest request", async () => {
    const ask = verifierWith("duplicate-last-wins");
    const { index = -1 } = await runCases(ask, 400);
    const fails = async (one: unknown) =>
      (await checkProperty(property, one, ask).catch(() => undefined)) !== undefined;
    const smallest = (await shrinkCase(property.cases, { seed: SEED, index, fails })) as { faults: string[] };
    expect(smallest.faults).toHaveLength(1);
    expect(Object.keys(smallest)).toEqual(["faults"]);
  });
});

describe("a case", () => {
  const one = { faults: ["duplicate-first-wins"] };

  test("says nothing about a verifier that rejects every request", async () => {
    const rejecting: Ask = () => ({ ok: true, stages: { valid: false } });
    await expect(checkProperty(property, one, rejecting)).rejects.toThrow(/rejects each plain request/);
  });

  test("that names no fault, or an unknown one, is refused with the place of it", async () => {
    for (const [faults, place] of [
      [[], "the case.faults"],
      [["none"], "the case.faults[0]"],
    ] as const)
      await expect(checkProperty(property, { faults }, verifierWith())).rejects.toThrow(`${place}: `);
  });

  test("passes if the verifier refuses to read the changed request", async () => {
    let count = 0;
    const refusing: Ask = () =>
      count++ === 0 ? { ok: true, stages: { valid: true } } : { ok: false, error: "refused", message: "" };
    expect(await checkProperty(property, one, refusing)).toBeUndefined();
  });

  test("is falsified by a verifier that breaks", async () => {
    const broken: Ask = () => ({ ok: false, error: "crashed", message: "signal 11" });
    expect(await checkProperty(property, one, broken)).toMatchObject({ actual: "(crashed) signal 11" });
  });

  test.each([[{ faults: [] }], [{ faults: ["none"] }], [{ faults: ["hmac-key-without-ampersand"] }], [7]])(
    "is not %j",
    async (wrong) => {
      await expect(checkProperty(property, wrong, verifierWith())).rejects.toThrow(/expected/);
    },
  );
});
