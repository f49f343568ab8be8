import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const FOLDER = "test/.examples";

interface Example {
  readonly name: string;
  readonly code: string;
}

/** The fenced TypeScript of a text: of a README, or of the doc comments of a source file. */
function examplesOf(file: string): Example[] {
  const text = readFileSync(file, "utf8").replace(/^ \* ?/gm, "");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match, index) => ({
    name: `${file} ${index + 1}`,
    code: match[1]!,
  }));
}

/** `// verifier.ts` in front of a block: others import it by that name. */
function nameOf(code: string): string | undefined {
  return /^\/\/ ([a-z-]+\.ts)\n/.exec(code)?.[1];
}

/** Turns `expression; // => value`, on one line or as the end of a longer statement, into an assertion. */
function withAssertions(code: string): string {
  const lines: string[] = [];
  let statement: string[] = [];
  for (const line of code.split("\n")) {
    const value = /^(.*?;)?\s*\/\/ => (.*)$/.exec(line);
    if (value === null) {
      statement.push(line);
      if (isWhole(statement.join("\n")) && !/^\s*$/.test(line)) {
        lines.push(...statement);
        statement = [];
      }
    } else if (value[1] === undefined) {
      const expression = lastStatement(lines);
      lines.push(assertion(expression, value[2]!));
    } else if (isWhole(value[1])) {
      lines.push(...statement, assertion(value[1], value[2]!));
      statement = [];
    } else {
      lines.push(assertion([...statement, value[1]].join("\n"), value[2]!));
      statement = [];
    }
  }
  return [...lines, ...statement].join("\n");
}

/** Writes an example as a module that imports the sources, and gives back its path. */
function write(folder: string, name: string, code: string): string {
  const file = join(folder, name);
  const src = relative(folder, "src");
  const module = withAssertions(code)
    .replaceAll('"countersign/oauth1"', `"${src}/oauth1/index.ts"`)
    .replaceAll('"countersign/gateway/simulator"', `"${src}/gateway/simulator/index.ts"`)
    .replaceAll('"countersign/gateway"', `"${src}/gateway/index.ts"`)
    .replaceAll('"countersign/vectors"', `"${src}/conformance/vectors/public.ts"`)
    .replaceAll('"countersign/properties"', `"${src}/conformance/properties/index.ts"`)
    .replaceAll('"countersign/nonce-store-tests"', `"${src}/verifier/stores/nonce-store-tests.ts"`)
    .replaceAll(/"countersign\/(node-http|web|express|fastify)"/g, `"${src}/verifier/adapters/$1.ts"`)
    .replaceAll('"countersign"', `"${src}/index.ts"`);
  writeFileSync(file, `// @ts-nocheck\nimport { expect as __expect } from "vitest";\n${module}\n`);
  return file;
}

/**
 * Runs an example in a folder of its own, with its own copy of every example that it imports by name: no example uses a
 * server that another one started or closed. Closes the server that it exports, or that the example it imports exports.
 */
async function run(code: string): Promise<void> {
  const folder = mkdtempSync(join(FOLDER, "example-"));
  const names = examples.map((example) => nameOf(example.code)).filter((name) => name !== undefined);
  for (const example of examples) {
    const name = nameOf(example.code);
    if (name !== undefined) write(folder, name, example.code);
  }
  const files = names.filter((name) => code.includes(`"./${name}"`)).map((name) => join(folder, name));
  files.unshift(write(folder, "example.ts", code));
  try {
    for (const file of files) await import(join("../..", file));
  } finally {
    for (const file of files) await (await import(join("../..", file))).gateway?.close();
  }
}

function lastStatement(lines: string[]): string {
  return lines.pop()!;
}

function isWhole(text: string): boolean {
  const count = (characters: RegExp): number => (text.match(characters) ?? []).length;
  return count(/[({[]/g) === count(/[)}\]]/g);
}

function assertion(statement: string, value: string): string {
  return `__expect(${statement.trim().replace(/;$/, "")}).toEqual(${value.trim()});`;
}

const sources = [
  "src/oauth1",
  "src/verifier",
  "src/gateway",
  "src/conformance/vectors",
  "src/conformance/properties",
].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(room, name)),
);
const examples = [...sources, "src/index.ts", "README.md", ...docs()].flatMap(examplesOf);

function docs(): string[] {
  return readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name));
}

describe("the examples", () => {
  beforeAll(() => mkdirSync(FOLDER, { recursive: true }));
  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  test.each(examples.map(({ name, code }) => [name, code] as const))("%s runs and gives what it says", (_name, code) =>
    run(code),
  );

  test("every public function has an example that states a value", () => {
    const face = readFileSync("src/oauth1/index.ts", "utf8").replace(/\/\*\*[\s\S]*?\*\//g, "");
    const functions = [...face.matchAll(/\b(?<!type )([a-z]\w+)(?=,|\s*\})/g)].map((match) => match[1]!);
    const stated = examples
      .filter(({ code }) => code.includes("// =>"))
      .map(({ code }) => code)
      .join("\n");
    expect(functions).toContain("percentEncode");
    expect(functions.filter((name) => name !== "createNonce" && !stated.includes(`${name}(`))).toEqual([]);
  });

  test("an example that states a wrong value fails", () => {
    expect(withAssertions('f(1); // => "x"')).toBe('__expect(f(1)).toEqual("x");');
    expect(withAssertions('f({\n  a: 1,\n}); // => "x"')).toBe('__expect(f({\n  a: 1,\n})).toEqual("x");');
    expect(withAssertions('f(2);\n// => "y"')).toBe('__expect(f(2)).toEqual("y");');
  });
});
