/**
 * Runs the command whose requests are captured: without a shell, with our standard streams, in its own process group.
 */

import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import spawn from "cross-spawn";
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
  const child = spawn(file, args, { ...treeOptions(), env: { ...process.env, ...env }, stdio: "inherit" });
  const { pid } = child;
  let killing: NodeJS.Timeout | undefined;
  // If this process ends early, the command must not keep running.
  const kill = (): void => void (pid === undefined || signalTree(pid, "SIGKILL"));
  process.once("exit", kill);
  return {
    ended: once(child, "exit").then(
      async ([code, signal]) => {
        clearTimeout(killing);
        process.off("exit", kill);
        await endGroup(pid!);
        return { exitCode: code ?? undefined, signal: signal ?? undefined };
      },
      (error: NodeJS.ErrnoException) => {
        process.off("exit", kill);
        return { notStarted: error.code ?? error.message };
      },
    ),
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
