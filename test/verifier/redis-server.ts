/** A real redis-server on loopback, started, stopped and killed by tests. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { vi } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { removeFolder } from "../remove-folder.ts";

/** The settings under which nonces survive a crash (docs/nonce-stores.md). */
const DURABLE = ["--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"];

/** A server of one test's own, with a folder and a port that it keeps through restarts. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string, settings: readonly string[]) {
    this.port = port;
    this.#folder = folder;
    this.#settings = settings;
  }

  static async start(settings: readonly string[] = []): Promise<RedisServer> {
    return await RedisServer.#firstThatStarts(() => settings);
  }

  /** Starts a server on a free port. Another program may take a port before the server does: then others are tried. */
  static async #firstThatStarts(
    settingsFor: () => readonly string[] | Promise<readonly string[]>,
  ): Promise<RedisServer> {
    for (let tries = 1; ; tries++) {
      const folder = newFolder();
      const settings = ["--dir", folder, "--save", "", ...DURABLE, ...(await settingsFor())];
      const server = new RedisServer(await freePort(), folder, settings);
      try {
        await server.start();
        return server;
      } catch (error) {
        await server.remove();
        if (tries === 5) throw error;
      }
    }
  }

  /** Starts a Sentinel that watches one master, by the name of `nonces`. */
  static async startSentinel(masterPort: number): Promise<RedisServer> {
    const folder = newFolder();
    const file = join(folder, "sentinel.conf");
    writeFileSync(file, `dir ${folder}\nsentinel monitor nonces 127.0.0.1 ${masterPort} 1\n`);
    const server = new RedisServer(await freePort(), folder, [file, "--sentinel"]);
    await server.start();
    return server;
  }

  /** Starts a node of a cluster, whose bus may not have the usual port: that is above 65,535 for many free ports. */
  static async startNode(settings: readonly string[] = []): Promise<RedisNode> {
    let busPort = 0;
    const server = await RedisServer.#firstThatStarts(async () => {
      busPort = await freePort();
      return ["--cluster-enabled", "yes", "--cluster-port", `${busPort}`, ...settings];
    });
    return Object.assign(server, { busPort });
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it (again) on the same folder and port, and waits until it answers. */
  async start(): Promise<void> {
    const where = ["--bind", "127.0.0.1", "--port", `${this.port}`];
    this.#process = spawn("redis-server", [...this.#settings, ...where], { stdio: "ignore" });
    const deadline = Date.now() + 60_000;
    while (!(await answers(this.url))) {
      const { exitCode } = this.#process;
      if (exitCode !== null) throw new Error(`redis-server ended with exit code ${exitCode}.`);
      if (Date.now() > deadline) throw new Error("redis-server does not answer.");
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** kill -9: no farewell, nothing written any more. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Stops it from answering, without closing a connection. */
  freeze(): void {
    this.#process!.kill("SIGSTOP");
  }

  thaw(): void {
    this.#process!.kill("SIGCONT");
  }

  /** Ends it and removes its folder. */
  async remove(): Promise<void> {
    await this.#end("SIGKILL");
    await removeFolder(this.#folder);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((done) => running.once("exit", done));
    running.kill(signal);
    await ended;
  }
}

/** A node of a cluster. */
export type RedisNode = RedisServer & { readonly busPort: number };

/** Starts a cluster of three masters with the settings that docs/nonce-stores.md recommends, and waits until it is up. */
export async function startRedisCluster(
  replicas: 0 | 1,
  settings: readonly string[] = [],
): Promise<{ readonly nodes: readonly RedisNode[]; remove(): Promise<unknown> }> {
  const count = 3 * (1 + replicas);
  const nodes: RedisNode[] = [];
  for (let number = 0; number < count; number++) {
    nodes.push(await RedisServer.startNode(["--cluster-require-full-coverage", "no", ...settings]));
  }
  const addresses = nodes.map(({ port, busPort }) => `127.0.0.1:${port}@${busPort}`);
  const options = ["--cluster-replicas", `${replicas}`, "--cluster-yes"];
  execFileSync("redis-cli", ["--cluster", "create", ...addresses, ...options], { stdio: "pipe" });
  // Each node finds out for itself that it is, up to a second after the others.
  for (const node of nodes) await untilClusterIsUp(node);
  return { nodes, remove: () => Promise.all(nodes.map((node) => node.remove())) };
}

/** Waits until a node says that the cluster serves its slots. */
export async function untilClusterIsUp({ port }: RedisNode): Promise<void> {
  const state = () => execFileSync("redis-cli", ["-p", `${port}`, "cluster", "info"], { encoding: "utf8" });
  await vi.waitUntil(() => state().includes("cluster_state:ok"), 60_000);
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "countersign-redis-"));
}

async function answers(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.ping();
    await client.close();
    return true;
  } catch {
    if (client.isOpen) client.destroy();
    return false;
  }
}
