/**
 * Runs the command whose requests are captured: no shell, our own standard streams, a process group of its own.
 *
 * @module
 */

import { setTimeout as wait } from "node:timers/promises";
import { execa } from "execa";

/** How the command ended. */
export interface CommandEnd {
  /** Absent where a signal ended it, or where it never started. */
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  /** Why it could not be started. */
  readonly notStarted?: string | undefined;
}

/** A command that runs. */
export interface RunningCommand {
  readonly ended: Promise<CommandEnd>;
  /** Ends the whole group: with this signal, and the hard way where that does not do it. */
  stop(signal: NodeJS.Signals): void;
}

/** What the command gets after a signal that asks it to end, and what it leaves behind gets. */
const GRACE_MILLISECONDS = 3000;
const LEFTOVER_GRACE_MILLISECONDS = 500;
const POLL_MILLISECONDS = 20;

/** Starts it. Whatever it leaves running in its group ends with it. */
export function runCommand(
  [file, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): RunningCommand {
  const subprocess = execa(file, args, { env, stdio: "inherit", reject: false, detached: true, cleanup: false });
  const { pid } = subprocess;
  let killing: NodeJS.Timeout | undefined;
  // Whatever ends us in the middle must not leave the command behind.
  const kill = (): void => void (pid === undefined || signalGroup(pid, "SIGKILL"));
  process.once("exit", kill);
  return {
    ended: subprocess.then(async ({ exitCode, signal, code, originalMessage }) => {
      clearTimeout(killing);
      process.off("exit", kill);
      if (pid === undefined) return { notStarted: code ?? originalMessage ?? "unknown reason" };
      await endGroup(pid);
      return { exitCode, signal };
    }),
    stop(name) {
      if (pid === undefined) return;
      signalGroup(pid, name);
      killing ??= setTimeout(kill, GRACE_MILLISECONDS);
    },
  };
}

async function endGroup(pid: number): Promise<void> {
  signalGroup(pid, "SIGTERM");
  for (let waited = 0; waited < LEFTOVER_GRACE_MILLISECONDS && signalGroup(pid, 0); waited += POLL_MILLISECONDS) {
    await wait(POLL_MILLISECONDS);
  }
  signalGroup(pid, "SIGKILL");
}

/** Whether there was anybody left to get it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
