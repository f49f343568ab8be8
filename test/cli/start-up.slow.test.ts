/** @module-tag commands */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const FOLDER = resolve("dist/cli");

/** What package.json maps `#platform` to for Node, as every module of the library may import it. */
const PLATFORM = resolve("dist/platform/index.js");

/** Text that the built code of each package, or of our shapes, contains, and nothing else does. */
const MARKS: Readonly<Record<string, RegExp>> = {
  "@redis/client": /from\s*"@redis\/client"/,
  "node-forge": /pbeWithSHAAnd3-KeyTripleDES-CBC/,
  "oauth-1.0a": /getParameterString/,
  "fast-check": /uniqueArray/,
  shapes: /isUnknownMember/,
};

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "start-up-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The files of `dist` that a command loads. */
function filesLoadedBy(...args: string[]): string[] {
  const log = join(folder, "loaded.txt");
  writeFileSync(log, "");
  const hook = `import { appendFileSync } from "node:fs";
    export async function load(url, context, next) { appendFileSync(${JSON.stringify(log)}, url + "\\n"); return next(url, context); }`;
  const encoded = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const register = `import { register } from "node:module"; register(${JSON.stringify(encoded(hook))});`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", encoded(register), join(FOLDER, "main.js"), ...args],
    {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", COUNTERSIGN_CONSUMER_SECRET: "s" },
      input: 'POST /pay HTTP/1.1\nHost: gateway.example\nAuthorization: OAuth oauth_consumer_key="k"\n\n',
    },
  );
  expect([0, 1], stderr).toContain(status);
  const paths = readFileSync(log, "utf8")
    .split("\n")
    .map((url) => url.replace(/^file:\/\//, ""));
  return paths.filter((path) => path.startsWith(resolve("dist")));
}

function packagesIn(files: readonly string[]): string[] {
  const texts = files.map((file) => readFileSync(file, "utf8"));
  return Object.keys(MARKS).filter((name) => texts.some((text) => MARKS[name]!.test(text)));
}

describe("the built command line", () => {
  test("contains every package but the client of Redis, which those who use it install", () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith(".js"));
    expect(packagesIn(files.map((name) => join(FOLDER, name)))).toEqual(Object.keys(MARKS));
    expect(files.filter((name) => /createClientPool/.test(readFileSync(join(FOLDER, name), "utf8")))).toEqual([]);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ["--version", ["--version"], []],
    ["--help", ["--help"], []],
    ["sign", ["sign", "--url", "https://gateway.example/", "--consumer-key", "k"], []],
    ["explain", ["explain", "--signature", "x"], ["shapes"]],
    ["faults list", ["faults", "list"], []],
    ["vectors list", ["vectors", "list"], []],
    [
      "check of a built-in implementation",
      ["check", "--builtin", "model", "--no-references", "--quick"],
      ["fast-check", "shapes"],
    ],
    [
      "check with references and a report for JUnit",
      ["check", "--builtin", "countersign", "--quick", "--report", "junit"],
      ["node-forge", "oauth-1.0a", "fast-check", "shapes"],
    ],
  ])("loads only the parts that a command needs: %s", (_name, args, packages) => {
    const files = filesLoadedBy(...args);
    expect(files).toContain(join(FOLDER, "main.js"));
    expect(packagesIn(files)).toEqual(packages);
  });
});

describe("the list of vectors that the build writes", () => {
  test.each([[[]], [["--filter", "ipv6"]], [["--filter", "nonce-used"]]])(
    "is what the vectors themselves have: %j",
    (options) => {
      const run = (...command: string[]): string => {
        const { stdout, stderr } = spawnSync(process.execPath, [...command, "vectors", "list", ...options]);
        expect(stderr.toString()).toBe("");
        return stdout.toString();
      };
      const listed = run(join(FOLDER, "main.js"));
      expect(listed.split("\n").length).toBeGreaterThan(2);
      expect(listed).toBe(run("--import", "tsx", "src/cli/main.ts"));
    },
  );
});

describe("the built library", () => {
  test("imports no package", () => {
    const queue = [resolve("dist/index.js")];
    const packages: string[] = [];
    for (const file of queue) {
      const source = readFileSync(file, "utf8");
      for (const [, found] of source.matchAll(/\b(?:from|import\(|import)\s*"([^"]+)"/g)) {
        const specifier = found!.replace(/^#platform$/, PLATFORM);
        const path = resolve(file, "..", specifier);
        if (!/^[./]/.test(specifier)) packages.push(specifier);
        else if (!queue.includes(path)) queue.push(path);
      }
    }
    expect(queue).toContain(PLATFORM);
    expect([...new Set(packages)].filter((name) => !name.startsWith("node:"))).toEqual([]);
  });
});
