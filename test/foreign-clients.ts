/**
 * Whether the clients are there that are not ours: curl, and Python's requests-oauthlib, which signs by itself.
 *
 * Where they are not installed this is told; with COUNTERSIGN_REQUIRE_CLIENTS=1 it is a failure.
 *
 * @module
 */

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

/** Debian's interpreter is the one that Debian's packages are installed for. */
export const PYTHON = "/usr/bin/python3";

export const hasCurl: boolean = isThere("curl", "--version");
export const hasPython: boolean = isThere(PYTHON, "-c", "import requests_oauthlib");

function isThere(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

/** For the top of a test file that has tests with these clients. */
export function requireClients(): void {
  for (const [name, there] of Object.entries({ curl: hasCurl, "python3-requests-oauthlib": hasPython })) {
    if (!there) console.warn(`NOT RUN: ${name} is not installed, so no request of it was judged`);
  }
  if (process.env.COUNTERSIGN_REQUIRE_CLIENTS !== "1") return;
  test("the clients that must be there are there", () => {
    expect({ hasCurl, hasPython }).toEqual({ hasCurl: true, hasPython: true });
  });
}
