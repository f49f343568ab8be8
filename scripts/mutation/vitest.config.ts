/**
 * The tests that Stryker runs: those of the folders that are mutated, named by COUNTERSIGN_MUTATION_TESTS.
 *
 * The fixed seed makes each run the same, so that a mutant that survives once survives again.
 */

import { defineConfig, type ViteUserConfig } from "vitest/config";

process.env.COUNTERSIGN_SEED ??= "5849";

const config: ViteUserConfig = defineConfig({
  test: {
    include: process.env.COUNTERSIGN_MUTATION_TESTS?.split(",") ?? ["test/**/*.test.ts"],
    exclude: ["test/**/*.slow.test.ts", "test/**/*.isolated.test.ts"],
    setupFiles: ["test/setup.ts", "test/no-programs.ts"],
    testTimeout: 120_000,
    isolate: false,
  },
});

export default config;
