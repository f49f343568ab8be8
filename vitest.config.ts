import { defineConfig, type ViteUserConfig } from "vitest/config";
import { seed } from "./test/seed.ts";

// The workers inherit it.
process.env.COUNTERSIGN_SEED = String(seed);
console.info(`COUNTERSIGN_SEED=${seed} repeats what is generated and the order of the tests`);

/** Tests that start other programs or install something: `npm run test:slow`. */
const SLOW = "test/**/*.slow.test.ts";
/** Tests that put other modules in the place of what the rest has loaded already. */
const ISOLATED = "test/**/*.isolated.test.ts";

const common = {
  // These only end what hangs: a test must not depend on how busy the machine is.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Tests that depend on each other fail in one order or another.
  sequence: { shuffle: true, seed },
  setupFiles: ["test/setup.ts"],
};
/** For tests that are to start no program. */
const withoutPrograms = { ...common, setupFiles: [...common.setupFiles, "test/no-programs.ts"] };

/** Just below what the quick tests reach, in percent. A change that falls below needs a test, or says why not. */
const FLOORS = {
  // Slow tests start its commands as programs, which is not counted here.
  "src/cli/**": { lines: 63, branches: 63 },
  // So they do with drivers and proxies.
  "src/conformance/**": { lines: 88, branches: 82 },
  "src/diagnosis/**": { lines: 98, branches: 91 },
  "src/faults/**": { lines: 98, branches: 94 },
  "src/gateway/**": { lines: 98, branches: 93 },
  "src/model/**": { lines: 98, branches: 96 },
  "src/oauth1/**": { lines: 99, branches: 98 },
  "src/platform/**": { lines: 99, branches: 93 },
  "src/redaction/**": { lines: 99, branches: 97 },
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
    globalSetup: "test/build-once.ts",
    // The default leaves one core idle, which of two is half.
    maxWorkers: "100%",
    projects: [
      // Loading everything anew for each file would take longer than the tests.
      {
        test: {
          ...withoutPrograms,
          name: "quick",
          include: ["test/**/*.test.ts"],
          exclude: [SLOW, ISOLATED],
          isolate: false,
        },
      },
      { test: { ...withoutPrograms, name: "isolated", include: [ISOLATED] } },
      { test: { ...common, name: "slow", include: [SLOW] } },
    ],
  },
});

export default config;
