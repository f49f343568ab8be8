import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { describe, expect, test } from "vitest";
import { REJECTION_CODES } from "../../src/verifier/rejections.ts";
import { filesBelow } from "../files-below.ts";
import { FOLDERS } from "./allowed-imports.ts";

const DOCUMENT = readFileSync("docs/architecture.md", "utf8");
const README = readFileSync("README.md", "utf8");

/** Files and folders of src in backticks that do not exist. */
function missingPaths(document: string): string[] {
  const paths = [...document.matchAll(/`(src\/[^`]*)`/g)].map(([, path]) => path!);
  return paths.filter((path) => !existsSync(path));
}

interface PlacedName {
  readonly name: string;
  readonly file: string;
}

/** Names with the file that declares them: `name` in `src/file.ts`, or the first two cells of a row. */
function placedNames(document: string): PlacedName[] {
  const inText = document.matchAll(/((?:`\w+`(?:, | and |,? and\n))*`\w+`)\s+in\s+`(src\/[^`]+\.ts)`/g);
  const inTables = document.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| `(src\/[^`]+\.ts)` \|/gm);
  return [...inText, ...inTables].flatMap(([, names, file]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => ({ name: name!, file: file! })),
  );
}

/** Those that their file does not declare. */
function misplacedNames(document: string): string[] {
  return placedNames(document)
    .filter(({ name, file }) => !declares(readFileSync(file, "utf8"), name))
    .map(({ name, file }) => `${name} in ${file}`);
}

function declares(source: string, name: string): boolean {
  return new RegExp(`\\b(?:function\\*?|const|class|interface|type) ${name}\\b`).test(source);
}

/** The cells of the table that has this head, row by row. */
function rowsUnder(head: string, document: string): string[][] {
  const lines = document.split("\n");
  const first = lines.indexOf(head) + 2;
  expect(first, head).toBeGreaterThan(1);
  const rows: string[][] = [];
  for (let at = first; lines[at]?.startsWith("|"); at++) {
    rows.push(
      lines[at]!.split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  }
  return rows;
}

/** The folders that contain files of TypeScript. */
function foldersBelow(folder: string): string[] {
  return [...new Set(filesBelow(folder, ".ts").map(dirname))];
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly isOfTypes: boolean;
}

/** The arrows of a picture in mermaid, by the labels of their ends. */
function arrowsOf(document: string): Arrow[] {
  const [, picture = ""] = /```mermaid\n([\s\S]*?)```/.exec(document) ?? [];
  const labels = new Map([...picture.matchAll(/^ *(\w+)\["([^"]+)"\]$/gm)].map(([, id, label]) => [id!, label!]));
  return [...picture.matchAll(/^ *(\w+) (-->|-\.->) (.*)$/gm)].flatMap(([, from, arrow, targets]) =>
    targets!.split(" & ").map((to) => ({
      from: labels.get(from!) ?? `undefined ${from}`,
      to: labels.get(to) ?? `undefined ${to}`,
      isOfTypes: arrow === "-.->",
    })),
  );
}

/** All folders that can be reached from each folder, as sorted lines. */
function reachable(arrows: readonly Pick<Arrow, "from" | "to">[]): string[] {
  const froms = [...new Set(arrows.map(({ from }) => from))];
  return froms
    .flatMap((from) => {
      const reached = new Set([from]);
      for (const one of reached) for (const arrow of arrows) if (arrow.from === one) reached.add(arrow.to);
      return [...reached].filter((to) => to !== from).map((to) => `${from} → ${to}`);
    })
    .sort();
}

const ALLOWED_ARROWS: readonly Arrow[] = Object.entries(FOLDERS).flatMap(([from, { folders, types = [] }]) => [
  ...folders.map((to) => ({ from, to, isOfTypes: false })),
  ...types.map((to) => ({ from, to, isOfTypes: true })),
]);

describe("docs/architecture.md", () => {
  test("names only files and folders of src that exist", () => {
    expect(missingPaths(DOCUMENT)).toEqual([]);
  });

  test("names functions and types by the file that declares them", () => {
    expect(placedNames(DOCUMENT).length).toBeGreaterThan(60);
    expect(misplacedNames(DOCUMENT)).toEqual([]);
  });

  test("draws arrows that the test of imports allows, and enough of them", () => {
    const arrows = arrowsOf(DOCUMENT);
    const shown = (arrow: Arrow): string => JSON.stringify(arrow);
    expect(arrows.map(shown).filter((arrow) => !ALLOWED_ARROWS.map(shown).includes(arrow))).toEqual([]);
    expect(reachable(arrows)).toEqual(reachable(ALLOWED_ARROWS));
  });

  test("says of every stage in which files it is computed", () => {
    const rows = rowsUnder("| stage | `src/oauth1` | `src/model` |", DOCUMENT);
    const named = rows.flatMap(([, ...cells]) =>
      ["src/oauth1", "src/model"].flatMap((folder, column) =>
        [...cells[column]!.matchAll(/`([^`]+)`/g)].map(([, file]) => join(folder, file!)),
      ),
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  test("says which check gives each refusal code", () => {
    const [, section = ""] = /\n## Verify a request\n([\s\S]*?)\n## /.exec(DOCUMENT) ?? [];
    expect(REJECTION_CODES.filter((code) => !section.includes(`\`${code}\``))).toEqual([]);
  });

  test("a path, a name, a folder or an arrow that does not exist would be seen", () => {
    expect(missingPaths("`src/oauth1/signer.ts`, `src/oauth1/none.ts` and `src/none`")).toEqual([
      "src/oauth1/none.ts",
      "src/none",
    ]);
    expect(misplacedNames("`sign` and `nothing` in\n`src/oauth1/signer.ts`")).toEqual([
      "nothing in src/oauth1/signer.ts",
    ]);
    expect(misplacedNames("| `Signer`, `None` | `src/oauth1/signer.ts` | |")).toEqual(["None in src/oauth1/signer.ts"]);
    expect(foldersBelow("src")).toContain("src/verifier/adapters");
    const picture = '```mermaid\nflowchart TD\n  a["x/a"]\n  b["b"]\n\n  a --> b & c\n  b -.-> a\n```';
    expect(arrowsOf(picture)).toEqual([
      { from: "x/a", to: "b", isOfTypes: false },
      { from: "x/a", to: "undefined c", isOfTypes: false },
      { from: "b", to: "x/a", isOfTypes: true },
    ]);
  });
});

describe("README.md, CONTRIBUTING.md and its pages", () => {
  const pages = readdirSync("docs/contributing").map((name) => `docs/contributing/${name}`);
  const contributing = ["CONTRIBUTING.md", ...pages].map((file) => readFileSync(file, "utf8")).join("\n");

  test("list every folder with rules for imports, and no other", () => {
    const layout = readFileSync("docs/contributing/repository-layout.md", "utf8");
    const listed = rowsUnder("| folder | what it contains |", layout).map(([folder]) => folder!);
    const actual = Object.keys(FOLDERS).map((folder) => `\`src/${folder}\``);
    expect(listed.filter((folder) => folder.startsWith("`src/")).sort()).toEqual(actual.sort());
  });

  test("name only files of the repository that exist", () => {
    const named = [...contributing.matchAll(/`((?:src|scripts|test|vectors|docs)\/[^`\s]+)`/g)].map(
      ([, path]) => path!,
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !/NAME/.test(path) && !existsSync(path))).toEqual([]);
  });

  test("name only scripts that package.json has", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    const named = [...(README + contributing).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script]) => script!);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });
});
