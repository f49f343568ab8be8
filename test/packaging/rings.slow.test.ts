/** @module-tag packaging */

import { readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { gzipSync } from "node:zlib";
import { parse } from "@babel/parser";
import { describe, expect, test } from "vitest";
import { filesBelow } from "../files-below.ts";
import { ENTRY_RINGS, RINGS, type Ring } from "../repository/allowed-imports.ts";

const NAMES = Object.keys(RINGS) as Ring[];

/** The ring of a file of src. */
function ringOf(file: string): Ring {
  const [folder, inner] = relative("src", file).split("/");
  const has = (ring: Ring, name: string): boolean => (RINGS[ring] as readonly string[]).includes(name);
  const isRing = (ring: Ring): boolean => has(ring, `${folder}/${inner}`);
  return NAMES.find(isRing) ?? NAMES.find((ring) => has(ring, folder!))!;
}

/** The number of tokens without comments and imports, which neither the layout nor the number of files changes. */
function tokensOf(text: string): number {
  const { tokens, program } = parse(text, { sourceType: "module", plugins: ["typescript"], tokens: true });
  const imports = program.body.filter((node) => /^Import|^Export/.test(node.type) && "source" in node && node.source);
  const isCode = ({ type, start, end }: Token): boolean =>
    typeof type !== "string" && type.label !== "eof" && !imports.some((one) => start >= one.start! && end <= one.end!);
  return (tokens as Token[]).filter(isCode).length;
}

interface Token {
  readonly type: string | { readonly label: string };
  readonly start: number;
  readonly end: number;
}

/** The files of `dist` that the entries of a ring load or declare. */
function filesOf(ring: Ring): Set<string> {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as {
    exports: Record<string, { readonly types: string; readonly default: string }>;
  };
  const entries = Object.keys(ENTRY_RINGS).filter((name) => ENTRY_RINGS[name] === ring);
  const files = new Set(
    entries.flatMap((name) => [exports[name]!.types, exports[name]!.default].map((path) => join(path))),
  );
  for (const file of files) {
    for (const [, path] of readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?"(\.{1,2}\/[^"]+)"/g)) {
      files.add(join(dirname(file), file.endsWith(".d.ts") ? path!.replace(/\.ts$/, ".d.ts") : path!));
    }
  }
  return files;
}

function packedKilobytes(files: Iterable<string>): number {
  return Math.round([...files].reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0) / 1000);
}

/** What the library may weigh, in tokens and in kB packed: what production loads is what an audit has to read. */
const LIMITS = { tokens: 75_000, kilobytes: 150 };

describe("the rings of the package", () => {
  test("have these sizes, and the library stays small enough to audit", () => {
    const source = filesBelow("src", ".ts").filter((file) => !file.endsWith(".d.ts"));
    const library = filesOf("library");
    const gate = [...filesOf("gate")].filter((file) => !library.has(file));
    const built = filesBelow("dist", "").filter((file) => statSync(file).isFile());
    const workbench = built.filter((file) => !library.has(file) && !gate.includes(file));
    const packed: Readonly<Record<Ring, Iterable<string>>> = { library, gate, workbench };
    const sizes = NAMES.map((ring) => {
      const own = source.filter((file) => ringOf(file) === ring);
      const tokens = own.reduce((sum, file) => sum + tokensOf(readFileSync(file, "utf8")), 0);
      return { ring, tokens, kilobytes: packedKilobytes(packed[ring]) };
    });
    for (const { ring, tokens, kilobytes } of sizes) console.info(`${ring}: ${tokens} tokens, ${kilobytes} kB packed`);
    for (const { tokens, kilobytes } of sizes) expect(Math.min(tokens, kilobytes)).toBeGreaterThan(50);
    expect(sizes[0]!.tokens).toBeLessThan(LIMITS.tokens);
    expect(sizes[0]!.kilobytes).toBeLessThan(LIMITS.kilobytes);
  });
});
