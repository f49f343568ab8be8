import { expect, test } from "vitest";
import { createExplainer } from "../../src/cli/check/explain-failure.ts";
import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { loadBuiltin } from "../../src/conformance/implementations/index.ts";
import { createFindings } from "../../src/conformance/reporters/findings.ts";
import { type CaseResult, type Cause, run } from "../../src/conformance/runner/index.ts";
import { loadRules, loadVectors, type TestCase } from "../../src/conformance/vectors/index.ts";
import { resultOf } from "../conformance/runner/made-result.ts";

const vectors = loadVectors().filter(({ id }) => /^(?:percent-encoding|signature)\//.test(id));

const vectorOf = ({ id }: CaseResult): TestCase => vectors.find((vector) => vector.id === id)!;

async function failuresOf(name: string, explain = createExplainer()): Promise<CaseResult[]> {
  const failures: CaseResult[] = [];
  await run({
    vectors,
    properties: [],
    indices: { first: 0, count: 0 },
    saved: [],
    seed: 1,
    rules: loadRules(),
    driver: inProcessDriver((await loadBuiltin(name))!),
    explain,
    emit: (event) => {
      if (event.type === "case" && event.result.verdict === "fail") failures.push(event.result);
    },
  });
  return failures;
}

test("failures of one mistake are one finding, which leads with its name", async () => {
  const failures = await failuresOf("mutant:tilde-encoded");
  const findings = createFindings();
  for (const failure of failures) findings.add(failure);
  expect(failures.length).toBeGreaterThan(1);
  expect(findings.all().length).toBe(1);
  expect(findings.all()[0]!.causes.map(({ id }) => id)).toEqual(["tilde-encoded"]);
});

test("a mistake that was found explains every later failure, and no other is looked for without end", async () => {
  const [known] = await failuresOf("mutant:tilde-encoded", () => []);
  const [other] = await failuresOf("mutant:lowercase-hex", () => []);
  const explain = createExplainer();
  for (let count = 0; count < 200; count++)
    expect(explain(vectorOf(known!), known!).map(({ id }) => id)).toEqual(["tilde-encoded"]);
  expect(createExplainer()(vectorOf(other!), other!)).not.toEqual([]);
  expect(explain(vectorOf(other!), other!)).toEqual([]);
});

test("a failure that no fault explains has no cause", async () => {
  const [failure] = await failuresOf("mutant:tilde-encoded", () => []);
  const other = { ...failure!, difference: { ...failure!.difference!, actual: "something else" } };
  expect(createExplainer()(vectorOf(other), other)).toEqual([]);
});

test("a mistake that one vector does not tell from another is found by the vectors together", () => {
  const [one, other] = [cause("not-sorted"), cause("sorted-by-locale")];
  const findings = createFindings();
  for (const causes of [[one, other], [other]]) findings.add({ ...vectorFailure(), causes });
  expect(findings.all().map(({ causes }) => causes)).toEqual([[other]]);
  findings.add({ ...vectorFailure(), causes: [cause("another")] });
  findings.add(vectorFailure());
  expect(findings.all().map(({ cases }) => cases.length)).toEqual([2, 1, 1]);
});

function cause(id: string): Cause {
  return { id, title: id, lines: [] };
}

function vectorFailure(): CaseResult {
  return resultOf(vectors[0]!, { rule: undefined, verdict: "fail" });
}
