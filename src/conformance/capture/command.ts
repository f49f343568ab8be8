/**
 * Runs the command whose requests are captured: without a shell, with our standard streams, in its own process group.
 */

import { setTimeout as wait } from "node:timers/promises";
import { execa } from "execa";
import { endLeftOver, signalTree, treeOptions } from "../drivers/index.ts";

/** How the command ended. */
export interface CommandEnd {
  /** Absent if a signal ended it, or if it could not be started. */
  readonly exitCode?: number | undefined;
  readonly signal?: string | undefined;
  /** Why it could not be started. */
  readonly notStarted?: string | undefined;
}

/** A running command. */
export interface RunningCommand {
  readonly ended: Promise<CommandEnd>;
  /** Sends this signal to the whole group, and SIGKILL three seconds later. */
  stop(signal: NodeJS.Signals): void;
}

/** How long the command and the processes that it leaves running may take to end after a signal. */
const GRACE_MILLISECONDS = 3000;
const LEFTOVER_GRACE_MILLISECONDS = 500;
const POLL_MILLISECONDS = 20;

/** Starts a command. When it ends, the processes that it left running in its group are ended too. */
export function runCommand(
  [file, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): RunningCommand {
  const subprocess = execa(file, args, { env, stdio: "inherit", reject: false, ...treeOptions(), cleanup: false });
  const { pid } = subprocess;
  let killing: NodeJS.Timeout | undefined;
  // If this process ends early, the command must not keep running.
  const kill = (): void => void (pid === undefined || signalTree(pid, "SIGKILL"));
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
      signalTree(pid, name);
      killing ??= setTimeout(kill, GRACE_MILLISECONDS);
    },
  };
}

async function endGroup(pid: number): Promise<void> {
  endLeftOver(pid, "SIGTERM");
  for (let waited = 0; waited < LEFTOVER_GRACE_MILLISECONDS && signalTree(pid, 0); waited += POLL_MILLISECONDS) {
    await wait(POLL_MILLISECONDS);
  }
  endLeftOver(pid, "SIGKILL");
}
