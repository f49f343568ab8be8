/**
 * Signals a program together with everything that it started: a process group on POSIX systems. Windows has no groups:
 * there, `taskkill` ends the program and its descendants at once, whatever the signal.
 */

import { spawnSync } from "node:child_process";

/** How a system signals processes; tests replace {@link SYSTEM}. */
export interface System {
  readonly isWindows: boolean;
  readonly kill: (pid: number, signal: NodeJS.Signals | 0) => boolean;
  /** Runs a program to its end, without output. Returns whether it succeeded. */
  readonly run: (command: string, args: readonly string[]) => boolean;
}

const SYSTEM: System = {
  isWindows: process.platform === "win32",
  kill: (pid, signal) => process.kill(pid, signal),
  run: (command, args) => spawnSync(command, args, { stdio: "ignore", windowsHide: true }).status === 0,
};

/** Options of `spawn` for a program that {@link signalTree} signals. On Windows, `detached` would open another console. */
export function treeOptions({ isWindows }: System = SYSTEM): { detached: boolean; windowsHide: boolean } {
  return { detached: !isWindows, windowsHide: isWindows };
}

/**
 * Sends a signal to a program that was started with {@link treeOptions}, and to everything that it started.
 *
 * @param pid the program's own id
 * @param signal 0 sends nothing
 * @returns whether a process got the signal, or would have
 */
export function signalTree(
  pid: number,
  signal: NodeJS.Signals | 0,
  { isWindows, kill, run }: System = SYSTEM,
): boolean {
  try {
    if (!isWindows) return kill(-pid, signal);
    return signal === 0 ? kill(pid, 0) : run("taskkill", ["/pid", String(pid), "/t", "/f"]);
  } catch {
    // No process is left.
    return false;
  }
}

/**
 * Ends the processes that an ended program left running. Does nothing on Windows, where another process may already have the
 * id of an ended one.
 */
export function endLeftOver(pid: number, signal: NodeJS.Signals, system: System = SYSTEM): boolean {
  return !system.isWindows && signalTree(pid, signal, system);
}
