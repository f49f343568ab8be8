import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readBaselineFile } from "../../src/cli/check/baseline.ts";
import { PROFILES } from "../../src/conformance/vectors/index.ts";

const docs = readFileSync("docs/ci.md", "utf8");

/** The options of each command, as src/cli/commands declares them; `check` is the one that is not of `keys`. */
const OPTIONS = new Map(
  readdirSync("src/cli/commands")
    .sort()
    .map((name) => readFileSync(`src/cli/commands/${name}`, "utf8"))
    .join("")
    .split(/(?=\.command\(")/)
    .slice(1)
    .map((text): [string, string[]] => {
      const name = /\.command\("([a-z-]+)/.exec(text)![1]!;
      const shared = [
        ["FILTER", "--filter"],
        ["VECTORS", "--vectors"],
      ].flatMap(([constant, option]) => (text.includes(`...${constant}`) ? [option!] : []));
      return [
        name,
        [...shared, ...[...text.matchAll(/(?:o|requiredO)ption\(\s*"(--[a-z-]+)/g)].map((match) => match[1]!)],
      ];
    })
    .reverse(),
);

/** Every command line in the fenced blocks, from `countersign` on. */
function commandLines(text: string): string[] {
  const blocks = [...text.matchAll(/^```(?:sh|yaml)\n([\s\S]*?)^```/gm)].map((match) => match[1]!);
  return blocks.flatMap((block) => [...block.matchAll(/npx (?:--yes )?countersign (.*)/g)].map((match) => match[1]!));
}

/** What a command line says that no command takes. */
function problemsOf(line: string): string[] {
  const words = line.split(" -- ")[0]!.split(/\s+/);
  const command = words.filter((word) => OPTIONS.has(word)).at(-1);
  if (command === undefined) return [`no command: ${line}`];
  const options = words.filter((word) => word.startsWith("--"));
  return options.filter((option) => !OPTIONS.get(command)!.includes(option)).map((option) => `${command} ${option}`);
}

describe("docs/ci.md", () => {
  test("has only commands and options that exist", () => {
    const lines = commandLines(docs);
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.flatMap(problemsOf)).toEqual([]);
  });

  test("names the version of the package wherever it names one, and every input of the action", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const { inputs } = parse(readFileSync("action.yml", "utf8")) as { inputs: Record<string, { default?: string }> };
    expect(inputs.version!.default).toBe(version);
    expect([...docs.matchAll(/countersign@v?([\d.]+\d)/g)].map(([, named]) => named)).toEqual([version]);
    const documented = [...docs.matchAll(/^\| `([a-z-]+)` \| /gm)].map(([, name]) => name!);
    expect(Object.keys(inputs).filter((name) => !documented.includes(name))).toEqual([]);
  });

  test("would be caught with an option that does not exist", () => {
    expect(problemsOf("check --seed 1 --no-such-option -- ./driver")).toEqual(["check --no-such-option"]);
    expect(problemsOf("judge --seed 1")).toEqual(["no command: judge --seed 1"]);
  });

  test("names every profile and shows a baseline that can be read", () => {
    for (const id of PROFILES.keys()) expect(docs).toContain(`--profile ${id}`);
    const json = /^```json\n([\s\S]*?)^```/m.exec(docs)![1]!;
    expect(JSON.parse(json).known).toHaveLength(2);
    expect(() => readBaselineFile("docs/ci.md", false)).toThrow(/expected a baseline in JSON/);
  });

  test("shows the example of the suite in a test runner as it is", () => {
    expect(docs).toContain(`\`\`\`js\n${readFileSync("examples/suite/oauth-sign.node-test.mjs", "utf8")}\`\`\`\n`);
  });
});
