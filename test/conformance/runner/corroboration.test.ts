import { describe, expect, test } from "vitest";
import { type Driver, type Implementation, inProcessDriver, Refusal } from "../../../src/conformance/drivers/index.ts";
import { signInput } from "../../../src/conformance/implementations/countersign.ts";
import { countersign, model, mutant } from "../../../src/conformance/implementations/index.ts";
import { PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { nodeForge } from "../../../src/conformance/references/node-forge.ts";
import { oauth10a } from "../../../src/conformance/references/oauth-1.0a.ts";
import {
  hasFailed,
  type Run,
  type RunEvent,
  run,
  startCorroboration,
  summaryOf,
} from "../../../src/conformance/runner/index.ts";
import { type InputOf, loadVectors, openDecisions, type VectorInput } from "../../../src/conformance/vectors/index.ts";
import { TEST_PRIVATE_KEY } from "../../../src/conformance/vectors/test-key.ts";
import { faultOf } from "../../../src/faults/index.ts";

const REQUEST: InputOf<"sign"> = {
  operation: "sign",
  request: { method: "POST", url: "https://gateway.example/pay", form: [["note", "a~b"]] },
  signatureMethod: "HMAC-SHA1",
  credentials: { consumerKey: "k", consumerSecret: "s" },
  nonce: "n",
  timestamp: "1700000000",
  version: "1.0",
  transport: "header",
};
const WITH_RSA = {
  ...REQUEST,
  signatureMethod: "RSA-SHA256",
  credentials: { consumerKey: "k", privateKey: TEST_PRIVATE_KEY },
} as const satisfies VectorInput;

/** One input, which was generated. */
const ONE = { vectors: 0, generated: 1 };

/** A reference that keeps what it was asked. */
function asked(reference: Implementation): { reference: Implementation; questions: VectorInput[] } {
  const questions: VectorInput[] = [];
  const operations = Object.fromEntries(
    Object.entries(reference.operations).map(([name, answer]) => [
      name,
      (input: VectorInput) => {
        questions.push(input);
        return (answer as (one: VectorInput) => object)(input);
      },
    ]),
  );
  return { reference: { ...reference, operations }, questions };
}

async function corroborated(
  inputs: readonly VectorInput[],
  references: readonly Implementation[],
  specification = model,
) {
  const { compare, result } = await startCorroboration(inProcessDriver(specification), references.map(inProcessDriver));
  await compare(inputs, "generated");
  return result();
}

describe("a reference", () => {
  test("computes what is inside of its domain, each input once, and counts the others by reason", async () => {
    const at = (url: string) => ({ ...REQUEST, request: { ...REQUEST.request, url } });
    const ports = [at("https://gateway.example:443/pay"), at("https://gateway.example:443/?")];
    const body: VectorInput = { operation: "body-hash", body: "", hash: "SHA-1" };
    const inputs = [REQUEST, REQUEST, ...ports, body];
    const { references, requests, corroborated: met } = await corroborated(inputs, [oauth10a]);
    const outside = { "default-port": 2, "does not support body-hash": 1 };
    expect(references).toEqual([
      { implementation: oauth10a.about, compared: ONE, outside, different: 0, differences: [] },
    ]);
    expect([requests, met]).toEqual([3, 1]);
  });

  test("that refuses an input counts it as outside of its domain", async () => {
    const refusing: Implementation = {
      ...oauth10a,
      operations: {
        sign: () => {
          throw new Refusal("not this one");
        },
      },
    };
    const { references } = await corroborated([REQUEST], [refusing]);
    expect(references).toMatchObject([{ compared: { generated: 0 }, outside: { refused: 1 } }]);
  });

  test("verifies an RSA signature if it can, and does not sign", async () => {
    const { reference, questions } = asked(nodeForge);
    const { references } = await corroborated([WITH_RSA], [reference, oauth10a]);
    expect(questions.map(({ operation }) => operation)).toEqual(["verify-signature"]);
    expect(references).toMatchObject([
      { compared: ONE, different: 0 },
      { compared: ONE, different: 0 },
    ]);
  });

  test("without the operation is asked for the base string", async () => {
    const { "base-string": baseString } = oauth10a.operations;
    const { reference, questions } = asked({ ...oauth10a, operations: { "base-string": baseString! } });
    const { references } = await corroborated([REQUEST], [reference]);
    expect(questions.map(({ operation }) => operation)).toEqual(["base-string"]);
    expect(references[0]).toMatchObject({ compared: ONE, different: 0 });
  });

  test("is not asked for flags and features with which it computes other values, and a refusal is no other value", async () => {
    const asksForm = { ...oauth10a, limits: { deviations: ["form"] } };
    const asksVersion = { ...oauth10a, limits: { deviations: ["version"] } };
    const refusing: Implementation = {
      ...oauth10a,
      operations: {
        sign: () => {
          throw new Refusal("does not like it");
        },
      },
    };
    const { references } = await corroborated([REQUEST], [asksForm, asksVersion, refusing]);
    expect(references).toMatchObject([
      { compared: { generated: 0 }, different: 0 },
      { compared: { generated: 0 }, different: 0 },
      { compared: { generated: 0 }, different: 0 },
    ]);
  });

  test("that chooses nonce and timestamp itself is compared with what it chose", async () => {
    const choosing: Implementation = {
      ...oauth10a,
      fixesNonceAndTimestamp: false,
      operations: {
        sign(input) {
          const { baseString, signature, authorization } = signInput({
            ...input,
            nonce: "own",
            timestamp: "1800000000",
          });
          return { "base-string": baseString, signature, "authorization-header": authorization! };
        },
      },
    };
    const { references } = await corroborated([REQUEST], [choosing]);
    expect(references).toMatchObject([{ compared: ONE, different: 0 }]);
  });

  test("that computes another value is shown with the input, the stage and both values", async () => {
    const tilde = mutant([faultOf("tilde-encoded")!]);
    const { references } = await corroborated([REQUEST], [oauth10a], tilde);
    expect(references[0]).toMatchObject({ compared: ONE, different: 1 });
    expect(references[0]!.differences).toEqual([
      {
        operation: "sign",
        input: expect.objectContaining({ request: expect.anything() }),
        difference: expect.objectContaining({
          stage: "parameter-string",
          expected: expect.stringContaining("note=a%7Eb"),
          actual: expect.stringContaining("note=a~b"),
        }),
      },
    ]);
  });

  test("in another process has several questions at a time, and its answers count in the order of the inputs", async () => {
    const inputs = ["1", "2", "3"].map((nonce) => ({ ...REQUEST, nonce }));
    const answer = oauth10a.operations.sign as (input: VectorInput) => object;
    const waiting: (() => void)[] = [];
    const slow: Driver = {
      ...inProcessDriver(oauth10a),
      ask: (input) =>
        new Promise((resolve) => {
          waiting.push(() => resolve({ ok: true, stages: { ...answer(input) } }));
          if (waiting.length === inputs.length) for (const settle of waiting.reverse()) settle();
        }),
    };
    const tilde = inProcessDriver(mutant([faultOf("tilde-encoded")!]));
    const { compare, result } = await startCorroboration(tilde, [slow]);
    for (const input of inputs) await compare([input], "generated");
    const [reference] = (await result()).references;
    expect(reference!.differences.map(({ input }) => (input as { nonce: string }).nonce)).toEqual(["1", "2", "3"]);
  });

  test.each([
    [
      "fails",
      {
        sign: () => {
          throw new Error("out of order");
        },
      },
      "out of order",
    ],
    ["has no value to compare", { sign: () => ({}) }, "the answer has no value to compare"],
  ])("that %s inside of its domain differs", async (_what, operations, message) => {
    const { references } = await corroborated([REQUEST], [{ ...oauth10a, operations }]);
    expect(references[0]).toMatchObject({ compared: ONE, different: 1, differences: [{ message }] });
  });
});

describe("a run", () => {
  async function runWith(
    references: readonly Implementation[],
    specification = model,
    { vectors = [], properties = PROPERTIES }: Partial<Pick<Run, "vectors" | "properties">> = {},
  ) {
    const events: RunEvent[] = [];
    await run({
      rules: new Map(),
      saved: [],
      seed: 5849,
      indices: { first: 0, count: 20 },
      vectors,
      properties,
      driver: inProcessDriver(countersign),
      corroboration: await startCorroboration(inProcessDriver(specification), references.map(inProcessDriver)),
      emit(event) {
        events.push(event);
      },
    });
    return { events, summary: summaryOf(events) };
  }

  test("has at least four of five generated requests computed by a reference, as the specification does", {
    tags: ["deep"],
  }, async () => {
    const { summary } = await runWith([oauth10a, nodeForge]);
    const { references, requests, corroborated: met } = summary.corroborated!;
    expect(requests).toBeGreaterThan(150);
    expect(met / requests).toBeGreaterThanOrEqual(0.8);
    expect(references.map(({ different }) => different)).toEqual([0, 0]);
    expect(hasFailed(summary)).toBe(false);
  });

  test("does not count another answer of a reference where RFC 5849 is open as different", async () => {
    const open = loadVectors().filter(({ id }) => id === "base-string/hosts/13");
    const decisions = openDecisions(open[0]!.input);
    const signedOnly = decisions === "any" ? undefined : decisions.at(-1)!;
    const shortening = mutant([{ id: "shortened", apply: signedOnly!.apply }]);
    const { summary } = await runWith([oauth10a], shortening, { vectors: open, properties: [] });
    expect(summary.corroborated!.references[0]).toMatchObject({ compared: { vectors: 1 }, different: 0 });
  });

  test("fails if a reference differs, although everything passed", async () => {
    const properties = PROPERTIES.filter(({ id }) => id === "agrees-with-model");
    const { summary } = await runWith([oauth10a], mutant([faultOf("tilde-encoded")!]), { properties });
    expect(hasFailed({ ...summary, properties: [] })).toBe(true);
  });
});
