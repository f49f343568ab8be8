/**
 * Runs before each file of the quick tests and makes a test fail if it starts a program. How long a program takes depends on
 * the machine and on what is installed on it, so such tests belong in `*.slow.test.ts`.
 */

import childProcess, { ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { afterEach } from "vitest";

const MESSAGE = "a quick test starts a program: move it to a file named *.slow.test.ts";
let hasStarted = false;

function refuse(): never {
  hasStarted = true;
  throw new Error(MESSAGE);
}

// All asynchronous functions that start a program call this method.
Object.assign(ChildProcess.prototype, { spawn: refuse });
Object.assign(childProcess, { spawnSync: refuse, execFileSync: refuse, execSync: refuse });
syncBuiltinESMExports();

// The code under test may have caught the error.
afterEach(() => {
  const isRefused = hasStarted;
  hasStarted = false;
  if (isRefused) throw new Error(MESSAGE);
});
