/** @module-tag packaging */

import { resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { describe, expect, test } from "vitest";
import { browserPlatform } from "../../scripts/browser-platform.ts";
import * as platform from "../../src/platform/index.ts";
import { testEach } from "../title.ts";

/** The entries that a browser must be able to load. */
const ENTRIES: readonly string[] = [
  "src/oauth1/index.ts",
  "src/verifier/index.ts",
  "src/model/index.ts",
  "src/faults/index.ts",
  "src/redaction/index.ts",
  "src/diagnosis/index.ts",
  "src/gateway/index.ts",
];

/** Globals of Node that browsers do not have. */
const NODE_GLOBALS: readonly string[] = ["Buffer", "process", "global", "setImmediate", "require"];

const PLATFORM_RE = /src\/platform\/node(?:-\w+)?\.ts$/;

/** An entry of its own, for the tests of these tests. */
interface Snippet {
  readonly code: string;
}

interface Bundle {
  readonly text: string;
  /** Such as `src/a.ts imports node:net`. */
  readonly nodeImports: readonly string[];
}

/**
 * Bundles for a browser. References to Node's globals become `NODE_Buffer` and so on, local variables of these names
 * stay.
 *
 * @param stub - the code of a module in the place of the platform @default the platform for browsers
 */
async function bundle(entry: string | Snippet, stub?: string): Promise<Bundle> {
  const nodeImports: string[] = [];
  const seams: Plugin = {
    name: "seams",
    setup(builder) {
      builder.onResolve({ filter: /^node:/ }, ({ path, importer }) => {
        nodeImports.push(`${importer.replace(`${process.cwd()}/`, "")} imports ${path}`);
        return { path, external: true };
      });
      builder.onResolve({ filter: /\/node(?:-\w+)?\.ts$/ }, ({ path, resolveDir }) =>
        stub !== undefined && PLATFORM_RE.test(resolve(resolveDir, path))
          ? { path: "platform", namespace: "stub" }
          : undefined,
      );
      builder.onLoad({ filter: /.*/, namespace: "stub" }, () => ({ contents: stub!, loader: "js" }));
    },
  };
  const input: BuildOptions =
    typeof entry === "string"
      ? { entryPoints: [entry] }
      : { stdin: { contents: entry.code, resolveDir: "src/model", sourcefile: "snippet.ts", loader: "ts" } };
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    write: false,
    platform: "browser",
    format: stub === undefined ? "esm" : "iife",
    target: "es2023",
    define: Object.fromEntries(
      NODE_GLOBALS.flatMap((name) => [
        [name, `NODE_${name}`],
        [`globalThis.${name}`, `NODE_${name}`],
      ]),
    ),
    plugins: stub === undefined ? [browserPlatform, seams] : [seams],
    logLevel: "silent",
  });
  return { text: outputFiles[0]!.text, nodeImports };
}

/** All that ties a bundle to Node, with the file that does so. */
async function nodeUses(entry: string | Snippet): Promise<string[]> {
  const { text, nodeImports } = await bundle(entry);
  // esbuild writes the name of each file above its code.
  const files = text.split(/^\/\/ (?=src\/\S+$)/m).slice(1);
  const globals = files.flatMap((file) => {
    const [name = ""] = file.split("\n", 1);
    const used = NODE_GLOBALS.filter((one) => new RegExp(`\\bNODE_${one}\\b`).test(file));
    return used.map((one) => `${name} uses ${one}`);
  });
  return [...nodeImports, ...globals];
}

/** Each function of the platform, throwing, but for the one that encodes text. */
const THROWING_PLATFORM = [
  "export function utf8Octets(text) { return new TextEncoder().encode(text); }",
  ...Object.keys(platform)
    .filter((name) => name !== "utf8Octets")
    .map((name) => `export function ${name}() { throw new Error("${name} was called"); }`),
].join("\n");

/** Evaluates a bundle in a realm that has what browsers have, but no randomness. */
function evaluate(text: string): void {
  const realm = createContext({
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    performance,
    setTimeout,
    clearTimeout,
  });
  runInContext('Math.random = () => { throw new Error("Math.random was called"); };', realm);
  runInContext(text, realm);
}

describe("a bundle for a browser", () => {
  test.each(ENTRIES)("of %s uses no module and no global of Node", async (entry) => {
    expect(await nodeUses(entry)).toEqual([]);
  });

  testEach([
    [
      'import { createHash } from "node:crypto";\nexport const hash = createHash;',
      "src/model/snippet.ts imports node:crypto",
    ],
    [
      'import { toText } from "./octets.ts";\nexport const text = toText(Buffer.from("a"));',
      "src/model/snippet.ts uses Buffer",
    ],
    ["export const version = globalThis.process.version;", "src/model/snippet.ts uses process"],
  ])("that does is noticed: %s", async (code, use) => {
    expect(await nodeUses({ code })).toEqual([use]);
  });

  test("may have local variables with the names of Node's globals", async () => {
    const code = 'export function lengthOf(Buffer: string) { return Buffer.length; } // as Buffer.from("a") has';
    expect(await nodeUses({ code })).toEqual([]);
  });
});

describe("importing", () => {
  test.each(ENTRIES)("%s hashes nothing, parses no key and asks for no random number", async (entry) => {
    const { text } = await bundle(entry, THROWING_PLATFORM);
    evaluate(text);
  });

  testEach([
    ['import { hmac } from "../platform/index.ts";\nexport const mac = hmac("sha1", "a", "b");', "hmac was called"],
    ["export const seed = Math.random();", "Math.random was called"],
  ])("%s is noticed", async (code, message) => {
    const { text } = await bundle({ code }, THROWING_PLATFORM);
    expect(() => evaluate(text)).toThrow(message);
  });
});
