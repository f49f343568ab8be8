import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { describe, expect, test } from "vitest";
import { questionOf } from "../../../src/conformance/vectors/id-lock.ts";
import {
  loadVerificationVectors,
  VECTORS_FOLDER,
  VectorsUnreadableError,
  type VerificationVector,
  writeVerificationVector,
} from "../../../src/conformance/vectors/index.ts";

const readJson = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(VECTORS_FOLDER, name), "utf8")) as Record<string, unknown>;
const compile = (name: string): ValidateFunction =>
  // `then` names members whose type stands elsewhere, which strictTypes does not see.
  new Ajv({ strictTypes: false, strictTuples: true }).compile(readJson(name));
const validVectors = compile("verifier.schema.json");
const validFaults = compile("faults.schema.json");
const fileOf = (...vectors: unknown[]): unknown => ({
  $schema: "./verifier.schema.json",
  format: 1,
  title: "One",
  vectors,
});
const isValid = (vector: unknown): boolean => validVectors(fileOf(vector));

const loaded = loadVerificationVectors();
const vectors = loaded.map(writeVerificationVector);
const accepted = vectors.find(({ expected }) => "accept" in expected)!;
const refused = vectors.find(({ expected }) => "refuse" in expected)!;

/** Copies of a value, each with one unknown field in one of its objects. */
function withUnknownField(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const deeper = Object.entries(value).flatMap(([name, member]) =>
    withUnknownField(member).map((changed) =>
      Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
    ),
  );
  return Array.isArray(value) ? deeper : [{ ...value, unknown: "field" }, ...deeper];
}

describe("the schema of the vectors for verification", () => {
  test("holds for them, and that of the faults for those", () => {
    expect(validVectors(readJson("verifier.json")), JSON.stringify(validVectors.errors)).toBe(true);
    expect(validFaults(readJson("faults.json")), JSON.stringify(validFaults.errors)).toBe(true);
  });

  test("refuses an unknown field wherever it stands", () => {
    // Of each family, and each that has a field which most lack.
    const chosen = vectors.filter(
      ({ id, earlier, server, cves }) =>
        id.endsWith("/1") || earlier || server.limits || server.trouble || cves || id.startsWith("verifier/octets/"),
    );
    for (const vector of chosen) {
      const mutated = withUnknownField(fileOf(vector));
      expect(mutated.length).toBeGreaterThanOrEqual(7); // file, vector, source, server, key, request, expected
      expect(mutated.filter((file) => validVectors(file))).toEqual([]);
    }
    const octets = vectors.find(({ expected }) => JSON.stringify(expected).includes('"octets"'));
    expect(octets).toBeDefined();
    expect(withUnknownField(readJson("faults.json")).filter((mutated) => validFaults(mutated))).toEqual([]);
  });

  test.each(Object.keys(accepted).filter((name) => !["faults", "cves", "mayRefuse"].includes(name)))(
    "asks for the field %s",
    (name) => {
      expect(isValid({ ...accepted, [name]: undefined })).toBe(false);
    },
  );

  test("asks for acceptance or refusal, not both", () => {
    expect(isValid({ ...refused, expected: {} })).toBe(false);
    expect(isValid({ ...refused, expected: { ...accepted.expected, ...refused.expected } })).toBe(false);
    expect(isValid({ ...refused, expected: { refuse: "no-such-code" } })).toBe(false);
    expect(isValid({ ...refused, layer: "elsewhere" })).toBe(false);
  });

  test("lets only what is accepted be refused, and only what is refused be accepted", () => {
    const { mayAccept: _accept, ...plainlyRefused } = refused;
    const { mayRefuse: _refuse, ...plainlyAccepted } = accepted;
    expect(isValid({ ...plainlyAccepted, mayRefuse: "strict" })).toBe(true);
    expect(isValid({ ...plainlyAccepted, mayAccept: "lenient" })).toBe(false);
    expect(isValid({ ...plainlyRefused, mayAccept: "lenient" })).toBe(true);
    expect(isValid({ ...plainlyRefused, mayRefuse: "strict" })).toBe(false);
  });

  test("asks for secrets or a public key, not both", () => {
    const withKey = (key: unknown): boolean => isValid({ ...accepted, server: { ...accepted.server, keys: [key] } });
    expect(withKey({ consumerKey: "a", consumerSecret: "b" })).toBe(true);
    expect(withKey({ consumerKey: "a", publicKey: "-----BEGIN PUBLIC KEY-----" })).toBe(true);
    expect(withKey({ consumerKey: "a" })).toBe(false);
    expect(withKey({ consumerKey: "a", consumerSecret: "b", publicKey: "-----BEGIN PUBLIC KEY-----" })).toBe(false);
  });
});

describe("loading the vectors for verification", () => {
  const load = (...own: unknown[]): VerificationVector[] => {
    const folder = mkdtempSync(join(tmpdir(), "vectors-"));
    try {
      writeFileSync(join(folder, "verifier.json"), JSON.stringify(fileOf(...own)));
      return loadVerificationVectors(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test("gives those of another folder", () => {
    expect(load(accepted, refused).map(writeVerificationVector)).toEqual([accepted, refused]);
  });

  test.each([
    ["without an id", { ...accepted, id: undefined }],
    ["of an unknown layer", { ...accepted, layer: "elsewhere" }],
    ["without a request", { ...accepted, request: undefined }],
    ["that expects nothing", { ...accepted, expected: {} }],
  ])("refuses one %s", (_what, vector) => {
    expect(() => load(vector)).toThrow(VectorsUnreadableError);
  });

  test.each([
    ["name", [1, "b", "query"], /parameters\[0\]\[0\]: expected a string .*, got 1/],
    ["value", ["a", 1, "query"], /parameters\[0\]\[1\]: expected a string .*, got 1/],
    ["place", ["a", "b", "path"], /parameters\[0\]\[2\]: expected .*, got "path"/],
  ])("names the parameter whose %s is malformed", (_what, parameter, message) => {
    const { accept } = accepted.expected as { accept: object };
    const expected = { accept: { ...accept, parameters: [parameter] } };
    expect(() => load({ ...accepted, expected })).toThrow(message);
  });

  test("refuses a folder without them", () => {
    expect(() => loadVerificationVectors(tmpdir())).toThrow(VectorsUnreadableError);
  });
});

describe("the lock of the vectors for verification", () => {
  test("fingerprints what is asked and not what is answered", () => {
    const [one, other] = ["accept", "refuse"].map((kind) => loaded.find(({ expected }) => kind in expected)!);
    expect(questionOf({ ...one!, comment: "New", expected: other!.expected })).toEqual(questionOf(one!));
    expect(questionOf({ ...one!, server: { ...one!.server, now: 1 } })).not.toEqual(questionOf(one!));
    expect(questionOf({ ...one!, request: { ...one!.request, url: "/x" } })).not.toEqual(questionOf(one!));
  });
});
