import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { promote } from "../../src/cli/vectors/promote.ts";
import { generateCase, PROPERTIES } from "../../src/conformance/properties/index.ts";
import {
  loadVectors,
  loadVerificationVectors,
  VECTOR_FILES,
  VECTORS_FOLDER,
  verificationCases,
  writeVector,
} from "../../src/conformance/vectors/index.ts";
import { fakeTerminal } from "./fake-terminal.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "promote-"));
  cpSync(VECTORS_FOLDER, folder, { recursive: true });
  // Each file is read and written whole.
  for (const name of [...VECTOR_FILES, "verifier"]) {
    const path = join(folder, `${name}.json`);
    const file = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...file, vectors: file.vectors.slice(0, 5) }));
  }
});
afterEach(() => rmSync(folder, { recursive: true }));

function saved(property: string, one: unknown): string {
  const path = join(folder, "case.json");
  writeFileSync(path, JSON.stringify({ property, case: one }));
  return path;
}

const caseOf = (id: string): unknown => generateCase(PROPERTIES.find((property) => property.id === id)!.cases, 5849, 8);
const ajv = new Ajv();
ajv.addSchema(JSON.parse(readFileSync(join(VECTORS_FOLDER, "schema.json"), "utf8")), "vectors");

describe("a counterexample", () => {
  const others = ["chooses-nonce-and-timestamp", "accepts-no-collision"];
  const ids = PROPERTIES.filter(({ id }) => !others.includes(id)).map(({ id }) => id);

  test.each(ids)("of the property %s becomes vectors with new ids and every stage", async (id) => {
    const before = new Set(loadVectors(folder).map((vector) => vector.id));
    const terminal = fakeTerminal();
    expect(await promote(saved(id, caseOf(id)), { vectors: folder }, terminal)).toBe(0);

    const ids = terminal.text().trim().split("\n");
    const added = loadVectors(folder).filter((vector) => !before.has(vector.id));
    expect(added.map((vector) => vector.id)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(0);
    const file = { $schema: "./schema.json", format: 1, title: "promoted", vectors: added.map(writeVector) };
    expect(ajv.validate("vectors", file), ajv.errorsText()).toBe(true);
  });

  test("of a verifier becomes one vector for verifiers, which expects the rejection, and is not added twice", async () => {
    const path = saved("accepts-no-collision", { faults: ["duplicate-first-wins"] });
    const terminal = fakeTerminal();
    expect(await promote(path, { vectors: folder, comment: "Found once." }, terminal)).toBe(0);
    expect(terminal.text()).toBe("verifier/counterexamples/1\n");
    const vector = loadVerificationVectors(folder).find(({ id }) => id === "verifier/counterexamples/1")!;
    expect(vector).toMatchObject({
      comment: "Found once.",
      faults: ["duplicate-first-wins"],
      expected: { refuse: "signature-mismatch" },
      server: { keys: [{ consumerKey: "client-1" }] },
    });
    expect(verificationCases([vector]).cases).toMatchObject([{ expected: { valid: false } }]);
    const schema = JSON.parse(readFileSync(join(VECTORS_FOLDER, "verifier.schema.json"), "utf8"));
    const file = JSON.parse(readFileSync(join(folder, "verifier.json"), "utf8"));
    expect(new Ajv().validate(schema, file)).toBe(true);
    await expect(promote(path, { vectors: folder }, fakeTerminal())).rejects.toThrow(/already/);
  });

  test("keeps the stages of a whole request, and takes a rule and a comment", async () => {
    const options = { vectors: folder, rule: "rfc5849-3.4.2-1", comment: "Found once." };
    await promote(saved("agrees-with-model", caseOf("agrees-with-model")), options, fakeTerminal());
    const vector = loadVectors(folder).find(({ id }) => id === "request/counterexamples/1")!;
    expect(vector).toMatchObject({ rule: "rfc5849-3.4.2-1", comment: "Found once.", input: { operation: "sign" } });
    expect(Object.keys(vector.expected)).toEqual(expect.arrayContaining(["parameters", "base-string", "signature"]));
  });

  test("is not promoted into a folder without rules", async () => {
    const path = saved("encoding-decodes-back", "a b");
    const mine = join(folder, "mine");
    mkdirSync(mine);
    await expect(promote(path, { vectors: mine }, fakeTerminal())).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(/^expected a folder with vectors at .*mine, got one without rules.json$/),
      hint: "name a folder that does not exist: it then becomes a copy of the vectors of the package",
    });
  });

  test("is promoted into a new folder, which becomes a copy of the vectors of the package", async () => {
    const path = saved("encoding-decodes-back", "a b");
    const mine = join(folder, "new");
    await promote(path, { vectors: mine }, fakeTerminal());
    expect(readdirSync(mine)).toEqual(readdirSync(VECTORS_FOLDER));
  });

  test("gets the next number, and is not added twice", async () => {
    const first = saved("encoding-decodes-back", "a b");
    await promote(first, { vectors: folder }, fakeTerminal());
    await expect(promote(first, { vectors: folder }, fakeTerminal())).rejects.toThrow(
      /have all the questions of .*case\.json already/,
    );
    const terminal = fakeTerminal();
    await promote(saved("encoding-decodes-back", "~ * never asked before"), { vectors: folder }, terminal);
    expect(terminal.text()).toBe("percent-encoding/counterexamples/2\n");
  });

  test.each([
    ["a property that does not exist", "no-such-property", "x", {}, /no property is called "no-such-property"/],
    ["a rule that does not exist", "encoding-decodes-back", "x", { rule: "none-1" }, /no rule has the id "none-1"/],
    [
      "a case of another property",
      "agrees-with-model",
      { request: 7 },
      {},
      /case\.json: \/case is not a case of agrees-with-model: /,
    ],
  ])("with %s is bad usage", async (_what, property, one, options, message) => {
    await expect(promote(saved(property, one), { vectors: folder, ...options }, fakeTerminal())).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(message),
    });
  });
});
