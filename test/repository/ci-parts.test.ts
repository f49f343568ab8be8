import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { OUTSIDE } from "../../scripts/agreement/implementations.ts";
import { IMPLEMENTATIONS } from "../../scripts/interop/implementations.ts";
import { VERIFIERS } from "../../scripts/interop/probe-verifier.ts";
import { STARTERS } from "../../src/cli/driver/starters.ts";
import { filesBelow } from "../files-below.ts";
import { packagesOf } from "../programs.ts";

interface Job {
  readonly steps: readonly { readonly run?: string }[];
  readonly strategy: {
    readonly matrix: {
      readonly node?: readonly number[];
      readonly part?: readonly string[];
      readonly include?: readonly { readonly command: string }[];
    };
  };
}

const SCRIPT = readFileSync(".ci/run", "utf8");
const defined = namesIn(/^part_(\w+)\(\)/gm, SCRIPT);
/** The parts that run for every change. */
const forEveryChange = SCRIPT.match(/^all=\((.*)\)$/m)![1]!
  .split(" ")
  .toSorted();

function namesIn(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].flatMap(([, names = ""]) => names.split(" ")).toSorted();
}

function jobsOf(name: string): Record<string, Job> {
  return (parse(readFileSync(`.github/workflows/${name}.yml`, "utf8")) as { jobs: Record<string, Job> }).jobs;
}

/** The parts that the commands of a workflow name. */
function calledBy(commands: readonly string[]): string[] {
  return namesIn(/\.ci\/run ((?:[a-z]+ ?)+)/g, commands.join("\n"));
}

describe("the parts of .ci/run", () => {
  test("that run for every change are those of the workflow for changes", () => {
    const { static: fixed, part } = jobsOf("ci");
    const commands = fixed!.steps.map(({ run = "" }) => run);
    expect([...calledBy(commands), ...part!.strategy.matrix.part!].toSorted()).toEqual(forEveryChange);
  });

  test("that do not are those of the nightly workflow", () => {
    const { include } = jobsOf("nightly").measure!.strategy.matrix;
    const nightly = calledBy(include!.map(({ command }) => command));
    expect([...forEveryChange, ...nightly].toSorted()).toEqual(defined);
  });

  test("for versions of Node.js take the oldest in package.json and the newest in the workflow", () => {
    const tried = [...SCRIPT.matchAll(/\btest_on ([\d.]+)/g)].map(([, version]) => version);
    const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
    expect(engines.node).toBe(`>=${tried[0]}.0`);
    const versions = jobsOf("ci").test!.strategy.matrix.node!;
    expect(tried.slice(1)).toEqual([String(Math.max(...versions))]);
  });

  const started = SCRIPT.match(/\bprograms ['\w].*$/gm)!.join("\n");

  test.each(filesBelow("test", ".slow.test.ts"))("run %s, which names its group", (name) => {
    const [, group] = / @module-tag (\w+)\b/.exec(readFileSync(name, "utf8")) ?? [];
    expect(group).toBeDefined();
    expect(started).toMatch(new RegExp(`(?<!!)\\b${group}\\b`));
  });
});

describe("the commands of .ci/run", () => {
  test("are one a line, because set -e ignores a command that fails in front of &&", () => {
    const joined = SCRIPT.split("\n").filter((line) => /^[^'"#]*&&/.test(line) && !/^\s*(?:el)?if /.test(line));
    expect(joined).toEqual([]);
  });
});

describe("the Debian packages that .ci/run installs for clients", () => {
  const installed = packagesOf("clients");
  const printed = new Set(STARTERS.map(({ file }) => file));
  const examples = IMPLEMENTATIONS.filter(({ driver }) => printed.has(driver));
  test.each([
    ["the drivers that are printed", examples.flatMap(({ debian }) => debian)],
    [
      "the instructions for printed drivers",
      namesIn(/^apt-get install (.*)$/gm, STARTERS.map((one) => one.install).join("\n")),
    ],
    ["the third-party verifiers", VERIFIERS.flatMap(({ debian }) => debian)],
    ["the implementations that confirm vectors", OUTSIDE.flatMap(({ packages }) => packages)],
  ])("have all that %s need", (_what, needed) => {
    expect(needed).not.toEqual([]);
    expect(needed.filter((name) => !installed.includes(name))).toEqual([]);
  });
});
