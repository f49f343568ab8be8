/** `countersign gateway`: runs the gateway simulator. */

import { createPrivateKey } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Terminal, visible } from "../../conformance/reporters/index.ts";
import { explainRequest } from "../../diagnosis/index.ts";
import { DEFAULT_PREFIX } from "../../gateway/environment.ts";
import { GatewayError } from "../../gateway/index.ts";
import { fileSchema } from "../../gateway/simulator/data-shapes.ts";
import {
  type CallbackAttempt,
  FAILURE_MODES,
  type GatewaySimulator,
  type GatewaySimulatorOptions,
  type LoggedRequest,
  NOTICE_CODES,
  startGatewaySimulator,
} from "../../gateway/simulator/index.ts";
import { sign } from "../../index.ts";
import { targetOf } from "../../requests/http-text.ts";
import { curlCommand, shellWord } from "../../requests/request-to-paste.ts";
import { readOptional } from "../input/read-number.ts";
import { rememberSecret } from "../input/secrets.ts";
import { readName } from "../input/similar-names.ts";
import { pemOf, writeKeyFiles } from "../keys/key-files.ts";
import type { GatewayCommandOptions } from "../options/gateway.ts";
import { logMessage } from "../output/terminal.ts";
import { makeCertificate } from "../process/certificate.ts";
import { EXIT, UsageError } from "../process/exit-codes.ts";
import { listening } from "../process/listening.ts";
import { readGatewayData } from "./gateway-data.ts";
import { openHarFile } from "./har-file.ts";
import { exposureNote, readListenAddress } from "./listen.ts";
import { writeSample } from "./write-sample.ts";

/** Runs until a signal or an internal error ends it; returns the exit code. */
export async function gatewayCommand(options: GatewayCommandOptions, terminal: Terminal): Promise<number> {
  if (options.schema) {
    terminal.out(`${JSON.stringify(fileSchema(), undefined, 2)}\n`);
    return EXIT.ok;
  }
  if (options.writeSample !== undefined) {
    terminal.out(
      await writeSample(options.writeSample, readListenAddress(options.listen, options.port).port || undefined),
    );
    return EXIT.ok;
  }
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  const listen = readListenAddress(options.listen, options.port);
  const har = openHarFile(options.har);
  const certificate = options.tls ? await makeCertificate(options.hostName) : undefined;
  const nonceStore = await openNonceStore(options.redis);
  const defects: unknown[] = [];
  let isClosing = false;
  const simulator = await start({
    ...simulatorOptions(options),
    ...listen,
    tls: certificate,
    nonceStore,
    onRequest: (request) => terminal.out(logLines(request, isClosing)),
    onCallback: (attempt) => terminal.out(callbackLine(attempt)),
    onReceiveFailure: ({ message }) => logMessage(`countersign: ${message}`),
    onDefect(error) {
      defects.push(error);
      end();
    },
  });
  const note = exposureNote(listen, simulator.port, simulator.sample !== undefined);
  if (note !== undefined) logMessage(...note.split("\n"));
  const startup = prepareStartup(simulator, options, certificate?.authority);
  process.once("exit", startup.remove);
  try {
    terminal.out(`${startup.text}\n`);
    await ended;
    har?.write(await simulator.har());
    isClosing = true;
    await simulator.close();
    await nonceStore?.close?.();
  } finally {
    startup.remove();
  }
  if (defects.length > 0) throw defects[0];
  return EXIT.ok;
}

/** The number of requests that the page lists. */
const LOG_SIZE = 10_000;

function simulatorOptions(options: GatewayCommandOptions): GatewaySimulatorOptions {
  const { data, pathPrefix, hostName, origin, clockTolerance, fail, slow, strict = false, lineFeeds } = options;
  return {
    failureMode: fail === undefined ? undefined : readName("--fail", fail, FAILURE_MODES),
    slowMilliseconds: readOptional("--slow", slow, 0, 600_000),
    data: data === undefined ? undefined : readGatewayData(data),
    pathPrefixes: pathPrefix,
    hostName,
    origin,
    clockToleranceSeconds: readOptional("--clock-tolerance", clockTolerance, 0, 86_400),
    rejectionStatus: readRejectionStatus(options.rejectionStatus),
    publicChecks: options.publicChecks,
    explain: explainRequest,
    logSize: LOG_SIZE,
    explainHeader: options.explain === true,
    // Without the option, the simulator decides.
    lineFeeds: lineFeeds === false ? false : undefined,
    strict:
      typeof strict === "string" ? strict.split(",").map((code) => readName("--strict", code, NOTICE_CODES)) : strict,
  };
}

function readRejectionStatus(status: string | undefined): 401 | 403 | undefined {
  if (status === undefined) return undefined;
  return readName("--rejection-status", status, ["401", "403"]) === "401" ? 401 : 403;
}

/** The Redis client is an optional package, which is loaded only if it is needed. */
async function openNonceStore(url: string | undefined): Promise<GatewaySimulatorOptions["nonceStore"]> {
  if (url === undefined) return undefined;
  if (URL.canParse(url)) rememberSecret(new URL(url).password);
  const { RedisNonceStore } = await import("../../verifier/stores/redis-nonce-store.ts").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new UsageError(
      "--redis needs the package @redis/client, which is not installed",
      "npm install @redis/client",
    );
  });
  const connection = { connectTimeoutMilliseconds: 2000 };
  try {
    // A replay after a loss of data does not harm a simulator, but a wait of six minutes would.
    await RedisNonceStore.initialize(url, connection).catch((error: { code?: string }) => {
      if (error.code !== "already-initialized") throw error;
    });
    const onWarning = (message: string): void => logMessage(`countersign: ${message}`);
    return await RedisNonceStore.connect(url, { ...connection, onWarning });
  } catch (error) {
    throw new UsageError(`--redis: ${(error as Error).message}`);
  }
}

async function start(options: GatewaySimulatorOptions): Promise<GatewaySimulator> {
  const where = `port ${options.port} of ${options.address ?? "127.0.0.1"}`;
  try {
    const hint = "without --port and --listen, the simulator uses a free port";
    return await listening(startGatewaySimulator(options), where, hint);
  } catch (error) {
    throw error instanceof GatewayError ? new UsageError(error.message) : error;
  }
}

/** One line for an accepted request; other requests also have the reasons. */
function logLines(request: LoggedRequest, isClosing: boolean): string {
  const { number, method, url, status, authenticated, accepted, notices, outcome, diagnosis } = request;
  const path = targetOf(url);
  const result = accepted ? "" : authenticated ? " failed" : " rejected";
  const first = `#${number} ${status} ${method} ${path}${result}: ${outcome}`;
  const reason = isClosing ? "the simulator ended first" : "too many requests were rejected at the same time";
  const pending = diagnosis.isPending ? [`no diagnosis: ${reason}`] : [];
  const noticed = notices.map(({ code, message }) => `notice ${code}: ${message}`);
  const lines = [first, ...[...diagnosis.lines, ...pending, ...noticed].map((line) => `   ${line}`)];
  return `${lines.map(visible).join("\n")}\n`;
}

function callbackLine({ clientOrderId, attempt, delivered, result, nextAt }: CallbackAttempt): string {
  const next = delivered ? "" : nextAt === undefined ? "; not repeated" : `; repeated at ${nextAt}`;
  return `${visible(`callback for ${clientOrderId}, attempt ${attempt}: ${result}${next}`)}\n`;
}

/**
 * The text that the command prints when it starts: the address, and for sample data also the keys, their files, and a curl
 * command that succeeds.
 *
 * @param authority the certificate of the authority in PEM, for `--tls`
 * @returns the text, and the function that deletes the files that the text names
 */
function prepareStartup(
  simulator: GatewaySimulator,
  options: GatewayCommandOptions,
  authority: string | undefined,
): { readonly text: string; readonly remove: () => void } {
  const { origin, sample } = simulator;
  const folder = mkdtempSync(join(tmpdir(), "countersign-gateway-"));
  const authorityFile = authority === undefined ? undefined : join(folder, "authority.pem");
  if (authority !== undefined) writeKeyFiles([[authorityFile!, authority]]);
  const { pathPrefix: [prefix = DEFAULT_PREFIX] = [] } = options;
  const lines = [
    `the gateway simulator listens on ${origin}; press Ctrl-C to stop it`,
    `  address         ${origin}${prefix}/v4/create-card-ref/ENDPOINTID`,
    ...(options.origin === undefined ? [] : [`  signed origin   ${withoutSlash(options.origin)}`]),
    ...(authorityFile === undefined ? [] : [`  authority       ${authorityFile}`]),
    ...(sample === undefined ? [] : sampleLines(simulator, sample, prefix, options, folder, authorityFile)),
    `page with all requests and controls: ${origin}/_countersign/`,
  ];
  return { text: lines.join("\n"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function sampleLines(
  { origin, port }: GatewaySimulator,
  { login, controlKey, privateKey, publicKey, endpoint, endpointGroup, payment }: Sample,
  prefix: string,
  options: GatewayCommandOptions,
  folder: string,
  authorityFile: string | undefined,
): string[] {
  const [pkcs8File, pkcs1File, publicFile] = ["private.pkcs8.pem", "private.pkcs1.pem", "public.pem"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeKeyFiles([
    [pkcs8File, privateKey],
    [pkcs1File, pemOf(createPrivateKey(privateKey), "pkcs1")],
    [publicFile, publicKey],
  ]);
  const target = `${prefix}/v4/create-card-ref/${endpoint}`;
  // The name from --host-name may not resolve on this machine, but an address always works.
  const reached = `${new URL(origin).protocol}//${hostToReach(options)}:${port}`;
  const url = withoutSlash(options.origin ?? reached) + target;
  const form = { client_orderid: payment.clientOrderId, orderid: payment.orderId };
  const request = sign(
    { method: "POST", url, form },
    { consumerKey: login, signatureMethod: "RSA-SHA256", privateKey },
  );
  const trust = authorityFile === undefined ? "" : `CURL_CA_BUNDLE=${shellWord(authorityFile)} `;
  return [
    `  login           ${login}`,
    `  control key     ${controlKey}`,
    `  private key     ${pkcs8File} (PKCS#8), ${pkcs1File} (PKCS#1)`,
    `  public key      ${publicFile}`,
    `  endpoint        ${endpoint}; endpoint group ${endpointGroup}`,
    `  first payment   client_orderid ${payment.clientOrderId}, orderid ${payment.orderId}`,
    options.fail === undefined
      ? "a request that succeeds once, within five minutes:"
      : `a valid request, for one use within five minutes; it fails on demand (${options.fail}):`,
    `  ${trust}${curlCommand({ ...request, url: reached + target })}`,
  ];
}

/** 0.0.0.0 and :: stand for all addresses, which include 127.0.0.1. */
function hostToReach({ listen }: GatewayCommandOptions): string {
  const host = listen?.replace(/:[0-9]+$/, "");
  return host === undefined || /^(?:0\.0\.0\.0|\[[:0]+\])$/.test(host) ? "127.0.0.1" : host;
}

type Sample = NonNullable<GatewaySimulator["sample"]>;

function withoutSlash(origin: string): string {
  return origin.replace(/\/$/, "");
}
