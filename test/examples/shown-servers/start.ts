/** Starts the servers that the documentation shows, each in a process of its own, and tells how a client signs for it. */

import { fork } from "node:child_process";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { testKeyPair } from "../../keys/index.ts";
import { MODULES, type ShownServer } from "./find.ts";

const FOLDER = "test/examples/shown-servers";
export const WRITTEN: string = `test/.examples/${process.pid}-servers`;
const RSA_KEY_FILE = keyFile("rsa-2048", testKeyPair("rsa-2048").privateKey);

/** A server that is running. */
export interface Target {
  readonly name: string;
  readonly port: number;
  readonly client: Client;
  /** Why its process ended; `undefined` while it runs. */
  ended(): string | undefined;
  /** What it has written to stderr. */
  log(): string;
  close(): Promise<unknown>;
}

/** How a client asks the server. */
export interface Client {
  /** The scheme, host and port that it signs; empty if it does not sign with OAuth. */
  readonly origin: string;
  readonly secret: string;
  readonly path: string;
  /** Header fields besides those of the signature. */
  readonly headers: Readonly<Record<string, string>>;
  /** The status for a request of this client. */
  readonly status: number;
}

/** How a server is started. */
export interface Start {
  /** Whether the adapters for Express and Fastify protect nothing. @default false */
  readonly isUnprotected?: boolean;
  /** Variables of the environment besides those that every server gets. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Special extends Partial<Client>, Start {
  /** Lets the handler fail; without it, the header `x-fail` does. */
  readonly failing?: Start;
}

/** What cannot be read in the code of a server, by its name. */
const SPECIAL: Readonly<Record<string, Special>> = {
  "docs/gateway-verifying.md 1": { path: "/paynet/api/v2/sale/39915" },
  // The request is not signed, because only the simulator knows its merchant.
  "docs/gateway-client.md 1": { origin: "", path: "/processing/api/v4/status/39915", status: 403 },
  "examples/servers/behind-nginx.ts": {
    env: { HOSTS: "gateway.example" },
    headers: { "x-forwarded-proto": "https", "x-forwarded-host": "gateway.example" },
  },
  "examples/signing/service.mjs": {
    origin: "",
    headers: { authorization: "Bearer token-of-the-service" },
    failing: { env: { PRIVATE_KEY_FILE: keyFile("ed25519", generateKeyPairSync("ed25519").privateKey) } },
  },
};

/** Starts a server that a page or an example shows. */
export async function start(server: ShownServer, ...starts: readonly Start[]): Promise<Target> {
  const { env } = SPECIAL[server.name] ?? {};
  const isUnprotected = starts.some((given) => given.isUnprotected);
  const child = fork(
    join(FOLDER, "serve.ts"),
    [server.code === undefined ? resolve(server.name) : write(server.code)],
    {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: {
        ...process.env,
        TSX_TSCONFIG_PATH: join(FOLDER, isUnprotected ? "tsconfig.unprotected.json" : "tsconfig.json"),
        ORIGIN: "https://gateway.example",
        SIGNING_TOKEN: "token-of-the-service",
        PRIVATE_KEY_FILE: RSA_KEY_FILE,
        ...env,
        ...Object.assign({}, ...starts.map((given) => given.env)),
      },
    },
  );
  let log = "";
  let end: string | undefined;
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (log += text));
  const exit = new Promise<void>((done) =>
    child.once("exit", (code) => {
      end = `${server.name} ended with ${code}: ${log}`;
      done();
    }),
  );
  const port = await Promise.race([
    new Promise<number>((listening) => child.once("message", (value) => listening(value as number))),
    exit.then(() => Promise.reject(new Error(end))),
  ]);
  return {
    name: server.name,
    port,
    client: clientOf(server),
    ended: () => end,
    log: () => log,
    close() {
      child.kill("SIGKILL");
      return exit;
    },
  };
}

/** How the handler of a server is made to fail. */
export function failingStart({ name }: ShownServer): Start {
  return SPECIAL[name]?.failing ?? {};
}

/** Reads in the code how a client signs. */
export function clientOf({ name, text }: ShownServer): Client {
  const [, origin = "https://gateway.example"] = /^\s*origin: "([^"]+)"/m.exec(text) ?? [];
  const [, secret = ""] = /(?:consumerSecret|controlKey): "([^"]+)"/.exec(text) ?? [];
  return { origin, secret, path: "/pay", headers: {}, status: 200, ...SPECIAL[name] };
}

/** Writes a block, and those that it may import, to a folder of its own; returns the path of the block. */
function write(code: string): string {
  mkdirSync(WRITTEN, { recursive: true });
  const folder = mkdtempSync(join(WRITTEN, "block-"));
  for (const [name, module] of MODULES) writeFileSync(join(folder, name), module);
  const file = resolve(folder, "block.ts");
  writeFileSync(file, code);
  return file;
}

function keyFile(name: string, key: KeyObject): string {
  mkdirSync(WRITTEN, { recursive: true });
  const file = resolve(WRITTEN, `${name}.pem`);
  writeFileSync(file, key.export({ type: "pkcs8", format: "pem" }));
  return file;
}
