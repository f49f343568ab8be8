/** A server over `countersign/web` in Deno, Bun and Cloudflare's workerd, each a process of its own on loopback. */

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { freePort } from "../../../scripts/free-port.ts";
import { testKeyPair } from "../../keys/index.ts";
import { removeFolder } from "../../remove-folder.ts";
import { MERCHANT, ORIGIN, SHOP } from "../adapters/verifiers.ts";

/** A folder in which the packages of package.json are installed. */
const FOLDER = process.env.COUNTERSIGN_RUNTIMES;

export type RuntimeName = "deno" | "bun" | "workerd";

/** Whether the runtime is installed. */
export function isInstalled(name: RuntimeName): boolean {
  return FOLDER !== undefined && existsSync(program(name));
}

function program(name: RuntimeName): string {
  return join(FOLDER!, "node_modules", ".bin", name);
}

/** The version that the program prints: `2.9.6`, `1.4.4` or `2026-11-17`. */
export function versionOf(name: RuntimeName): string {
  const printed = execFileSync(program(name), ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  return /\d+[.-]\d+[.-]\d+/.exec(printed)![0];
}

/** A server that listens. */
export interface RuntimeServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Installs the built package. */
function install(folder: string): void {
  const installed = join(folder, "node_modules", "countersign");
  for (const name of ["dist", "package.json"]) cpSync(name, join(installed, name), { recursive: true });
}

/** Creates the verifier with the first request: workerd forbids random numbers before. */
function application(): string {
  const publicKey = testKeyPair("rsa-2048").publicKey.export({ type: "spki", format: "pem" }).toString();
  const clients = {
    [SHOP.consumerKey]: { consumerSecret: SHOP.consumerSecret },
    [MERCHANT.consumerKey]: { publicKey },
  };
  return `
import { createVerifier, MemoryNonceStore } from "countersign";
import { protect } from "countersign/web";

const clients = new Map(Object.entries(${JSON.stringify(clients)}));
let guard;
async function handle(request) {
  guard ??= protect({
    bodyLimit: 10_000,
    verifier: createVerifier({
      origin: ${JSON.stringify(ORIGIN)},
      nonceStore: new MemoryNonceStore({ capacity: 10_000 }),
      credentials: ({ consumerKey, token }) => (token === undefined ? clients.get(consumerKey) : undefined),
    }),
  });
  return guard(request, ({ consumerKey, body }) => Response.json({ consumerKey, body }));
}
`;
}

const PROGRAMS: Readonly<Record<RuntimeName, (port: number) => string>> = {
  deno: (port) => `Deno.serve({ port: ${port}, hostname: "127.0.0.1", onListen() {} }, handle);`,
  bun: (port) => `Bun.serve({ port: ${port}, hostname: "127.0.0.1", fetch: handle });`,
  workerd: () => "export default { fetch: handle };",
};

const WORKERD_CONFIGURATION = (port: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "worker.js")],
    compatibilityDate = "2026-01-01",
    compatibilityFlags = ["nodejs_compat"],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;

/** Starts the server and waits until it answers. */
export async function startRuntime(name: RuntimeName): Promise<RuntimeServer> {
  const folder = mkdtempSync(join(tmpdir(), `countersign-${name}-`));
  const port = await freePort();
  install(folder);
  writeFileSync(join(folder, "server.mjs"), application() + PROGRAMS[name](port));
  const child = spawn(program(name), await argumentsFor(name, folder, port), { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const close = async (): Promise<void> => {
    await end(child);
    await removeFolder(folder);
  };
  const deadline = Date.now() + 60_000;
  while (!(await answers(port))) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    await close();
    throw new Error(`${name} does not answer: ${errors}`);
  }
  return { port, close };
}

async function argumentsFor(name: RuntimeName, folder: string, port: number): Promise<string[]> {
  const server = join(folder, "server.mjs");
  if (name === "bun") return [server];
  if (name === "deno")
    return [
      "run",
      "--no-config",
      "--no-lock",
      "--node-modules-dir=manual",
      "--allow-net=127.0.0.1",
      "--allow-read",
      server,
    ];
  // workerd takes no files by address: everything is one module.
  const options = { bundle: true, format: "esm", platform: "node", logLevel: "silent" } as const;
  const files = { entryPoints: [server], outfile: join(folder, "worker.js") };
  await build({ ...options, ...files, conditions: ["workerd"] });
  writeFileSync(join(folder, "config.capnp"), WORKERD_CONFIGURATION(port));
  return ["serve", join(folder, "config.capnp")];
}

async function answers(port: number): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${port}/`);
    return status === 401;
  } catch {
    await new Promise((done) => setTimeout(done, 50));
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}
