import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { check } from "../../../src/cli/check/check.ts";
import { readCounterexamples } from "../../../src/cli/check/counterexamples.ts";
import { type Implementation, inProcessDriver } from "../../../src/conformance/drivers/index.ts";
import { BUILTIN, countersign, loadBuiltin } from "../../../src/conformance/implementations/index.ts";
import { canonicalRequest } from "../../../src/conformance/properties/base-string-property.ts";
import {
  checkProperty,
  generateCase,
  PROPERTIES,
  type Property,
  signInput,
} from "../../../src/conformance/properties/index.ts";
import { RESERVED } from "../../../src/conformance/properties/url-generators.ts";
import { type PropertyResult, run } from "../../../src/conformance/runner/index.ts";
import type { InputOf, Operation, StageValues } from "../../../src/conformance/vectors/index.ts";
import { fakeTerminal } from "../../cli/fake-terminal.ts";
import { seed } from "../../seed.ts";

const RUNS = 100;

async function results(
  implementation: Implementation,
  properties: readonly Property[],
  runs = RUNS,
): Promise<PropertyResult[]> {
  const found: PropertyResult[] = [];
  await run({
    vectors: [],
    rules: new Map(),
    properties,
    driver: inProcessDriver(implementation),
    seed,
    indices: { first: 0, count: runs },
    saved: await readCounterexamples("test/counterexamples"),
    emit: (event) => {
      if (event.type === "property") found.push(event.result);
    },
  });
  return found;
}

/** The implementation of this package with the answers to one operation changed. */
function withMistake<Of extends Operation>(
  operation: Of,
  change: (stages: StageValues, input: InputOf<Of>) => StageValues,
): Implementation {
  const right = countersign.operations[operation] as (input: InputOf<Of>) => StageValues;
  const wrong = (input: InputOf<Of>): StageValues => change(right(input), input);
  return { ...countersign, operations: { ...countersign.operations, [operation]: wrong } };
}

describe("the properties", () => {
  const expectPass = async (id: string, runs: number): Promise<void> => {
    const [result] = await results(
      countersign,
      PROPERTIES.filter((property) => property.id === id),
      runs,
    );
    expect(result).toMatchObject({ verdict: "pass", notOffered: 0 });
    expect(result!.runs).toBeGreaterThanOrEqual(runs);
  };
  const PASSES = "%s passes for this package, in %i cases or more";
  test.each(PROPERTIES.map(({ id }) => [id, 25] as const))(PASSES, expectPass);
  test.each(PROPERTIES.map(({ id }) => [id, RUNS] as const))(PASSES, { tags: ["deep"] }, expectPass);

  test.each(["model", "oauth-1.0a", "node-forge"])(
    "pass for %s wherever they are offered",
    { tags: ["deep"] },
    async (name) => {
      // Few, because RSA in plain JavaScript is slow.
      const found = await results((await loadBuiltin(name))!, PROPERTIES, 25);
      expect(
        found.filter(({ verdict }) => verdict === "fail").map(({ id, counterexample }) => [id, counterexample]),
      ).toEqual([]);
      expect(found.some(({ verdict, runs, notOffered }) => verdict === "pass" && runs > notOffered)).toBe(true);
    },
  );

  test("have unique ids and statements, and rules that exist", () => {
    const rules = JSON.parse(readFileSync("vectors/rules.json", "utf8")).rules.map((rule: { id: string }) => rule.id);
    expect(new Set(PROPERTIES.map(({ id }) => id)).size).toBe(PROPERTIES.length);
    expect(new Set(PROPERTIES.map(({ statement }) => statement)).size).toBe(PROPERTIES.length);
    for (const one of PROPERTIES) expect(one.rules.filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  test("are falsified by a refusal of a legal request", async () => {
    const refusing = () => ({ ok: false, error: "refused", message: "no" }) as const;
    const [property] = PROPERTIES;
    expect(await checkProperty(property!, generateCase(property!.cases, 1, 1), refusing)).toMatchObject({
      stage: "signature",
    });
  });
});

describe("a generated case", () => {
  test("is the same for the same seed and index, whatever was generated before", () => {
    const one = [3, 1, 2].map((index) => JSON.stringify(generateCase(signInput, 7, index)));
    const other = [2, 3, 1].map((index) => JSON.stringify(generateCase(signInput, 7, index)));
    expect([one[0], one[1], one[2]]).toEqual([other[1], other[2], other[0]]);
  });

  test("differs for neighbouring seeds and indices", () => {
    const cases = Array.from({ length: 200 }, (_, at) => JSON.stringify(generateCase(signInput, at >> 4, at & 15)));
    expect(new Set(cases).size).toBe(200);
  });

  test("has every transport, method and kind of URL within a few hundred cases", () => {
    const cases = Array.from({ length: 600 }, (_, index) => generateCase(signInput, 1, index));
    const seen = new Set(cases.flatMap((one) => [one.transport, one.signatureMethod, one.version]));
    for (const wanted of [
      "header",
      "body",
      "query",
      "header-and-body",
      "RSA-SHA1",
      "RSA-SHA512",
      "PLAINTEXT",
      "1.0",
      null,
    ]) {
      expect(seen).toContain(wanted);
    }
    for (const wanted of [/\[::1\]/, /\[2001:DB8/, /www\./, /%FF/, /:443/, /user@/, /a\+b|1\+2/, /#/, /\/\.\.\//]) {
      expect(cases.some(({ request }) => wanted.test(request.url))).toBe(true);
    }
  });

  test("has the values that implementations change within a few hundred cases", () => {
    const cases = Array.from({ length: 600 }, (_, index) => generateCase(signInput, 1, index));
    const digits = new Set(cases.map(({ timestamp }) => timestamp?.length));
    expect([11, 12, 13].filter((length) => !digits.has(length))).toEqual([]);
    for (const wanted of [/^ /, / $/, /^-/]) {
      expect(cases.some(({ nonce = "" }) => wanted.test(nonce))).toBe(true);
    }
    const forms = cases.map(({ request: { form = [], method } }) => ({ form, method }));
    for (const wanted of ["DELETE", "OPTIONS", "X+Y"]) {
      expect(forms.some(({ form, method }) => method === wanted && form.length > 0)).toBe(true);
    }
    const counts = forms.map(({ form }) => form.length);
    expect(counts.filter((count) => count > 32).length).toBeGreaterThan(5);
    expect(Math.max(...counts)).toBeLessThanOrEqual(62);
    expect(forms.some(({ form }) => form.flat().some((text) => typeof text !== "string"))).toBe(true);
  });

  test.each([64, 128, 255, 1024])("has values of more than %i octets, which an implementation may cut", (most) => {
    const values = Array.from({ length: 300 }, (_, index) => generateCase(signInput, 1, index)).flatMap(
      ({ request: { form = [] } }) => form.map(([, value]) => value),
    );
    expect(values.some((value) => value.length === most + 1)).toBe(true);
  });

  test("has each reserved character twice in a value, of which an implementation may replace the first", () => {
    const values = Array.from({ length: 3000 }, (_, index) => generateCase(signInput, 1, index)).flatMap(
      ({ request: { form = [] } }) => form.map(([, value]) => value),
    );
    expect([...RESERVED].filter((one) => !values.includes(`${one}v${one}`))).toEqual([]);
  });
});

describe("the canonical request", () => {
  const at = (url: string, form: [string, string][] = []): string =>
    canonicalRequest({ operation: "base-string", request: { method: "GET", url, form }, protocolParameters: [] });

  test.each([
    ["the case of scheme and host", "HTTP://A.example/x", "http://a.EXAMPLE/x"],
    ["the default port", "http://a.example:80/x", "http://a.example/x"],
    ["an empty path", "http://a.example", "http://a.example/"],
    ["userinfo and fragment", "http://u:p@a.example/x#f", "http://a.example/x"],
    ["a fragment with a question mark", "http://a.example/x#f?b=c&d", "http://a.example/x"],
    ["plus and %20 in a query", "http://a.example/?a=1+2", "http://a.example/?a=1%202"],
    ["the order of the query", "http://a.example/?a=1&b=2", "http://a.example/?b=2&a=1"],
    ["a signature in the query", "http://a.example/?a=1&oauth_signature=x", "http://a.example/?a=1"],
    ["a name without a value and with an empty one", "http://a.example/?a", "http://a.example/?a="],
  ])("is one for %s", (_name, one, other) => {
    expect(at(one)).toBe(at(other));
  });

  test("is one for a parameter in the query and in the form", () => {
    expect(at("http://a.example/?a=b")).toBe(at("http://a.example/", [["a", "b"]]));
  });

  test.each([
    ["another path", "http://a.example/x", "http://a.example/x/"],
    ["a host with www. and one without", "http://www.a.example/", "http://a.example/"],
    ["the default port of the other scheme and no port", "http://a.example:443/", "http://a.example/"],
    ["a second equals sign in a value and none", "http://a.example/?a=b=c", "http://a.example/?a=b"],
    ["another case of an escape in the path", "http://a.example/%2f", "http://a.example/%2F"],
    ["octets that are not UTF-8 and their replacement", "http://a.example/?a=%FF", "http://a.example/?a=%EF%BF%BD"],
    ["one parameter and two equal ones", "http://a.example/?a=b", "http://a.example/?a=b&a=b"],
  ])("is two for %s", (_name, one, other) => {
    expect(at(one)).not.toBe(at(other));
  });
});

const OWN = { builtin: "countersign" } as const;

describe("check with properties", () => {
  test("prints the seed first and can replay a single case", { tags: ["deep"] }, async () => {
    const terminal = fakeTerminal();
    expect(await check({ ...OWN, seed: "11", runs: "3", filter: ["hmac-is-hmac"] }, terminal)).toBe(0);
    expect(terminal.text()).toMatch(/^seed 11\n/);
    const replay = fakeTerminal();
    expect(await check({ ...OWN, replay: "hmac-is-hmac:11:2" }, replay)).toBe(0);
    expect(replay.text()).toMatch(/1 property, 1 passed on 1 generated case, 0 falsified/);
  });

  test.each([
    [{ seed: "x" }, /--seed must be a whole number/],
    [{ runs: "-1" }, /--runs must be a whole number/],
    [{ replay: "no-such-property:1:2" }, /none is called "no-such-property"/],
    [{ replay: "hmac-is-hmac:1" }, /--replay must be property:seed:index/],
    [{ replay: "hmac-is-hmac:1:2:3" }, /--replay must be property:seed:index/],
    [{ replay: "hmac-is-hmac:1:9999999999" }, /--replay must be a whole number/],
  ])("reports bad usage: %o", { tags: ["deep"] }, async (options, message) => {
    await expect(check({ ...OWN, ...options }, fakeTerminal())).rejects.toThrow(message);
  });

  test("refuses to run without a seed in CI", async () => {
    const before = process.env.CI;
    process.env.CI = "true";
    try {
      await expect(check({ ...OWN, filter: ["hmac-is-hmac"] }, fakeTerminal())).rejects.toThrow(
        /--seed is required in CI/,
      );
    } finally {
      if (before === undefined) delete process.env.CI;
      else process.env.CI = before;
    }
  });
});

describe("the property hmac-is-hmac", () => {
  test.each([62, 63, 64, 126, 127, 128])(
    "tries a secret of %i characters, at the block size of a hash, often",
    (length) => {
      const { cases } = PROPERTIES.find(({ id }) => id === "hmac-is-hmac")!;
      const lengths = fc.sample(cases as fc.Arbitrary<{ secret: number }>, { numRuns: 1000, seed });
      // One of 12; by chance alone it would be one of 600.
      expect(lengths.filter(({ secret }) => secret === length).length).toBeGreaterThan(30);
    },
  );
});

describe("the property of verifiers", () => {
  test("reports the wrong signature that a verifier accepts and the valid one", async () => {
    const properties = PROPERTIES.filter(({ id }) => id === "verification-agrees");
    const [result] = await results(
      withMistake("verify-signature", () => ({ valid: true })),
      properties,
    );
    expect(result!.difference!.actual).toMatch(/^true for \S+; the valid signature is \S+$/);
  });

  test("is checked for text of any length", async () => {
    const properties = PROPERTIES.filter(({ id }) => id === "encoding-decodes-back");
    // Once, because each step of shrinking would take as long.
    let isLong = true;
    const long = withMistake("percent-encoding", (stages) => {
      if (!isLong) return stages;
      isLong = false;
      return { "percent-encoding": "A".repeat(15_000_000) };
    });
    const [result] = await results(long, properties);
    expect(result).toMatchObject({ verdict: "fail", difference: { stage: "percent-decoding" } });
  });
});

describe("a counterexample", () => {
  test("is shrunk, saved as plain JSON and run first next time", { tags: ["deep"] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "counterexamples-"));
    BUILTIN_TEST.set("wrong", async () =>
      withMistake("percent-encoding", (_stages, { text }) => ({
        "percent-encoding": encodeURIComponent(String(text)),
      })),
    );
    try {
      const first = fakeTerminal();
      const options = { builtin: "wrong", filter: ["encoding-decodes-back"], counterexamples: folder };
      expect(await check({ ...options, seed: "1", runs: "200" }, first)).toBe(1);
      expect(first.text()).toMatch(
        /property encoding-decodes-back[\s\S]*counterexample: ".{1,3}"[\s\S]*--replay encoding-decodes-back:1:\d+/,
      );
      const [file] = readdirSync(folder);
      expect(JSON.parse(readFileSync(join(folder, file!), "utf8")).property).toBe("encoding-decodes-back");

      const second = fakeTerminal();
      expect(await check({ ...options, seed: "2", runs: "1", json: true }, second)).toBe(1);
      const [property] = JSON.parse(second.text()).implementations[0].properties;
      expect(property).toMatchObject({ runs: 2, verdict: "fail" });
      expect(property.counterexample.origin).toBeUndefined();
    } finally {
      BUILTIN_TEST.delete("wrong");
      rmSync(folder, { recursive: true });
    }
  });
});

/** The table of implementations, which only a test may change. */
const BUILTIN_TEST = BUILTIN as Map<string, () => Promise<Implementation>>;

describe("the generators", () => {
  test("never generate a lone surrogate", () => {
    void fc.assert(
      fc.property(
        signInput,
        (input) => JSON.stringify(input).isWellFormed() && !/\\ud[89a-f]/.test(JSON.stringify(input)),
      ),
      { seed, numRuns: 300 },
    );
  });
});
