/**
 * Starts a program in its own process group, and ends it with all processes that it started.
 *
 * A signal to one process is not enough: a driver with a wrapper (npx, a shell script, a virtual machine) has several.
 */

import type { ChildProcess } from "node:child_process";
import { PassThrough, type Readable, type Writable } from "node:stream";
// On Windows it also starts scripts such as npx.cmd; elsewhere it is spawn.
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
  /** The end of what it wrote to stderr, at most {@link STDERR_OCTETS}. */
  readonly stderr: () => string;
  /** Settles when the program and its group have ended and its output has been read. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the whole group: SIGTERM, and SIGKILL half a second later. */
  readonly stop: () => void;
}

const STDERR_OCTETS = 8192;

/** Milliseconds between SIGTERM and SIGKILL. */
const KILL_AFTER = 500;

/** Milliseconds to wait for output after the program ended: another process may keep its pipes open. */
const OUTPUT_AFTER_END = 500;

/**
 * Starts a program without a shell. A program that cannot be started ends at once, with an error.
 *
 * @param env variables beside those of this process
 */
export function startGroup(
  [file = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ProcessGroup {
  const child = spawnOrError(file, args, env);
  if (child instanceof Error) return failedStart(child);
  let tail = Buffer.alloc(0);
  child.stderr!.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-STDERR_OCTETS);
  });
  // The end of the program, which follows, is more specific than a broken pipe.
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
      signalTree(pid, "SIGTERM");
      setTimeout(() => live.has(pid) && signalTree(pid, "SIGKILL"), KILL_AFTER).unref();
    },
  };
}

function spawnOrError(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess | Error {
  try {
    const options = { ...treeOptions(), env: { ...process.env, ...env } };
    return spawn(file, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
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
    child.once("exit", (code, signal) => {
      // Ends the processes that it started, which closes the pipes.
      endLeftOver(child.pid!, "SIGKILL");
      forget(child.pid!);
      const end = (): void => resolve({ code, signal });
      const timer = setTimeout(() => {
        child.stdout!.destroy();
        child.stderr!.destroy();
        end();
      }, OUTPUT_AFTER_END);
      child.once("close", () => {
        clearTimeout(timer);
        end();
      });
    });
  });
}

/** A group for a program whose name or arguments the system does not accept. */
function failedStart(error: Error): ProcessGroup {
  const ended = Promise.resolve({ code: null, signal: null, error });
  return { stdin: new PassThrough(), stdout: new PassThrough(), stderr: () => "", ended, stop() {} };
}

/** The groups to end when this process ends, by the id of their first process. */
const live = new Set<number>();
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function remember(pid: number): void {
  if (live.size === 0) {
    process.on("exit", endAll);
    for (const signal of SIGNALS) process.on(signal, endAllAndExit);
  }
  live.add(pid);
}

function forget(pid: number): void {
  live.delete(pid);
  if (live.size > 0) return;
  process.off("exit", endAll);
  for (const signal of SIGNALS) process.off(signal, endAllAndExit);
}

function endAll(): void {
  for (const pid of [...live]) {
    signalTree(pid, "SIGKILL");
    forget(pid);
  }
}

/** Ctrl-C in a terminal does not reach another process group, so this process has to end them. */
function endAllAndExit(signal: NodeJS.Signals): void {
  endAll();
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
