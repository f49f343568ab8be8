/** The process of the servers under test, which the fuzzer starts again after it has ended. */

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { basename, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Leftovers } from "./watch.ts";

/** Characters of what a process wrote before it ended. */
const REPORTED = 1500;

export interface ServerProcess {
  readonly ports: Readonly<Record<string, number>>;
  /** How the process ended, with the end of what it wrote; `undefined` while it runs. */
  ended(): string | undefined;
  /** Forgets all nonces. */
  reset(): Promise<void>;
  /** Waits until the event loop of the servers has had a turn, or their process has ended. */
  turn(): Promise<void>;
  /** Closes every connection. */
  disconnect(): Promise<void>;
  /** `undefined` if the process has ended. */
  leftovers(): Promise<Leftovers | undefined>;
  stop(): Promise<void>;
}

/** The program and its targets as JavaScript: compiling them for each of the many processes would take longer than the plans. */
interface Bundle {
  readonly program: string;
  readonly targets: URL;
}

const bundles = new Map<string, Promise<Bundle>>();

function bundleOf(targets: URL): Promise<Bundle> {
  const known = bundles.get(targets.href) ?? bundle(fileURLToPath(targets));
  bundles.set(targets.href, known);
  return known;
}

async function bundle(targets: string): Promise<Bundle> {
  const name = basename(targets, ".ts");
  const outdir = resolve("node_modules/.cache/fuzz", name);
  await build({
    entryPoints: { server: fileURLToPath(new URL("./server.ts", import.meta.url)), [name]: targets },
    outdir,
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "node",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    logLevel: "error",
  });
  return { program: resolve(outdir, "server.mjs"), targets: pathToFileURL(resolve(outdir, `${name}.mjs`)) };
}

/** @param targets - a module that exports `targets` */
export async function startServerProcess(targets: URL): Promise<ServerProcess> {
  const made = await bundleOf(targets);
  const child = fork(made.program, [made.targets.href], { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [] });
  let written = "";
  child.stderr!.on("data", (chunk) => {
    written = `${written}${chunk}`.slice(-REPORTED);
  });
  const closed = once(child, "close");
  const ended = (): string | undefined => {
    const { exitCode, signalCode } = child;
    if (exitCode === null && signalCode === null) return undefined;
    return `the process of the server ended with ${signalCode ?? `exit code ${exitCode}`}\n${written}`;
  };
  const ports = await Promise.race([once(child, "message"), closed.then(() => undefined)]);
  if (ports === undefined) throw new Error(ended());
  const ask = (message: string): Promise<unknown> => Promise.race([answer(child, message), closed]);
  return {
    ports: ports[0],
    ended,
    reset: async () => void (await ask("reset")),
    turn: async () => void (await ask("turn")),
    disconnect: async () => void (await ask("disconnect")),
    async leftovers() {
      const reported = await ask("leftovers");
      if (ended() === undefined) return reported as Leftovers;
      await closed; // everything that it wrote is read then
      return undefined;
    },
    async stop() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

function answer(child: ChildProcess, message: string): Promise<unknown> {
  return new Promise((resolve) => {
    const answered = (value: unknown): void => {
      child.off("exit", gone);
      resolve(value);
    };
    const gone = (): void => {
      child.off("message", answered);
      resolve(undefined);
    };
    child.once("message", answered).once("exit", gone);
    if (child.connected) child.send(message, () => {});
    else gone();
  });
}
