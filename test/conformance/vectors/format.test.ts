import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  FORMAT,
  loadFaults,
  loadRules,
  loadSources,
  loadVectors,
  loadVerificationVectors,
  loadWeaklyCorroborated,
  quickVectors,
  VECTORS_FOLDER,
  VectorsUnreadableError,
} from "../../../src/conformance/vectors/index.ts";

interface ObjectSchema {
  readonly required?: readonly string[];
  readonly properties?: { readonly format?: { readonly const: unknown } };
}

interface Schema extends ObjectSchema {
  readonly $id?: string;
  readonly definitions?: { readonly file?: ObjectSchema };
}

const names = readdirSync(VECTORS_FOLDER).filter((name) => name.endsWith(".json"));
const isSchema = (name: string): boolean => name.endsWith("schema.json");
const readJson = (name: string): Schema & Record<string, unknown> =>
  JSON.parse(readFileSync(join(VECTORS_FOLDER, name), "utf8"));

/** Where a schema states the version: in the member `format` of the files that it describes, else in its `$id`. */
function versionOf(schema: Schema): unknown {
  const format = (schema.properties ?? schema.definitions?.file?.properties)?.format;
  return format === undefined ? Number(/:([1-9][0-9]*)$/.exec(schema.$id ?? "")?.[1]) : format.const;
}

describe("the format version", () => {
  test.each(names.filter((name) => !isSchema(name)))("is the first or second member of %s", (name) => {
    const members = Object.keys(readJson(name)).filter((member) => member !== "$schema");
    expect(members[0]).toBe("format");
    expect(readJson(name).format).toBe(FORMAT);
  });

  test.each(names.filter(isSchema))("is stated by %s, which requires it", (name) => {
    const schema = readJson(name);
    expect(versionOf(schema)).toBeGreaterThanOrEqual(1);
    if (schema.$id === undefined) expect(schema.required ?? schema.definitions?.file?.required).toContain("format");
  });

  const LOADERS: [string, string, (folder: string) => unknown][] = [
    ["percent-encoding", "vectors", loadVectors],
    ["verifier", "vectors for verifiers", loadVerificationVectors],
    ["rules", "rules", loadRules],
    ["sources", "sources", loadSources],
    ["faults", "faults", loadFaults],
    ["quick", "the quick vectors", (folder) => quickVectors([], folder)],
    ["agreement", "the agreement", loadWeaklyCorroborated],
  ];

  /** Copies the vectors, and returns what their loader throws for this version in one of the files. */
  function errorOf(name: string, format: unknown, load: (folder: string) => unknown): unknown {
    const folder = mkdtempSync(join(tmpdir(), "vectors-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(VECTORS_FOLDER, folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ ...readJson(`${name}.json`), format }));
    try {
      load(folder);
    } catch (error) {
      expect(error).toBeInstanceOf(VectorsUnreadableError);
      expect(error).toMatchObject({ message: expect.stringContaining(join(folder, `${name}.json`)) });
      return error;
    }
    return undefined;
  }

  const PREFIX = "format: expected 1, the version that this countersign reads, got";

  test.each(LOADERS)("of %s.json is checked by the loader of %s", (name, _what, load) => {
    const message = expect.stringContaining(`${PREFIX} 2; use the version of countersign that`);
    expect(errorOf(name, 2, load)).toMatchObject({ message });
  });

  test.each(LOADERS)(
    "of %s.json must be a number in the file, as the loader of %s says",
    { tags: ["deep"] },
    (name, _what, load) => {
      expect(errorOf(name, "1", load)).toMatchObject({ message: expect.stringContaining(`${PREFIX} "1"`) });
      const message = expect.stringMatching(/got nothing; add "format": 1$/);
      expect(errorOf(name, undefined, load)).toMatchObject({ message });
      expect(errorOf(name, 1, load)).toBeUndefined();
    },
  );
});
