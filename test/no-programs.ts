/**
 * Runs before each file of the quick tests: a test that starts a program fails there. How long a program takes depends on
 * the machine and on what is installed on it; such tests belong into `*.slow.test.ts`.
 *
 * @module
 */

import childProcess, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { afterEach } from "vitest";

const MESSAGE = "a quick test starts a program: put it into a file named *.slow.test.ts";
let hasStarted = false;

function refuse(): never {
  hasStarted = true;
  throw new Error(MESSAGE);
}

// All asynchronous ways of starting one come through this method.
Object.assign(ChildProcess.prototype, { spawn: refuse });
Object.assign(childProcess, { spawnSync: refuse, execFileSync: refuse, execSync: refuse });
syncBuiltinESMExports();

// What is under test may have caught the error.
afterEach(() => {
  const isRefused = hasStarted;
  hasStarted = false;
  if (isRefused) throw new Error(MESSAGE);
});
