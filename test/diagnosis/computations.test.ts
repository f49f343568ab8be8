import { describe, expect, test } from "vitest";
import { generateCase, signInput } from "../../src/conformance/properties/index.ts";
import { signingInput } from "../../src/conformance/vectors/index.ts";
import { environmentHypothesis } from "../../src/diagnosis/causes/environment.ts";
import { attempt } from "../../src/diagnosis/input/computation.ts";
import { createComputations } from "../../src/diagnosis/search/computations.ts";
import { FAST_STAGES } from "../../src/diagnosis/search/fast-stages.ts";
import { type Hypothesis, hypothesesOf } from "../../src/diagnosis/search/hypothesis.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { type SigningInput, type Stages, specification, trace } from "../../src/model/index.ts";
import { seed } from "../seed.ts";
import { payment } from "./requests.ts";

const FORMS = FAULTS.map((fault) => hypothesesOf(fault)[0]!);

/** Pairs of faults: each with the one that follows it after so many others. */
const pairsAt = (distance: number): Hypothesis[][] =>
  FORMS.map((form, at) => [form, FORMS[(at + distance) % FORMS.length]!]);

/** Compares the results of combinations with a computation of the whole request. */
function compare(request: SigningInput, combinations: readonly (readonly Hypothesis[])[]): void {
  const given = { request, stages: specification };
  const { change, result } = createComputations(given);
  for (const combination of combinations) {
    const { stages } = combination.reduce((computation, { alter }) => alter(computation), given);
    const { baseString, key, signature } = attempt(() => trace(request, stages)) ?? result(combination);
    const ids = combination.map(({ id }) => id);
    expect([ids, result(combination).baseString]).toEqual([ids, baseString]);
    // The result contains the signature that a server decodes.
    const isSent = combination.some((one) => change(one).isReadOtherwise);
    if (!isSent) expect([ids, result(combination)]).toEqual([ids, { baseString, key, signature }]);
  }
}

describe("the computations of a request", () => {
  const combinations = [[], ...FORMS.map((form) => [form]), ...pairsAt(1), ...pairsAt(40)];
  test("give what the whole computation gives, under some combinations of hypotheses", () => {
    compare(
      payment,
      combinations.filter((_, at) => at % 7 === 0),
    );
  });

  test("give what the whole computation gives, under one hypothesis and under two", { tags: ["deep"] }, () => {
    compare(payment, combinations);
  });

  test("give what the whole computation gives, for generated requests", { tags: ["deep"] }, () => {
    for (let index = 0; index < 15; index++) {
      const { privateKey, ...request } = signingInput(generateCase(signInput, seed, index));
      expect(trace(request, FAST_STAGES)).toEqual(trace(request));
      compare({ consumerSecret: "secret", ...request }, pairsAt(1 + 9 * index));
    }
  });

  test("tell which hypotheses cannot give the signature of another", () => {
    const { maySignAlike, result } = createComputations({ request: payment, stages: specification });
    for (const [one, other] of [...FORMS.map((form) => [form, form] as const), ...pairsAt(1), ...pairsAt(3)]) {
      const isAlike = JSON.stringify(result([one!])) === JSON.stringify(result([other!]));
      if (isAlike) expect([one!.id, other!.id, maySignAlike(one!, [other!])]).toEqual([one!.id, other!.id, true]);
    }
  });

  test("compare no base strings if only the key differs", () => {
    const joined: string[] = [];
    const baseString: Stages["baseString"] = (input, all) => {
      joined.push(input.baseStringUri);
      return specification.baseString(input, all);
    };
    const { maySignAlike } = createComputations({ request: payment, stages: { ...specification, baseString } });
    const [url, secret, same] = [
      { request: ({ url }: SigningInput) => ({ url: `${url}/more` }) },
      { request: () => ({ consumerSecret: "another" }) },
      { request: () => ({ consumerSecret: "another" }) },
    ].map((form, at) => environmentHypothesis({ id: `h${at}`, fix: "" }, { what: "", ...form })) as [
      Hypothesis,
      Hypothesis,
      Hypothesis,
    ];
    expect([maySignAlike(url, [secret]), maySignAlike(same, [secret])]).toEqual([false, true]);
    expect(joined).toEqual([payment.url]);
  });

  test("compute a part only once if no two hypotheses of a combination change it", () => {
    const computed: string[] = [];
    const counted = <Name extends "parameterString" | "baseStringUri">(name: Name): Stages[Name] =>
      ((...given: Parameters<Stages[Name]>) => {
        computed.push(name);
        return (specification[name] as (...input: Parameters<Stages[Name]>) => string)(...given);
      }) as Stages[Name];
    const stages = {
      ...specification,
      baseStringUri: counted("baseStringUri"),
      parameterString: counted("parameterString"),
    };
    const { result } = createComputations({ request: payment, stages });
    const hypothesis = (id: string, change: Partial<SigningInput>): Hypothesis =>
      environmentHypothesis({ id, fix: "" }, { what: id, request: () => change });
    const secrets = ["a", "b", "c"].map((consumerSecret) => hypothesis(consumerSecret, { consumerSecret }));
    const url = hypothesis("url", { url: "https://other.example/" });
    const results = secrets.map((secret) => result([secret, url]));
    expect(computed.toSorted()).toEqual(["baseStringUri", "parameterString"]);
    expect(new Set(results.map(({ signature }) => signature)).size).toBe(3);
    expect(results[0]!.baseString).toContain("&https%3A%2F%2Fother.example%2F&");
  });
});
