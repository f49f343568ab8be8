import { describe, expect, test } from "vitest";
import { type Entry, openBaseline } from "../../../src/conformance/baseline/index.ts";
import { findRunCauses } from "../../../src/conformance/causes/index.ts";
import { type Driver, inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { mutant } from "../../../src/conformance/implementations/index.ts";
import { PROPERTIES } from "../../../src/conformance/properties/index.ts";
import type { CaseResult, Run } from "../../../src/conformance/runner/index.ts";
import { type AnyInput, loadVectors, quickVectors, type VectorInput } from "../../../src/conformance/vectors/index.ts";
import { faultOf } from "../../../src/faults/index.ts";
import { changing, RIGHT, runResults } from "../runner/wrong.ts";

// A signature with RSA takes as long as fifty others, and a baseline does not depend on the method.
const VECTORS = quickVectors(loadVectors()).filter(({ flags }) => !flags.includes("rsa"));
const ALL = [...VECTORS.map(({ id, rule }) => ({ id, rules: [rule] })), ...PROPERTIES];
const mutantOf = (...ids: string[]): Driver => inProcessDriver(mutant(ids.map((id) => faultOf(id)!)));
const cause = (id: string): Entry => ({ cause: id, reason: `because of ${id}` });
const propertiesNamed = (...ids: string[]) => PROPERTIES.filter(({ id }) => ids.includes(id));

/** Runs the quick vectors with a baseline. */
async function runWith(driver: Driver, entries: readonly Entry[], plan: Partial<Run> = {}) {
  const baseline = openBaseline(entries, { all: ALL });
  const { cases, properties, events } = await runResults({ vectors: VECTORS, driver, gate: baseline, ...plan });
  const failed = cases.filter(({ verdict }) => verdict === "fail" || verdict === "failed");
  const known = cases.filter(({ verdict }) => verdict === "known-failure");
  return { cases, properties, events, failed, known, findings: baseline.findings() };
}

/** Runs the quick vectors and accepts what fails. */
async function written(driver: Driver, entries: readonly Entry[] = [], plan: Partial<Run> = {}) {
  const baseline = openBaseline(entries, { all: ALL, isUpdated: true });
  await runResults({ vectors: VECTORS, driver, gate: baseline, explain: findRunCauses, ...plan });
  return baseline.updated();
}

/** Finds no causes, without a search, of implementations that have none. */
const noCauses: NonNullable<Run["explain"]> = async () => ({
  causes: [],
  failures: 0,
  passes: 0,
  limitReached: false,
});

/** Runs the quick vectors while a baseline is written. */
async function writing(driver: Driver, plan: Partial<Run>) {
  const gate = openBaseline([], { all: ALL, isUpdated: true });
  const { cases, properties, events } = await runResults({ vectors: VECTORS, driver, gate, ...plan });
  const entries = gate.updated();
  return { cases, properties, types: events.map(({ type }) => type), entries };
}

/** Fails for some inputs, with an answer of its own. */
function failing(isConcerned: (input: AnyInput) => boolean, fail: (input: VectorInput) => never): Driver {
  return inProcessDriver(changing((stages, input) => (isConcerned(input) ? fail(input) : stages)));
}

const isSigning = ({ operation }: AnyInput): boolean => operation === "sign";

describe("an accepted cause", () => {
  test("suppresses every vector that fails as it predicts, and gives its reason", async () => {
    const { failed, known, findings } = await runWith(mutantOf("tilde-encoded"), [cause("tilde-encoded")]);
    expect(failed).toEqual([]);
    expect(known.length).toBeGreaterThan(0);
    expect(known[0]!.known).toEqual({ reason: "because of tilde-encoded" });
    expect(findings).toEqual([]);
  });

  test("suppresses a less common form under its name", async () => {
    const driver = inProcessDriver(mutant([{ id: "GET", apply: faultOf("method-fixed")!.variants![0]!.apply }]));
    expect((await runWith(driver, [cause("method-fixed#GET")])).failed).toEqual([]);
  });

  test("does not suppress another failure, also not one at the same stage", async () => {
    const { failed } = await runWith(mutantOf("space-as-plus"), [cause("tilde-encoded")]);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every(({ known }) => known === undefined)).toBe(true);
  });

  test("does not suppress a failure in a later stage of the same answer", async () => {
    const half = inProcessDriver(mutant([faultOf("tilde-encoded")!]));
    const driver: Driver = {
      ...half,
      async ask(input) {
        const answer = await half.ask(input);
        if (!answer.ok || answer.stages.signature === undefined) return answer;
        return { ...answer, stages: { ...answer.stages, signature: "x" } };
      },
    };
    const { known } = await runWith(driver, [cause("tilde-encoded")]);
    expect(known.filter(({ difference }) => difference?.stage === "signature")).toEqual([]);
  });

  test("suppresses what it predicts together with others of other stages", async () => {
    const driver = mutantOf("tilde-encoded", "default-port-kept", "not-sorted");
    const entries = ["tilde-encoded", "default-port-kept", "not-sorted"].map(cause);
    expect((await runWith(driver, entries)).failed).toEqual([]);
    expect((await runWith(driver, entries.slice(1))).failed).not.toEqual([]);
  });

  test("is stale once a complete run does not show it, and only then", async () => {
    const [stale] = (await runWith(inProcessDriver(RIGHT), [cause("tilde-encoded")])).findings;
    expect(stale).toEqual({ kind: "stale", message: "tilde-encoded no longer shows" });
    const part = { vectors: VECTORS.slice(1) };
    expect((await runWith(inProcessDriver(RIGHT), [cause("tilde-encoded")], part)).findings).toEqual([]);
  });

  test("that no mistake has as its id is unmatched", async () => {
    const { findings } = await runWith(inProcessDriver(RIGHT), [cause("no-such-cause")]);
    expect(findings).toEqual([{ kind: "unmatched", message: "no cause has the id no-such-cause" }]);
  });

  test("explains the cases that falsify a property, which is then a known failure with any seed", async () => {
    const plan = { properties: propertiesNamed("agrees-with-model", "signature-verifies"), vectors: [] };
    for (const seed of [1, 2]) {
      const { properties } = await runWith(mutantOf("tilde-encoded"), [cause("tilde-encoded")], { ...plan, seed });
      expect(properties.map(({ verdict, failedCases }) => [verdict, failedCases])).toEqual([
        ["known-failure", 0],
        ["known-failure", 0],
      ]);
      expect(properties[0]!.knownCases).toBeGreaterThan(0);
    }
  });
});

describe("causes that a run finds", () => {
  test("explain the properties that they falsify, which are neither passed nor falsified", {
    tags: ["deep"],
  }, async () => {
    const plan = { properties: propertiesNamed("agrees-with-model"), explain: findRunCauses };
    const { properties, events } = await runWith(mutantOf("tilde-encoded"), [], plan);
    expect(properties).toMatchObject([{ verdict: "explained", failedCases: 0 }]);
    const found = events.find((event) => event.type === "causes");
    expect(found?.causes[0]).toMatchObject({ id: "tilde-encoded" });
    expect(found?.causes[0]?.explains).toContain("agrees-with-model");
  });

  test("leave the cases that they do not predict", { tags: ["deep"] }, async () => {
    const half = mutantOf("tilde-encoded");
    const driver: Driver = {
      ...half,
      async ask(input) {
        const answer = await half.ask(input);
        const isOther = "version" in input && input.version === null && answer.ok;
        return isOther ? { ...answer, stages: { ...answer.stages, "base-string": "x", signature: "x" } } : answer;
      },
    };
    const plan = { properties: propertiesNamed("agrees-with-model"), explain: findRunCauses };
    const { properties, events } = await runWith(driver, [], { ...plan, indices: { first: 0, count: 60 } });
    expect(properties[0]).toMatchObject({ verdict: "fail" });
    const found = events.find((event) => event.type === "causes");
    expect(found?.causes[0]?.id).toBe("tilde-encoded");
    expect(found?.causes[0]?.explains).not.toContain("agrees-with-model");
    expect(properties[0]!.difference!.actual).toBe("x");
  });
});

describe("an entry for refusals or errors", () => {
  const refusing = failing(isSigning, () => {
    throw new TypeError(`cannot sign "${Math.random()}"`);
  });

  test("suppresses those with its message, whatever they quote, and no others", async () => {
    const entry: Entry = { error: "cannot sign", reason: "broken" };
    const { failed, known } = await runWith(refusing, [entry]);
    expect(failed).toEqual([]);
    expect(known.length).toBeGreaterThan(0);
    expect((await runWith(refusing, [{ ...entry, error: "cannot read" }])).failed.length).toBe(known.length);
    expect((await runWith(refusing, [{ refusal: "cannot sign", reason: "broken" }])).failed.length).toBe(known.length);
  });

  test("suppresses them in properties too", async () => {
    const plan = { properties: propertiesNamed("agrees-with-model"), vectors: [] };
    const { properties } = await runWith(refusing, [{ error: "cannot sign", reason: "broken" }], plan);
    expect(properties).toMatchObject([{ verdict: "known-failure", known: { reason: "broken" }, failedCases: 0 }]);
  });

  test("suppresses wrong answers that are not repeated, if it stands for them", async () => {
    let asked = 0;
    const driver = inProcessDriver(
      changing((stages) =>
        ++asked % 10 === 0 && stages.signature !== undefined ? { ...stages, signature: "x" } : stages,
      ),
    );
    const entry: Entry = { error: "answers differ when asked again", reason: "a race" };
    const { failed, known } = await runWith(driver, [entry]);
    expect(failed).toEqual([]);
    expect(known.length).toBeGreaterThan(0);
    asked = 0;
    expect((await runWith(driver, [])).failed.length).toBeGreaterThan(0);
  });
});

describe("an entry for vectors", () => {
  const { id } = VECTORS.find(({ input }) => input.operation === "sign")!;
  const driver = inProcessDriver(changing((stages) => (stages.signature ? { ...stages, signature: "x" } : stages)));
  const entry: Entry = { vectors: [id], failure: "signature", reason: "it is so", address: "https://bugs.example/1" };

  test("suppresses this failure of these vectors, with its reason and address", async () => {
    const { known, failed } = await runWith(driver, [entry]);
    expect(known.map((one) => one.id)).toEqual([id]);
    expect(known[0]!.known).toEqual({ reason: "it is so", address: "https://bugs.example/1" });
    expect(failed.length).toBeGreaterThan(0);
  });

  test("does not suppress another failure, and the result states which one it has", async () => {
    const { cases, findings } = await runWith(driver, [{ ...entry, failure: "base-string" }]);
    expect(cases.find((one) => one.id === id)).toMatchObject({
      verdict: "fail",
      notSuppressed: "the baseline expects the failure base-string of this vector",
    });
    expect(findings).toEqual([]);
  });

  test("is stale if the vector allows the refusal that came, unless other errors come at random", async () => {
    const open = loadVectors().find((one) => one.open !== undefined && one.input.operation === "base-string-uri")!;
    const refusing = failing(() => true, refuse);
    const known: Entry[] = [{ vectors: [open.id], failure: "base-string-uri", reason: "it is so" }];
    const random: Entry = { error: "not possible: …", random: true, reason: "not investigated yet" };
    const all = [{ id: open.id, rules: [open.rule] }];
    const findingsWith = async (entries: readonly Entry[]) => {
      const baseline = openBaseline(entries, { all });
      const { cases } = await runResults({ vectors: [open], driver: refusing, gate: baseline });
      expect(cases).toMatchObject([{ verdict: "refused" }]);
      return baseline.findings();
    };
    expect(await findingsWith(known)).toMatchObject([{ kind: "stale" }]);
    expect(await findingsWith([...known, random])).toEqual([]);
  });

  test("is stale for each vector that passes, and unmatched for each that does not exist", async () => {
    const { findings } = await runWith(inProcessDriver(RIGHT), [{ ...entry, vectors: [id, "no-such/vector/1"] }]);
    expect(findings).toEqual([
      { kind: "unmatched", message: "no vector has the id no-such/vector/1" },
      { kind: "stale", message: `${id} no longer fails at signature` },
    ]);
  });
});

describe("a property that is not gated", () => {
  const driver = inProcessDriver(changing((stages) => (stages.signature ? { ...stages, signature: "x" } : stages)));
  const plan = { properties: propertiesNamed("signature-verifies"), vectors: [] };
  const entry: Entry = { property: "signature-verifies", failure: "wrong-value", reason: "too many" };

  test("is suppressed whole, for failures of this kind", async () => {
    const { properties } = await runWith(driver, [entry], plan);
    expect(properties).toMatchObject([{ verdict: "not-gated", known: { reason: "too many" }, failedCases: 0 }]);
    const other: Entry = { ...entry, failure: "error" };
    expect((await runWith(driver, [other], plan)).properties).toMatchObject([{ verdict: "fail" }]);
  });

  test("is shown as such and not stale where it passes, because the cases depend on the seed", async () => {
    const { properties, findings } = await runWith(inProcessDriver(RIGHT), [entry], plan);
    expect(properties).toMatchObject([{ verdict: "not-gated" }]);
    expect(findings).toEqual([]);
  });
});

describe("a baseline written anew", () => {
  test("names causes, not the vectors that they explain", { tags: ["deep"] }, async () => {
    expect(await written(mutantOf("tilde-encoded"))).toEqual([
      { cause: "tilde-encoded", reason: "Tilde percent-encoded" },
    ]);
  });

  test("names the vectors that no cause explains, those with one failure in one entry", {
    tags: ["deep"],
  }, async () => {
    const driver = inProcessDriver(
      changing((stages, { transport }: AnyInput) => (transport === "query" ? { ...stages, signature: "x" } : stages)),
    );
    const entries = await written(driver, [], { explain: noCauses });
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.every((entry) => "vectors" in entry && entry.failure === "signature")).toBe(true);
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
          return input.transport === "query" ? { ...stages, signature: `x${nonce}` } : stages;
        },
      },
    });
    const entries = await written(choosing, [], { explain: noCauses });
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.every((entry) => "vectors" in entry)).toBe(true);
  });

  test("keeps the reasons that people wrote, and drops what no longer fails", { tags: ["deep"] }, async () => {
    const entries: Entry[] = [{ ...cause("tilde-encoded"), address: "https://bugs.example/2" }, cause("not-sorted")];
    expect(await written(mutantOf("tilde-encoded"), entries)).toEqual([entries[0]]);
  });

  /** Takes part in a run as a wrong implementation; `random` is its source of chance. */
  const WRONG: readonly (readonly [string, NonNullable<Run["explain"]>, (random: () => number) => Driver])[] = [
    ["has one fault", findRunCauses, () => mutantOf("tilde-encoded")],
    ["has two faults", findRunCauses, () => mutantOf("space-as-plus", "default-port-kept")],
    ["has faults that show together", findRunCauses, () => mutantOf("keys-not-encoded", "locale-sort")],
    ["is wrong for a third of all requests", noCauses, () => thirdWrong()],
    ["refuses forms", noCauses, () => failing(({ request }) => request?.form !== undefined, refuse)],
    ["fails at random", noCauses, (random) => failing(() => random() < 0.03, refuse)],
    ["is wrong often, and fails at random", noCauses, (random) => interrupted(thirdWrong(), random)],
    [
      "answers wrongly at random",
      noCauses,
      (random) => inProcessDriver(changing((stages) => scrambled(stages, random))),
    ],
  ];

  test.each(WRONG)(
    "is green in its own next runs, whatever the seed, of what %s",
    { tags: ["deep"] },
    async (_what, explain, open) => {
      let state = 1;
      const random = (): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return state / 2 ** 32;
      };
      const properties = propertiesNamed("agrees-with-model", "order-is-free", "sends-what-it-signs");
      const entries = await written(open(random), [], { properties, indices: { first: 0, count: 300 }, explain });
      for (const seed of [2, 3]) {
        const plan = { properties, seed, indices: { first: 0, count: 30 }, explain };
        const { failed, properties: results, findings } = await runWith(open(random), entries, plan);
        expect([failed, results.filter(({ verdict }) => verdict === "fail"), findings]).toEqual([[], [], []]);
      }
    },
  );
});

/** Fails for one question in thirty, which hides other failures, and rarely twice for the same. */
function interrupted(driver: Driver, random: () => number): Driver {
  const lost = { ok: false, error: "failed", message: "connection lost" } as const;
  return { ...driver, ask: async (input) => (random() < 0.03 ? lost : driver.ask(input)) };
}

function refuse(): never {
  throw new RangeError(`not possible: 0x${Date.now().toString(16)}`);
}

function thirdWrong(): Driver {
  const isThird = (input: VectorInput): boolean => JSON.stringify(input).length % 3 === 0;
  return inProcessDriver(
    changing((stages, input) =>
      stages.signature !== undefined && isThird(input) ? { ...stages, signature: "x" } : stages,
    ),
  );
}

function scrambled<Stages extends { readonly signature?: unknown }>(stages: Stages, random: () => number): Stages {
  return stages.signature !== undefined && random() < 0.05 ? { ...stages, signature: "x" } : stages;
}

describe("a run that writes a baseline", () => {
  test("shows each vector and property as a run with the new baseline does", { tags: ["deep"] }, async () => {
    const driver = inProcessDriver(
      changing((stages, input) =>
        "signatureMethod" in input && input.signatureMethod === "HMAC-SHA512" ? { ...stages, signature: "x" } : stages,
      ),
    );
    const plan = {
      vectors: VECTORS.slice(0, 60),
      properties: propertiesNamed("agrees-with-model"),
      indices: { first: 0, count: 40 },
    };
    const update = await writing(driver, { ...plan, explain: findRunCauses });
    const next = await runWith(driver, update.entries, plan);
    const shown = ({ id, verdict, known }: CaseResult) => ({ id, verdict, known });
    const byId = (one: CaseResult, other: CaseResult): number => (one.id < other.id ? -1 : 1);
    expect(next.known.length).toBeGreaterThan(0);
    expect([...update.cases].sort(byId).map(shown)).toEqual([...next.cases].sort(byId).map(shown));
    expect(update.properties.map(({ verdict, knownCases }) => [verdict, knownCases > 0])).toEqual([
      ["not-gated", true],
    ]);
    expect(next.properties.map(({ verdict }) => verdict)).toEqual(["not-gated"]);
    expect(update.types).not.toContain("causes");
  });

  test("leaves a property gated without the features that its failures need", { tags: ["deep"] }, async () => {
    const wrongFor = (...patterns: readonly RegExp[]): Driver =>
      inProcessDriver(
        changing((stages, input) =>
          patterns.some((pattern) => isSigning(input) && pattern.test(JSON.stringify(input)))
            ? { ...stages, signature: "x" }
            : stages,
        ),
      );
    const [port, realm] = [/"url":"[^/]*\/\/[^/"?#]*:[0-9]+["/?#]/, /"realm":/];
    const plan = { vectors: [], properties: propertiesNamed("signature-verifies"), indices: { first: 0, count: 150 } };
    const { entries } = await writing(wrongFor(port), plan);
    expect(entries).toEqual([
      {
        property: "signature-verifies",
        failure: "wrong-value",
        without: ["port"],
        reason: "not investigated yet",
      },
    ]);
    const same = await runWith(wrongFor(port), entries, { ...plan, seed: 2 });
    expect(same.properties).toMatchObject([{ verdict: "pass", without: ["port"], failedCases: 0 }]);
    const other = await runWith(wrongFor(port, realm), entries, { ...plan, seed: 2 });
    expect(other.properties).toMatchObject([{ verdict: "fail", without: ["port"] }]);
  });

  test("shows failures as they are if the driver breaks, because no baseline is written", async () => {
    let asked = 0;
    const right = inProcessDriver(changing((stages) => ({ ...stages, "percent-encoding": "x" })));
    const breaking: Driver = {
      ...right,
      ask: (input) =>
        ++asked > 20 ? { ok: false, error: "crashed", message: "gone", isUnasked: true } : right.ask(input),
    };
    const vectors = loadVectors()
      .filter(({ id }) => id.startsWith("percent-encoding/"))
      .slice(0, 6);
    const { cases } = await writing(breaking, { vectors });
    expect(cases.length).toBeGreaterThan(0);
    expect(new Set(cases.map(({ verdict }) => verdict))).toEqual(new Set(["fail"]));
  });
});
