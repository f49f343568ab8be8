import { describe, expect, test } from "vitest";
import { NO_REASON } from "../../../src/conformance/baseline/entries.ts";
import {
  baselineFindings,
  baselineText,
  type Entry,
  readBaseline,
  runWithBaseline,
  updatedEntries,
} from "../../../src/conformance/baseline/index.ts";
import { createCauseSearch } from "../../../src/conformance/causes/index.ts";
import { type Driver, inProcessDriver, Refusal } from "../../../src/conformance/drivers/index.ts";
import { mutant } from "../../../src/conformance/implementations/index.ts";
import { generateCase, PROPERTIES } from "../../../src/conformance/properties/index.ts";
import {
  type CaseResult,
  type CauseSearch,
  NOT_REPEATABLE,
  type PropertyResult,
  type Run,
  summaryOf,
} from "../../../src/conformance/runner/index.ts";
import {
  type AnyInput,
  loadVectors,
  loadVerificationVectors,
  type StageValues,
  type TestCase,
  type VectorInput,
  verificationCases,
} from "../../../src/conformance/vectors/index.ts";
import { faultOf } from "../../../src/faults/index.ts";
import { changing, RIGHT, runResults } from "../runner/wrong.ts";

/** Thirty vectors that show the mistakes of these tests; the search for causes takes little time among them. */
const FAMILIES =
  /^request\/(?:hmac-sha(?:256|512)\/[3-79]|secrets-plaintext\/1[0-3]|query-syntax\/(?:6|19|28|32|41|47))$/;
const STAGES =
  /^(?:percent-encoding\/oauthenticator\/1|base-string\/hosts\/(?:4|15)|base-string-uri\/dghubble-oauth1\/1)$/;
const VECTORS = loadVectors().filter(({ id }) => FAMILIES.test(id) || STAGES.test(id));

const mutantOf = (...ids: string[]): Driver => inProcessDriver(mutant(ids.map((id) => faultOf(id)!)));
const cause = (id: string): Entry => ({ cause: id, reason: `because of ${id}` });
const propertiesNamed = (...ids: string[]) => PROPERTIES.filter(({ id }) => ids.includes(id));

/** Runs the vectors with a baseline. */
async function runWith(
  driver: Driver,
  given: readonly Entry[],
  { isUpdated = false, ...plan }: Partial<Run> & { readonly isUpdated?: boolean } = {},
) {
  const entries = readBaseline(JSON.parse(baselineText(given)));
  const { cases, properties, events, ran } = await runResults({
    vectors: VECTORS,
    driver,
    ...runWithBaseline(entries, { isUpdated, isSearching: isUpdated }),
    ...plan,
  });
  const ofVerdict = (...wanted: CaseResult["verdict"][]) => cases.filter(({ verdict }) => wanted.includes(verdict));
  return {
    cases,
    properties,
    events,
    failed: ofVerdict("fail", "failed", "crashed"),
    known: ofVerdict("known-failure"),
    notGated: Object.fromEntries(summaryOf(events).notGated),
    findings: baselineFindings(entries, ran, NAMES),
    updated: updatedEntries(entries, ran),
  };
}

/** What a run without a baseline asked. */
async function evidenceOf(driver: Driver) {
  return { evidence: (await runResults({ vectors: VECTORS, driver, search: createCauseSearch() })).ran };
}

/** Runs the vectors, and returns the baseline that accepts what fails. */
async function written(driver: Driver, entries: readonly Entry[] = [], plan: Partial<Run> = {}) {
  return (await runWith(driver, entries, { ...plan, isUpdated: true })).updated;
}

const signing = (change: (stages: StageValues, input: AnyInput) => StageValues): Driver =>
  inProcessDriver(changing((stages, input) => (input.operation === "sign" ? change(stages, input) : stages)));

/** Shows only signatures, as most libraries do. */
const onlySignatures = (driver: Driver): Driver => ({
  ...driver,
  hello: async () => ({ ...(await driver.hello()), operations: ["sign"] }),
  async ask(input) {
    const answer = await driver.ask(input);
    return answer.ok ? { ...answer, stages: { signature: answer.stages.signature! } } : answer;
  },
});

const isWithoutVersion = ({ version }: AnyInput): boolean => version === null;
const withoutVersion = (value: string): Driver =>
  onlySignatures(signing((stages, input) => (isWithoutVersion(input) ? { ...stages, signature: value } : stages)));
const WITHOUT_VERSION: TestCase = loadVectors().find(
  ({ input }) => input.operation === "sign" && isWithoutVersion(input),
)!;
const NAMES = [WITHOUT_VERSION, ...VECTORS, ...PROPERTIES].map(({ id }) => id);

describe("an entry for a cause", () => {
  test("suppresses every vector that fails as it predicts, and gives its reason", async () => {
    const { failed, known, findings } = await runWith(mutantOf("tilde-encoded"), [cause("tilde-encoded")]);
    expect(failed).toEqual([]);
    expect(known.length).toBeGreaterThan(2);
    expect(known[0]!.known).toEqual({ reason: "because of tilde-encoded" });
    expect(findings).toEqual([]);
  });

  test("suppresses a less common form under its name", async () => {
    const driver = inProcessDriver(mutant([{ id: "GET", apply: faultOf("method-fixed")!.variants![0]!.apply }]));
    const { failed, known } = await runWith(driver, [cause("method-fixed#GET")]);
    expect([failed, known.length > 0]).toEqual([[], true]);
  });

  test("does not suppress another failure, also not one at the same stage", async () => {
    const { failed, known } = await runWith(mutantOf("space-as-plus"), [cause("tilde-encoded")]);
    expect(failed.length).toBeGreaterThan(0);
    expect(known).toEqual([]);
  });

  test("does not suppress a failure in a later stage of the same answer", async () => {
    const half = mutantOf("tilde-encoded");
    const driver: Driver = {
      ...half,
      async ask(input) {
        const answer = await half.ask(input);
        if (!answer.ok || answer.stages.signature === undefined) return answer;
        return { ...answer, stages: { ...answer.stages, signature: "x" } };
      },
    };
    const { known } = await runWith(driver, [cause("tilde-encoded")]);
    expect(known.filter(({ question }) => question?.operation === "sign")).toEqual([]);
  });

  test("suppresses what it predicts together with others of other stages", async () => {
    const ids = ["tilde-encoded", "default-port-kept", "not-sorted"];
    const driver = mutantOf(...ids);
    expect((await runWith(driver, ids.map(cause))).failed).toEqual([]);
    expect((await runWith(driver, ids.slice(1).map(cause))).failed).not.toEqual([]);
  });

  test("is stale once a vector passes that it would change, and only then", async () => {
    const right = inProcessDriver(RIGHT);
    const { findings, updated } = await runWith(right, [cause("tilde-encoded")]);
    expect(findings).toEqual([{ kind: "stale", message: "tilde-encoded no longer shows" }]);
    expect(updated).toEqual([]);
    const unaffected = { vectors: VECTORS.filter(({ id }) => id === "base-string/hosts/4") };
    const part = await runWith(right, [cause("tilde-encoded")], unaffected);
    expect([part.findings, part.updated]).toEqual([[], [cause("tilde-encoded")]]);
  });

  test("is hidden, not stale, if something else breaks every request that shows it", async () => {
    const broken = inProcessDriver(
      changing((stages) => Object.fromEntries(Object.keys(stages).map((stage) => [stage, "x"])) as StageValues),
    );
    const { failed, findings, updated } = await runWith(broken, [cause("tilde-encoded")]);
    expect(failed).toHaveLength(VECTORS.length);
    expect(findings).toMatchObject([
      { kind: "hidden", message: expect.stringMatching(/^tilde-encoded is hidden by /) },
    ]);
    expect(updated).toContainEqual(cause("tilde-encoded"));
  });

  test("that no mistake has as its id is unmatched", async () => {
    const { findings } = await runWith(inProcessDriver(RIGHT), [cause("no-such-cause")]);
    expect(findings).toEqual([{ kind: "unmatched", message: "no cause has the id no-such-cause" }]);
  });

  test("explains the cases that falsify a property, which is then a known failure with any seed", {
    tags: ["deep"],
  }, async () => {
    const plan = { properties: propertiesNamed("agrees-with-model", "signature-verifies"), vectors: [] };
    for (const seed of [1, 2]) {
      const { properties } = await runWith(mutantOf("tilde-encoded"), [cause("tilde-encoded")], { ...plan, seed });
      for (const { verdict, failedCases, knownCases } of properties)
        expect([verdict, failedCases, knownCases > 0]).toEqual(["known-failure", 0, true]);
    }
  });
});

describe("an entry for a difference", () => {
  /** No known mistake: a parameter with the name `a` is signed twice. */
  const driver = signing((stages) => {
    const base = String(stages["base-string"] ?? "");
    return base.includes("%26b5%3D")
      ? { ...stages, "base-string": base.replace("%26b5%3D", "%26x%3D%26b5%3D") }
      : stages;
  });
  const added: Entry = { difference: "parameters: a parameter without a value is added", reason: "old" };

  test("suppresses the failures that its sentence describes, and no others", async () => {
    const refusing = signing((_, input) => {
      if (isWithoutVersion(input)) throw new Refusal(`no version in "${input.request?.url}"`);
      throw new TypeError(`cannot sign ${Math.random()}`);
    });
    const cannot: Entry = { difference: "failed: TypeError: cannot sign …", reason: "broken" };
    const vectors = [WITHOUT_VERSION, ...VECTORS];
    const { failed, known } = await runWith(refusing, [{ ...cannot, difference: "failed: cannot sign …" }], {
      vectors,
    });
    expect(failed.map(({ id, explained }) => [id, explained?.differences])).toEqual([
      [WITHOUT_VERSION.id, ["refused: no version in"]],
    ]);
    expect(known.length).toBeGreaterThan(10);
    const other = await runWith(refusing, [{ ...cannot, difference: "failed: cannot read" }], { vectors });
    expect(other.known).toEqual([]);
  });

  test("suppresses them in properties too, with any seed, and another failure is new", { tags: ["deep"] }, async () => {
    const properties = propertiesNamed("agrees-with-model");
    const plan = { properties, vectors: [], indices: { first: 0, count: 40 } };
    const wrong = (isMore: boolean) =>
      signing((stages, { version }) => {
        const base = String(stages["base-string"]);
        if (version !== null) return isMore ? { ...stages, "base-string": base.replace(/^[A-Z]*/, "") } : stages;
        return { ...stages, "base-string": `${base}%26zz%3D` };
      });
    for (const seed of [1, 2]) {
      const { properties: results } = await runWith(wrong(false), [added], { ...plan, seed });
      expect(results).toMatchObject([{ verdict: "known-failure", known: { reason: "old" }, failedCases: 0 }]);
    }
    const { properties: results } = await runWith(wrong(true), [added], plan);
    expect(results[0]!.verdict).toBe("fail");
    expect(results[0]!.failures?.map(({ explained, known }) => [explained?.differences, known?.reason])).toContainEqual(
      [added.difference && [added.difference], "old"],
    );
  });

  test("suppresses a refusal where RFC 5849 is open, if such answers count as failures", async () => {
    const vectors = loadVectors().filter(({ id }) => /^request\/signature-names\/[67]$/.test(id));
    const refused: Entry = {
      difference: "refused: parameter-reserved: the form must not contain protocol parameters, got",
      reason: "a decision",
    };
    const plan = { vectors, allowsOpen: false };
    const { known, failed } = await runWith(inProcessDriver(RIGHT), [refused], plan);
    expect([known.map(({ known }) => known?.reason), failed]).toEqual([["a decision", "a decision"], []]);
    expect((await runWith(inProcessDriver(RIGHT), [], plan)).failed).toHaveLength(2);
  });

  test("is stale once its example passes", async () => {
    const entry: Entry = { ...added, example: "request/hmac-sha256/4" };
    expect((await runWith(inProcessDriver(RIGHT), [entry])).findings).toEqual([
      { kind: "stale", message: `${added.difference} no longer shows` },
    ]);
    expect((await runWith(inProcessDriver(RIGHT), [{ ...entry, example: "no-such/vector/1" }])).findings).toEqual([
      { kind: "unmatched", message: "no vector has the id no-such/vector/1" },
    ]);
    expect((await runWith(driver, [added])).findings).toEqual([]);
  });

  const expectNamed = async (most: number): Promise<void> => {
    const { cases: vectors } = verificationCases(loadVerificationVectors());
    const accepting = inProcessDriver({ ...RIGHT, operations: { verify: () => ({ valid: true }) } });
    const isWrong = ({ expected, verifier }: TestCase) =>
      "valid" in expected && !expected.valid && verifier!.mistakes.length > 0;
    const some = vectors.filter(isWrong).slice(0, most);
    const entries = await written(accepting, [], { vectors: some });
    expect(entries.length).toBeGreaterThan(1);
    for (const entry of entries)
      expect("difference" in entry && entry.difference).toMatch(/^accepts a request that it must reject: [a-z]/);
    expect((await runWith(accepting, entries, { vectors: some })).failed).toEqual([]);
    expect((await runWith(accepting, entries.slice(1), { vectors: some })).failed).not.toEqual([]);
  };
  const NAMED = "names the mistakes of a verifier by the requests on which it decides wrongly, here %i";
  test.each([12])(NAMED, expectNamed);
  test.each([30])(NAMED, { tags: ["deep"] }, expectNamed);
});

describe("an entry for vectors", () => {
  const { id } = WITHOUT_VERSION;
  const plan = { vectors: [WITHOUT_VERSION, ...VECTORS.slice(0, 5)] };

  test("suppresses the wrong value that it was made from, and another wrong value is new", async () => {
    const entries = await written(withoutVersion("x"), [], plan);
    expect(entries).toEqual([{ vectors: { [id]: expect.stringMatching(/^[0-9a-f]{12}$/) }, reason: NO_REASON }]);
    expect((await runWith(withoutVersion("x"), entries, plan)).failed).toEqual([]);
    const { failed } = await runWith(withoutVersion("y"), entries, plan);
    expect(failed).toMatchObject([{ id, notSuppressed: "the baseline has a different value for this vector" }]);
  });

  test("is stale for each vector that passes, and unmatched for each that does not exist", async () => {
    const entry: Entry = { vectors: { [id]: "0", "no-such/vector/1": "0" }, reason: "old" };
    const { findings, updated } = await runWith(inProcessDriver(RIGHT), [entry], plan);
    expect(findings).toEqual([
      { kind: "stale", message: `${id} no longer shows` },
      { kind: "unmatched", message: "no vector has the id no-such/vector/1" },
    ]);
    expect(updated.some((one) => "vectors" in one && id in one.vectors)).toBe(false);
  });
});

describe("an entry for a property", () => {
  const plan = { properties: propertiesNamed("agrees-with-model"), vectors: [], indices: { first: 0, count: 10 } };
  const entry: Entry = { property: "agrees-with-model", reason: "only signatures" };

  const expectSuppressed = async (seed: number): Promise<void> => {
    const { properties, notGated } = await runWith(withoutVersion("x"), [entry], { ...plan, seed });
    expect(properties).toMatchObject([{ verdict: "known-failure", known: { reason: "only signatures" } }]);
    expect(notGated).toEqual({ "agrees-with-model": properties[0]!.knownCases });
    expect((await runWith(withoutVersion("x"), [], plan)).properties).toMatchObject([{ verdict: "fail" }]);
  };
  const SUPPRESSES = "suppresses requests of which only a wrong signature is known, and reports count them: seed %i";
  test.each([2])(SUPPRESSES, expectSuppressed);
  test.each([1])(SUPPRESSES, { tags: ["deep"] }, expectSuppressed);

  test("leaves every other failure of the property new", async () => {
    const half = withoutVersion("x");
    const driver: Driver = {
      ...half,
      ask: (input) =>
        "transport" in input && input.transport === "query"
          ? { ok: false, error: "refused", message: "no query" }
          : half.ask(input),
    };
    const [result] = (await runWith(driver, [entry], plan)).properties as [PropertyResult];
    expect(result).toMatchObject({ verdict: "fail", difference: { actual: "(refused) no query" } });
    expect(result.knownCases).toBeGreaterThan(0);
  });
});

describe("wrong answers that are not repeated", () => {
  /** The same numbers each time, so that the test is repeatable; about every fifth answer is wrong. */
  const random = (): Driver => {
    let state = 1;
    return onlySignatures(
      signing((stages) => {
        state = (state * 48271) % 2147483647;
        return state % 5 === 0 ? { ...stages, signature: "x" } : stages;
      }),
    );
  };
  const plan = { properties: propertiesNamed("agrees-with-model"), indices: { first: 0, count: 8 } };

  test("are one entry, which is never stale, and reports count what it suppresses", { tags: ["deep"] }, async () => {
    const entries = await written(random(), [], plan);
    expect(entries).toEqual([expect.objectContaining({ difference: NOT_REPEATABLE })]);
    const { failed, properties, notGated, findings } = await runWith(random(), entries, { ...plan, seed: 2 });
    expect(failed).toEqual([]);
    expect(properties).not.toMatchObject([{ verdict: "fail" }]);
    expect(notGated.vector).toBeGreaterThan(0);
    expect(findings).toEqual([]);
    expect((await runWith(inProcessDriver(RIGHT), entries)).findings).toEqual([]);
    expect((await runWith(random(), [], plan)).failed.length).toBeGreaterThan(0);
  });
});

describe("a baseline written anew", () => {
  test("names causes, not the vectors that they explain", async () => {
    const expected = [{ cause: "tilde-encoded", reason: "Tilde percent-encoded" }];
    expect(await written(mutantOf("tilde-encoded"))).toEqual(expected);
  });

  test("names a cause that only the requests of a property show, so that another seed passes too", {
    tags: ["deep"],
  }, async () => {
    const plan = { vectors: [], properties: propertiesNamed("agrees-with-model"), indices: { first: 0, count: 30 } };
    const entries = await written(mutantOf("hex-digest"), [], plan);
    expect(entries).toMatchObject([{ cause: "hex-digest" }]);
    const { properties } = await runWith(mutantOf("hex-digest"), entries, { ...plan, seed: 2 });
    expect(properties).toMatchObject([{ verdict: "known-failure" }]);
  });

  test("names the value, not the cause, if another run of the same library refutes the cause", {
    tags: ["deep"],
  }, async () => {
    const { evidence } = await evidenceOf(mutantOf("tilde-encoded"));
    const right = await evidenceOf(inProcessDriver(RIGHT));
    const both = { cases: [...evidence.cases, ...right.evidence.cases], properties: [] };
    const entries = updatedEntries([], both);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) expect(Object.keys(entry)).toContain("vectors");
    const { failed } = await runWith(mutantOf("tilde-encoded"), entries);
    expect(failed).toEqual([]);
  });

  test("names the cause although open vectors differ and a verifier beside the signer is right", {
    tags: ["deep"],
  }, async () => {
    const { evidence } = await evidenceOf(mutantOf("not-sorted"));
    const right = await evidenceOf(inProcessDriver(RIGHT));
    const open = right.evidence.cases.map((one) => ({ ...one, result: { ...one.result, verdict: "open" as const } }));
    const verifying = { vectors: verificationCases(loadVerificationVectors()).cases.slice(0, 10) };
    const verified = (await runResults({ ...verifying, driver: inProcessDriver(RIGHT) })).ran.cases;
    const all = { cases: [...evidence.cases, ...open, ...verified], properties: [] };
    expect(updatedEntries([], all)).toMatchObject([{ cause: "not-sorted" }]);
    expect(baselineFindings([cause("tilde-encoded")], { ...all, cases: open }, NAMES)).toEqual([]);
  });

  test("names the cause although a signature without base string does not show it", async () => {
    const vectors = loadVectors().filter(({ id }) => /^request\/(?:authlib|oauthenticator)\//.test(id));
    const entries = await written(onlySignatures(mutantOf("root-slash-missing")), [], { vectors });
    expect(entries).toMatchObject([{ cause: "root-slash-missing" }]);
  });

  test("names the cause although a request that would show it is refused, as RFC 5849 allows", async () => {
    const half = mutantOf("duplicate-last-wins");
    const driver: Driver = {
      ...half,
      ask: (input) =>
        JSON.stringify(input).includes("%FF") ? { ok: false, error: "refused", message: "not UTF-8" } : half.ask(input),
    };
    const vectors = loadVectors().filter(({ id }) => /^request\/(?:repeated-names\/|not-utf8-query\/20$)/.test(id));
    const { updated, cases } = await runWith(driver, [], { vectors, isUpdated: true });
    expect(cases.map(({ verdict }) => verdict)).toContain("refused");
    expect(updated).toMatchObject([{ cause: "duplicate-last-wins" }]);
  });

  test("keeps the reasons that people wrote, and drops what no longer fails", async () => {
    const entries: Entry[] = [{ ...cause("tilde-encoded"), address: "https://bugs.example/2" }, cause("not-sorted")];
    expect(await written(mutantOf("tilde-encoded"), entries)).toEqual([entries[0]]);
  });

  test("marks in its run what becomes known, and finds nothing new in the next one", { tags: ["deep"] }, async () => {
    const driver = withoutVersion("x");
    const indices = { first: 0, count: 8 };
    const plan = { vectors: [WITHOUT_VERSION], properties: propertiesNamed("agrees-with-model"), indices };
    const update = await runWith(driver, [], { ...plan, isUpdated: true });
    expect([update.failed, update.known.length]).toEqual([[], 1]);
    expect(update.properties).toMatchObject([{ verdict: "known-failure" }]);
    const next = await runWith(driver, update.updated, plan);
    expect(next.cases.map(({ id, verdict }) => [id, verdict])).toEqual(
      update.cases.map(({ id, verdict }) => [id, verdict]),
    );
  });

  test("does not hide a second mistake", async () => {
    const entries = await written(mutantOf("tilde-encoded"));
    const { failed } = await runWith(mutantOf("tilde-encoded", "space-as-plus"), entries);
    expect(failed.length).toBeGreaterThan(0);
  });

  test("does not take a signer that chooses its nonces for one that answers at random", {
    tags: ["deep"],
  }, async () => {
    let nonce = 0;
    const sign = RIGHT.operations.sign!;
    const choosing = inProcessDriver({
      about: RIGHT.about,
      fixesNonceAndTimestamp: false,
      operations: {
        async sign(input) {
          const stages = await sign({ ...input, nonce: `n${nonce++}`, timestamp: "1700000000" });
          return { ...stages, "base-string": `${stages["base-string"]}%26zz%3D` };
        },
      },
    });
    const entries = await written(choosing, [], { vectors: VECTORS.slice(0, 6) });
    expect(entries).toMatchObject([{ difference: "parameters: a parameter without a value is added" }]);
  });

  test("asks more requests of a property while they fail in new ways", { tags: ["deep"] }, async () => {
    const property = propertiesNamed("agrees-with-model");
    const plan = { vectors: [], properties: property, indices: { first: 0, count: 4, most: 30 } };
    const runsOf = async (driver: Driver) =>
      (await runWith(driver, [], { ...plan, isUpdated: true })).properties[0]!.runs;
    expect(await runsOf(inProcessDriver(RIGHT))).toBe(20);
    let asked = 0;
    const always = signing(() => {
      throw new Error(`mistake ${"abcdefgh"[Math.min(7, asked++ >> 2)]}`);
    });
    expect(await runsOf(always)).toBeGreaterThan(20);
  });

  test("asks no more requests, and shrinks none, for what another property shows", { tags: ["deep"] }, async () => {
    const properties = propertiesNamed("agrees-with-model", "signature-verifies");
    let asked = 0;
    const [right, wrong] = [inProcessDriver(RIGHT), mutantOf("not-sorted")];
    const later: Driver = { ...right, ask: (input) => (++asked > 10 ? wrong : right).ask(input) };
    const plan = { seed: 1, vectors: [], properties, indices: { first: 0, count: 4, most: 100 }, isUpdated: true };
    const ran = await runWith(later, [cause("not-sorted")], plan);
    expect(ran.properties.map(({ runs }) => runs)).toEqual([31, 20]);
    const [{ counterexample } = {}] = ran.properties[1]!.failures!;
    expect(counterexample!.case).toEqual(generateCase(properties[1]!.cases, 1, counterexample!.origin!.index));
  });
});

describe("a run", () => {
  test("with a baseline searches for other causes only if something is new", { tags: ["deep"] }, async () => {
    const vectors = [WITHOUT_VERSION];
    const entries = await written(withoutVersion("x"), [], { vectors });
    const { search, ...plan } = runWithBaseline(entries, { isUpdated: false, isSearching: true });
    let searches = 0;
    const counting: CauseSearch = {
      ...search!,
      find(cases, options) {
        if (options.isSearching !== false) searches++;
        return search!.find(cases, options);
      },
    };
    for (const [value, expected] of [
      ["x", 0],
      ["y", 1],
    ] as const) {
      await runResults({ vectors, driver: withoutVersion(value), ...plan, search: counting });
      expect(searches).toBe(expected);
    }
  });

  test("shows causes that vectors show as the causes of properties, which are neither passed nor falsified", async () => {
    const { properties, events } = await runResults({
      vectors: VECTORS,
      properties: propertiesNamed("agrees-with-model"),
      driver: mutantOf("tilde-encoded"),
      search: createCauseSearch(),
    });
    expect(properties).toMatchObject([{ verdict: "explained", failedCases: 0 }]);
    const found = events.find((event) => event.type === "causes");
    expect(found?.causes[0]).toMatchObject({ id: "tilde-encoded" });
    expect(found?.causes[0]?.explains).toContain("agrees-with-model");
  });

  test("leaves the cases that they do not predict", { tags: ["deep"] }, async () => {
    const half = mutantOf("tilde-encoded");
    const driver: Driver = {
      ...half,
      async ask(input: VectorInput) {
        const answer = await half.ask(input);
        const isOther = "version" in input && input.version === null && answer.ok;
        return isOther ? { ...answer, stages: { ...answer.stages, "base-string": "x", signature: "x" } } : answer;
      },
    };
    const { properties, events } = await runResults({
      vectors: VECTORS,
      properties: propertiesNamed("agrees-with-model"),
      driver,
      search: createCauseSearch(),
      indices: { first: 0, count: 25 },
    });
    expect(properties[0]).toMatchObject({ verdict: "fail", difference: { actual: "x" } });
    expect(properties[0]!.explainedCases).toBeGreaterThan(0);
    const found = events.find((event) => event.type === "causes");
    expect(found?.causes[0]).toMatchObject({ id: "tilde-encoded" });
    expect(found?.causes[0]?.explains).not.toContain("agrees-with-model");
  });

  test("with a baseline stops at the maximum of failures once all vectors were asked", async () => {
    const plan = { properties: propertiesNamed("agrees-with-model"), maxFailures: 1 };
    const { cases, properties, events } = await runWith(mutantOf("tilde-encoded"), [], plan);
    expect([cases.length, properties]).toEqual([VECTORS.length, []]);
    expect(events.at(-2)).toMatchObject({ type: "stopped", reason: "max-failures" });
    const known = await runWith(mutantOf("tilde-encoded"), [cause("tilde-encoded")], plan);
    expect(known.properties).toHaveLength(1);
  });

  test("shows the failures that it found if the driver breaks, and that its causes are incomplete", async () => {
    let asked = 0;
    const wrong = inProcessDriver(changing((stages) => ({ ...stages, signature: "x" })));
    const breaking: Driver = {
      ...wrong,
      ask: (input) =>
        ++asked > 10 ? { ok: false, error: "crashed", message: "gone", isUnasked: true } : wrong.ask(input),
    };
    const { failed, events } = await runWith(breaking, []);
    expect(failed.length).toBeGreaterThan(5);
    expect(events.find(({ type }) => type === "causes")).toMatchObject({ limitReached: true });
  });

  test("that is interrupted says that its causes are incomplete", async () => {
    const controller = new AbortController();
    const wrong = inProcessDriver(changing((stages) => ({ ...stages, signature: "x" })));
    let asked = 0;
    const driver: Driver = {
      ...wrong,
      ask(input) {
        if (++asked === 20) controller.abort("SIGINT");
        return wrong.ask(input);
      },
    };
    const { failed, events } = await runWith(driver, [], { signal: controller.signal });
    expect(failed.length).toBeGreaterThan(5);
    expect(events.find(({ type }) => type === "causes")).toMatchObject({ causes: [], limitReached: true });
  });
});
