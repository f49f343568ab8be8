/**
 * Finds clients that this project did not write: curl, and Python's requests-oauthlib, which computes signatures itself.
 *
 * If one is not installed, its tests are skipped with a warning. With COUNTERSIGN_REQUIRE_CLIENTS=1 that is a failure.
 */

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Debian's own interpreter, because Debian's packages are installed for it. */
export const PYTHON = "/usr/bin/python3";

export const hasCurl: boolean = isInstalled("curl", "--version");
export const hasPython: boolean = isInstalled(PYTHON, "-c", "import requests_oauthlib");

function isInstalled(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** Call this at the top of a test file that uses these clients. */
export function requireClients(): void {
  for (const [name, installed] of Object.entries({ curl: hasCurl, "python3-requests-oauthlib": hasPython })) {
    if (!installed) console.warn(`NOT RUN: ${name} is not installed, so its tests are skipped`);
  }
  if (process.env.COUNTERSIGN_REQUIRE_CLIENTS !== "1") return;
  test("the required clients are installed", () => {
    expect({ hasCurl, hasPython }).toEqual({ hasCurl: true, hasPython: true });
  });
}
