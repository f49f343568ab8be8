import { describe, expect, test } from "vitest";
import { createComputationCache } from "../../src/diagnosis/computation-cache.ts";
import { environmentHypothesis, type Hypothesis } from "../../src/diagnosis/hypothesis.ts";
import { createSearch, SEARCH_STEPS, type SearchStep } from "../../src/diagnosis/search.ts";
import { createSearchWork } from "../../src/diagnosis/search-work.ts";
import { type SigningInput, specification } from "../../src/model/index.ts";
import { payment } from "./requests.ts";

/** What each third hypothesis is about: the URL, the secret and the method. */
const CHANGES: readonly ((request: SigningInput, at: number) => SigningInput)[] = [
  (request, at) => ({ ...request, url: `${request.url}/${at}` }),
  (request, at) => ({ ...request, consumerSecret: `secret ${at}` }),
  (request, at) => ({ ...request, method: `${request.method}${at}` }),
];

/** They take turns. The first ones are the likeliest. */
const HYPOTHESES: readonly Hypothesis[] = Array.from({ length: 220 }, (_, at) =>
  environmentHypothesis(`h${at}`, `hypothesis ${at}`, "", (request) => CHANGES[at % 3]!(request, at)),
);

/** The first step that finds the hypotheses at these places, and what it finds. */
function stepFor(places: readonly number[], count = HYPOTHESES.length): [SearchStep, string[]] | undefined {
  return stepOf(
    places.map((at) => HYPOTHESES[at]!),
    HYPOTHESES.slice(0, count),
  );
}

function stepOf(made: readonly Hypothesis[], hypotheses: readonly Hypothesis[]): [SearchStep, string[]] | undefined {
  const cache = createComputationCache({ request: payment, stages: specification });
  const { signature } = cache.result(made);
  const step = createSearch({
    cache,
    hypotheses: () => hypotheses,
    matches: (result) => result.signature === signature,
    signature,
    work: createSearchWork({}, 1000),
  });
  for (const name of SEARCH_STEPS) {
    const slices = step(name);
    let slice = slices.next();
    while (!slice.done) slice = slices.next();
    if (slice.value.length > 0) return [name, slice.value.flat().map(({ id }) => id)];
  }
  return undefined;
}

describe("a search", () => {
  test("finds the simplest and likeliest combination first", { tags: ["deep"] }, () => {
    expect(stepFor([])).toEqual(["none", []]);
    expect(stepFor([210])).toEqual(["single", ["h210"]]);
    expect(stepFor([2, 101])).toEqual(["likely-pair", ["h2", "h101"]]);
  });

  test("finds a likely hypothesis together with any other one, but not two unlikely ones", {
    tags: ["deep"],
  }, () => {
    expect(stepFor([4, 219])).toEqual(["pair", ["h4", "h219"]]);
    expect(stepFor([210, 218])).toBeUndefined();
  });

  test("finds two changes of one parameter if one of them has the effect of a hypothesis about all parameters", () => {
    const without = (id: string, pattern: RegExp, isSpecific: boolean): Hypothesis => ({
      ...environmentHypothesis(id, `without ${id}`, "", (request) => ({
        ...request,
        form: request.form!.filter(([name]) => !pattern.test(String(name))),
      })),
      isSpecific,
    });
    const amount = without("amount", /^amount$/, true);
    const description = without("description", /^order_desc$/, true);
    const general = without("general", /desc$/, false);
    expect(stepOf([amount, description], [amount, description])).toBeUndefined();
    const [step, ids] = stepOf([amount, description], [amount, description, general])!;
    expect(step).toBe("pair");
    expect(new Set(ids)).toEqual(new Set(["amount", "description", "general"]));
  });

  test("never combines two forms of one fault, also if one has the effect of another hypothesis", () => {
    const [url, secret, method] = HYPOTHESES as [Hypothesis, Hypothesis, Hypothesis];
    const form = (id: string, { alter }: Hypothesis): Hypothesis => ({ ...url, id, alter });
    const both = [form("fault", url), form("fault", secret)];
    expect(stepOf(both, both)).toBeUndefined();
    const likelier = { ...form("likelier", secret), prior: 9 };
    expect(stepOf(both, [likelier, ...both])).toEqual(["likely-pair", ["likelier", "fault"]]);
    const third = form("fault", method);
    expect(stepOf([...both, third], [...both, third])).toBeUndefined();
  });
});
