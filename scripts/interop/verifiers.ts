/**
 * The third-party verifiers: a small server on each, written as the documentation of the library shows, with the exact versions
 * of the packages that it needs and the command that starts it.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../free-port.ts";
import { packageVersion, versionIn } from "./tools.ts";

/** One verifier. */
export interface Verifier {
  /** The server's file name without its extension. */
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly url: string;
  readonly server: string;
  /** Required npm packages, as `name@version`; the first one is the verifier. */
  readonly npm: readonly string[];
  /** Required Debian packages; the first one is the verifier, if there is no npm package. */
  readonly debian: readonly string[];
  /** A note for readers about how it is used. */
  readonly note: string;
  readonly command: (file: string, port: number) => readonly [program: string, ...args: string[]];
  readonly runtime: () => Promise<string>;
}

/** A server that accepts connections. */
export interface RunningVerifier {
  readonly url: string;
  close(): Promise<void>;
}

/** The client that every server knows; only letters and digits, because oauthlib allows nothing else by default. */
export const VERIFIER_CLIENT = { consumerKey: "probeclient000000000001", consumerSecret: "kd94hf93k423kf44" } as const;

const SERVERS = fileURLToPath(new URL("servers/", import.meta.url));
const MEMORY = "It remembers nonces of accepted requests, in memory, together with their timestamp.";

export const VERIFIERS: readonly Verifier[] = [
  {
    id: "javascript-passport-http-oauth",
    name: "passport-http-oauth",
    language: "JavaScript",
    url: "https://github.com/jaredhanson/passport-http-oauth",
    server: "javascript-passport-http-oauth.mjs",
    npm: ["passport-http-oauth@0.1.3", "passport@0.7.0", "express@5.3.0"],
    debian: [],
    note: `ConsumerStrategy behind Express, with express.urlencoded. ${MEMORY} The server allows 300 seconds.`,
    command: (file, port) => [process.execPath, file, `${port}`],
    runtime: () => versionIn(process.execPath, ["--version"]),
  },
  {
    id: "python-oauthlib",
    name: "oauthlib",
    language: "Python",
    url: "https://github.com/oauthlib/oauthlib",
    server: "python-oauthlib.py",
    npm: [],
    debian: ["python3-oauthlib"],
    note: `SignatureOnlyEndpoint behind http.server, with the methods HMAC-SHA1 and HMAC-SHA256. ${MEMORY}`,
    command: (file, port) => ["/usr/bin/python3", file, `${port}`],
    runtime: () => versionIn("/usr/bin/python3", ["--version"]),
  },
  {
    id: "php-oauth",
    name: "pecl/oauth",
    language: "PHP",
    url: "https://pecl.php.net/package/oauth",
    server: "php-oauth.php",
    npm: [],
    debian: ["php-oauth", "php-cli"],
    note:
      "OAuthProvider behind php -S, as an endpoint with two legs. The server allows 300 seconds, and remembers nonces of " +
      "accepted requests in files, together with their timestamp.",
    command: (file, port) => ["/usr/bin/php", "-S", `127.0.0.1:${port}`, file],
    runtime: () => versionIn("/usr/bin/php", ["--version"]),
  },
];

/** The version of the library, without Debian's suffix. */
export function verifierVersion({ npm, debian }: Verifier): string {
  return (
    npm[0]?.replace(/^.*@/, "") ??
    packageVersion(debian[0]!)
      .replace(/^\d+:/, "")
      .replace(/[-+].*$/, "")
  );
}

/**
 * Copies the server to a folder that contains its npm packages, and starts it on a free loopback port.
 *
 * @throws if it ends before it accepts a connection
 */
export async function startVerifier(verifier: Verifier, folder: string): Promise<RunningVerifier> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const nonces = mkdtempSync(join(folder, "nonces-"));
  const file = join(folder, verifier.server);
  cpSync(join(SERVERS, verifier.server), file);
  const [program, ...args] = verifier.command(file, port);
  const { consumerKey: CONSUMER_KEY, consumerSecret: CONSUMER_SECRET } = VERIFIER_CLIENT;
  const env = { ...process.env, CONSUMER_KEY, CONSUMER_SECRET, NONCES: nonces };
  const server = spawn(program, args, { env, stdio: "ignore" });
  const close = async (): Promise<void> => {
    await stop(server);
    rmSync(nonces, { recursive: true, force: true });
  };
  try {
    await untilItListens(server, port);
  } catch (error) {
    await close();
    throw new Error(`the server ${verifier.id} does not start`, { cause: error });
  }
  return { url: `http://127.0.0.1:${port}`, close };
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
}

async function untilItListens(server: ChildProcess, port: number): Promise<void> {
  let problem: Error | undefined;
  server.on("error", (error) => {
    problem = error;
  });
  for (let tries = 0; tries < 600; tries += 1) {
    if (problem !== undefined) throw problem;
    if (server.exitCode !== null) throw new Error(`it ended with exit code ${server.exitCode}`);
    if (await accepts(port)) return;
    await sleep(50);
  }
  throw new Error("it accepts no connection");
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
