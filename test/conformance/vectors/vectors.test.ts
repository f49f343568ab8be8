import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import {
  expectedStage,
  type InputOf,
  type JsonVector,
  loadRules,
  loadSources,
  loadVectors,
  type Operation,
  openMembers,
  openPoints,
  readInput,
  type Stage,
  type StageValue,
  stageText,
  VECTOR_FILES,
  VECTORS_FOLDER,
  type Vector,
  writeVector,
} from "../../../src/conformance/vectors/index.ts";

type Json = Record<string, unknown>;

const readJson = <T = Json>(name: string): T => JSON.parse(readFileSync(join(VECTORS_FOLDER, name), "utf8")) as T;
// An error where ajv would only warn that a schema says less than it seems to.
const compile = (name: string): ValidateFunction =>
  new Ajv({ strictTypes: true, strictTuples: true }).compile(readJson(name));
const validVectors = compile("schema.json");
const validRules = compile("rules.schema.json");
const validSources = compile("sources.schema.json");
const fileOf = (...vectors: unknown[]): Json => ({ $schema: "./schema.json", format: 1, title: "One", vectors });

const vectors = loadVectors();
const json = vectors.map(writeVector);
const rules = loadRules();
const sources = loadSources();
const isOfGateway = ({ level }: Vector): boolean => level === "gateway";
const sourceIds = ({ source }: Vector): string[] => (source.kind === "published" ? [source.source] : []);
const offending = (isOffending: (vector: Vector) => boolean): string[] =>
  vectors.filter(isOffending).map(({ id }) => id);

/** Of each operation, the vector with the most fields. */
const specimens = [...new Set(json.map(({ operation }) => operation))].map((operation): [Operation, JsonVector] => {
  const asked = json.filter((vector) => vector.operation === operation && !("refused" in vector.expected));
  return [operation, asked.reduce((most, vector) => (fieldCount(vector) > fieldCount(most) ? vector : most))];
});

function fieldCount({ input, expected }: JsonVector): number {
  return Object.keys(input).length + Object.keys(expected).length;
}

/** Copies of a value, each with one unknown field in one of its objects. */
function withUnknownField(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  const deeper = entries.flatMap(([name, member]) =>
    withUnknownField(member).map((changed) =>
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ),
  );
  return Array.isArray(value) ? deeper : [{ ...value, unknown: "field" }, ...deeper];
}

/** Operations that are given the same fields as another. */
const ALIKE: { readonly [operation in Operation]?: readonly Operation[] } = {
  "percent-encoding": ["percent-decoding"],
  "percent-decoding": ["percent-encoding"],
  "authorization-header": ["parameter-string"],
};

describe("the schema", () => {
  test.each(VECTOR_FILES)("holds for %s.json", (name) => {
    expect(validVectors(readJson(`${name}.json`)), JSON.stringify(validVectors.errors)).toBe(true);
  });

  test("holds for the rules and the sources", () => {
    expect(validRules(readJson("rules.json")), JSON.stringify(validRules.errors)).toBe(true);
    expect(validSources(readJson("sources.json")), JSON.stringify(validSources.errors)).toBe(true);
  });

  test.each(specimens)("refuses an unknown field wherever it stands: %s", { tags: ["deep"] }, (operation) => {
    for (const vector of json.filter((asked) => asked.operation === operation)) {
      const mutated = withUnknownField(fileOf(vector));
      expect(mutated.length).toBeGreaterThanOrEqual(5); // file, vector, source, input, expected
      expect(mutated.filter((file) => validVectors(file))).toEqual([]);
    }
  });

  test("refuses an unknown field in octets, in a generated source, in a rule and in a source", () => {
    const source = { kind: "generated", generator: "properties, seed 1" };
    const vector = json.find(({ operation }) => operation === "parameter-string")!;
    const file = fileOf({ ...vector, source, input: { parameters: [["a", { octets: "/w==" }]] } });
    expect(validVectors(file)).toBe(true);
    expect(withUnknownField(file).filter((mutated) => validVectors(mutated))).toEqual([]);
    expect(withUnknownField(readJson("rules.json")).filter((mutated) => validRules(mutated))).toEqual([]);
    expect(withUnknownField(readJson("sources.json")).filter((mutated) => validSources(mutated))).toEqual([]);
  });

  test.each(specimens)("refuses the input, and the stages, of another operation: %s", (operation, vector) => {
    const others = specimens.filter(([other]) => other !== operation);
    const foreign = others.filter(([, other]) => validVectors(fileOf({ ...vector, input: other.input })));
    expect(foreign.map(([other]) => other)).toEqual(ALIKE[operation] ?? []);
    const stages = { ...vector.expected, [operation === "verify-signature" ? "signature" : "valid"]: true };
    expect(validVectors(fileOf({ ...vector, expected: stages }))).toBe(false);
  });

  test.each(specimens)("asks for the required stage, or for a refusal alone: %s", (_operation, vector) => {
    const valid = (expected: unknown): boolean => validVectors(fileOf({ ...vector, expected }));
    expect(valid({})).toBe(false);
    expect(valid({ refused: true })).toBe(true);
    expect(valid({ refused: false })).toBe(false);
    expect(valid({ ...vector.expected, refused: true })).toBe(false);
  });

  test("asks for the credentials that belong to the signature method", () => {
    const vector = json.find(({ operation, flags }) => operation === "signature" && flags.includes("rsa"))!;
    const valid = (input: Json): boolean => validVectors(fileOf({ ...vector, input: { ...vector.input, ...input } }));
    const secrets = { consumerSecret: "a", tokenSecret: "b" };
    expect(valid({})).toBe(true);
    expect(valid({ credentials: secrets })).toBe(false);
    expect(valid({ signatureMethod: "HMAC-SHA1" })).toBe(false);
    expect(valid({ signatureMethod: "HMAC-SHA1", credentials: secrets })).toBe(true);
  });

  test("asks for either a request or a base string to verify a signature of", () => {
    const { input } = json.find((vector) => vector.operation === "verify-signature" && vector.input.request)!;
    const vector = json.find(({ operation, input }) => operation === "verify-signature" && input.baseString)!;
    const { baseString: _without, ...neither } = vector.input;
    const both = { ...vector.input, request: input.request, protocolParameters: input.protocolParameters };
    expect(validVectors(fileOf({ ...vector, input: neither }))).toBe(false);
    expect(validVectors(fileOf({ ...vector, input: both }))).toBe(false);
  });

  test.each(["a/b", "a/b/0", "a/b/01", "A/b/1", "a/b/1/2", "a/b c/1", "/b/1"])("refuses the id %s", (id) => {
    expect(validVectors(fileOf({ ...json[0], id }))).toBe(false);
  });

  test("takes a generated vector", () => {
    const source = { kind: "generated", generator: "properties, seed 1" };
    expect(validVectors(fileOf({ ...json[0], source, published: [] }))).toBe(true);
    expect(validVectors(fileOf({ ...json[0], source: { ...source, section: "1" } }))).toBe(false);
  });
});

describe("loading", () => {
  test("returns the same vectors of this package in a new array each time", () => {
    const again = loadVectors();
    expect(again).not.toBe(vectors);
    expect(again.every((vector, index) => vector === vectors[index])).toBe(true);
    again.pop();
    expect(loadVectors()).toHaveLength(vectors.length);
  });
});

describe("reading and writing", () => {
  test("gives back the JSON of each vector, member by member in its order", () => {
    const files = VECTOR_FILES.flatMap((name) => readJson<{ vectors: unknown[] }>(`${name}.json`).vectors);
    expect(json.map((vector) => JSON.stringify(vector))).toEqual(files.map((vector) => JSON.stringify(vector)));
  });

  test.each<[string, Operation, Json, string]>([
    ["a member that is missing", "percent-decoding", {}, "text: expected a string, got nothing"],
    [
      "a member of another operation",
      "percent-decoding",
      { text: "a", url: "b" },
      'url: expected one of the members text, got "b"',
    ],
    ["octets that are no base64", "percent-encoding", { octets: "?" }, 'octets: expected base64, got "?"'],
    [
      "a pair without a value",
      "parameter-string",
      { parameters: [["a"]] },
      "parameters[0]: expected an array of 2, got an array of 1",
    ],
    [
      "a name that is no text",
      "parameter-string",
      { parameters: [[1, "b"]] },
      'parameters[0][0]: expected a string or { "octets": base64 }, got 1',
    ],
    [
      "credentials of the other family",
      "signature",
      { baseString: "x", signatureMethod: "RSA-SHA1", credentials: { consumerSecret: "s" } },
      'credentials.consumerSecret: expected one of the members privateKey, got "s"',
    ],
    [
      "two bodies",
      "base-string",
      { request: { method: "POST", url: "http://a/", form: [], body: "x" }, protocolParameters: [] },
      "request: expected not more than one of form, formEncoded and body, got an object with method, url, form, body",
    ],
  ])("names the member and what was expected: %s", (_what, operation, input, message) => {
    expect(() => readInput("a/b/1: input", operation, input)).toThrow(`a/b/1: input.${message}`);
  });
});

describe("each vector", () => {
  test("names a rule that exists, at the level of the rule unless the RFC leaves a point of the input open", () => {
    const ofRule = ({ rule }: Vector) => rules.get(rule)?.level;
    const open = (vector: Vector) => openMembers(ofRule(vector), vector.input);
    expect(offending((vector) => vector.level !== (open(vector)?.level ?? ofRule(vector)))).toEqual([]);
    expect(offending((vector) => vector.open !== open(vector)?.open)).toEqual([]);
    const unnamed = ({ input, flags }: Vector): boolean => openPoints(input).some((point) => !flags.includes(point));
    expect(offending((vector) => vector.open !== undefined && unnamed(vector))).toEqual([]);
  });

  test("names a source that exists, and the source or generator is the topic of its id", () => {
    const origin = ({ source }: Vector): string => (source.kind === "published" ? source.source : source.generator);
    expect(offending(({ source }) => source.kind === "published" && !sources.has(source.source))).toEqual([]);
    expect(offending((vector) => vector.id.split("/")[1] !== origin(vector))).toEqual([]);
  });

  test("has its flags sorted", () => {
    expect(offending(({ flags }) => flags.join() !== [...flags].sort().join())).toEqual([]);
  });

  test("states a stage that its source prints", () => {
    // One has its key from another edition of the page than its request; the source of the other prints no signature.
    const unprinted = ["request/gateway-docs/1", "request/v4-php/1"];
    const isUnprinted = ({ source, published }: Vector): boolean =>
      source.kind === "published" && published.length === 0;
    expect(offending(isUnprinted).sort()).toEqual(unprinted);
  });

  test("states the correct value of what its source prints, unless it must be refused", () => {
    const unstated = ({ published, expected, disputed }: Vector): boolean =>
      published.some((stage) => !(stage in expected) && !("refused" in expected && disputed?.stage === stage));
    expect(offending(unstated)).toEqual([]);
  });
});

describe("the published vectors", () => {
  test("are at least 664 from 46 sources besides those of the gateway", () => {
    const ids = vectors.filter((vector) => !isOfGateway(vector)).flatMap(sourceIds);
    expect(ids.length).toBeGreaterThanOrEqual(664);
    expect(new Set(ids).size).toBeGreaterThanOrEqual(46);
  });

  test("include every source", () => {
    const used = new Set(vectors.flatMap(sourceIds));
    expect([...sources.keys()].filter((id) => !used.has(id))).toEqual([]);
  });
});

describe("each disputed vector", () => {
  const disputed = vectors.filter((vector) => vector.disputed !== undefined);

  test("is one of 59 published ones and two of the gateway", () => {
    expect(disputed.filter((vector) => !isOfGateway(vector))).toHaveLength(59);
    expect(disputed.filter(isOfGateway)).toHaveLength(2);
  });

  test("asserts another value than its source prints", () => {
    const agreeing = disputed.filter((vector) => {
      const { stage, published } = vector.disputed!;
      const right = expectedStage(vector, stage as Stage);
      if (right === undefined) return !("refused" in vector.expected);
      return stageText(stage as Stage, right) === stageText(stage as Stage, published as StageValue);
    });
    expect(agreeing.map(({ id }) => id)).toEqual([]);
  });

  test("counts the disputed stage among those that its source prints", () => {
    expect(disputed.filter(({ published, disputed }) => !published.includes(disputed!.stage))).toEqual([]);
  });
});

describe("each whole request", () => {
  const signed = json.filter(({ operation }) => operation === "sign" || operation === "sign-exactly");
  const whole = signed.filter(({ expected }) => !("refused" in expected));
  const stagesOwed = ({ input }: JsonVector): Stage[] => stagesOfRequest(input as unknown as InputOf<"sign">);
  const stagesOfRequest = ({ signatureMethod, transport, request }: InputOf<"sign">): Stage[] => [
    "parameters",
    "parameter-string",
    "base-string-uri",
    "base-string",
    ...(signatureMethod.startsWith("RSA-") ? [] : (["key"] as const)),
    "signature",
    ...(transport === "header" || transport === "header-and-body" ? (["authorization-header"] as const) : []),
    ...(transport === "query" ? (["url"] as const) : []),
    ...(["form", "formEncoded", "body"].some((name) => name in request) || transport.endsWith("body")
      ? (["body"] as const)
      : []),
  ];

  test("states every stage that it has, and no other", () => {
    const differing = whole.filter(
      (vector) => Object.keys(vector.expected).sort().join() !== stagesOwed(vector).sort().join(),
    );
    expect(whole.length).toBeGreaterThan(100);
    expect(differing.map(({ id }) => id)).toEqual([]);
  });
});
