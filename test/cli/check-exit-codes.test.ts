import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { check } from "../../src/cli/check/check.ts";
import type { CheckOptions } from "../../src/cli/options/check.ts";
import { EXIT, type ExitCode, highestCause } from "../../src/cli/process/exit-codes.ts";
import { NO_REASON } from "../../src/conformance/baseline/entries.ts";
import { checkInFolder, FEW } from "./check-in-folder.ts";
import { fakeTerminal } from "./fake-terminal.ts";

const { folder, file, checked } = checkInFolder();

const MODEL = { builtin: "model" } as const;

/** Encodes as encodeURIComponent does, so that ! ' ( ) * stay what they are. */
const WRONG = `export const implementation = {
  implementation: { name: "almost" },
  percentEncode: ({ text, octets }) => encodeURIComponent(text ?? Buffer.from(octets, "base64").toString()),
};
`;

describe("the exit code", () => {
  test("is that of the highest cause", () => {
    const order: ExitCode[] = [70, 2, 130, 3, 4, 1, 5, 6];
    expect(Object.values(EXIT).filter((code) => code !== 0)).toHaveLength(order.length);
    for (const [at, code] of order.entries()) expect(highestCause([...order.slice(at)].reverse())).toBe(code);
    expect(highestCause([])).toBe(0);
  });

  test("is 0 if everything passes, and 1 if a module is wrong", async () => {
    expect((await checked({ references: false })).exitCode).toBe(0);
    const wrong = await checked({ module: file("wrong.mjs", WRONG) });
    expect(wrong.exitCode).toBe(1);
    expect(wrong.own).toMatchObject({ implementation: { name: "almost" }, vectors: { failed: 23 } });
  });

  test("is 1 if a module that is a reference computes other values, and 2 if it cannot be loaded", async () => {
    const { exitCode, own } = await checked({ references: false, reference: [file("reference.mjs", WRONG)] });
    expect(exitCode).toBe(1);
    expect(own).toMatchObject({
      vectors: { failed: 0 },
      corroboration: { references: [{ implementation: { name: "almost" }, different: 23 }] },
    });
    const unloaded = check({ ...FEW, ...MODEL, reference: ["/nowhere.mjs"] }, fakeTerminal());
    await expect(unloaded).rejects.toThrow(/expected a driver at --reference: \/nowhere\.mjs cannot be loaded/);
  });

  test("is 3 where a module cannot be loaded", async () => {
    expect(await check({ ...FEW, module: "/nowhere.mjs" }, fakeTerminal())).toBe(3);
  });

  test("is 4 where no vector or property was offered, and where too little was", { tags: ["deep"] }, async () => {
    expect((await checked({ builtin: "node-forge", references: false })).exitCode).toBe(4);
    expect((await checked({ references: false, minRun: "176" })).exitCode).toBe(0);
    expect((await checked({ references: false, minRun: "177" })).exitCode).toBe(4);
  });

  test.each<[string, CheckOptions, readonly string[], RegExp]>([
    ["two implementations", { builtin: "model" }, ["true"], /give one of --builtin, --module and a program/],
    ["no implementation", {}, [], /^check needs an implementation: a program after --, --module or --builtin$/],
    ["--exec without a command", { exec: true }, [], /--exec needs a program/],
    ["no such profile", { ...MODEL, profile: "saml" }, [], /--profile must be one of gateway, rfc5849, got "saml"/],
    ["no such report", { ...MODEL, report: ["pdf"] }, [], /--report must be one of terminal, .*got "pdf"/],
    [
      "a report that cannot be written",
      { ...MODEL, report: ["json=/nowhere/r"] },
      [],
      /can be written at \/nowhere\/r: no such file or folder/,
    ],
    ["no number", { ...MODEL, maxFailures: "0" }, [], /--max-failures must be a whole number from 1/],
    ["no copies", { jobs: "0" }, ["true"], /--jobs must be a whole number from 1/],
    [
      "a baseline that is not there",
      { ...MODEL, baseline: "/nowhere.json" },
      [],
      /expected a baseline in JSON at \/nowhere/,
    ],
    ["a baseline to be written nowhere", { ...MODEL, updateBaseline: true }, [], /--update-baseline needs --baseline/],
  ])("is that of bad usage for %s", async (_what, options, command, message) => {
    await expect(check({ ...FEW, ...options }, fakeTerminal(), command)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringMatching(message),
    });
  });
});

describe("a baseline", () => {
  const wrong = () => file("wrong.mjs", WRONG);

  test("that cannot be read is not to be written anew, which would lose its reasons", { tags: ["deep"] }, async () => {
    const hintOf = (baseline: string) =>
      check({ ...FEW, ...MODEL, baseline }, fakeTerminal()).catch(({ hint }) => hint);
    expect(await hintOf(file("broken.json", '{"format":3,'))).toBe(
      "correct the file: a new one would lose the reasons of its entries",
    );
    expect(await hintOf(join(folder, "absent.json"))).toBe("--update-baseline writes one");
  });

  test("written by --update-baseline suppresses every failure, and a new one fails", { tags: ["deep"] }, async () => {
    const baseline = join(folder, "known.json");
    const names = ["html", "junit", "github", "github-summary", "terminal"];
    const report = [`json=${join(folder, "report.json")}`];
    report.push(...names.map((name) => `${name}=${join(folder, `update.${name}`)}`));
    const update = { module: wrong(), baseline, updateBaseline: true, causes: true, report };
    expect(await checked(update)).toMatchObject({
      exitCode: 0,
      own: { causes: [{ isKnown: true }, { isKnown: true }], failures: [], vectors: { failed: 0, known: 23 } },
    });
    const textOf = (name: string): string => readFileSync(join(folder, `update.${name}`), "utf8");
    expect(textOf("terminal")).toMatch(/^✓ almost: [\d,]+ vectors, [\d,]+ passed, 0 failed, 23 known failures/m);
    expect(textOf("terminal")).not.toContain("✗");
    expect(textOf("junit")).toMatch(/ failures="0" errors="0"/);
    expect(textOf("github")).not.toContain("::error");
    expect(textOf("github-summary")).not.toContain("❌");
    expect(textOf("html")).toContain("23 known failures");
    const known = await checked({ module: wrong(), baseline });
    expect(known).toMatchObject({ exitCode: 0, own: { vectors: { failed: 0, known: 23 } } });

    const entries = JSON.parse(readFileSync(baseline, "utf8"));
    const octets = "octets-as-replacement-character";
    expect(entries.known).toEqual([
      { cause: "encodeuricomponent-leftovers", reason: "! ' ( ) * left unencoded" },
      { cause: octets, reason: "Octets replaced by U+FFFD" },
    ]);
    const fewer = file("fewer.json", JSON.stringify({ ...entries, known: entries.known.slice(1) }));
    expect((await checked({ module: wrong(), baseline: fewer })).exitCode).toBe(1);
  });

  test("written anew gives entries without a reason the cause that is found now", { tags: ["deep"] }, async () => {
    const entry = { reason: NO_REASON };
    const filter = ["percent-encoding/pecl-oauth", "percent-encoding/mastercard"];
    const builtin = { builtin: "mutant:tilde-encoded", filter, references: false, causes: true };
    const known = ["percent-encoding/pecl-oauth/1", "percent-encoding/mastercard/4"].map((id) => ({
      vectors: { [id]: "0" },
      ...entry,
    }));
    const baseline = file("unknown.json", JSON.stringify({ format: 3, known }));
    expect((await checked({ ...builtin, baseline, updateBaseline: true })).exitCode).toBe(0);
    const entries = [{ cause: "tilde-encoded", reason: "Tilde percent-encoded" }];
    expect(JSON.parse(readFileSync(baseline, "utf8"))).toEqual({ format: 3, known: entries });
    expect((await checked({ ...builtin, baseline })).exitCode).toBe(0);
  });

  test("keeps the reasons that people wrote when it is written anew", { tags: ["deep"] }, async () => {
    const entry = { cause: "encodeuricomponent-leftovers", reason: "old encoder" };
    const baseline = file("reasons.json", JSON.stringify({ format: 3, known: [entry] }));
    await checked({ module: wrong(), baseline, updateBaseline: true, causes: true });
    expect(JSON.parse(readFileSync(baseline, "utf8")).known).toContainEqual(entry);
  });

  test.each([
    ["a stale entry", "base-string/rfc5849/1"],
    ["an entry that names nothing", "no-such/vector/1"],
  ])("with %s fails", async (_what, id) => {
    const known = [{ vectors: { [id]: "0123456789ab" }, reason: "old encoder" }];
    const baseline = file("one.json", JSON.stringify({ format: 3, known }));
    expect((await checked({ filter: ["base-string/rfc5849/1"], references: false, baseline })).exitCode).toBe(5);
  });

  test("says nothing of entries that a filter leaves out", async () => {
    const known = [{ vectors: { "base-string/rfc5849/1": "0123456789ab" }, reason: "old encoder" }];
    const baseline = file("other.json", JSON.stringify({ format: 3, known }));
    expect((await checked({ references: false, baseline })).exitCode).toBe(0);
  });

  test("says nothing of a property that passes, because its cases depend on the seed", async () => {
    const known = [{ property: "order-is-free", reason: "old encoder" }];
    const baseline = file("property.json", JSON.stringify({ format: 3, known }));
    const options = { filter: ["order-is-free"], runs: "2", seed: "1", references: false, baseline };
    expect((await checked(options)).exitCode).toBe(0);
  });

  test.each([
    ["not JSON", "{", /expected a baseline in JSON/],
    ["another format", '{"format":2,"known":[]}', /format: expected 3, got 2$/],
    [
      "no reason",
      '{"format":3,"known":[{"cause":"a"}]}',
      /: known\[0\] \(a\)\.reason: expected a string that is not empty, got nothing$/,
    ],
    [
      "an unknown field",
      '{"format":3,"known":[{"cause":"a","reason":"r","x":1}]}',
      /: known\[0\] \(a\)\.x: expected one of the members cause, reason, address, got 1$/,
    ],
  ])("that is %s is bad usage", async (_what, text, message) => {
    await expect(checked({ baseline: file("bad.json", text) })).rejects.toThrow(message);
  });
});

describe("a check", () => {
  test("reports how many vectors for verifiers no question can describe", { tags: ["deep"] }, async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const options = { ...FEW, builtin: "countersign", references: false };
    const all = fakeTerminal();
    await check({ ...options, filter: ["verifier"] }, { ...all, isVerbose: true });
    expect(all.text()).toMatch(/^ {2}[\d,]+ more vectors for verifiers are not asked, /m);
    const few = fakeTerminal();
    await check(options, { ...few, isVerbose: true });
    expect(few.text()).not.toContain("vectors for verifiers are not asked");
    stderr.mockRestore();
  });

  test("ends after --max-failures", async () => {
    const { exitCode, own } = await checked({ module: file("wrong.mjs", WRONG), maxFailures: "2" });
    expect(exitCode).toBe(1);
    expect(own).toMatchObject({ vectors: { failed: 2 }, stopped: { reason: "max-failures" } });
  });

  test.each([
    ["gateway", ["RSA-SHA256", "header-and-body"], ["RSA-SHA1", "PLAINTEXT", "query", "GET"]],
    ["rfc5849", ["RSA-SHA1", "PLAINTEXT", "query"], ["RSA-SHA256", "HMAC-SHA512", "header-and-body"]],
  ])("of the profile %s asks only what belongs to it", { tags: ["deep"] }, async (profile, inside, outside) => {
    const asked = new Set<string>();
    const spy = `export default {
      sign: (input) => { globalThis.asked.add(input.signatureMethod); globalThis.asked.add(input.transport);
        globalThis.asked.add(input.request.method); return ""; },
    };`;
    Object.assign(globalThis, { asked });
    await checked({
      module: file(`spy-${profile}.mjs`, spy),
      profile,
      filter: ["sign", "agrees-with-model"],
      runs: "40",
      seed: "1",
    });
    expect(inside.filter((one) => !asked.has(one))).toEqual([]);
    expect(outside.filter((one) => asked.has(one))).toEqual([]);
  });

  test("takes several filters, of which one has to fit", { tags: ["deep"] }, async () => {
    const both = await checked({ references: false, filter: ["percent-encoding/rfc5849/*", "realm"] });
    const alone = await checked({ references: false, filter: ["realm"] });
    expect(both.own.total).toBeGreaterThan(alone.own.total);
  });
});
