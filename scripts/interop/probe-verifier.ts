/** Runs `countersign probe` against the server on one verifier, and keeps the parts of its JSON report that the pages show. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import type { ImplementationReport, Report } from "../../src/conformance/reporters/index.ts";
import type { PlainCase } from "../../src/conformance/reporters/model/report-shape.ts";
import { freePort } from "../free-port.ts";
import { installNpm, packageVersion, versionIn } from "./tools.ts";

/** The data that the pages show about one verifier. */
export interface VerifierResult extends Pick<Verifier, "id" | "name" | "language" | "url" | "note"> {
  readonly version: string;
  readonly runtime: string;
  /** The day of the measurement, and the version of Countersign. */
  readonly date: string;
  readonly countersign: string;
  /** The path of the server in the repository. */
  readonly server: string;
  /** The number of cases that the probe tried. */
  readonly cases: number;
  /** The valid requests that it rejected, by check. */
  readonly rejects: readonly VerifierFinding[];
  /** The wrong requests that it accepted, if a public address describes that. */
  readonly accepts: readonly (VerifierFinding & { readonly described: string })[];
}

/** Cases of one check. */
export interface VerifierFinding {
  /** A short description of the check. */
  readonly title: string;
  readonly rule: string;
  /** The distinct names of the cases. */
  readonly cases: readonly string[];
}

/** The public addresses that describe what a verifier wrongly accepts, by verifier and check. */
const DESCRIBED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "python-oauthlib": { "realm-parameter": "https://github.com/oauthlib/oauthlib/issues/139" },
};

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Probes the server on a verifier.
 *
 * @param folder a separate folder, where npm packages are installed
 * @throws if the server does not start, or does not accept the valid request
 */
export async function probeVerifier(
  verifier: Verifier,
  folder: string,
  measured: Pick<VerifierResult, "date" | "countersign">,
): Promise<VerifierResult> {
  if (verifier.npm.length > 0) await installNpm(verifier.npm, folder);
  const server = await startVerifier(verifier, folder);
  try {
    const report = await probe(`${server.url}/pay`, join(folder, "report.json"));
    return resultOfProbe(verifier, report, {
      ...measured,
      version: verifierVersion(verifier),
      runtime: await verifier.runtime(),
    });
  } finally {
    await server.close();
  }
}

async function probe(url: string, file: string): Promise<ImplementationReport> {
  const { consumerKey, consumerSecret } = VERIFIER_CLIENT;
  const options = ["--consumer-key", consumerKey, "--form", "order=7", "--repeats-are-harmless"];
  const program = [join(ROOT, "src/cli/main.ts"), "probe", url, ...options, "--report", `json=${file}`];
  const { all } = await execa(join(ROOT, "node_modules/.bin/tsx"), program, {
    all: true,
    reject: false,
    stdin: "ignore",
    env: { COUNTERSIGN_CONSUMER_SECRET: consumerSecret },
  });
  const [report] = (JSON.parse(readFileSync(file, "utf8")) as Report).implementations;
  if (report === undefined || report.stopped !== undefined) throw new Error(`the probe of ${url} ended early:\n${all}`);
  return report;
}

/** The result of a probe, with only those acceptances that a public address describes. */
export function resultOfProbe(
  { id, name, language, url, note, server }: Verifier,
  { failures, total }: Pick<ImplementationReport, "failures" | "total">,
  measured: Pick<VerifierResult, "date" | "countersign" | "version" | "runtime">,
): VerifierResult {
  const described = DESCRIBED[id] ?? {};
  const accepted = failures.filter(({ message = "" }) => message.startsWith("the server accepted"));
  return {
    id,
    name,
    language,
    url,
    note,
    ...measured,
    server: `scripts/interop/servers/${server}`,
    cases: total,
    rejects: findings(failures.filter(({ message = "" }) => message.startsWith("the server rejected"))),
    accepts: Object.entries(described).flatMap(([check, address]) =>
      findings(accepted.filter((one) => checkOf(one) === check)).map((finding) => ({ ...finding, described: address })),
    ),
  };
}

function findings(cases: readonly PlainCase[]): VerifierFinding[] {
  const byCheck = new Map<string, PlainCase[]>();
  for (const one of cases) byCheck.set(checkOf(one), [...(byCheck.get(checkOf(one)) ?? []), one]);
  return [...byCheck].map(([check, all]) => ({
    title: all[0]!.finding ?? check,
    rule: all[0]!.rule,
    // The same case in another place, or in a form, has the same name.
    cases: [...new Set(all.map(({ id }) => id.split("/")[2]!.replace(/-in-form$/, "")))],
  }));
}

function checkOf({ id }: PlainCase): string {
  return id.split("/")[1]!;
}

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
