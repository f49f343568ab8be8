import { execFileSync } from "node:child_process";

/** Builds `dist` before the tests that run it as its users do. */
export function setup(): void {
  execFileSync(process.execPath, ["node_modules/tsx/dist/cli.mjs", "scripts/build.ts"], { stdio: "inherit" });
}
