/** Runs a command line in this process. */

import { vi } from "vitest";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { forgetSecrets } from "../../src/cli/input/secrets.ts";

/** What a command line did. */
export interface Outcome {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Gives the command line these arguments and variables, and outputs that are no terminals. Restores everything afterwards, and
 * knows no secret of an earlier command, which would be searched for in each message. Standard input is not replaced.
 */
export async function countersign(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const { argv, exitCode } = process;
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  const [stdout, stderr] = [outputOf("stdout"), outputOf("stderr")];
  const inherited = Object.keys(process.env).filter((name) => /^COUNTERSIGN_|^(?:FORCE|NO)_COLOR$/.test(name));
  for (const name of inherited) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  process.argv = ["node", "countersign", ...args];
  process.exitCode = 0;
  forgetSecrets();
  try {
    await runCommandLine();
    return { status: process.exitCode, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    Object.assign(process, { argv, exitCode });
    for (const [index, signal] of SIGNALS.entries()) {
      const added = process.listeners(signal).filter((listener) => !listeners[index]!.includes(listener));
      for (const listener of added) process.off(signal, listener);
    }
    vi.unstubAllEnvs();
    stdout.restore();
    stderr.restore();
  }
}

function outputOf(name: "stdout" | "stderr"): { readonly text: () => string; readonly restore: () => void } {
  const written: string[] = [];
  const spy = vi.spyOn(process[name], "write").mockImplementation((text) => written.push(String(text)) > 0);
  return { text: () => written.join(""), restore: () => spy.mockRestore() };
}
