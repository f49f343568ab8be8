import { describe, expect, test } from "vitest";
import { explain } from "../../src/diagnosis/explain.ts";
import { createRateLimitedDiagnosis, type Diagnosis, diagnose, explainRequest } from "../../src/diagnosis/index.ts";
import { shownStages, stagesInSlices } from "../../src/diagnosis/input/shown-stages.ts";
import { createSearchWork } from "../../src/diagnosis/search/search-work.ts";
import type { HttpRequest, SigningInput } from "../../src/model/index.ts";
import { createRedactor } from "../../src/redaction/index.ts";
import { workOf } from "../counted-work/work.ts";
import { asked, payment, SECRET, sentWith } from "./requests.ts";

const FORM = ["Content-Type", "application/x-www-form-urlencoded"] as const;
const JSON_TYPE = ["Content-Type", "application/json"] as const;

/** Protocol parameters with a wrong signature. */
function authorization(method = "HMAC-SHA1", more = ""): readonly [string, string] {
  const signature = "AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D";
  const named = `oauth_consumer_key="k", oauth_nonce="n", oauth_signature_method="${method}", oauth_timestamp="1"`;
  return ["Authorization", `OAuth ${named}, oauth_signature="${signature}"${more}`];
}

function post(
  body: string | Uint8Array,
  headers = [authorization(), FORM],
  url = "https://gate.example/p",
): HttpRequest {
  return { method: "POST", url, headers, body: typeof body === "string" ? Buffer.from(body) : body };
}

/** A search of at most 200 combinations. */
function shortly(request: HttpRequest): Diagnosis {
  return diagnose(asked(request), { budget: { combinations: 200 } });
}

const MEGABYTE = "x".repeat(1_000_000);

describe("a request that is too large", () => {
  test.each<[string, HttpRequest, string]>([
    ["a form of 10 MB", post(new Uint8Array(10_000_000).fill(0x61)), "have 10000"],
    ["200,000 parameters", post(Array.from({ length: 200_000 }, (_, at) => `p${at}=1`).join("&")), "at most 65536"],
    ["a value of 1 MB", post(`a=${MEGABYTE}`), "at most 65536"],
    ["5,000 parameters with equal names", post("a=1&".repeat(5000)), "has 500"],
    ["a header of 1 MB", post("", [authorization(), ["X", MEGABYTE]]), "at most 65536"],
    ["a query of 1 MB", post("", [authorization()], `https://gate.example/p?a=${MEGABYTE}`), "at most 65536"],
    ["a signature method of 1 MB", post("", [authorization(MEGABYTE)]), "at most 65536"],
    ["a method of 1 MB", { ...post(""), method: MEGABYTE }, "at most 65536"],
    ["1 MB of commas in the Authorization header", post("", [authorization("HMAC-SHA1", ",".repeat(1e6))]), "65536"],
  ])("is declined with the size and the limit: %s", { tags: ["deep"] }, (_, request, part) => {
    const diagnosis = shortly(request);
    expect(diagnosis).toMatchObject({ kind: "not-diagnosed", reason: "too-large", notices: [] });
    expect((diagnosis as { message: string }).message).toContain(part);
    expect((diagnosis as { message: string }).message.length).toBeLessThan(200);
  });

  test("also one not yet sent, a key or other evidence", () => {
    const evidence = { signature: "x" };
    const meant: SigningInput = { ...payment, form: Array.from({ length: 1001 }, () => ["a", "1"] as const) };
    for (const input of [
      { request: meant, key: {}, evidence },
      { request: { ...payment, url: `${payment.url}?${MEGABYTE}` }, key: {}, evidence },
      { request: payment, key: { publicKey: `-----BEGIN PUBLIC KEY-----\n${MEGABYTE}` }, evidence },
      { request: payment, key: {}, evidence: { signature: MEGABYTE } },
      { request: payment, key: {}, evidence: { baseString: MEGABYTE.repeat(5) } },
    ]) {
      expect(diagnose(input)).toMatchObject({ kind: "not-diagnosed", reason: "too-large" });
    }
  });

  test("but not one at the limits", () => {
    const many = { ...payment, form: Array.from({ length: 994 }, (_, at) => [`p${at}`, ""] as const) };
    expect(shortly(sentWith([], many)).kind).toBe("right");
    expect(shortly(sentWith([], { ...payment, form: [["a", "x".repeat(60_000)]] })).kind).toBe("right");
  });

  test("is declined before anything reads or redacts it, also inside a server", async () => {
    const request = post("a=%41b&".repeat(14_000));
    let found: Promise<unknown> = Promise.resolve();
    const { diagnose: diagnoseInServer } = createRateLimitedDiagnosis();
    const work = workOf(() => {
      found = diagnoseInServer({ request, key: { consumerSecret: SECRET } });
    });
    expect(work.expressions + work.texts + work.lists).toBeLessThan(5000);
    expect(await found).toMatchObject({ diagnosis: { kind: "not-diagnosed", reason: "too-large" } });
  });

  test("shows no stages, and is not corrected", async () => {
    const given = { request: post(`a=${MEGABYTE}`), keys: [{ consumerSecret: SECRET }] };
    expect(await explain(given)).not.toHaveProperty("stages");
    await expect(explain(given, { correct: {} })).rejects.toThrow("at most 65536 can be diagnosed");
  });

  test("and a server gets no explanation", { tags: ["deep"] }, async () => {
    expect(await explainRequest(post(`a=${MEGABYTE}`), [{ consumerSecret: SECRET }])).toBeUndefined();
  });
});

describe.each([
  [1, {}],
  [10, { tags: ["deep"] }],
])("a body of %i MB that is no form", (megabytes, options) => {
  const body = MEGABYTE.repeat(megabytes);
  const { form, ...json } = { ...payment, body, headers: [JSON_TYPE] };

  test("is diagnosed, because it is not searched", options, () => {
    expect(shortly(sentWith([], json)).kind).toBe("right");
    expect(shortly(sentWith(["key-without-ampersand"], json))).toMatchObject({
      kind: "explained",
      causes: [{ id: "key-without-ampersand" }],
    });
  });

  test("has a hash that is compared once", options, () => {
    const sent = sentWith([], { ...json, bodyHash: true });
    expect(shortly(sent)).toMatchObject({ kind: "right", notices: [] });
    const changed = { ...sent, body: Buffer.from(`${body}y`) };
    expect(shortly(changed)).toMatchObject({ notices: [{ id: "body-hash-of-other-bytes" }] });
  });
});

describe("hostile contents within the limits", { tags: ["deep"] }, () => {
  test.each<[string, HttpRequest]>([
    ["10,000 commas in the Authorization header", post("", [authorization("HMAC-SHA1", ",".repeat(10_000))])],
    ["deeply nested percent escapes", post(`a=%${"25".repeat(20_000)}41`)],
    ["percent signs only", post(`a=${"%".repeat(20_000)}`)],
    ["lone surrogates", post("a=%ED%A0%80&b=\\ud800", [authorization(), FORM, ["X", "\ud800"]])],
    ["a lone surrogate in the URL", post("", [authorization()], "https://gate.example/\ud800?a=\udfff")],
    [
      "octets that are not UTF-8 everywhere",
      post("%FF=%FE&%C3=%28", [authorization("HMAC-SHA1", ', %FF="%FE"'), FORM]),
    ],
    ["raw octets that are not UTF-8", post(Uint8Array.from({ length: 512 }, (_, at) => at % 256))],
    ["names of Object.prototype", post("__proto__=1&constructor=2&__proto__[a]=3&toString=4&hasOwnProperty=5")],
    ["only separators", post("&=".repeat(400))],
    ["900 parameters of 60 octets", post(Array.from({ length: 900 }, (_, at) => `p${at}=${"*".repeat(55)}`).join("&"))],
    ["a quotation mark that is never closed", post("", [["Authorization", `OAuth a="${"\\".repeat(15_000)}`]])],
  ])("end with a result: %s", (_, request) => {
    const { kind, ...diagnosis } = shortly(request);
    expect(["unknown", "not-diagnosed"]).toContain(kind);
    if ("tried" in diagnosis) expect(diagnosis.tried).toBeLessThanOrEqual(200);
  });

  test("a known value named __proto__ is no value of each object", { tags: ["deep"] }, () => {
    const knownValues = JSON.parse('{"__proto__": ["1"], "a": ["1"]}');
    const sent = sentWith([], { ...payment, form: [["a", "1"]] });
    const changed = { ...sent, body: Buffer.from("a=2") };
    expect(diagnose(asked(changed, { knownValues }))).toMatchObject({
      kind: "explained",
      causes: [{ id: "value-changed:a", change: { signed: "1", sent: "2" } }],
    });
  });
});

describe("the work", () => {
  const expectSlices = (parameters: number, pieces: number): void => {
    const redactor = createRedactor({ secrets: [SECRET] });
    const request = post(Array.from({ length: parameters }, (_, at) => `p${at}=${SECRET}%20`).join("&"));
    const text = `${"QUJD%20".repeat(pieces)}${SECRET}`;
    for (const [slices, result] of [
      [redactor.textInSlices(text), redactor.text(text)],
      [redactor.coverInSlices(text), redactor.cover(text)],
      [stagesInSlices(request, redactor), shownStages(request, redactor.text)],
    ] as const) {
      let count = 0;
      let slice = slices.next();
      for (; !slice.done; count++) slice = slices.next();
      expect(count).toBeGreaterThan(3);
      expect(slice.value).toEqual(result);
    }
  };
  const SLICES = "of redacting and covering a text and the stages of %i parameters is done in slices";
  test.each([[100, 4000]])(SLICES, expectSlices);
  test.each([[300, 10_000]])(SLICES, { tags: ["deep"] }, expectSlices);

  /** How many combinations fit in the octets, and how many computations in a slice. */
  function measured(size: number, octets: number): { combinations: number; slice: number } {
    const work = createSearchWork({ octets }, size);
    let slice = 0;
    while (!work.isUsedUp()) {
      work.count();
      if (slice === 0 && work.isSliceComplete()) slice = work.tried();
    }
    return { combinations: work.tried(), slice };
  }

  test("of a long request is limited to fewer combinations, in shorter slices", () => {
    expect(measured(1000, 50_000_000)).toEqual({ combinations: 47_124, slice: 942 });
    expect(measured(64_000, 50_000_000)).toEqual({ combinations: 160, slice: 3 });
  });

  test("includes computations that are no combinations", () => {
    const work = createSearchWork({ octets: 10_000 }, 1000);
    for (let count = 0; count < 10; count++) work.countComputation();
    expect([work.tried(), work.isUsedUp()]).toEqual([0, true]);
  });

  test("counts the octets of each result that is larger than the request's", () => {
    const resultsOf = (length: number): number => {
      const work = createSearchWork({ octets: 100_000 }, 100);
      while (!work.isUsedUp()) {
        work.count();
        work.countResult(length);
      }
      return work.tried();
    };
    expect([50, 100, 1000].map(resultsOf)).toEqual([994, 994, 95]);
  });

  test("of a large body that is JSON is limited, because mistakes sign it too", () => {
    const request = { ...post(JSON.stringify(["a".repeat(16_000)])), headers: [JSON_TYPE, authorization()] };
    const diagnosis = diagnose(asked(request), { budget: { octets: 10_000_000 } }) as { tried: number };
    expect(diagnosis).toMatchObject({ kind: "unknown", limitReached: true });
    expect(diagnosis.tried).toBeLessThan(20_000);
  });

  test("of the largest requests stays within the octets of the budget", { tags: ["deep"] }, () => {
    const request = post(Array.from({ length: 900 }, (_, at) => `p${at}=${"*".repeat(55)}`).join("&"));
    const diagnosis = diagnose(asked(request), { budget: { octets: 30_000_000 } });
    expect(diagnosis).toMatchObject({ kind: "unknown", limitReached: true });
    expect((diagnosis as { tried: number }).tried).toBeLessThan(100);
  });

  test("asks after each slice whether it is cancelled", () => {
    let asks = 0;
    const isCancelled = () => ++asks === 2;
    const sent = sentWith([], { ...payment, consumerSecret: "another" });
    const diagnosis = diagnose(asked(sent), { budget: { isCancelled } });
    expect(diagnosis).toMatchObject({ kind: "unknown", limitReached: true });
    expect((diagnosis as { tried: number }).tried).toBeLessThanOrEqual(2000);
  });

  test("stays cancelled", () => {
    const answers = [true];
    const work = createSearchWork({ isCancelled: () => answers.shift() ?? false }, 1000);
    const states = [1, 2].map(() => {
      while (!work.isSliceComplete()) work.count();
      return work.isUsedUp();
    });
    expect(states).toEqual([true, true]);
  });

  test.each([
    ["causes", 1000],
    ["headers", 300],
    ["pairs", 40_000],
    ["characters", 400_000],
    ["requests", 400],
  ] as const)("of one slice includes %s, at most %i", (what, most) => {
    const work = createSearchWork({}, 1000);
    const countOf = (count: () => void): number => {
      let counted = 0;
      do {
        count();
        counted += 1;
      } while (!work.isSliceComplete());
      return counted;
    };
    expect(Math.abs(countOf(() => work.countInSlice(what)) - most)).toBeLessThanOrEqual(1);
    for (let half = 0; half < most / 2; half++) work.countInSlice(what);
    expect(Math.abs(countOf(work.count) - 942 / 2)).toBeLessThanOrEqual(1);
    expect([work.isUsedUp(), work.tried()]).toEqual([false, expect.any(Number)]);
  });

  test("to create the hypotheses about 100 parameters takes several slices", { tags: ["deep"] }, () => {
    const form = Array.from({ length: 100 }, (_, at) => [`p${at}`, `v ${at}`] as const);
    const sent = sentWith([], { ...payment, consumerSecret: "another", form });
    const tried: number[] = [];
    const isCancelled = (combinations: number): boolean => tried.push(combinations) === 9;
    expect(diagnose(asked(sent), { budget: { isCancelled } })).toMatchObject({ kind: "unknown", limitReached: true });
    expect(tried.filter((one, at) => one === tried[at - 1]).length).toBeGreaterThan(2);
  });

  test("ends when the signal of a server is aborted", async () => {
    const sent = sentWith([], { ...payment, consumerSecret: "another" });
    const closing = new AbortController();
    const explained = explainRequest(sent, [{ consumerSecret: SECRET }], { signal: closing.signal });
    closing.abort(new Error("closed"));
    await expect(explained).rejects.toThrow("closed");
  });
});
