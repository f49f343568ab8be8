import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkNames, namesOf, renamed } from "../../scripts/release/names.ts";
import { filesBelow } from "../files-below.ts";

const TO = { name: "@acme/oauth1-suite", address: "https://git.example/acme/oauth1-suite" };
const FROM = namesOf(JSON.parse(readFileSync("package.json", "utf8")));
const FILES = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "action.yml", "package.json", "src/index.ts"],
  ...filesBelow("docs", ".md").filter((path) => !path.startsWith("docs/data")),
  ...[".md", ".ts", ".mjs", ".yml", ".json"].flatMap((ending) => filesBelow("examples", ending)),
];

describe("other names", () => {
  test("leave the old ones nowhere", () => {
    const old = /HOST\/|OWNER|git\+ADDRESS|["'`]countersign\/[a-z]|(?:from|import|require\() ?"countersign"/;
    const left = FILES.flatMap((path) =>
      renamed(path, readFileSync(path, "utf8"), FROM, TO)
        .split("\n")
        .filter((line) => old.test(line))
        .map((line) => `${path}: ${line}`),
    );
    expect(left).toEqual([]);
  });

  test("are replaced by others again", () => {
    const again = { name: "countersign", address: "https://host.example/x/countersign" };
    for (const path of ["README.md", "docs/ci.md", "docs/README.md"]) {
      const once = renamed(path, readFileSync(path, "utf8"), FROM, TO);
      expect(renamed(path, once, TO, again)).toBe(renamed(path, readFileSync(path, "utf8"), FROM, again));
    }
  });

  test("leave the command and the name of the project", () => {
    const text = 'Countersign: `npx --no -- countersign check`, `import "countersign/web"`';
    expect(renamed("a.md", text, FROM, TO)).toBe(
      'Countersign: `npx --no -- countersign check`, `import "@acme/oauth1-suite/web"`',
    );
  });

  test("name all addresses in package.json", () => {
    const manifest = JSON.parse(renamed("package.json", readFileSync("package.json", "utf8"), FROM, TO));
    expect(manifest).toMatchObject({
      name: TO.name,
      bin: { countersign: "dist/cli/main.js" },
      repository: { url: `git+${TO.address}.git` },
      bugs: { url: `${TO.address}/issues` },
      homepage: TO.address,
    });
  });

  test.each([
    ["", TO.address],
    ["Upper Case", TO.address],
    [TO.name, "git.example/acme"],
    [TO.name, `${TO.address}.git`],
  ])("must be a name and an address: %j, %j", (name, address) => {
    expect(() => checkNames({ name, address })).toThrow(/^expected /);
  });
});
