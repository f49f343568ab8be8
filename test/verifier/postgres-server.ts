/** A real PostgreSQL server on loopback, started and killed by tests. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../scripts/free-port.ts";
import { removeFolder } from "../remove-folder.ts";

/** Debian does not put the server's programs on PATH. */
const PROGRAMS = findPrograms();

/** PostgreSQL refuses to run as root; the package of Debian makes a user for it. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};

function findPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
  return versions.map((version) => join(debian, version, "bin")).find((bin) => existsSync(join(bin, "postgres")));
}

function idOf(flag: string): number {
  return Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
}

/** A server of one test's own, with a folder and a port that it keeps through restarts. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "countersign-postgres-"));
    if (ACCOUNT.uid !== undefined) spawnSync("chown", [`${ACCOUNT.uid}:${ACCOUNT.gid}`, folder]);
    const args = ["--pgdata", folder, "--auth", "trust", "--username", "test", "--encoding", "UTF8", "--locale", "C"];
    const made = spawnSync(join(PROGRAMS!, "initdb"), args, { ...ACCOUNT, encoding: "utf8", cwd: folder });
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
    const server = new PostgresServer(await freePort(), folder);
    await server.start();
    return server;
  }

  get url(): string {
    return `postgres://test@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts it (again) on the same folder and port, and waits until it answers. */
  async start(): Promise<void> {
    const args = ["-D", this.#folder, "-p", `${this.port}`, "-h", "127.0.0.1", "-k", this.#folder];
    // A process group of its own: kill -9 of the first process alone would leave the others.
    const options = { ...ACCOUNT, cwd: this.#folder, stdio: "ignore", detached: true } as const;
    this.#process = spawn(join(PROGRAMS!, "postgres"), args, options);
    const deadline = Date.now() + 60_000;
    while (!(await this.#answers())) {
      if (Date.now() > deadline) throw new Error("PostgreSQL does not answer.");
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** kill -9 of all its processes. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((done) => running.once("exit", done));
    for (const pid of [...childrenOf(running.pid!), running.pid!]) killProcess(pid);
    await ended;
    rmSync(join(this.#folder, "postmaster.pid"), { force: true });
  }

  /** Ends it and removes its folder. */
  async remove(): Promise<void> {
    await this.kill();
    await removeFolder(this.#folder);
  }

  async #answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.url });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("SELECT 1");
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** Its processes are in sessions of their own, so a signal to the group does not reach them. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .split(" ")
    .map(Number)
    .filter((child) => child > 0);
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
