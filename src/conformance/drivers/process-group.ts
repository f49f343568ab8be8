/**
 * A program that runs beside us, in a process group of its own so that all it starts can be ended with it.
 *
 * Not execa: that ends one process, and a driver behind a wrapper (npx, a shell script, a virtual machine) is several.
 *
 * @module
 */

import { type ChildProcess, spawn } from "node:child_process";
import { PassThrough, type Readable, type Writable } from "node:stream";

/** How a program ended; `error` where it never began. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

/** A running program. */
export interface ProcessGroup {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The last of what it wrote to stderr, at most {@link STDERR_OCTETS}. */
  readonly stderr: () => string;
  /** When the program has ended, its group is gone and its output is read. Never rejects. */
  readonly ended: Promise<Ending>;
  /** Ends the whole group: asks first, and insists half a second later. */
  readonly stop: () => void;
}

/** How much of stderr is kept. */
const STDERR_OCTETS = 8192;

/** Milliseconds between asking a group to end and insisting. */
const GRACE = 500;

/** Milliseconds in which output may still come from a program that ended: another may hold its pipes open. */
const LAST_WORDS = 500;

/** Starts a program, never through a shell; one that cannot be started ends at once, with an error. */
export function startGroup([file = "", ...args]: readonly string[]): ProcessGroup {
  const child = spawnOrError(file, args);
  if (child instanceof Error) return neverBegan(child);
  let tail = Buffer.alloc(0);
  child.stderr!.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-STDERR_OCTETS);
  });
  // A pipe that breaks says less than the end of the program, which follows.
  for (const stream of [child.stdin!, child.stdout!, child.stderr!]) stream.on("error", () => {});
  const { pid } = child;
  if (pid !== undefined) remember(pid);
  return {
    stdin: child.stdin!,
    stdout: child.stdout!,
    stderr: () => tail.toString("utf8"),
    ended: endOf(child),
    stop() {
      if (pid === undefined || !live.has(pid)) return;
      signalGroup(pid, "SIGTERM");
      setTimeout(() => live.has(pid) && signalGroup(pid, "SIGKILL"), GRACE).unref();
    },
  };
}

function spawnOrError(file: string, args: readonly string[]): ChildProcess | Error {
  try {
    return spawn(file, args, { detached: true, stdio: ["pipe", "pipe", "pipe"] });
  } catch (error) {
    return error as Error;
  }
}

function endOf(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
    child.once("exit", (code, signal) => {
      // What it started ends with it, and lets go of the pipes.
      signalGroup(child.pid!, "SIGKILL");
      forget(child.pid!);
      const end = (): void => resolve({ code, signal });
      const silence = setTimeout(() => {
        child.stdout!.destroy();
        child.stderr!.destroy();
        end();
      }, LAST_WORDS);
      child.once("close", () => {
        clearTimeout(silence);
        end();
      });
    });
  });
}

/** Stands for a program whose name or arguments no system takes. */
function neverBegan(error: Error): ProcessGroup {
  const ended = Promise.resolve({ code: null, signal: null, error });
  return { stdin: new PassThrough(), stdout: new PassThrough(), stderr: () => "", ended, stop() {} };
}

/** The groups that must not outlive us, by the id of their leader. */
const live = new Set<number>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function remember(pid: number): void {
  if (live.size === 0) {
    process.on("exit", endAll);
    for (const signal of SIGNALS) process.on(signal, endAllAndUs);
  }
  live.add(pid);
}

function forget(pid: number): void {
  live.delete(pid);
  if (live.size > 0) return;
  process.off("exit", endAll);
  for (const signal of SIGNALS) process.off(signal, endAllAndUs);
}

function endAll(): void {
  for (const pid of [...live]) {
    signalGroup(pid, "SIGKILL");
    forget(pid);
  }
}

/** A terminal's Ctrl-C does not reach another group. Without us there is nobody left who would end them. */
function endAllAndUs(signal: NodeJS.Signals): void {
  endAll();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in it.
  }
}
