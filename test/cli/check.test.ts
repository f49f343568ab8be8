import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { check } from "../../src/cli/check/check.ts";
import { makePlan } from "../../src/cli/check/plan.ts";
import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { mutant } from "../../src/conformance/implementations/index.ts";
import { hardRequests } from "../../src/conformance/properties/hard-requests.ts";
import { type RunEvent, run, type Summary, summaryOf } from "../../src/conformance/runner/index.ts";
import { loadVectors, type Vector, writeInput, writeVector } from "../../src/conformance/vectors/index.ts";
import { FAULTS } from "../../src/faults/index.ts";
import { fakeTerminal } from "./fake-terminal.ts";
import { fewVectors } from "./few-vectors.ts";

const folders: string[] = [];

const OWN = { builtin: "countersign" } as const;

/** A folder with vectors, one of them changed. */
function vectorsWith(changed: Parameters<typeof fewVectors>[0]): string {
  const folder = fewVectors(changed);
  folders.push(folder);
  return folder;
}

/** The vector with the middle character of its base string changed. */
function withWrongBaseString(vector: Vector): Vector {
  const { "base-string": text } = vector.expected as { readonly "base-string": string };
  const middle = Math.floor(text.length / 2);
  const wrong = text.slice(0, middle) + (text[middle] === "z" ? "y" : "z") + text.slice(middle + 1);
  return { ...vector, expected: { ...vector.expected, "base-string": wrong } };
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe("check", () => {
  test("compares the signer of this package and the references with the specification", async () => {
    const terminal = { ...fakeTerminal(), isVerbose: true };
    expect(await check({ ...OWN, filter: ["request/rfc5849"], seed: "1", runs: "0" }, terminal)).toBe(0);
    expect(terminal.text()).toMatch(/✓ countersign: [\d,]+ vectors, [\d,]+ passed, 0 failed/);
    expect(terminal.text()).toMatch(
      /^ {2}expected values compared with oauth-1\.0a 2\.\d+\.\d+: [\d,]+ vectors and 0 generated inputs, 0 different$/m,
    );
    expect(terminal.text()).toMatch(
      /^ {2}expected values compared with node-forge 1\.\d+\.\d+: [\d,]+ vectors and 0 generated inputs, 0 different$/m,
    );
  });

  test("a failure block has id, rule, stage, both values, a caret under the difference and the command to rerun", async () => {
    const vector = loadVectors().find(({ id }) => id === "request/rfc5849/1")!;
    const folder = vectorsWith(writeVector(withWrongBaseString(vector)));
    const terminal = fakeTerminal();
    expect(await check({ ...OWN, vectors: folder, filter: [vector.id], runs: "0", causes: false }, terminal)).toBe(1);
    const lines = terminal.text().split("\n");
    const first = lines.findIndex((line) => line.startsWith("✗"));
    expect(lines[first + 1]).toContain(vector.rule);
    expect(lines[first + 2]).toContain(vector.id);
    const place = /first difference: base-string, character (\d+)/.exec(lines[first + 4]!)!;
    const [expected, caret, actual] = lines.slice(first + 5, first + 8) as [string, string, string];
    const column = caret.indexOf("^");
    expect(Number(place[1])).toBeGreaterThan(1);
    expect(expected.slice(0, column).replace("expected", "")).toBe(actual.slice(0, column).replace("actual  ", ""));
    expect(expected[column]).not.toBe(actual[column]);
    const rerun = lines.slice(first).find((line) => line.startsWith("  run only this:"));
    expect(rerun).toContain("check --builtin countersign --vectors");
    expect(rerun).toContain("--filter request/rfc5849/1");
  });

  test("a refusal that is asked for and does not come is a failure", { tags: ["deep"] }, async () => {
    const vector = loadVectors().find(({ id }) => id === "base-string-uri/oauthlib/1")!;
    const folder = vectorsWith({ ...writeVector(vector), expected: { refused: true } });
    const options = { ...OWN, vectors: folder, filter: [vector.id], runs: "0", causes: false };
    expect(await check(options, fakeTerminal())).toBe(1);
  });

  test("a decision that differs where RFC 5849 is open fails only with --open fail", async () => {
    const plan = { ...OWN, filter: ["request/signature-names"], runs: "0", references: false, causes: false } as const;
    expect(await check({ ...plan, open: "accept" }, fakeTerminal())).toBe(0);
    const terminal = fakeTerminal();
    expect(await check({ ...plan, open: "fail" }, terminal)).toBe(1);
    expect(terminal.text()).toContain("request/signature-names/6");
  });

  test("differences where RFC 5849 is open are listed with --open warn, however many failures there are", async () => {
    const folder = mkdtempSync(join(tmpdir(), "open-"));
    folders.push(folder);
    const module = join(folder, "url.mjs");
    const parser =
      "({ url }) => { const { protocol, host, pathname } = new URL(url); return protocol + '//' + host + pathname; }";
    writeFileSync(module, `export default { baseStringUri: ${parser} };`);
    const printed = async (open: "accept" | "warn"): Promise<string> => {
      const terminal = fakeTerminal();
      const options = { module, filter: ["base-string-uri"], runs: "0", references: false, causes: false };
      await check({ ...options, open }, terminal);
      return terminal.text();
    };
    const list = /^Differs where the RFC is open \(no failures\)\n {2}.*base-string-uri\//m;
    expect(await printed("accept")).not.toMatch(list);
    expect((await printed("warn")).replaceAll("\n    ", " ")).toMatch(list);
  });

  test("a filter that names nothing ends with 4, and so does a run in which nothing applies", {
    tags: ["deep"],
  }, async () => {
    expect(await check({ ...OWN, filter: ["no-such-thing"], seed: "1" }, fakeTerminal())).toBe(4);
    expect(await check({ builtin: "node-forge", filter: ["percent-encoding"], seed: "1" }, fakeTerminal())).toBe(4);
  });

  test.each([
    ["request/rfc5849/1", 1],
    ["request/rfc5849", 8],
    ["rfc5849-3.6-4", 1],
    ["ipv6", 2],
  ])("the filter %s chooses by id, beginning of an id, rule or flag", async (filter, least) => {
    const terminal = fakeTerminal();
    expect(await check({ ...OWN, filter: [filter], json: true, runs: "0" }, terminal)).toBe(0);
    expect(JSON.parse(terminal.text()).implementations[0].total).toBeGreaterThanOrEqual(least);
  });

  test("an unknown implementation is bad usage, and the message names the known ones", async () => {
    await expect(check({ builtin: "nobody" }, fakeTerminal())).rejects.toThrow(
      /one of countersign, model, .*got "nobody"/,
    );
  });

  test("a vector that cannot be checked is reported with its file and its id, and is not skipped", {
    tags: ["deep"],
  }, async () => {
    const vector = loadVectors().find(({ id }) => id === "request/rfc5849/1")!;
    const misspelt = vectorsWith({ ...writeVector(vector), operation: "sing" });
    await expect(check({ ...OWN, vectors: misspelt, runs: "0" }, fakeTerminal())).rejects.toThrow(
      /requests\.json: vectors\[\d+\]\.operation \(in request\/rfc5849\/1\): expected one of .*, sign, .*, got "sing"$/,
    );
    const empty = vectorsWith({ ...writeVector(vector), expected: {} });
    await expect(check({ ...OWN, vectors: empty, runs: "0" }, fakeTerminal())).rejects.toThrow(
      /\]\.expected\.signature \(in request\/rfc5849\/1\): expected a string, got nothing$/,
    );
  });

  test("a key that no implementation reads is a failure of that vector and not the end of the run", {
    tags: ["deep"],
  }, async () => {
    const vector = loadVectors().find(({ id, flags }) => id.startsWith("request/") && flags.includes("rsa"))!;
    const { input: right, ...json } = writeVector(vector);
    const input = { ...right, credentials: { ...(right.credentials as object), privateKey: "-----BEGIN garbage" } };
    const terminal = fakeTerminal();
    const options = { ...OWN, vectors: vectorsWith({ ...json, input }), filter: [vector.id], runs: "0", causes: false };
    expect(await check(options, terminal)).toBe(1);
    expect(terminal.text()).toMatch(/✗ countersign: 1 vector, 0 passed, 1 failed/);
  });

  test("a run in which no vector or property was offered does not look green", { tags: ["deep"] }, async () => {
    const terminal = fakeTerminal();
    expect(await check({ builtin: "node-forge", filter: ["percent-encoding"], seed: "1", runs: "0" }, terminal)).toBe(
      4,
    );
    expect(terminal.text()).toContain("? node-forge: no vector or property was offered");
  });

  test("a folder without vectors is reported with its path", async () => {
    await expect(check({ ...OWN, vectors: "/nowhere", seed: "1" }, fakeTerminal())).rejects.toThrow(
      /\/nowhere\/rules\.json/,
    );
  });
});

describe("check --exhaustive", () => {
  function* first<Item>(items: Iterable<Item>, count: number): Generator<Item> {
    let left = count;
    for (const one of items) {
      if (left-- === 0) return;
      yield one;
    }
  }

  /** A run of the plan with only its first requests: all of them take minutes. */
  async function exhaustiveRun(count: number, changes: Parameters<typeof mutant>[0] = []): Promise<Summary> {
    const { listed, ...plan } = await makePlan({ exhaustive: true });
    const events: RunEvent[] = [];
    await run({
      ...plan,
      listed: () => first(listed!(), count),
      driver: inProcessDriver(mutant(changes)),
      emit: (event) => events.push(event),
    });
    return summaryOf(events);
  }

  const expectRuns = async (count: number): Promise<void> => {
    const { total, properties } = await exhaustiveRun(count);
    expect(total).toBe(0);
    expect(properties).toMatchObject([{ id: "agrees-with-model", verdict: "pass", runs: count }]);
  };
  test.each([50])("runs every small request, and no vector, so that it needs no seed: the first %i", expectRuns);
  test.each([400])(
    "runs every small request, and no vector, so that it needs no seed: the first %i",
    { tags: ["deep"] },
    expectRuns,
  );

  const expectFirst = async (id: string, shows: string, count: number): Promise<void> => {
    const fault = FAULTS.find((one) => one.id === id)!;
    const { properties } = await exhaustiveRun(count, [fault]);
    const falsifying = [...first(hardRequests(), count)].find((one) => JSON.stringify(one).includes(shows))!;
    expect(properties[0]).toMatchObject({
      verdict: "fail",
      counterexample: { case: writeInput(falsifying) },
      repeat: ["--exhaustive"],
    });
  };
  const COUNTEREXAMPLE = "shows the first request that fails as the counterexample, and how to repeat it: %s";
  test.each([["hex-digest", "", 10]])(COUNTEREXAMPLE, expectFirst);
  test.each([["tilde-encoded", "~", 400]])(COUNTEREXAMPLE, { tags: ["deep"] }, expectFirst);
});

describe("check --quick", () => {
  test("runs the few vectors that notice every fault, and no property, so that it needs no seed", async () => {
    const terminal = fakeTerminal();
    expect(await check({ ...OWN, quick: true, references: false }, terminal)).toBe(0);
    expect(terminal.text()).toMatch(/✓ countersign: ([\d,]+) vectors, \1 passed, 0 failed/);
    expect(terminal.text()).not.toMatch(/seed|holds/);
  });

  const expectFailure = async (builtin: string): Promise<void> => {
    expect(await check({ quick: true, builtin, references: false, causes: false }, fakeTerminal())).toBe(1);
  };
  test.each(["mutant:hex-digest+default-port-kept"])("fails %s", expectFailure);
  test.each(["mutant:tilde-encoded"])("fails %s", { tags: ["deep"] }, expectFailure);

  test("names what can be built in where a fault is not known", async () => {
    const wrong = check({ quick: true, builtin: "mutant:no-such-fault" }, fakeTerminal());
    await expect(wrong).rejects.toThrow(/--builtin must be one of .*mutant:<fault>, got "mutant:no-such-fault"/);
  });
});
