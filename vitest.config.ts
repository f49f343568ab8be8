import { defineConfig, type ViteUserConfig } from "vitest/config";
import { pathProblem } from "./test/checkout-path.ts";
import { processorTimeReporter } from "./test/processor-time.ts";
import { seed } from "./test/seed.ts";
import { windowsPlugin } from "./test/windows.ts";

const problem = pathProblem(process.cwd());
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}

// The workers inherit it.
process.env.COUNTERSIGN_SEED = String(seed);
console.info(`COUNTERSIGN_SEED=${seed} repeats what is generated and the order of the tests`);

/** Tests that start programs: `npm run test:programs`. */
const PROGRAMS = "test/**/*.slow.test.ts";
/** Tests that put other modules in the place of what the rest has loaded already. */
const ISOLATED = "test/**/*.isolated.test.ts";

/** `deep` is a level of its own; the other tags are the groups of the tests that start programs. */
const tags = [
  { name: "deep", description: "whole searches, random tampering, every size, the kill matrix: npm run test:deep" },
  {
    name: "recorded",
    description: "compares what src does with a recorded file: npm run test:recorded -- --update writes it",
  },
  { name: "nightly", description: "the deep tests that take minutes, which run at night: .ci/run diagnosis" },
  { name: "commands", description: "the built command line, drivers and examples as processes of Node" },
  { name: "clients", description: "curl and programs in other languages" },
  { name: "browser", description: "Chromium" },
  { name: "redis", description: "a Redis server" },
  { name: "postgres", description: "a PostgreSQL server" },
  { name: "packaging", description: "the packed package, its sizes" },
  { name: "release", description: "a release, up to what would be published" },
  { name: "runtimes", description: "Deno, Bun and workerd" },
];

/**
 * For code most of which runs only a few times: more room for short-lived objects, which are collected by the thread that makes
 * them, and code is optimized only after many more runs. V8 12 has no flag for the latter.
 */
const V8_FLAGS = [
  "--max-semi-space-size=64",
  "--single-threaded-gc",
  ...(process.versions.v8.startsWith("11.") ? ["--interrupt-budget=1000000"] : []),
];

const common = {
  tags,
  // These only end what hangs: a test must not depend on how busy the machine is.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // Tests that depend on each other fail in one order or another.
  sequence: { shuffle: true, seed },
  setupFiles: ["test/setup.ts"],
  execArgv: V8_FLAGS,
};
/** For tests that are to start no program, and to generate no large key. */
const withoutPrograms = { ...common, setupFiles: [...common.setupFiles, "test/no-programs.ts", "test/known-keys.ts"] };

/** Just below what the quick tests reach, in percent. A change that falls below needs a test, or says why not. */
const FLOORS = {
  // Slow tests start some commands as programs, which is not counted here.
  "src/cli/**": { lines: 79, branches: 74 },
  "src/conformance/**": { lines: 96, branches: 90 },
  "src/diagnosis/**": { lines: 98, branches: 91 },
  "src/faults/**": { lines: 98, branches: 94 },
  "src/gateway/**": { lines: 98, branches: 93 },
  "src/model/**": { lines: 98, branches: 96 },
  "src/oauth1/**": { lines: 99, branches: 98 },
  "src/platform/**": { lines: 99, branches: 93 },
  "src/redaction/**": { lines: 99, branches: 97 },
  "src/request-log/**": { lines: 96, branches: 90 },
  "src/requests/**": { lines: 93, branches: 83 },
  "src/verifier/*.ts": { lines: 99, branches: 98 },
  "src/verifier/adapters/**": { lines: 99, branches: 93 },
};

const config: ViteUserConfig = defineConfig({
  test: {
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      // The page and its tabs run in a browser, which the slow tests start.
      exclude: ["src/inspector/main.ts", "src/inspector/tabs/**"],
      reporter: ["text-summary", "json-summary", "html"],
      thresholds: FLOORS,
    },
    reporters: ["default", processorTimeReporter],
    // Each worker loads and compiles all of src, so more of them than processors cost more than they save.
    maxWorkers: "100%",
    // Modules that did not change are not transformed again. CI installs node_modules anew, where the cache is.
    experimental: { fsModuleCache: !process.env.CI },
    projects: [
      // Loading everything anew for each file would take longer than the tests.
      {
        plugins: process.env.COUNTERSIGN_WINDOWS ? [windowsPlugin] : [],
        test: {
          ...withoutPrograms,
          name: "quick",
          include: ["test/**/*.test.ts"],
          exclude: [PROGRAMS, ISOLATED],
          isolate: false,
        },
      },
      {
        test: {
          ...withoutPrograms,
          name: "isolated",
          include: [ISOLATED],
          // Last, because between other files each of these ends a worker with all that it has loaded.
          sequence: { ...common.sequence, groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: "programs",
          include: [PROGRAMS],
          isolate: false,
          globalSetup: "test/programs-setup.ts",
        },
      },
    ],
  },
});

export default config;
