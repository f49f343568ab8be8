import { describe, expect, test } from "vitest";
import { createCauseSearch } from "../../../src/conformance/causes/index.ts";
import { type Implementation, inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { loadBuiltin, model } from "../../../src/conformance/implementations/index.ts";
import { PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { type RunCauses, type RunEvent, run } from "../../../src/conformance/runner/index.ts";
import { loadRules, loadVectors, type TestCase } from "../../../src/conformance/vectors/index.ts";
import type { OctetText, UnsignedRequest } from "../../../src/conformance/vectors/input.ts";
import { toText } from "../../../src/model/index.ts";

const builtin = async (name: string): Promise<Implementation> => (await loadBuiltin(name))!;

async function causesOf(...given: Parameters<typeof foundBy>): Promise<RunCauses["causes"]> {
  return (await foundBy(...given)).flatMap(({ causes }) => causes);
}

/** What a run reports of causes. */
async function foundBy(
  implementation: Implementation,
  property: string,
  vectors: readonly TestCase[] = [],
): Promise<readonly RunCauses[]> {
  const events: RunEvent[] = [];
  await run({
    vectors,
    properties: PROPERTIES.filter(({ id }) => id === property),
    indices: { first: 0, count: 10 },
    saved: [],
    seed: 1,
    rules: loadRules(),
    driver: inProcessDriver(implementation),
    search: createCauseSearch(),
    emit: (event) => events.push(event),
  });
  return events.flatMap((event) => (event.type === "causes" ? [event] : []));
}

describe("the causes of the shrunk cases of a property", () => {
  test("are named for a client with two mistakes, each with the property", async () => {
    const causes = await causesOf(await builtin("mutant:tilde-encoded+default-port-kept"), "agrees-with-model");
    expect(causes.length).toBeGreaterThan(0);
    for (const { id, explains } of causes) {
      expect(["tilde-encoded", "default-port-kept"]).toContain(id);
      expect(explains).toEqual(["agrees-with-model"]);
    }
  });

  test("are found although the property only returns that the signature is wrong", async () => {
    const causes = await causesOf(await builtin("mutant:hex-digest"), "signature-verifies");
    expect(causes.map(({ id }) => id)).toEqual(["hex-digest"]);
    expect(causes[0]!.explains).toEqual(["signature-verifies"]);
  });

  test("are found for a signer that shows no base string", { tags: ["deep"] }, async () => {
    const { about, operations } = await builtin("mutant:locale-sort");
    const causes = await causesOf({ about, operations: { sign: operations.sign! } }, "order-is-by-octets");
    expect(causes.map(({ id }) => id)).toEqual(["locale-sort"]);
  });

  test("are found for questions without a request too", async () => {
    const causes = await causesOf(await builtin("mutant:lowercase-hex"), "encoding-decodes-back");
    expect(causes.map(({ id }) => id)).toContain("lowercase-hex");
  });

  test("are none that a passed vector contradicts", async () => {
    const mistaken = await builtin("mutant:lowercase-hex");
    const { "percent-encoding": encode } = (await builtin("model")).operations;
    const vectors = loadVectors().filter(({ id }) => id.startsWith("percent-encoding/"));
    const inVectors = new Set(vectors.map(({ input }) => JSON.stringify(input)));
    const wrong = mistaken.operations["percent-encoding"]!;
    const sometimes: Implementation = {
      ...mistaken,
      operations: {
        ...mistaken.operations,
        "percent-encoding": (input) => (inVectors.has(JSON.stringify(input)) ? encode! : wrong)(input),
      },
    };
    const [found] = await foundBy(sometimes, "encoding-decodes-back", vectors);
    expect(found!.causes).toEqual([]);
  });

  test("are found where only what is sent is wrong", { tags: ["deep"] }, async () => {
    const causes = await causesOf(await builtin("mutant:realm-percent-encoded"), "agrees-with-model");
    expect(causes.map(({ id }) => id)).toEqual(["realm-percent-encoded"]);
  });

  test("are none for a decision that RFC 5849 leaves open", async () => {
    const replaced = (encoded: string): string => encoded.replace(/%(?:E9|FF)/g, "%EF%BF%BD");
    const text = (octets: OctetText): string => (typeof octets === "string" ? octets : toText(octets));
    const sign: NonNullable<Implementation["operations"]["sign"]> = ({ request, ...input }) => {
      const { form, formEncoded, url } = request;
      const [beforeQuery, ...query] = url.split("?");
      const read: UnsignedRequest = {
        ...request,
        url: [beforeQuery, ...query.map(replaced)].join("?"),
        ...(form && { form: form.map(([name, value]) => [text(name), text(value)]) }),
        ...(formEncoded !== undefined && { formEncoded: replaced(formEncoded) }),
      };
      return model.operations.sign!({ ...input, request: read });
    };
    expect(await causesOf({ about: model.about, operations: { sign } }, "agrees-with-model")).toEqual([]);
  });
});
