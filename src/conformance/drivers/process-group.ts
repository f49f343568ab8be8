/**
 * Starts a program in its own process group, and ends it with all processes that it started.
 *
 * A signal to one process is not enough: a driver with a wrapper (npx, a shell script, a virtual machine) has several.
 */

import type { ChildProcess } from "node:child_process";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
// On Windows, cross-spawn also starts scripts such as npx.cmd.
import spawn from "cross-spawn";
import { endLeftOver, signalTree, treeOptions } from "./process-tree.ts";

/** How a program ended; `error` if it could not be started. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

/** A running program. */
export interface ProcessGroup {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The end of the program's stderr, at most {@link STDERR_OCTETS}. */
  readonly stderr: () => string;
  /** Settles when the program and its group have ended and its output has been read. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Ends the whole group.
   *
   * @param signal @default SIGTERM
   * @param killAfter milliseconds until SIGKILL follows @default 500
   */
  readonly stop: (signal?: NodeJS.Signals, killAfter?: number) => void;
}

/** How a program runs. */
export interface StartOptions {
  /** Environment variables to add. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the program has the standard streams of this process, whose owner passes signals on. @default false */
  readonly isForeground?: boolean;
}

const STDERR_OCTETS = 8192;

/** Milliseconds between SIGTERM and SIGKILL. */
const KILL_AFTER = 500;

/** How many milliseconds leftover processes of the program have to end after SIGTERM. */
const LEFT_OVER_MILLISECONDS = 500;
const POLL_MILLISECONDS = 20;

/** Milliseconds to wait for output after the program ended: another process may keep its pipes open. */
const OUTPUT_AFTER_END = 500;

/** Starts a program without a shell. A program that cannot be started ends at once, with an error. */
export function startGroup(
  command: readonly string[],
  { env = {}, isForeground = false }: StartOptions = {},
): ProcessGroup {
  const child = spawnOrError(command, env, isForeground);
  if (child instanceof Error) return failedStart(child);
  let tail = Buffer.alloc(0);
  child.stderr?.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-STDERR_OCTETS);
  });
  // The end of the program, which follows, is more specific than a broken pipe.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => {});
  const { pid } = child;
  if (pid !== undefined) remember(pid, isForeground);
  return {
    stdin: child.stdin ?? new PassThrough(),
    stdout: child.stdout ?? new PassThrough(),
    stderr: () => tail.toString("utf8"),
    ended: endOf(child),
    stop(signal = "SIGTERM", killAfter = KILL_AFTER) {
      if (pid === undefined || !live.has(pid)) return;
      signalTree(pid, signal);
      setTimeout(() => live.has(pid) && signalTree(pid, "SIGKILL"), killAfter).unref();
    },
  };
}

function spawnOrError(
  [file = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  isForeground: boolean,
): ChildProcess | Error {
  try {
    const options = { ...treeOptions(), env: { ...process.env, ...env } };
    return spawn(file, args, { ...options, stdio: isForeground ? "inherit" : "pipe" });
  } catch (error) {
    return error as Error;
  }
}

function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      // On Windows, the command processor starts before it finds that the program does not exist.
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      if (child.pid === undefined || isMissing) resolve({ code: null, signal: null, error });
    });
    const closed = new Promise<void>((isClosed) => child.once("close", () => isClosed()));
    child.once("exit", async (code, signal) => {
      // Also closes pipes that leftover processes hold.
      await endLeftOvers(child.pid!);
      forget(child.pid!);
      const timer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, OUTPUT_AFTER_END);
      await closed;
      clearTimeout(timer);
      resolve({ code, signal });
    });
  });
}

/** Ends the processes that a program left running in its group. */
async function endLeftOvers(pid: number): Promise<void> {
  if (!endLeftOver(pid, "SIGTERM")) return;
  for (let waited = 0; waited < LEFT_OVER_MILLISECONDS && signalTree(pid, 0); waited += POLL_MILLISECONDS)
    await wait(POLL_MILLISECONDS);
  endLeftOver(pid, "SIGKILL");
}

/** A group for a program whose name or arguments the system does not accept. */
function failedStart(error: Error): ProcessGroup {
  const ended = Promise.resolve({ code: null, signal: null, error });
  return { stdin: new PassThrough(), stdout: new PassThrough(), stderr: () => "", ended, stop() {} };
}

/** The groups to end when this process ends, by the id of their first process, and whether each is in the foreground. */
const live = new Map<number, boolean>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function remember(pid: number, isForeground: boolean): void {
  if (live.size === 0) process.on("exit", endAll);
  live.set(pid, isForeground);
  for (const signal of SIGNALS) {
    process.off(signal, endAllAndExit);
    if ([...live.values()].includes(false)) process.on(signal, endAllAndExit);
  }
}

function forget(pid: number): void {
  live.delete(pid);
  if (live.size === 0) process.off("exit", endAll);
  if (![...live.values()].includes(false)) for (const signal of SIGNALS) process.off(signal, endAllAndExit);
}

function endAll(): void {
  for (const pid of [...live.keys()]) {
    signalTree(pid, "SIGKILL");
    forget(pid);
  }
}

/** Ctrl-C in a terminal does not reach other process groups, so this process has to end them. */
function endAllAndExit(signal: NodeJS.Signals): void {
  endAll();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
