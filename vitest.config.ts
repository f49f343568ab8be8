import { defineConfig, type ViteUserConfig } from "vitest/config";

/** Tests that start other programs, wait for real time or install something: `npm run test:slow`. */
const SLOW = "test/**/*.slow.test.ts";
/** Tests that put other modules in the place of what the rest has loaded already. */
const ISOLATED = "test/**/*.isolated.test.ts";

const common = { testTimeout: 30_000, hookTimeout: 120_000 };

const config: ViteUserConfig = defineConfig({
  test: {
    globalSetup: "test/build-once.ts",
    // The default leaves one core idle, which of two is half.
    maxWorkers: "100%",
    projects: [
      // Loading everything anew for each file would take longer than the tests.
      { test: { ...common, name: "quick", include: ["test/**/*.test.ts"], exclude: [SLOW, ISOLATED], isolate: false } },
      { test: { ...common, name: "isolated", include: [ISOLATED] } },
      { test: { ...common, name: "slow", include: [SLOW] } },
    ],
  },
});

export default config;
