/** `countersign gateway`: runs the gateway simulator. */

import { type Terminal, visible } from "../../conformance/reporters/index.ts";
import { explainRequest } from "../../diagnosis/index.ts";
import { GatewayError } from "../../gateway/index.ts";
import type { TemporaryCertificate } from "../../gateway/simulator/certificate.ts";
import {
  FAILURE_MODES,
  type FailureMode,
  type GatewaySimulator,
  type GatewaySimulatorOptions,
  type LoggedRequest,
  startGatewaySimulator,
} from "../../gateway/simulator/index.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { readNumber } from "../input/read-number.ts";
import { rememberSecret } from "../input/secrets.ts";
import { logMessage } from "../output/terminal.ts";
import { GATEWAY_SCHEMA, readGatewayData } from "./gateway-data.ts";
import { prepareGatewayStartup } from "./gateway-startup.ts";

/** The options of the command. */
export interface GatewayCommandOptions {
  readonly port?: string;
  readonly tls?: boolean;
  readonly data?: string;
  readonly schema?: boolean;
  readonly pathPrefix?: readonly string[];
  readonly hostName?: string;
  readonly origin?: string;
  readonly redis?: string;
  readonly explain?: boolean;
  readonly fail?: string;
}

/** Runs until a signal or an internal error ends it; returns the exit code. */
export async function gatewayCommand(options: GatewayCommandOptions, terminal: Terminal): Promise<number> {
  if (options.schema) {
    terminal.out(`${JSON.stringify(GATEWAY_SCHEMA, undefined, 2)}\n`);
    return EXIT.ok;
  }
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  const certificate = options.tls ? await makeCertificate(options.hostName) : undefined;
  const nonceStore = await openNonceStore(options.redis);
  const defects: unknown[] = [];
  const simulator = await start({
    ...simulatorOptions(options),
    ...{ tls: certificate, nonceStore },
    onRequest: (request) => terminal.out(logLines(request)),
    onReceiveFailure: ({ message }) => logMessage(`countersign: ${visible(message)}`),
    onDefect(error) {
      defects.push(error);
      end();
    },
  });
  const startup = prepareGatewayStartup(simulator, options, certificate?.authority);
  process.once("exit", startup.remove);
  try {
    terminal.out(`${startup.text}\n`);
    await ended;
    await simulator.close();
    await nonceStore?.close?.();
  } finally {
    startup.remove();
  }
  if (defects.length > 0) throw defects[0];
  return EXIT.ok;
}

function simulatorOptions(options: GatewayCommandOptions): GatewaySimulatorOptions {
  const { port = "0", data, pathPrefix, hostName, origin, fail } = options;
  if (fail !== undefined && !(FAILURE_MODES as readonly string[]).includes(fail)) {
    throw new UsageError(`--fail must be one of ${FAILURE_MODES.join(", ")}, got ${JSON.stringify(fail)}`);
  }
  return {
    port: readNumber("--port", port, 0, 65_535),
    ...{ data: data === undefined ? undefined : readGatewayData(data), pathPrefixes: pathPrefix, hostName, origin },
    explain: explainRequest,
    ...{ explainHeader: options.explain === true, failureMode: fail as FailureMode | undefined },
  };
}

/** The package that makes certificates is loaded only if it is needed. */
async function makeCertificate(hostName: string | undefined): Promise<TemporaryCertificate> {
  return (await import("../../gateway/simulator/certificate.ts")).makeCertificate(hostName);
}

/** The client of Redis is an optional package, which is loaded only if it is needed. */
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
  return RedisNonceStore.connect(url, { connectTimeoutMs: 2000 }).catch((error: Error) => {
    throw new UsageError(`--redis: ${error.message}`);
  });
}

async function start(options: GatewaySimulatorOptions): Promise<GatewaySimulator> {
  try {
    return await startGatewaySimulator(options);
  } catch (error) {
    if (error instanceof GatewayError) throw new UsageError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    const hint = "leave out --port to use a free port";
    throw new UsageError(`cannot listen on port ${options.port} of 127.0.0.1: ${code}`, hint);
  }
}

/** One line for an accepted request; for others also the reasons. */
function logLines(request: LoggedRequest): string {
  const { number, method, url, status, authenticated, accepted, outcome, diagnosis } = request;
  const path = url.replace(/^https?:\/\/[^/]+/, "");
  const result = accepted ? "" : authenticated ? " failed" : " rejected";
  const first = `#${number} ${status} ${method} ${path}${result}: ${outcome}`;
  const pending = diagnosis.isPending ? ["no diagnosis: too many requests were rejected at the same time"] : [];
  const lines = [first, ...[...diagnosis.lines, ...pending].map((line) => `   ${line}`)];
  return `${lines.map(visible).join("\n")}\n`;
}
