import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path/posix";
import { describe, expect, test } from "vitest";
import { filesBelow } from "../files-below.ts";
import { ENTRY_RINGS, FOLDERS, LAYERS, RINGS } from "./allowed-imports.ts";

interface Import {
  readonly file: string;
  readonly from: string;
  readonly folder?: string;
  readonly package?: string;
  readonly isType?: boolean;
}

/** The first folder, or the first two where the table has a line for them. */
function folderOf(file: string): string {
  const [folder, inner] = relative("src", file).split("/");
  return `${folder}/${inner}` in FOLDERS ? `${folder}/${inner}` : folder!;
}

function importsOf(file: string, text: string): Import[] {
  const from = folderOf(file);
  return [
    ...text.matchAll(/^(?:import|export)\b[^;]*?from "([^"]+)";|^import "([^"]+)";|\bimport\("([^"]+)"\)/gms),
  ].map((match) => {
    const specifier = (match[1] ?? match[2] ?? match[3])!;
    if (!specifier.startsWith(".")) return { file, from, package: specifier };
    const isType = /^(?:import|export) type /.test(match[0]);
    return { file, from, folder: folderOf(join(dirname(file), specifier)), isType };
  });
}

function strayImports(imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, folder, package: name, isType }) => {
      const allowed = FOLDERS[from];
      if (allowed === undefined) return true;
      if (folder === undefined) return !allowed.packages.includes(name!);
      const folders = [from, ...allowed.folders, ...(isType ? (allowed.types ?? []) : [])];
      return !folders.includes(folder);
    })
    .map(({ file, folder, package: name }) => `${file} imports ${folder ?? name}`);
}

/** The subfolder of a file, or `.` for a file in the folder itself. */
function layerOf(parent: string, file: string): string {
  const [inner, ...more] = relative(parent, file).split("/");
  return more.length === 0 ? "." : inner!;
}

/** The imports from a subfolder to a later one. */
function importsBackUp(parent: string, layers: readonly string[], files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    [...exampleFree(text).matchAll(/\bfrom "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/g)].flatMap((match) => {
      const target = join(dirname(file), (match[1] ?? match[2])!);
      if (!target.startsWith(`${parent}/`)) return [];
      const [from, to] = [layers.indexOf(layerOf(parent, file)), layers.indexOf(layerOf(parent, target))];
      return from !== -1 && to !== -1 && to <= from ? [] : [`${file} imports ${target}`];
    }),
  );
}

describe("imports between the subfolders of one folder", () => {
  test.each(Object.entries(LAYERS))("run one way in %s", (parent, layers) => {
    const files = Object.fromEntries(filesBelow(parent, ".ts").map((file) => [file, readFileSync(file, "utf8")]));
    expect(Object.keys(files).length).toBeGreaterThan(10);
    expect(importsBackUp(parent, layers, files)).toEqual([]);
  });

  test("are reported if they go back up, or if a subfolder is not listed", () => {
    const files = {
      "src/a/input/x.ts": 'import type { Y } from "../text/y.ts";\n',
      "src/a/text/y.ts": 'export { x } from "../input/x.ts";\nconst z = await import("../z.ts");\n',
      "src/a/new/z.ts": 'import { x } from "../input/x.ts";\n',
    };
    expect(importsBackUp("src/a", ["input", "text", "."], files)).toEqual([
      "src/a/input/x.ts imports src/a/text/y.ts",
      "src/a/text/y.ts imports src/a/z.ts",
      "src/a/new/z.ts imports src/a/input/x.ts",
    ]);
  });
});

describe("imports between folders", () => {
  const imports = filesBelow("src", ".ts").flatMap((file) => importsOf(file, exampleFree(readFileSync(file, "utf8"))));

  test("run only where the table of folders allows them", () => {
    expect(imports.length).toBeGreaterThan(100);
    expect(strayImports(imports)).toEqual([]);
  });

  test("an import that the table does not allow is reported, of a folder as of a package", () => {
    const stray = [
      ...importsOf("src/oauth1/x.ts", 'import { trace } from "../model/index.ts";\n'),
      ...importsOf("src/model/x.ts", 'export { sign } from "../oauth1/index.ts";\n'),
      ...importsOf("src/model/x.ts", 'import type { RequestToSign } from "../oauth1/index.ts";\n'),
      ...importsOf("src/index.ts", 'import forge from "node-forge";\n'),
      ...importsOf("src/unknown/x.ts", 'import "../oauth1/index.ts";\n'),
    ];
    expect(strayImports(stray)).toEqual([
      "src/oauth1/x.ts imports model",
      "src/model/x.ts imports oauth1",
      "src/index.ts imports node-forge",
      "src/unknown/x.ts imports oauth1",
    ]);
  });

  test.each([
    ["src/index.ts", ["node:buffer", "node:crypto"]],
    ["src/gateway/index.ts", ["node:buffer", "node:crypto"]],
    [
      "src/gateway/simulator/index.ts",
      [
        "node:buffer",
        "node:crypto",
        "node:events",
        "node:fs",
        "node:http",
        "node:http2",
        "node:https",
        "node:net",
        "node:path",
        "node:timers/promises",
        "node:url",
        "node:util",
      ],
    ],
  ])("%s loads no third-party module", (entry, modules) => {
    const { files, packages } = reachedFrom(entry);
    expect(files.length).toBeGreaterThan(10);
    expect(packages).toEqual(modules);
  });
});

/** The files of src that a file loads, itself included, and the packages that they import; types too. */
function reachedFrom(entry: string): { readonly files: readonly string[]; readonly packages: readonly string[] } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const match of exampleFree(readFileSync(file, "utf8")).matchAll(/\bfrom "([^"]+)"/g)) {
      if (match[1]!.startsWith(".")) files.add(join(dirname(file), match[1]!));
      else packages.add(match[1]!);
    }
  }
  return { files: [...files], packages: [...packages].sort() };
}

describe("the rings of the package", () => {
  test("have each folder once", () => {
    const what = "a folder needs its ring in RINGS of test/repository/allowed-imports.ts";
    expect(Object.values(RINGS).flat().toSorted(), what).toEqual(Object.keys(FOLDERS).toSorted());
  });

  test("have each entry of package.json", () => {
    const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as { exports: Record<string, unknown> };
    const entries = Object.keys(exports).filter((name) => typeof exports[name] === "object");
    const what = "a sub-path of package.json needs its ring in ENTRY_RINGS of test/repository/allowed-imports.ts";
    expect(Object.keys(ENTRY_RINGS).toSorted(), what).toEqual(entries.toSorted());
  });

  test.each(Object.keys(ENTRY_RINGS).filter((name) => ENTRY_RINGS[name] === "library"))(
    "leave the library free of the other two: %s",
    (entry) => {
      const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as {
        exports: Record<string, { default: string }>;
      };
      const { files } = reachedFrom(exports[entry]!.default.replace("./dist/", "src/").replace(/\.js$/, ".ts"));
      const isOfLibrary = (file: string): boolean => (RINGS.library as readonly string[]).includes(folderOf(file));
      expect(files.length).toBeGreaterThan(3);
      expect(files.filter((file) => !isOfLibrary(file))).toEqual([]);
    },
  );
});

/** Examples in comments import the package by its name. */
function exampleFree(text: string): string {
  return text.replace(/\/\*\*[\s\S]*?\*\//g, "");
}
