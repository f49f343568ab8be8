/** Runs the tests with vitest: once to see which mutants each of them reaches, then for one mutant at a time. */

import { relative } from "node:path";
import { Writable } from "node:stream";
import { createVitest, parseCLI, type Reporter, type TestUserConfig, type Vitest } from "vitest/node";
import config from "../../vitest.config.ts";
import type { NumberedMutant, Selection, TestFile } from "./choose.ts";
import { withSwitches } from "./mutants.ts";

/** Tests that run with the mutants. */
export interface Level {
  readonly files: readonly TestFile[];
  /** What fails without an active mutant, and is left out. */
  readonly failures: readonly string[];
  readonly openRunner: () => Promise<MutantRunner>;
}

const SETUP = "scripts/mutation/setup.ts";
/**
 * If no test reports a result within this time, the run is considered stuck. The time that the slowest file took is added
 * several times, so that a busy machine does not matter.
 */
const SILENCE_MILLISECONDS = 30_000;
const SLOWER = 5;

/**
 * Runs the tests of an npm script without an active mutant.
 *
 * Each file reloads all modules, so that the mutants it reaches do not depend on earlier files.
 *
 * @param command the npm script, which must be one call of `vitest run`
 */
export async function openTests(command: string, mutants: readonly NumberedMutant[], workers: number): Promise<Level> {
  const { filter, options } = parseCLI(command);
  const vitest = await open(mutants, { ...options, isolate: true }, { maxWorkers: workers });
  vitest.provide("mutant", 0);
  const { testModules } = await vitest.start(filter);
  const failures: string[] = [];
  const files = testModules.map((module): TestFile => {
    const path = relative(".", module.moduleId);
    failures.push(...module.errors().map(({ message }) => `${path}: ${message}`));
    const tests: TestFile["tests"][number][] = [];
    for (const test of module.children.allTests()) {
      const name = `${path} > ${test.fullName}`;
      if (test.result().state === "failed") failures.push(name);
      if (test.result().state !== "passed") continue;
      const milliseconds = test.diagnostic()?.duration ?? 0;
      tests.push({ id: test.id, name, milliseconds, reached: new Set(test.meta().reached) });
    }
    const { duration, collectDuration } = module.diagnostic();
    const milliseconds = duration + collectDuration;
    return { project: module.project.name, path, milliseconds, reached: new Set(module.meta().reached), tests };
  });
  await vitest.close();
  return { files, failures, openRunner: () => openRunner(mutants) };
}

/** Runs tests for one mutant after another. */
export interface MutantRunner {
  /** Runs the tests until one of them fails. Returns the name of that test or another event; undefined if all pass. */
  readonly run: (mutant: NumberedMutant, selections: readonly Selection[]) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

async function openRunner(mutants: readonly NumberedMutant[]): Promise<MutantRunner> {
  let kill: string | undefined;
  let heard = (): void => {};
  const noticed = (by: string): void => {
    kill ??= by;
    void vitest.cancelCurrentRun("test-failure");
  };
  const reporter: Reporter = {
    onTestModuleCollected: () => heard(),
    onTestModuleEnd(module) {
      heard();
      const [error] = module.errors();
      if (error !== undefined) noticed(`${relative(".", module.moduleId)}: ${error.message}`);
    },
    onTestCaseResult(test) {
      heard();
      if (test.result().state === "failed") noticed(`${relative(".", test.module.moduleId)} > ${test.fullName}`);
    },
  };
  const vitest = await open(mutants, { reporters: [reporter] }, { maxWorkers: 1, globalSetup: [] });
  return {
    async run({ id }, selections) {
      kill = undefined;
      vitest.provide("mutant", id);
      const specifications = selections.map(({ file, tests }) => {
        const project = vitest.projects.find(({ name }) => name === file.project)!;
        return project.createSpecification(file.path, { testIds: tests.map((test) => test.id) });
      });
      const slowest = Math.max(...selections.map(({ file }) => file.milliseconds));
      const limit = SILENCE_MILLISECONDS + SLOWER * slowest;
      let timer: NodeJS.Timeout | undefined;
      heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          noticed("the tests do not end");
          // If the request is repeated, vitest ends the worker.
          void vitest.cancelCurrentRun("test-failure");
        }, limit);
      };
      heard();
      const { unhandledErrors } = await vitest.runTestSpecifications(specifications);
      clearTimeout(timer);
      if (unhandledErrors.length > 0) kill ??= String(unhandledErrors[0]);
      return kill;
    },
    close: () => vitest.close(),
  };
}

function open(
  mutants: readonly NumberedMutant[],
  options: Parameters<typeof createVitest>[1],
  overrides: TestUserConfig,
): Promise<Vitest> {
  const { projects, ...shared } = config.test!;
  const plugin = {
    name: "mutants",
    enforce: "pre" as const,
    transform(code: string, id: string) {
      const file = relative(".", id);
      const inside = mutants.filter((mutant) => mutant.file === file);
      return inside.length === 0 ? null : { code: withSwitches(code, inside), map: null };
    },
  };
  const withMutants = projects!.map((project) => {
    if (typeof project !== "object" || !("test" in project)) throw new TypeError("a project without its own options");
    const setupFiles = [SETUP, ...[project.test?.setupFiles ?? []].flat()];
    return { ...project, plugins: [plugin], test: { ...project.test, setupFiles } };
  });
  const test = { ...shared, sequence: { sequencer: InGivenOrder }, ...overrides, projects: withMutants };
  // The output of tests would only hide the results.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  return createVitest(
    "test",
    { reporters: [{}], ...options, config: false, watch: false },
    { test },
    { stdout: output, stderr: output },
  );
}

/** Keeps the given order, because vitest would first run files that failed or took long in earlier runs. */
class InGivenOrder {
  sort<Specifications>(specifications: Specifications): Specifications {
    return specifications;
  }
  shard<Specifications>(specifications: Specifications): Specifications {
    return specifications;
  }
}
