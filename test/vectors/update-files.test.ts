import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Line, updateFiles } from "../../scripts/vectors/update-files.ts";
import { casesOf } from "../../src/conformance/cases/case.ts";
import { CASES } from "../../src/conformance/cases/index.ts";
import { listText, VECTOR_FILES, VECTORS_FOLDER } from "../../src/conformance/vectors/index.ts";

const FILES = [...VECTOR_FILES, "verifier"];

/** The received case that a test makes again. */
const CASE = "bodies/32";
const cases = CASES.flatMap(casesOf).filter(({ vector }) => vector === CASE);
const update = (isCheck: boolean) => updateFiles(folder, isCheck, cases);
/** The vectors for verifiers that tests write again. */
const ACCEPTED = "verifier/timestamps/9";
const REJECTED = "verifier/keys/56";
const OF_VERIFIERS = [`verifier/${CASE}`, ACCEPTED, REJECTED];

/** A few vectors of each file. */
const few = mkdtempSync(join(tmpdir(), "few-"));
let folder = "";
beforeAll(() => {
  folder = few;
  cpSync(join(VECTORS_FOLDER, "rules.json"), join(folder, "rules.json"));
  const kept = new Set<unknown>();
  for (const name of FILES) {
    const { vectors, ...head } = read(name, VECTORS_FOLDER);
    const some = vectors.filter(({ id }, index) => index < 3 || OF_VERIFIERS.includes(String(id)));
    for (const { id } of some) kept.add(id);
    writeFileSync(pathOf(name), listText(head, "vectors", some));
  }
  const lock = JSON.parse(readFileSync(join(VECTORS_FOLDER, "ids.lock.json"), "utf8"));
  const ids = Object.fromEntries(Object.entries(lock.ids).filter(([id]) => kept.has(id)));
  writeFileSync(pathOf("ids.lock"), `${JSON.stringify({ ...lock, ids }, null, 2)}\n`);
});
afterAll(() => rmSync(few, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vectors-"));
  cpSync(few, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const pathOf = (name: string): string => join(folder, `${name}.json`);
const read = (name: string, from = folder): { readonly vectors: readonly Line[] } =>
  JSON.parse(readFileSync(join(from, `${name}.json`), "utf8"));
const textOf = (name: string): string => readFileSync(pathOf(name), "utf8");
const texts = (): string[] => [...FILES, "ids.lock"].map(textOf);
const found = (name: string, id: unknown): Line | undefined => read(name).vectors.find((line) => line.id === id);

/** Writes the lines of a file after a change. */
function change(name: string, edit: (vectors: readonly Line[]) => readonly Line[]): void {
  const { vectors, ...head } = read(name);
  writeFileSync(pathOf(name), listText(head, "vectors", edit(vectors)));
}
const add = (name: string, line: Line): void => change(name, (vectors) => [...vectors, line]);

/** Expects one problem, and that nothing is written. */
function expectProblem(message: RegExp): void {
  const before = texts();
  const { problems } = update(false);
  expect(problems).toEqual([expect.stringMatching(message)]);
  expect(texts()).toEqual(before);
}

const PORT = {
  id: "base-string-uri/long-ports/1",
  comment: "Port 12345 stays",
  rule: "rfc5849-3.4.1.2-2",
  operation: "base-string-uri",
  input: { url: "https://API.example.com:12345/p" },
};

describe("a line with the input alone", () => {
  test("gets its stages, level, flags and source, once", () => {
    const before = textOf("base-string-uri");
    add("base-string-uri", PORT);
    expect(update(false)).toEqual({ added: [PORT.id], problems: [] });
    expect(found("base-string-uri", PORT.id)).toEqual({
      ...PORT,
      level: "MUST",
      flags: ["other-port", "upper-case-uri"],
      source: { kind: "generated", generator: "long-ports" },
      expected: { "base-string-uri": "https://api.example.com:12345/p" },
      published: [],
    });
    expect(textOf("base-string-uri").startsWith(before.slice(0, before.lastIndexOf("\n  ]")))).toBe(true);
    expect(JSON.parse(textOf("ids.lock")).ids).toHaveProperty([PORT.id]);
    const after = texts();
    expect(update(false)).toEqual({ added: [], problems: [] });
    expect(texts()).toEqual(after);
  });

  test("is reported by a check, which writes nothing", () => {
    expect(update(true)).toEqual({ added: [], problems: [] });
    add("base-string-uri", PORT);
    const before = texts();
    const { problems } = update(true);
    expect(problems).toEqual(
      ["base-string-uri", "ids.lock"].map((name) => `${pathOf(name)}: run npm run generate -- vectors`),
    );
    expect(texts()).toEqual(before);
  });

  test("gets the level MAY and the reason if RFC 5849 leaves its input open", () => {
    add("base-string-uri", { ...PORT, input: { url: "https://api.example.com:0443/p" } });
    update(false);
    expect(found("base-string-uri", PORT.id)).toMatchObject({ level: "MAY", open: expect.stringMatching(/port/) });
  });

  test("is refused if the specification refuses its input, unless it says so", () => {
    const ftp = { ...PORT, input: { url: "ftp://api.example.com/p" } };
    add("base-string-uri", ftp);
    expectProblem(
      /long-ports\/1: the specification refuses the input: .*; if it must, state "expected":\{"refused":true\}$/,
    );
    change("base-string-uri", (vectors) => vectors.with(-1, { ...ftp, expected: { refused: true } }));
    expect(update(false).problems).toEqual([]);
    expect(found("base-string-uri", PORT.id)).toMatchObject({ expected: { refused: true } });
  });

  test.each<[string, Line, RegExp]>([
    [
      "states another stage than the specification computes",
      { expected: { "base-string-uri": "x" } },
      /expected: expected \{"base-string-uri":"https:.*, got \{"base-string-uri":"x"\}$/,
    ],
    [
      "states a refusal of an input that is accepted",
      { expected: { refused: true } },
      /the specification accepts the input$/,
    ],
    ["has a member that no vector has", { note: "x" }, /note: expected one of the members id, .*, got "x"$/],
    ["has an unknown rule", { rule: "none-1" }, /expected the id of a rule in vectors\/rules.json, got "none-1"$/],
    ["has an id without a number", { id: "base-string-uri/long-ports" }, /expected an id such as /],
    [
      "has an id of another area",
      { id: "body/long-ports/1" },
      /expected an id with base-string-uri\/ in base-string-uri.json$/,
    ],
    [
      "is about an unknown operation",
      { operation: "sing" },
      /operation: expected one of percent-encoding, .*, got "sing"$/,
    ],
    ["lacks a member of its input", { input: {} }, /input.url: expected a string, got nothing$/],
  ])("is refused if it %s", (_what, members, message) => {
    add("base-string-uri", { ...PORT, ...members });
    expectProblem(message);
  });

  test("is refused in a file of another area", () => {
    add("base-string", PORT);
    expectProblem(/base-string.json: .*: expected an id with base-string-uri\/ in base-string-uri.json$/);
  });

  test("is refused with the id of a locked vector, whose stages never change", () => {
    change("base-string-uri", ([{ expected: _, ...first } = {}, ...others]) => [first, ...others]);
    expectProblem(/a locked vector never changes: restore its line, or give the new vector another number$/);
  });

  test("is refused with the id of a removed vector", () => {
    const lock = JSON.parse(textOf("ids.lock"));
    writeFileSync(pathOf("ids.lock"), `${JSON.stringify({ ...lock, removed: [PORT.id] }, null, 2)}\n`);
    add("base-string-uri", PORT);
    expectProblem(/a locked vector never changes/);
  });
});

describe("a locked vector", () => {
  test("is refused if its input changed", () => {
    change("base-string-uri", ([first, ...others]) => [{ ...first, input: { url: "http://a.example/" } }, ...others]);
    expectProblem(/its operation or input changed/);
  });

  test("is refused if it disappeared", () => {
    change("base-string-uri", (vectors) => vectors.slice(1));
    expectProblem(/no file has this vector/);
  });
});

describe("a file that is not JSON", () => {
  test("is named", () => {
    writeFileSync(pathOf("body"), textOf("body").replace("},", "}"));
    expect(() => update(false)).toThrow(`expected JSON at ${pathOf("body")}: `);
  });
});

/** Takes a vector for verifiers out of the file and out of the lock. */
function forget(id: string): Line {
  const vector = found("verifier", id)!;
  change("verifier", (vectors) => vectors.filter((line) => line.id !== id));
  const lock = JSON.parse(textOf("ids.lock"));
  delete lock.ids[id];
  writeFileSync(pathOf("ids.lock"), `${JSON.stringify(lock, null, 2)}\n`);
  return vector;
}

describe("a row of the received cases", () => {
  test("becomes a vector if its vector is in no file", () => {
    const vector = forget(`verifier/${CASE}`);
    expect(update(false)).toEqual({ added: [`verifier/${CASE}`], problems: [] });
    expect(read("verifier").vectors.at(-1)).toEqual(vector);
  });
});

describe("a line for verifiers", () => {
  test.each([
    ["what the server knows after it accepts the request", ACCEPTED, ["level", "flags", "source", "expected"]],
    ["level, flags and source, with the stated rejection", REJECTED, ["level", "flags", "source"]],
  ])("gets %s", (_what, id, computed) => {
    const vector = forget(id);
    add("verifier", Object.fromEntries(Object.entries(vector).filter(([name]) => !computed.includes(name))));
    expect(update(false)).toEqual({ added: [id], problems: [] });
    expect(found("verifier", id)).toEqual(vector);
  });

  test.each([
    [
      "expects acceptance, and the signature is wrong",
      REJECTED,
      undefined,
      /expects acceptance, but the signature is wrong$/,
    ],
    ["blames a correct signature", ACCEPTED, "signature-mismatch", /signature-mismatch, but the signature is right$/],
    [
      "blames the clock for a wrong signature",
      REJECTED,
      "timestamp-too-old",
      /timestamp-too-old, but the signature is wrong$/,
    ],
  ])("is refused if it %s", (_what, id, refuse, message) => {
    const { level: _, expected: __, ...line } = forget(id);
    add("verifier", { ...line, ...(refuse && { expected: { refuse } }) });
    expectProblem(message);
  });
});
