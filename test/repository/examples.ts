/** Finds the examples in docstrings and documents, and runs them. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path/posix";
import { filesBelow } from "../files-below.ts";

/** Where this process writes examples: another one may run some at the same time. */
export const FOLDER: string = `test/.examples/${process.pid}`;

/** The Redis server of the examples. A slow test starts a server of its own and replaces this URL. */
export const REDIS_URL: string = "redis://localhost:6379";

/** The source of each sub-path, relative to `src`. */
const SOURCES: ReadonlyMap<string, string> = readSources();

function readSources(): Map<string, string> {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as {
    exports: Record<string, { types?: string }>;
  };
  return new Map(
    Object.entries(exports).flatMap(([subPath, { types }]): [string, string][] =>
      types === undefined ? [] : [[join("countersign", subPath), relative("dist", types).replace(/\.d\.ts$/, ".ts")]],
    ),
  );
}

export interface Example {
  readonly name: string;
  readonly code: string;
}

/** The fenced TypeScript of a text: of a README, or of the doc comments of a source file. */
function examplesOf(file: string): Example[] {
  const text = readFileSync(file, "utf8").replace(/^ {1,3}\* ?/gm, "");
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
export function withAssertions(code: string): string {
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

/** Writes an example as a module that imports the sources. Returns its path. */
function write(folder: string, name: string, code: string, redisUrl = REDIS_URL): string {
  const file = join(folder, name);
  const src = relative(folder, "src");
  const module = withAssertions(code)
    .replaceAll(REDIS_URL, redisUrl)
    .replaceAll(/"(countersign(?:\/[\w/-]+)?)"/g, (specifier, name: string) => {
      const source = SOURCES.get(name);
      return source === undefined ? specifier : `"${src}/${source}"`;
    });
  writeFileSync(file, `// @ts-nocheck\nimport { expect as __expect } from "vitest";\n${module}\n`);
  return file;
}

/**
 * Writes an example to its own folder, with its own copies of the examples that it imports by name.
 *
 * @returns the paths of the modules: the example first, then those that it imports
 */
function writeAll(code: string, redisUrl?: string): string[] {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, "example-"));
  const names = examples.map((example) => nameOf(example.code)).filter((name) => name !== undefined);
  for (const example of examples) {
    const name = nameOf(example.code);
    if (name !== undefined) write(folder, name, example.code);
  }
  const files = names.filter((name) => code.includes(`"./${name}"`)).map((name) => join(folder, name));
  return [write(folder, "example.ts", code, redisUrl), ...files];
}

/** Imports an example as a module. */
export async function load(code: string): Promise<Record<string, unknown>> {
  const [file] = writeAll(code);
  return (await import(join("../..", file!))) as Record<string, unknown>;
}

/** Runs an example, and closes the server that it exports as `simulator`, or that an example exports which it imports. */
export async function run(code: string, redisUrl?: string): Promise<void> {
  const files = writeAll(code, redisUrl);
  try {
    for (const file of files) await import(join("../..", file));
  } finally {
    for (const file of files) await (await import(join("../..", file))).simulator?.close();
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

export const examples: readonly Example[] = [...filesBelow("src", ".ts"), "README.md", ...docs()].flatMap(examplesOf);

function docs(): string[] {
  return readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name));
}
