/**
 * The drivers to copy, each with its real library, where that is installed.
 *
 * @module-tag clients
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { DRIVERS, IMPLEMENTATIONS } from "../../scripts/interop/implementations.ts";
import { STARTERS } from "../../src/cli/driver/starters.ts";
import { inProcessDriver, openDriver } from "../../src/conformance/drivers/index.ts";
import { model } from "../../src/conformance/implementations/index.ts";
import { type RunEvent, run, startCorroboration, summaryOf } from "../../src/conformance/runner/index.ts";
import { loadRules, loadVectors } from "../../src/conformance/vectors/index.ts";
import { isInstalled, LIBRARY_PROGRAMS } from "../programs.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-drivers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The libraries that `.ci/run` installs. The others are tried where they are measured. */
const here = IMPLEMENTATIONS.filter(
  ({ driver, language }) => STARTERS.some(({ file }) => file === driver) && isInstalled(...LIBRARY_PROGRAMS[language]!),
);

/** Requests that each of them signs correctly. */
const vectors = loadVectors().filter(({ id }) => id.startsWith("request/gateway-create-card-ref/"));

describe("a driver to copy", () => {
  test.each(here)("$id signs the gateway's requests through its library", async (library) => {
    const place = { drivers: DRIVERS, build: folder };
    await library.build?.(place);
    const events: RunEvent[] = [];
    const troubles: unknown[] = [];
    await run({
      vectors,
      rules: loadRules(),
      emit: (event) => events.push(event),
      inFlight: 8,
      properties: [],
      saved: [],
      seed: 0,
      indices: { first: 0, count: 0 },
      driver: openDriver({ command: library.command(place), onProblem: (trouble) => troubles.push(trouble) }),
    });
    expect(troubles).toEqual([]);
    const { failures, vectors: counts, implementation } = summaryOf(events);
    expect(failures).toEqual([]);
    expect(counts.passed).toBeGreaterThan(5);
    expect(implementation.version).toMatch(/^\d/);
  });

  test("of oauth-1.0a is offered no form that it would have to decode itself", async () => {
    const encoded = loadVectors().filter(({ input }) => "request" in input && input.request.formEncoded !== undefined);
    const questions: string[] = [];
    await run({
      vectors: encoded,
      rules: loadRules(),
      emit(event) {
        if (event.type === "case" && event.result.verdict !== "not-offered")
          questions.push(JSON.stringify(event.result.question));
      },
      properties: [],
      saved: [],
      seed: 0,
      indices: { first: 0, count: 0 },
      driver: openDriver({
        command: [process.execPath, join(DRIVERS, "javascript-oauth-1.0a.mjs")],
        onProblem: () => {},
      }),
    });
    expect(encoded.length).toBeGreaterThan(20);
    expect(questions.length).toBeGreaterThan(5);
    expect(questions.filter((question) => question.includes("formEncoded"))).toEqual([]);
  });

  test.each(here.filter(({ id }) => ["go-gomodule-oauth1", "ruby-simple-oauth"].includes(id)))(
    "$id differs as a reference only where its hello declares it",
    async (library) => {
      const place = { drivers: DRIVERS, build: folder };
      await library.build?.(place);
      const reference = openDriver({ command: library.command(place), onProblem: () => {} });
      const { compare, result, close } = await startCorroboration(inProcessDriver(model), [reference]);
      const inputs = loadVectors().filter(({ open }) => open === undefined);
      await compare(
        inputs.map(({ input }) => input),
        "vectors",
      );
      const [counts] = (await result()).references;
      await close();
      expect(counts!.differences).toEqual([]);
      expect(counts!.compared.vectors).toBeGreaterThan(350);
    },
  );

  test.each(IMPLEMENTATIONS)("$id has less than a hundred lines", ({ driver }) => {
    expect(readFileSync(join(DRIVERS, driver), "utf8").trimEnd().split("\n").length).toBeLessThan(100);
  });

  test("each file is one of a library that is measured, and is reported in the README", () => {
    const files = readdirSync("examples/drivers").filter((name) => /-.*\.\w+$/.test(name));
    expect(files.sort()).toEqual(IMPLEMENTATIONS.map(({ driver }) => driver).sort());
    const readme = readFileSync("examples/drivers/README.md", "utf8");
    expect(files.filter((name) => !readme.includes(`(${name})`))).toEqual([]);
  });
});
