import { describe, expect, test } from "vitest";
import { applying, type Entry } from "../../../src/conformance/baseline/index.ts";
import { candidateOf, createCauseSearch } from "../../../src/conformance/causes/index.ts";
import { type Driver, inProcessDriver, Refusal } from "../../../src/conformance/drivers/index.ts";
import { mutant } from "../../../src/conformance/implementations/index.ts";
import { hardRequests } from "../../../src/conformance/properties/hard-requests.ts";
import { PROPERTIES } from "../../../src/conformance/properties/index.ts";
import { type PropertyResult, run } from "../../../src/conformance/runner/index.ts";
import {
  type AnyInput,
  type InputOf,
  loadVectors,
  loadVerificationVectors,
  openPoints,
  STAGES,
  type StageValues,
  type VectorInput,
  verificationCases,
} from "../../../src/conformance/vectors/index.ts";
import { changing, RIGHT, runResults, saying, wrongAt } from "./wrong.ts";

const vectors = loadVectors();
const signed = vectors.filter(({ input }) => input.operation === "sign");
const propertiesNamed = (...ids: string[]) => PROPERTIES.filter(({ id }) => ids.includes(id));

describe("an implementation that is wrong at one stage", () => {
  test.each(STAGES)("fails there and nowhere before: %s", async (stage) => {
    const own = vectors.filter(({ expected }) => stage in expected).slice(0, 60);
    const { cases } = await runResults({ vectors: own, driver: inProcessDriver(wrongAt(stage)) });
    const failed = cases.filter(({ verdict }) => verdict === "fail");
    expect(failed.length).toBeGreaterThan(0);
    expect([...new Set(failed.map(({ difference }) => difference?.stage))]).toEqual([stage]);
  });
});

describe("a property where RFC 5849 is open", () => {
  test.each([
    [true, "pass"],
    [false, "fail"],
  ])("with other answers allowed (%s): %s", async (allowsOpen, verdict) => {
    const replacing = mutant([candidateOf("octets-as-replacement-character")!]);
    const alone = async (input: InputOf<"sign">): Promise<StageValues> => {
      const { signature } = await replacing.operations.sign!(input);
      return { signature: signature! };
    };
    const driver = inProcessDriver({ about: RIGHT.about, operations: { sign: alone } });
    const given = { nonce: "n", timestamp: "1700000000", version: "1.0", transport: "header" };
    const credentials = { consumerKey: "k", consumerSecret: "s" };
    const request = { method: "GET", url: "https://a.example/?a=%FF" };
    const one = { ...given, request, signatureMethod: "HMAC-SHA1", credentials };
    const { properties } = await runResults({
      vectors: [],
      properties: propertiesNamed("agrees-with-model"),
      driver,
      indices: { first: 0, count: 5 },
      saved: [{ property: "agrees-with-model", case: one }],
      allowsOpen,
    });
    expect(properties.map((result) => result.verdict)).toEqual([verdict]);
  });
});

describe("what hello declares", () => {
  test("is signed by a signer without base strings: all 118 generated vectors for them", {
    tags: ["deep"],
  }, async () => {
    const own = vectors.filter(({ id, source }) => id.startsWith("base-string/") && source.kind === "generated");
    const signer = (changes: object) => saying(RIGHT, { operations: ["sign"], ...changes });
    expect(own).toHaveLength(118);
    const declarations = [
      ...[{}, { signatureMethods: ["HMAC-SHA1"] }, { signatureMethods: ["RSA-SHA256"] }],
      { signatureMethods: ["PLAINTEXT", "HMAC-SHA512"] },
      { signatureMethods: ["HMAC-SHA1", "RSA-SHA256"], limits: { signatureMethods: { sign: ["RSA-SHA256"] } } },
    ];
    for (const declared of declarations) {
      const { cases } = await runResults({ vectors: own, driver: signer(declared) });
      expect(new Set(cases.map(({ verdict }) => verdict))).toEqual(new Set(["pass"]));
      expect(cases.every(({ passedStages }) => passedStages.includes("signature"))).toBe(true);
      expect(cases[0]!.question?.operation).toBe("sign");
    }
  });

  test("shows a signer's wrong path in its signature; a signer of PLAINTEXT alone is asked once", async () => {
    const own = vectors.filter(({ id }) => id.startsWith("base-string/paths/"));
    const lowering = (input: InputOf<"sign">) => {
      const request = { ...input.request, url: input.request.url.toLowerCase() };
      return { signature: (RIGHT.operations.sign!({ ...input, request }) as StageValues).signature! };
    };
    const wrong = { ...RIGHT, operations: { sign: lowering } };
    const { cases } = await runResults({ vectors: own, driver: saying(wrong, {}) });
    const failed = cases.filter(({ verdict }) => verdict === "fail");
    expect(failed.map(({ title }) => title)).toContain("The path: upper-case letters are kept");
    expect(new Set(failed.map(({ difference }) => difference?.stage))).toEqual(new Set(["signature"]));
    const plain = saying(RIGHT, { operations: ["sign"], signatureMethods: ["PLAINTEXT"] });
    const { cases: asked } = await runResults({ vectors: own, driver: plain });
    expect(asked.filter(({ verdict }) => verdict === "pass")).toHaveLength(1);
  });

  test.each([
    ["PHP", "PHP"],
    ["", "Python"],
  ])("as language is %j: code of fixes is in %s", async (language, expected) => {
    const about = { name: "x", version: "1", language };
    const languages: unknown[] = [];
    await runResults({
      vectors: signed.slice(0, 3),
      driver: saying({ ...wrongAt("signature"), about }, {}),
      language: "Python",
      search: {
        ...createCauseSearch(),
        async find(_cases, options) {
          if (options.isSearching !== false) languages.push(options.language);
          return { causes: [], failures: 3, passes: 0, limitReached: false };
        },
      },
    });
    expect(languages).toEqual([expected]);
  });

  test("and is then answered unsupported is no failure, but a problem with the driver", async () => {
    const driver: Driver = {
      hello: () => ({ implementation: RIGHT.about, operations: ["sign"] }),
      ask: () => ({ ok: false, error: "unsupported", message: "not today" }),
      close() {},
    };
    const { cases, properties, events } = await runResults({
      vectors: signed.slice(0, 3),
      properties: propertiesNamed("agrees-with-model"),
      driver,
    });
    expect(cases.map(({ verdict }) => verdict)).toEqual(["not-offered", "not-offered", "not-offered"]);
    expect(properties[0]).toMatchObject({ verdict: "not-offered", notOffered: 20 });
    expect(events.filter(({ type }) => type === "driver-problem")).toMatchObject([
      {
        kind: "undeclared",
        message: expect.stringMatching(/^hello offers 23 questions .* the first is sign: not today$/),
      },
    ]);
  });

  test("and lacks a limit is told the limit that no answered question has", async () => {
    const right = saying(RIGHT, {});
    const driver: Driver = {
      ...right,
      ask: (input) => ("realm" in input ? { ok: false, error: "unsupported", message: "no realm" } : right.ask(input)),
    };
    const some = signed.filter((_, at) => at % 5 === 0);
    const { cases, events } = await runResults({ vectors: some, driver });
    expect(cases.filter(({ verdict }) => verdict === "not-offered").length).toBeGreaterThan(2);
    const problem = events.find(({ type }) => type === "driver-problem");
    expect(problem).toMatchObject({ message: expect.stringContaining('"limits":{"without":["realm"]}') });
  });

  test("decides which properties are asked", async () => {
    const { properties } = await runResults({
      properties: PROPERTIES,
      driver: saying(RIGHT, { operations: ["percent-encoding"] }),
    });
    const judged = properties.filter(({ verdict }) => verdict !== "not-offered").map(({ id }) => id);
    expect(judged).toEqual(["encoding-decodes-back"]);
    const none = { runs: 0, notOffered: 0, knownCases: 0, failedCases: 0 };
    for (const property of properties) if (!judged.includes(property.id)) expect(property).toMatchObject(none);
  });

  test("counts the saved cases of a property in its progress", async () => {
    const own = Array.from({ length: 20 }, (_, at) => ({ property: "encoding-decodes-back", case: `a ${at}` }));
    const { events } = await runResults({
      properties: propertiesNamed("encoding-decodes-back"),
      saved: [...own, { property: "order-is-free", case: {} }],
      driver: inProcessDriver(RIGHT),
    });
    const common = { type: "property-progress", id: "encoding-decodes-back", total: 40 };
    expect(events.filter(({ type }) => type === "property-progress")).toEqual([
      { ...common, done: 20 },
      { ...common, done: 40 },
    ]);
  });

  test("asks listed cases while they are listed, and reports their progress without a total", {
    tags: ["deep"],
  }, async () => {
    const driver = inProcessDriver(RIGHT);
    let made = 0;
    let asked = 0;
    let mostAhead = 0;
    function* listed(): Iterable<VectorInput> {
      for (const one of hardRequests()) {
        if (made++ === 2000) return;
        yield one;
      }
    }
    const { events } = await runResults({
      properties: propertiesNamed("agrees-with-model"),
      indices: { first: 0, count: 0 },
      listed,
      driver: {
        ...driver,
        ask(input) {
          mostAhead = Math.max(mostAhead, made - ++asked);
          return driver.ask(input);
        },
      },
    });
    const common = { type: "property-progress", id: "agrees-with-model" };
    expect(events.filter(({ type }) => type === "property-progress")).toEqual([
      { ...common, done: 1000 },
      { ...common, done: 2000 },
    ]);
    expect(mostAhead).toBeLessThan(10);
  });

  test("limits how many questions are open at a time", async () => {
    let open = 0;
    let most = 0;
    const driver: Driver = {
      ...saying(RIGHT, { limits: { inFlight: 3 } }),
      async ask(input) {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setImmediate(resolve));
        open--;
        return inProcessDriver(RIGHT).ask(input);
      },
    };
    await runResults({ vectors: signed.slice(0, 20), driver, inFlight: 64 });
    expect(most).toBe(3);
  });
});

describe("a signer that chooses nonce and timestamp", () => {
  let count = 0;
  /** Right in all that it signs, with a nonce and a clock of its own. */
  const choosing = (nonce: () => string, clock: () => number) => {
    const sign = RIGHT.operations.sign!;
    const own = (input: Parameters<typeof sign>[0]) =>
      sign({ ...input, nonce: nonce(), timestamp: String(Math.floor(clock() / 1000)) });
    return { ...RIGHT, operations: { sign: own } };
  };
  const fresh = choosing(() => `n${++count}`, Date.now);
  const hello = { fixesNonceAndTimestamp: false } as const;
  const withoutRefusals = signed.filter(({ expected }) => !("refused" in expected));

  test("is checked with the values that it chose", { tags: ["deep"] }, async () => {
    const { cases } = await runResults({ vectors: withoutRefusals, driver: saying(fresh, hello) });
    const wrong = cases.filter(({ verdict }) => verdict !== "pass" && verdict !== "refused");
    expect(wrong.map(({ id }) => id)).toEqual([]);
    const lying = await runResults({ vectors: withoutRefusals.slice(0, 5), driver: saying(fresh, {}) });
    expect(lying.cases.map(({ verdict }) => verdict)).toEqual(Array(5).fill("fail"));
  });

  test("fails where its signature is not the one of what it chose", async () => {
    const broken = {
      ...fresh,
      operations: {
        sign: (input: InputOf<"sign">) => ({ ...(fresh.operations.sign(input) as object), signature: "x" }),
      },
    };
    const { cases } = await runResults({ vectors: withoutRefusals.slice(0, 5), driver: saying(broken, hello) });
    expect(cases.map(({ difference }) => difference?.stage)).toEqual(Array(5).fill("signature"));
  });

  test("answers as the protocol says where it signs what it must refuse", async () => {
    const must = signed.filter(({ expected }) => "refused" in expected);
    const careless = { ...RIGHT, operations: { sign: () => ({ signature: "x" }) } };
    const { cases } = await runResults({ vectors: must, driver: saying(careless, hello) });
    expect(new Set(cases.map(({ verdict }) => verdict))).toEqual(new Set(["open"]));
  });

  test("fails where it tells no request to read its choice from", async () => {
    const silent = { ...RIGHT, operations: { sign: () => ({ signature: "x" }) } };
    const { cases } = await runResults({ vectors: withoutRefusals.slice(0, 1), driver: saying(silent, hello) });
    expect(cases[0]).toMatchObject({ verdict: "malformed-answer" });
    expect(cases[0]!.message).toContain("has no oauth_nonce");
  });

  test.each<[string, string, () => string, () => number]>([
    ["a fresh nonce and the right clock", "pass", () => `n${++count}`, Date.now],
    ["the same nonce each time", "fail", () => "n", Date.now],
    ["a clock in milliseconds", "fail", () => `n${++count}`, () => Date.now() * 1000],
    ["a clock that stands still", "fail", () => `n${++count}`, () => 1_700_000_000_000],
  ])("with %s: %s", async (_what, verdict, nonce, clock) => {
    const driver = saying(choosing(nonce, clock), hello);
    const { properties } = await runResults({ properties: propertiesNamed("chooses-nonce-and-timestamp"), driver });
    expect(properties[0]!.verdict).toBe(verdict);
  });

  test("passes the properties that apply to it; the others are not offered", async () => {
    const { properties } = await runResults({ properties: PROPERTIES, driver: saying(fresh, hello) });
    const verdicts = Object.fromEntries(properties.map((result) => [result.id, result.verdict]));
    expect(verdicts).toMatchObject({
      "agrees-with-model": "pass",
      "signature-verifies": "pass",
      "order-is-free": "not-offered",
      "signing-is-deterministic": "not-offered",
    });
  });
});

describe("verifying through a driver", () => {
  const { cases: questions, inexpressible } = verificationCases(loadVerificationVectors());

  test("asks every vector for verifiers or says why it cannot be asked", () => {
    expect(questions.length + inexpressible.length).toBe(loadVerificationVectors().length);
    expect(questions.length).toBeGreaterThan(600);
    expect(inexpressible.filter(({ reason }) => reason === "")).toEqual([]);
    for (const { input } of questions) expect(input.operation === "verify" && input.received.url).toMatch(/^https?:/i);
  });

  test("passes the verifier of this package on every one of them", { tags: ["deep"] }, async () => {
    const { cases } = await runResults({ vectors: questions, driver: inProcessDriver(RIGHT) });
    expect(cases.filter(({ verdict }) => verdict !== "pass").map(({ id }) => id)).toEqual([]);
  });

  test.each([true, false])("fails a verifier that always says %s", async (valid) => {
    const always = { ...RIGHT, operations: { verify: () => ({ valid }) } };
    const some = questions.filter((_, at) => at % 4 === 0);
    const { cases } = await runResults({ vectors: some, driver: inProcessDriver(always) });
    const count = (wanted: string): number => cases.filter(({ verdict }) => verdict === wanted).length;
    expect(count("fail")).toBeGreaterThan(35);
    expect(count("pass")).toBeGreaterThan(35);
    // What it may do otherwise is reported separately.
    expect(count("open") + count("refused")).toBeGreaterThan(0);
  });
});

describe("a run", () => {
  test("reports its cases in the order of the plan, however many are open", async () => {
    const slow: Driver = {
      ...inProcessDriver(RIGHT),
      async ask(input) {
        for (let turns = Math.random() * 5; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
        return inProcessDriver(RIGHT).ask(input);
      },
    };
    const { cases } = await runResults({ vectors: signed.slice(0, 100), driver: slow, inFlight: 16 });
    expect(cases.map(({ id }) => id)).toEqual(signed.slice(0, 100).map(({ id }) => id));
  });

  test("measures how long each vector and each property took, and the whole", async () => {
    let time = 0;
    const slow: Driver = {
      ...inProcessDriver(RIGHT),
      ask(input) {
        time += 1.5;
        return inProcessDriver(RIGHT).ask(input);
      },
    };
    const { cases, properties, events } = await runResults({
      vectors: signed.slice(0, 2),
      properties: propertiesNamed("agrees-with-model"),
      driver: slow,
      indices: { first: 0, count: 10 },
      now: () => time,
    });
    expect(cases.map(({ milliseconds }) => milliseconds)).toEqual([1.5, 1.5]);
    expect(properties[0]!.milliseconds).toBe(15);
    expect(events.at(-1)).toEqual({ type: "end", milliseconds: 18 });
  });

  test("finds the same counterexample with one question open and with many", async () => {
    const wrong = changing((stages, input) =>
      "signatureMethod" in input && input.signatureMethod === "HMAC-SHA512" ? { ...stages, signature: "x" } : stages,
    );
    const results: PropertyResult[] = [];
    for (const inFlight of [1, 32]) {
      const { properties } = await runResults({
        properties: propertiesNamed("agrees-with-model"),
        driver: inProcessDriver(wrong),
        inFlight,
        now: () => 0,
      });
      results.push(properties[0]!);
    }
    expect(results[0]!.verdict).toBe("fail");
    expect(results[1]).toEqual(results[0]);
  });

  test("goes on with a property after a failure", async () => {
    const wrong = changing((stages, input) =>
      "nonce" in input && input.version === null && input.transport === "query"
        ? { ...stages, signature: "x" }
        : stages,
    );
    const { properties } = await runResults({
      properties: propertiesNamed("signature-verifies"),
      driver: inProcessDriver(wrong),
      indices: { first: 0, count: 100 },
    });
    const [{ verdict, runs, failedCases }] = properties as [PropertyResult];
    expect({ verdict, runs }).toEqual({ verdict: "fail", runs: 100 });
    expect(failedCases).toBeGreaterThan(5);
    expect(failedCases).toBeLessThan(50);
  });

  describe("a property", () => {
    const MODEL = "agrees-with-model";
    const OF_SIGN = [MODEL, "order-is-free", "signature-verifies", "signing-is-deterministic"];
    const runProperties = async (driver: Driver, ...ids: readonly string[]) => {
      const properties = propertiesNamed(...ids);
      return (await runResults({ properties, driver, indices: { first: 0, count: 30 } })).properties;
    };
    const refusing = (isRefused: (input: AnyInput) => boolean) =>
      inProcessDriver(
        changing((stages, input) => {
          if (isRefused(input)) throw new Refusal("no");
          return stages;
        }),
      );

    test("about answers is falsified by a refusal, and the others are not", async () => {
      // RFC 5849 allows the refusal of a request with an open point.
      const isRefused = (input: AnyInput): boolean =>
        input.transport === "query" && openPoints(input as VectorInput).length === 0;
      const results = await runProperties(refusing(isRefused), ...OF_SIGN);
      expect(results.map(({ verdict }) => verdict)).toEqual(["fail", "pass", "pass", "pass"]);
      const [{ failures, refusedCases }, other] = results as [PropertyResult, PropertyResult];
      expect(failures).toMatchObject([{ kind: "refusal", difference: { actual: "(refused) no" } }]);
      expect([refusedCases, other.refusedCases > 0]).toEqual([0, true]);
    });

    test("counts an allowed refusal as refused, as a vector does", async () => {
      const isAllowed = ({ request }: AnyInput): boolean =>
        /[?&][^#]*[[\]]|%(?![0-9A-Fa-f]{2})/.test(request?.url ?? "");
      const [{ verdict, refusedCases }] = (await runProperties(refusing(isAllowed), MODEL)) as [PropertyResult];
      expect(verdict).toBe("pass");
      expect(refusedCases).toBeGreaterThan(0);
    });

    test("reports wrong values, refusals and errors apart, each with a counterexample of its own", async () => {
      const driver = inProcessDriver(
        changing((stages, { transport, version }: AnyInput) => {
          if (transport === "query") throw new Refusal("no");
          if (transport === "body") throw new TypeError("broken");
          return version === null ? { ...stages, "base-string": "x" } : stages;
        }),
      );
      const [{ failures = [], failedCases, difference }] = (await runProperties(driver, MODEL)) as [PropertyResult];
      expect(failures.map(({ kind, difference: { actual } }) => [kind, actual])).toEqual([
        ["wrong-value", "x"],
        ["refusal", "(refused) no"],
        ["error", "(failed) broken"],
      ]);
      expect(failures.reduce((sum, { cases }) => sum + cases, 0)).toBe(failedCases);
      expect(difference).toEqual(failures[0]!.difference);
      const transports = failures.map(({ counterexample }) => (counterexample.case as AnyInput).transport);
      expect(transports.slice(1)).toEqual(["query", "body"]);
    });
  });

  test("ends a property with the first case that the driver does not answer", async () => {
    const right = inProcessDriver(RIGHT);
    let asked = 0;
    const driver: Driver = {
      ...right,
      ask: (input) => (++asked > 10 ? { ok: false, error: "timed-out", message: "10 s" } : right.ask(input)),
    };
    const { properties } = await runResults({ properties: propertiesNamed("agrees-with-model"), driver });
    expect(properties[0]).toMatchObject({ verdict: "fail", runs: 11, failedCases: 1 });
    expect(asked).toBeLessThan(20);
  });

  test("counts nothing once its driver is broken for good: no property, no vector, no known failure", {
    tags: ["deep"],
  }, async () => {
    const right = inProcessDriver(RIGHT);
    const gone = { kind: "crashed", message: "gone for good", stderr: "" } as const;
    for (const limit of [5, signed.length + 30]) {
      let asked = 0;
      const driver: Driver = {
        ...right,
        ask: (input) =>
          ++asked <= limit ? right.ask(input) : { ok: false, error: "crashed", message: "gone", isUnasked: true },
        broken: () => (asked > limit ? gone : undefined),
      };
      const entries = PROPERTIES.map(({ id }): Entry => ({ property: id, reason: "known" }));
      const plan = { vectors: signed, properties: PROPERTIES, driver, known: applying(entries) };
      const { cases, properties, events } = await runResults(plan);
      expect(cases.filter(({ verdict }) => verdict === "crashed" || verdict === "known-failure")).toEqual([]);
      expect(cases).toHaveLength(Math.min(limit, signed.length));
      expect(properties.filter(({ verdict }) => verdict === "fail" || verdict === "known-failure")).toEqual([]);
      expect(events.at(-2)).toMatchObject({ type: "stopped", reason: "driver-broken", message: "gone for good" });
    }
  });

  test("ends after as many failures as are wanted, and says so", async () => {
    const driver = inProcessDriver(wrongAt("signature"));
    const { cases, properties, events } = await runResults({
      vectors: signed,
      properties: PROPERTIES,
      driver,
      maxFailures: 3,
      inFlight: 8,
    });
    expect(cases.filter(({ verdict }) => verdict === "fail")).toHaveLength(3);
    expect(cases.length).toBeLessThan(signed.length);
    expect(properties).toEqual([]);
    expect(events.at(-2)).toMatchObject({ type: "stopped", reason: "max-failures" });
    expect(events.at(-1)).toMatchObject({ type: "end" });
  });

  test("ends where its driver breaks for good, and says so", async () => {
    let asked = 0;
    const driver: Driver = {
      ...inProcessDriver(RIGHT),
      ask(input) {
        if (++asked <= 5) return inProcessDriver(RIGHT).ask(input);
        return { ok: false, error: "crashed", message: "gone" };
      },
      broken: () => (asked > 5 ? { kind: "crashed", message: "gone for good", stderr: "" } : undefined),
    };
    const { cases, events } = await runResults({ vectors: signed, properties: PROPERTIES, driver });
    expect(cases).toHaveLength(6);
    expect(events.at(-2)).toMatchObject({ type: "stopped", reason: "driver-broken", message: "gone for good" });
  });

  test("has one start if it is interrupted, and reports no problem with a driver that has none", async () => {
    const controller = new AbortController();
    let asked = 0;
    const right = inProcessDriver(RIGHT);
    const driver: Driver = {
      ...right,
      ask(input) {
        if (++asked === 3) controller.abort("SIGINT");
        return right.ask(input);
      },
    };
    const { events } = await runResults({ vectors: signed, driver, signal: controller.signal });
    expect(events.filter(({ type }) => type === "start")).toHaveLength(1);
    expect(events.at(-2)).toMatchObject({ type: "stopped", reason: "interrupted" });
    const { events: whole } = await runResults({ vectors: signed.slice(0, 3), driver: right });
    expect(whole.map(({ type }) => type)).toEqual(["start", "case", "case", "case", "end"]);
  });

  test("closes its driver also where hello fails", async () => {
    let isClosed = false;
    const driver: Driver = {
      hello: () => Promise.reject(new Error("nobody there")),
      ask: () => ({ ok: true, stages: {} }),
      close() {
        isClosed = true;
      },
    };
    await expect(
      run({
        vectors: [],
        rules: new Map(),
        properties: [],
        seed: 0,
        indices: { first: 0, count: 0 },
        saved: [],
        driver,
        emit() {},
      }),
    ).rejects.toThrow("nobody there");
    expect(isClosed).toBe(true);
  });
});
