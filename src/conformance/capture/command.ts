/** Runs the command whose requests are captured: without a shell, with our standard streams, in its own process group. */

import { startGroup } from "../drivers/index.ts";

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

/** How long the command may take to end after a signal. */
const GRACE_MILLISECONDS = 3000;

/** Starts a command. When it ends, the processes that it left running in its group are ended too. */
export function runCommand(command: readonly string[], env: Readonly<Record<string, string>>): RunningCommand {
  const { ended, stop } = startGroup(command, { env, isForeground: true });
  return {
    ended: ended.then(({ code, signal, error }) => {
      if (error !== undefined) return { notStarted: (error as NodeJS.ErrnoException).code ?? error.message };
      return { exitCode: code ?? undefined, signal: signal ?? undefined };
    }),
    stop: (signal) => stop(signal, GRACE_MILLISECONDS),
  };
}
