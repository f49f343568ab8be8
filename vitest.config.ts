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

const config: ViteUserConfig = defineConfig({
  test: {
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
