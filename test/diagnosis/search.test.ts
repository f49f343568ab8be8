import { describe, expect, test } from "vitest";
import { environmentHypothesis } from "../../src/diagnosis/causes/environment.ts";
import type { Computation } from "../../src/diagnosis/input/computation.ts";
import { createComputations } from "../../src/diagnosis/search/computations.ts";
import type { Hypothesis } from "../../src/diagnosis/search/hypothesis.ts";
import { createSearch, SEARCH_STEPS, type SearchStep } from "../../src/diagnosis/search/search.ts";
import { createSearchWork } from "../../src/diagnosis/search/search-work.ts";
import { type SigningInput, specification } from "../../src/model/index.ts";
import { payment } from "./requests.ts";

/** What each third hypothesis is about: the URL, the secret and the method. */
const CHANGES: readonly ((request: SigningInput, at: number) => SigningInput)[] = [
  (request, at) => ({ ...request, url: `${request.url}/${at}` }),
  (request, at) => ({ ...request, consumerSecret: `secret ${at}` }),
  (request, at) => ({ ...request, method: `${request.method}${at}` }),
];

function hypothesisAt(at: number): Hypothesis {
  const form = { what: "A change.", request: (request: SigningInput) => CHANGES[at % 3]!(request, at) };
  return environmentHypothesis({ id: `h${at}`, fix: "" }, form);
}

/** They take turns. The first ones are the likeliest, and the last hundred are unlikely. */
const HYPOTHESES: readonly Hypothesis[] = Array.from({ length: 220 }, (_, at) => ({
  ...hypothesisAt(at),
  prior: at < 120 ? 3 : 0.1,
}));

/** The first step that finds the hypotheses at these places, and what it finds. */
function stepFor(places: readonly number[], combinations?: number): [SearchStep, string[]] | undefined {
  const made = places.map((at) => HYPOTHESES[at]!);
  return stepOf(made, HYPOTHESES, [], combinations);
}

function stepOf(
  made: readonly Hypothesis[],
  hypotheses: readonly Hypothesis[],
  cheapest: readonly Hypothesis[] = [],
  combinations?: number,
): [SearchStep, string[]] | undefined {
  const computations = createComputations({ request: payment, stages: specification });
  const { signature } = computations.result(made);
  const step = createSearch({
    computations,
    cheapest: () => cheapest,
    next: () => [],
    hypotheses: () => hypotheses,
    matches: (result) => result.signature === signature,
    fits: (other) => other?.length === signature?.length,
    work: createSearchWork({ combinations }, 1000),
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
    expect(stepFor([2, 100])).toEqual(["likely-pair", ["h100", "h2"]]);
  });

  test("tries pairs of unlikely hypotheses last", { tags: ["deep"] }, () => {
    expect(stepFor([4, 218])).toEqual(["pair", ["h4", "h218"]]);
    expect(stepFor([210, 218])).toEqual(["pair", ["h210", "h218"]]);
    expect(stepFor([210, 218], 20_000)).toBeUndefined();
  });

  test("finds two hypotheses about one stage, one after the other", () => {
    expect(stepFor([0, 3])).toEqual(["likely-pair", ["h0", "h3"]]);
  });

  test("soon tries an unlikely hypothesis with others if it is among few of its stage", () => {
    const url = HYPOTHESES.filter((_, at) => at % 3 === 0);
    const [secret] = HYPOTHESES.filter((_, at) => at % 3 === 1).slice(-1) as [Hypothesis];
    expect(stepOf([url[60]!, secret], [...url, secret])).toEqual(["likely-pair", ["h180", secret.id]]);
    expect(stepOf([url[60]!, url[70]!], [...url, secret])).toEqual(["pair", ["h180", "h210"]]);
  });

  test("tries the cheapest hypotheses first", () => {
    const [url] = HYPOTHESES as [Hypothesis];
    expect(stepOf([url], [{ ...url, id: "same" }, url], [url])).toEqual(["cheapest", [url.id]]);
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

  test("tries further pairs after two forms of one fault", () => {
    const [url, secret] = HYPOTHESES as [Hypothesis, Hypothesis];
    const forms = [url, secret].map((one) => ({ ...one, id: "fault" }));
    /** Two of them cancel each other. */
    const withOtherMethod = ({ request, ...rest }: Computation): Computation => {
      const method = request.method === payment.method ? "OTHER" : payment.method;
      return { ...rest, request: { ...request, method } };
    };
    const halves = [url, secret].map((one) => ({
      ...one,
      id: `half of ${one.id}`,
      alter: (made: Computation) => withOtherMethod(one.alter(made)),
    }));
    expect(stepOf(forms, [...forms, ...HYPOTHESES.slice(3, 30), ...halves])?.[1]).toEqual(halves.map(({ id }) => id));
  });

  describe("pauses", () => {
    /** How often a search pauses in a step, if only combinations with the required hypothesis are tried. */
    function pausesIn(step: SearchStep, count: number, required?: string): number {
      const computations = createComputations({ request: payment, stages: specification });
      const hypotheses = Array.from({ length: count }, (_, at) => hypothesisAt(at));
      const slices = createSearch({
        computations,
        cheapest: () => [],
        next: () => [],
        hypotheses: () => hypotheses,
        matches: () => false,
        fits: () => true,
        isRequired: ({ id }) => id === required,
        work: createSearchWork({}, 500),
      })(step);
      let pauses = 0;
      while (!slices.next().done) pauses += 1;
      return pauses;
    }

    test("among hypotheses that are not required", () => {
      expect(pausesIn("single", 10_000)).toBe(10);
    });

    test("among pairs, of which few contain the required hypothesis", () => {
      expect(pausesIn("likely-pair", 1200, "h0")).toBe(6);
    });
  });
});
