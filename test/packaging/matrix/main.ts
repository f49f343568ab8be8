/**
 * Uses the packed package on each supported major version of Node, on Deno and Bun, and in bundles for
 * browsers. npm supplies all of them. Arguments choose some, such as `-- 24 webpack`.
 *
 * The tarball is installed in an empty folder. Each Node runs all vectors and properties through the command line, a program
 * that uses the library as ES modules, one that requires it, one that TypeScript compiled to CommonJS, and a test in Jest
 * with the configuration that docs/README.md shows.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { BUNDLER_NAMES, FILES, PAGE_OUTPUT } from "./programs.ts";

const NODES = ["20", "22", "24", "26"];
const RUNTIMES: Readonly<Record<string, readonly string[]>> = { deno: ["deno@2", "run", "-A"], bun: ["bun@1"] };
const ALL = [...NODES, ...Object.keys(RUNTIMES), ...BUNDLER_NAMES];

/** The other contents of the folder. */
const TOOLS = [
  "fast-check@4",
  "jest@30",
  "@babel/plugin-transform-modules-commonjs@7",
  "vite@8",
  "webpack@5",
  "esbuild",
];
const COMMAND_LINE = "node_modules/countersign/dist/cli/main.js";

const wanted = process.argv.length > 2 ? process.argv.slice(2) : ALL;
const unknown = wanted.filter((name) => !ALL.includes(name));
if (unknown.length > 0) throw new Error(`expected some of ${ALL.join(", ")}, got ${unknown.join(", ")}`);

interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

const folder = mkdtempSync(join(tmpdir(), "matrix-"));
try {
  npm(".", "pack", "--ignore-scripts", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  npm(folder, "install", "--no-audit", "--no-fund", `./${tarball}`, ...TOOLS);
  compileTypeScript();
  for (const name of wanted) report(name, outcomesOf(name));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function outcomesOf(name: string): Outcome[] {
  if (BUNDLER_NAMES.includes(name)) return bundled(name);
  const [program = `node@${name}`, ...words] = RUNTIMES[name] ?? [];
  const execute = (...args: string[]): Outcome =>
    run("npx", ["--yes", "-p", program, program.replace(/@.*/, ""), ...words, ...args]);
  const check = [COMMAND_LINE, "check", "--builtin", "countersign", "--seed", "1", "--no-references"];
  if (name in RUNTIMES) return [execute("program.js"), execute("required.cjs"), execute(...check)];
  return [
    execute("--version"),
    execute("program.js"),
    execute("required.cjs"),
    execute("compiled.cjs"),
    execute("node_modules/jest/bin/jest.js", "--testMatch", "**/required.test.cjs"),
    execute(...check),
  ];
}

/** Bundles the page for browsers and runs it here: it must not use anything from Node. */
function bundled(name: string): Outcome[] {
  const built = run("node", [`${name}.mjs`]);
  if (built.status !== 0) return [built];
  const page = `${name}.bundle.mjs`;
  const [use] = /["']node:\w+["']|\bBuffer\.from\b/.exec(readFileSync(join(folder, page), "utf8")) ?? [];
  if (use !== undefined) return [{ status: 1, output: `the bundle for browsers uses ${use}` }];
  const { status, output } = run("node", [page]);
  return [{ status: output.trim() === PAGE_OUTPUT ? status : 1, output: `bundled: ${output}` }];
}

function compileTypeScript(): void {
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    strict: true,
    types: ["node"],
    typeRoots: [resolve("node_modules/@types")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["compiled.cts"] }));
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", folder], { stdio: "inherit" });
}

/** The last lines of each output; more lines after a failure. */
function report(name: string, outcomes: readonly Outcome[]): void {
  const passes = outcomes.every(({ status }) => status === 0);
  const texts = outcomes.map(({ status, output }) =>
    output
      .trim()
      .split("\n")
      .slice(status === 0 ? -1 : -20)
      .join("\n  "),
  );
  process.stdout.write(`${passes ? "✓" : "✗"} ${name}: ${texts.join("; ")}\n`);
  if (!passes) process.exitCode = 1;
}

function run(command: string, args: readonly string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env: cleanEnvironment(),
    encoding: "utf8",
  });
  return { status, output: status === 0 ? stdout || stderr : stdout + stderr };
}

function npm(cwd: string, ...args: string[]): void {
  execFileSync("npm", [...args, "--loglevel=error"], {
    cwd,
    env: cleanEnvironment(),
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** The environment without npm's own variables, which would configure the npm that this script calls. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:config|package|lifecycle)/i.test(name)),
  );
}
