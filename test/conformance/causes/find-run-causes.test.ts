import { describe, expect, test } from "vitest";
import type { Candidate } from "../../../src/conformance/causes/candidates.ts";
import { findRunCauses } from "../../../src/conformance/causes/find-run-causes.ts";
import { candidateOf } from "../../../src/conformance/causes/index.ts";
import { createPredictor } from "../../../src/conformance/causes/predictor.ts";
import { triedOf } from "../../../src/conformance/causes/tried-cases.ts";
import { type Implementation, inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { countersign, loadBuiltin, mutant } from "../../../src/conformance/implementations/index.ts";
import { type CaseEvidence, isFailure, type RunCauses, run } from "../../../src/conformance/runner/index.ts";
import {
  type InputOf,
  loadRules,
  loadVectors,
  type Stage,
  type StageValues,
} from "../../../src/conformance/vectors/index.ts";
import { resultOf } from "../runner/made-result.ts";

const STAGES = loadVectors().filter(({ id }) => /^(?:percent-encoding|parameter-string|base-string-uri)\//.test(id));
const REQUESTS = loadVectors().filter(({ id }) => /^request\/(?:rfc5849|twitter|ddo|query-syntax)/.test(id));

async function evidenceOf(implementation: Implementation, { vectors = STAGES } = {}): Promise<readonly CaseEvidence[]> {
  const { cases } = await run({
    vectors,
    properties: [],
    indices: { first: 0, count: 60 },
    saved: [],
    seed: 1,
    rules: loadRules(),
    driver: inProcessDriver(implementation),
    emit() {},
  });
  return cases;
}

/** What a correct implementation answers. */
const PASSED: readonly CaseEvidence[] = STAGES.map((asked) => ({
  asked,
  result: resultOf(asked, { passedStages: Object.keys(asked.expected) as Stage[] }),
  answer: { ok: true, stages: asked.expected as StageValues },
}));

const builtin = async (name: string): Promise<Implementation> => (await loadBuiltin(name))!;

async function causesOf(implementation: Implementation, more: object = {}): Promise<RunCauses> {
  return findRunCauses(await evidenceOf(implementation, more));
}

const named = ({ causes }: RunCauses): string[] => causes.map(({ id }) => id).sort();

/** This package with another percent-encoding operation. */
function encoding(encode: (text: string) => string): Implementation {
  return {
    ...countersign,
    operations: {
      ...countersign.operations,
      "percent-encoding": ({ text }): StageValues => ({ "percent-encoding": encode(String(text)) }),
    },
  };
}

describe("the causes of a run", () => {
  test("name one mistake once, with every failure that it explains and the number of passes", {
    tags: ["deep"],
  }, async () => {
    const found = await causesOf(await builtin("mutant:tilde-encoded"));
    expect(named(found)).toEqual(["tilde-encoded"]);
    expect(found.failures).toBeGreaterThan(1);
    expect(found.causes[0]!.explains).toHaveLength(found.failures);
    expect(found.passes).toBeGreaterThan(200);
    expect(found.causes[0]!.page).toBe("docs/faults/tilde-encoded.md");
  });

  test("are one order of the protocol parameters for a client that does not sort", { tags: ["deep"] }, async () => {
    const form = "not-sorted/own-first:consumer_key,signature_method,nonce,timestamp,version";
    const vectors = loadVectors().filter(({ id }) => /^request\/(?:rfc5849|twitter|query-syntax)/.test(id));
    const { sign } = mutant([candidateOf(form)!]).operations;
    const { about } = countersign;
    const signer: Implementation = {
      about,
      operations: { sign: async (input) => ({ signature: (await sign!(input)).signature! }) },
      limits: { without: ["token", "realm", "protocol-parameters", "no-version"] },
    };
    const { causes, failures } = await causesOf(signer, { vectors });
    expect(causes.map((one) => [one.form, one.explains.length])).toEqual([[form, failures]]);
    expect(failures).toBeGreaterThan(20);
  });

  const expectTwo = async (vectors: typeof STAGES): Promise<void> => {
    const found = await causesOf(await builtin("mutant:tilde-encoded+host-case-kept"), { vectors });
    expect(named(found)).toEqual(["host-case-kept", "tilde-encoded"]);
    expect(new Set(found.causes.flatMap(({ explains }) => explains)).size).toBe(found.failures);
  };
  test("name two mistakes, each with the failures that need it", () =>
    expectTwo(STAGES.filter((_, at) => at % 4 === 0)));
  test("name two mistakes, each with the failures that need it, in all vectors of a stage", { tags: ["deep"] }, () =>
    expectTwo(STAGES),
  );

  test("name a mistake that hides behind another one only together with it", { tags: ["deep"] }, async () => {
    const found = await causesOf(await builtin("mutant:case-insensitive-sort+space-as-plus"));
    expect(named(found)).toEqual(["case-insensitive-sort", "space-as-plus"]);
  });

  test("name the whole mistake although another one hides it where it would show", async () => {
    const vectors = loadVectors().filter(({ id }) =>
      /^(?:percent-encoding\/|request\/(?:http-methods|tilde))/.test(id),
    );
    const found = await causesOf(await builtin("mutant:tilde-encoded+method-not-encoded"), { vectors });
    expect(found.causes.map(({ form }) => form).sort()).toEqual(["method-not-encoded", "tilde-encoded"]);
    expect(new Set(found.causes.flatMap(({ explains }) => explains)).size).toBe(found.failures);
  });

  const expectOne = async (most: number): Promise<void> => {
    const joinedWithNothing = mutant([candidateOf("key-separator-wrong")!]);
    const vectors = REQUESTS.filter(({ input }) => input.operation === "sign").slice(0, most);
    const found = await causesOf(joinedWithNothing, { vectors });
    expect(found.passes).toBe(0);
    expect(found.causes.map(({ id, explains }) => [id, explains.length])).toEqual([
      ["key-separator-wrong", found.failures],
    ]);
  };
  const ONE = "name the mistake behind every failure of %i, not another one that explains only some of them";
  test.each([12])(ONE, expectOne);
  test.each([1000])(ONE, { tags: ["deep"] }, expectOne);

  test("name the form of a mistake that fits what was found later", { tags: ["deep"] }, async () => {
    const forms = ["fragment-kept#without-query", "fragment-in-query-value", "host-case-kept"];
    const { about, operations } = mutant(forms.map((form) => candidateOf(form)!));
    const sign = (input: InputOf<"sign">): StageValues => {
      const { "base-string": baseString, signature } = operations.sign!(input) as StageValues;
      return { "base-string": baseString!, signature: signature! };
    };
    const vectors = loadVectors().filter(({ id }) => /^(?:request\/fragments|base-string\/hosts\/)/.test(id));
    const found = await causesOf({ about, operations: { sign } }, { vectors });
    expect(found.causes.map(({ form }) => form).sort()).toEqual(forms.sort());
    expect(new Set(found.causes.flatMap(({ explains }) => explains)).size).toBe(found.failures);
  });

  test("name an expected mistake that shows only together with one that is found", async () => {
    const predictor = createPredictor();
    const [port, host] = ["default-port-kept", "host-case-kept"].map((id) => candidateOf(id)!) as [
      Candidate,
      Candidate,
    ];
    const evidence = await evidenceOf(mutant([port, host]));
    const failures = triedOf(evidence.filter(({ result }) => isFailure(result.verdict)));
    const ofPort = failures.filter((one) => predictor.produces([port], one));
    const both = failures.find((one) => ![[port], [host]].some((mistakes) => predictor.produces(mistakes, one)))!;
    const ids = [...ofPort, both].map(({ result }) => result.id);
    const shown = evidence.filter(({ result }) => result.verdict === "pass" || ids.includes(result.id));
    expect(named(await findRunCauses(shown, { expected: [host] }))).toEqual([port.id, host.id]);
    expect(named(await findRunCauses(shown))).toEqual([port.id]);
  });

  test("are none if a vector that passed contradicts the mistake", async () => {
    const evidence = await evidenceOf(await builtin("mutant:tilde-encoded"));
    const failures = evidence.filter(({ result }) => result.verdict === "fail");
    const ids = failures.slice(1).map(({ result }) => result.id);
    const right = PASSED.filter(({ result }) => ids.includes(result.id));
    expect(named(await findRunCauses(evidence))).toEqual(["tilde-encoded"]);
    expect(
      named(
        await findRunCauses([...evidence.filter((one) => one === failures[0] || !failures.includes(one)), ...right]),
      ),
    ).toEqual([]);
  });

  test("are none if no mistake gives these wrong values", { tags: ["deep"] }, async () => {
    const vectors = STAGES.filter(({ input }) => input.operation === "percent-encoding").slice(0, 50);
    const found = await causesOf(
      encoding((text) => `${text}x`),
      { vectors },
    );
    expect(found.causes).toEqual([]);
    expect(found.failures).toBeGreaterThan(40);
  });

  test("are none if the specification gives the same values, because then the vectors are wrong", async () => {
    const wrong = PASSED.map((one): CaseEvidence => {
      if (!("asked" in one) || one.asked.input.operation !== "percent-encoding") return one;
      const actual = (one.asked.expected as { "percent-encoding": string })["percent-encoding"];
      const difference = { stage: "percent-encoding", expected: "other", actual, index: 0 } as const;
      return { ...one, result: { ...one.result, verdict: "fail", passedStages: [], difference } };
    });
    expect(named(await findRunCauses(wrong))).toEqual([]);
  });

  test("are no mistake of the encoder if it shows in the method alone", { tags: ["deep"] }, async () => {
    const ofMethod = loadVectors().filter((one) => "request" in one.input && one.input.request.method === "BREW!");
    const found = await causesOf(await builtin("mutant:method-not-encoded"), { vectors: [...ofMethod, ...REQUESTS] });
    expect(found.failures).toBe(1);
    const names = found.causes.flatMap(({ id, alternatives }) => [id, ...alternatives.map((one) => one.id)]);
    expect(names).toContain("method-not-encoded");
    expect(names.filter((id) => candidateOf(id)!.fault.stage === "percentEncode")).toEqual([]);
  });

  test("are found for a signer that chooses nonce and timestamp itself", { tags: ["deep"] }, async () => {
    const mutant = await builtin("mutant:not-sorted");
    const sign = mutant.operations.sign!;
    const chooses: Implementation = {
      about: mutant.about,
      fixesNonceAndTimestamp: false,
      operations: { sign: (input: InputOf<"sign">) => sign({ ...input, nonce: "chosen", timestamp: "1700000000" }) },
    };
    const found = await causesOf(chooses, { vectors: REQUESTS });
    expect(named(found)).toContain("not-sorted");
  });

  test("say that the search stopped at its limit, which is counted in predictions", { tags: ["deep"] }, async () => {
    const evidence = await evidenceOf(await builtin("mutant:tilde-encoded"));
    expect(await findRunCauses(evidence, { mostPredictions: 10 })).toMatchObject({ causes: [], limitReached: true });
    expect((await findRunCauses(evidence)).limitReached).toBe(false);
  });

  test("need few predictions if nothing explains a failure, and fewer if the vector is wrong", async () => {
    const vector = STAGES.find(({ input }) => input.operation === "percent-encoding")!;
    const failure = (actual: string): CaseEvidence[] =>
      PASSED.map((one): CaseEvidence => {
        if (!("asked" in one) || one.asked !== vector) return one;
        const difference = { stage: "percent-encoding", expected: "x", actual, index: 0 } as const;
        const answer = { ok: true, stages: { "percent-encoding": actual } } as const;
        return { ...one, answer, result: { ...one.result, verdict: "fail", passedStages: [], difference } };
      });
    const few = await findRunCauses(failure("nonsense"), { mostPredictions: 1000 });
    expect(few).toMatchObject({ causes: [], failures: 1, limitReached: false });
    const right = (vector.expected as { "percent-encoding": string })["percent-encoding"];
    expect(await findRunCauses(failure(right), { mostPredictions: 10 })).toMatchObject({ limitReached: false });
  });

  test("need few predictions if a mistake with a page explains every failure", async () => {
    const evidence = await evidenceOf(await builtin("mutant:hex-digest"), { vectors: REQUESTS.slice(0, 12) });
    expect(evidence.length).toBe(12);
    const found = await findRunCauses(evidence, { mostPredictions: 1000 });
    expect([named(found), found.limitReached]).toEqual([["hex-digest"], false]);
  });

  test("are given up when the signal is aborted", async () => {
    const evidence = await evidenceOf(await builtin("mutant:tilde-encoded"));
    await expect(findRunCauses(evidence, { signal: AbortSignal.abort("SIGINT") })).rejects.toThrow("by SIGINT");
  });
});
