import { describe, expect, test } from "vitest";
import { CANDIDATES, type Candidate, candidateOf } from "../../../src/conformance/causes/candidates.ts";
import { findRunCauses } from "../../../src/conformance/causes/find-run-causes.ts";
import { createPredictor, type Mistakes, NONE } from "../../../src/conformance/causes/predictor.ts";
import { type Tried, triedOf } from "../../../src/conformance/causes/tried-cases.ts";
import { inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { loadBuiltin } from "../../../src/conformance/implementations/index.ts";
import { groupBy } from "../../../src/conformance/reporters/model/group-by.ts";
import { run } from "../../../src/conformance/runner/index.ts";
import {
  loadRules,
  loadVectors,
  quickVectors,
  type Stage,
  type StageValues,
  type Vector,
  type VectorInput,
} from "../../../src/conformance/vectors/index.ts";
import { resultOf } from "../runner/made-result.ts";

const passed = (asked: Vector): Tried => {
  const result = resultOf(asked, { passedStages: Object.keys(asked.expected) as Stage[] });
  return triedOf([{ asked, result, answer: { ok: true, stages: asked.expected as StageValues } }])[0]!;
};

const QUICK = quickVectors(loadVectors()).filter(({ expected }) => !("refused" in expected));

/** Mistakes that replace the same stages differ only in their results: up to sixty of each, in the first form of each fault. */
function someOfEachStage(): Candidate[] {
  const first = CANDIDATES.filter(({ id, form }) => id === form);
  const byStages = [...groupBy(first, ({ stages }) => stages.join()).values()];
  return byStages.flatMap((all) => all.filter((_, at) => at % Math.ceil(all.length / 60) === 0));
}

const formsOf = (...forms: string[]): Candidate[] => forms.map((form) => candidateOf(form)!);

describe("a predictor", () => {
  test.each([
    ["alone", []],
    ["after others", formsOf("keys-not-encoded", "query-overrides-body", "host-case-kept", "empty-pair-signed")],
  ] as [string, Mistakes][])(
    "says if a mistake %s concerns an answer only if it changes a stage, and is never wrong",
    {
      tags: ["deep"],
    },
    (_how, base) => {
      // With RSA, a prediction takes long.
      const evidence = QUICK.filter(({ input }) => !JSON.stringify(input).includes('"RSA-')).map(passed);
      const predictor = createPredictor();
      const mistakes = someOfEachStage();
      const wrong: string[] = [];
      let spared = 0;
      for (const [place, one] of evidence.entries()) {
        const right: Tried = { ...one, answer: predictor.answer(base, one.input) };
        // Every mistake meets a twentieth of the vectors, and every vector a twentieth of the mistakes.
        for (const candidate of mistakes.filter((_, at) => (at + place) % 20 === 0)) {
          const both = [...base, candidate];
          if (predictor.concerns(both, base, one)) continue;
          if (candidate.stages.length > 0) spared++;
          if (predictor.difference(both, right) !== undefined) wrong.push(`${candidate.id} at ${one.result.id}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(spared).toBeGreaterThan(600);
    },
  );

  test("says that a mistake about one hash concerns an answer, although another hash of the same body came first", () => {
    const [fixed] = formsOf("body-hash-algorithm-fixed");
    const predictor = createPredictor();
    const concerned = (["SHA-1", "SHA-256"] as const).map((hash) => {
      const input: VectorInput = { operation: "body-hash", body: "a", hash };
      return predictor.concerns([fixed!], NONE, { input, answer: predictor.answer(NONE, input) });
    });
    expect(concerned).toEqual([false, true]);
  });

  test("computes no RSA signature of a base string that is wrong already", () => {
    const all = loadVectors().filter(
      ({ input, expected }) => JSON.stringify(input).includes('"RSA-') && "base-string" in expected,
    );
    const evidence = all.slice(0, 20).map(passed);
    expect(evidence.length).toBeGreaterThan(5);
    const mistakes = CANDIDATES.filter(({ id }) => /^text\/.*\/base-string$/.test(id)).slice(0, 30);
    // The correct signature costs 10, and each prediction 1; a wrong signature would cost 10 more.
    const predictor = createPredictor();
    predictor.allow((12 + mistakes.length) * evidence.length);
    for (const one of evidence) for (const mistake of mistakes) predictor.produces([mistake], one);
  });

  test("makes the search for one mistake among the quick vectors need few predictions", {
    tags: ["deep"],
  }, async () => {
    const { cases: evidence } = await run({
      vectors: QUICK,
      rules: loadRules(),
      properties: [],
      indices: { first: 0, count: 0 },
      saved: [],
      seed: 1,
      driver: inProcessDriver((await loadBuiltin("mutant:tilde-encoded"))!),
      emit() {},
    });
    const { causes, limitReached } = await findRunCauses(evidence, { mostPredictions: 15_000 });
    expect(limitReached).toBe(false);
    expect(causes.map(({ id }) => id)).toContain("tilde-encoded");
  });
});
