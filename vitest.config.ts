import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    globalSetup: "test/build-once.ts",
    include: ["test/**/*.test.ts"],
    // The default leaves one core idle, which of two is half.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});

export default config;
