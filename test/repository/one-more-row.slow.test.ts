/**
 * Adds a row to each of five tables in a copy of the repository, with as many files as CONTRIBUTING.md says, and runs the
 * generators and the tests that belong to them.
 *
 * @module-tag commands
 */

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const CONTRIBUTING = readFileSync("CONTRIBUTING.md", "utf8");

/** A new file, or the text after which a file gets a row. */
type Edit = string | { readonly after: string; readonly row: string };

// biome-ignore format: one line for each parameter, as in the table
const CASH_ADVANCE = `
  cashAdvance: {
    summary: "Pay out cash at a counter",
    version: "v4", path: "cash-advance", signatureMethod: "RSA-SHA256", methodFrom: "public", hasGroups: false, movesMoney: true, answer: "order",
    parameters: {
      clientOrderId: { name: "client_orderid", need: "required", type: "text", nameFrom: "public", rulesFrom: "public" },
      amount: { name: "amount", need: "required", type: "amount", nameFrom: "public", rulesFrom: "public" },
      counter: { name: "counter-id", need: "required", type: "digits", nameFrom: "public", rulesFrom: "public" },
    },
    oneOf: [], together: [],
    example: { clientOrderId: "cash-1", amount: "10.42", counter: "17" },
  },`;

const DOLLAR_SIGN_BARE = `
  {
    id: "dollar-sign-bare",
    title: "Dollar sign left unencoded",
    what: "The encoder does not escape the dollar sign.",
    trigger: get("/r?a=%24"),
    fix: { text: "Write the dollar sign as %24." },
    evidence: ["https://example.com/"],
    ...encoderForms("dollar-sign-bare", { bare: "$" }, inNamesAndValues),
  },`;

/** The edits by the name of the row in CONTRIBUTING.md, and by file. */
const ROWS: Readonly<Record<string, Readonly<Record<string, Edit>>>> = {
  "an operation of the gateway": {
    "src/gateway/operations.ts": { after: "export const OPERATIONS = {", row: CASH_ADVANCE },
  },
  "a request that a verifier receives": {
    "src/conformance/cases/timestamps.ts": {
      after: "cases: [",
      row: '\n      { probe: "seven-seconds-old", ...after(-7) },',
    },
  },
  "a fault": {
    "src/faults/encoding/percent-encoding.ts": {
      after: "export const PERCENT_ENCODING_FAULTS: readonly FaultDefinition[] = [",
      row: DOLLAR_SIGN_BARE,
    },
  },
  "a change of a text, such as quotes around it": {
    "src/faults/texts/text-changes.ts": {
      after: "textChanges([",
      row: '\n  ["guillemets", "in guillemets", around("«", "»")],',
    },
  },
  "a report": {
    "src/conformance/reporters/reporters.ts": {
      after: "const FORMATS = {",
      row: '\n  tap: async ({ write }) => (await import("./tap.ts")).tapReporter(write),',
    },
    "src/conformance/reporters/tap.ts": exampleReporter(),
  },
};

/** The reporter in CONTRIBUTING.md, which is indented there. */
function exampleReporter(): string {
  const [, text = ""] = /\n## Add a reporter\n[\s\S]*?```\n([\s\S]*?)```/.exec(CONTRIBUTING) ?? [];
  return text.replace(/^ {3}/gm, "");
}

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "countersign-row-"));
  const files = readdirSync(".", { withFileTypes: true }).filter((entry) => entry.isFile());
  const folders = ["docs", "examples", "scripts", "src", "test", "vectors"];
  for (const name of [...folders, ...files.map(({ name }) => name)]) {
    cpSync(name, join(copy, name), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"));
  for (const [path, edit] of Object.values(ROWS).flatMap((edits) => Object.entries(edits))) {
    const file = join(copy, path);
    writeFileSync(
      file,
      typeof edit === "string" ? edit : readFileSync(file, "utf8").replace(edit.after, withRow(edit)),
    );
  }
});
afterAll(() => rmSync(copy, { recursive: true }));

function withRow({ after, row }: Exclude<Edit, string>): () => string {
  return () => after + row;
}

/** Runs a program of node_modules in the copy. Returns its output. */
function run(program: string, ...args: string[]): string {
  const { VITEST: _, ...env } = process.env;
  const options = { cwd: copy, env: { ...env, NO_COLOR: "1" }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(resolve("node_modules/.bin", program), args, options);
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

const countersign = (...args: string[]): string => run("tsx", "src/cli/main.ts", ...args);

describe("one more row", () => {
  test.each(Object.entries(ROWS))("costs the number of files that CONTRIBUTING.md names: %s", (name, edits) => {
    const [, count] = new RegExp(`^\\| ${name} \\| (\\d+) \\|`, "m").exec(CONTRIBUTING) ?? [];
    expect(Object.keys(edits)).toHaveLength(Number(count));
  });

  test("has the right types, in each table", () => {
    run("tsc", "--noEmit", "-p", "src");
  });

  test("of the tables of data passes tests that read it, after its files are generated", { timeout: 300_000 }, () => {
    for (const name of ["fault-pages", "openapi"]) run("tsx", `scripts/${name}/main.ts`);
    expect(readFileSync(join(copy, "docs/data/gateway.openapi.json"), "utf8")).toContain(
      '"/v4/cash-advance/{endpoint}"',
    );
    expect(readFileSync(join(copy, "docs/faults/dollar-sign-bare.md"), "utf8")).toContain("Dollar sign left unencoded");
    run(
      ...["vitest", "run", "--project", "quick", "--isolate", "false", "--maxWorkers", "1"],
      ...["test/gateway/openapi.test.ts", "test/gateway/arguments.test.ts", "test/gateway/client.test.ts"],
      ...["test/repository/gateway.test.ts", "test/faults/faults.test.ts", "test/faults/text-faults.test.ts"],
      "test/conformance/cases/cases.test.ts",
    );
  });

  test("is found by the commands", () => {
    const secret = join(copy, "secret");
    writeFileSync(secret, "kd94hf93k423kf44");
    const plan = ["--consumer-key", "shop", "--consumer-secret-file", secret, "--dry-run", "--only", "timestamp-near"];
    expect(countersign("probe", "http://127.0.0.1:1/", ...plan)).toContain("probe/timestamp-near/seven-seconds-old\n");
    const fault = [
      "--builtin",
      "mutant:dollar-sign-bare",
      "--filter",
      "base-string/hosts",
      "--seed",
      "1",
      "--runs",
      "1",
    ];
    expect(countersign("check", ...fault, "--report", "tap")).toMatch(
      /^ok 1 base-string\/hosts\/1\n[\s\S]*\n1\.\.\d+\n$/,
    );
  });
});
