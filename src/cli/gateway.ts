/**
 * `countersign gateway`: the gateway's double, to develop against.
 *
 * @module
 */

import { type Terminal, visible } from "../conformance/reporters/index.ts";
import { explainRequest } from "../diagnosis/index.ts";
import { GatewayError } from "../gateway/index.ts";
import { makeCertificate } from "../gateway/simulator/certificate.ts";
import {
  FAILURE_MODES,
  type FailureMode,
  type GatewayOptions,
  type RunningGateway,
  type ShownRequest,
  startGateway,
} from "../gateway/simulator/index.ts";
import { tell } from "./console.ts";
import { EXIT, UsageError } from "./exit-codes.ts";
import { readGatewayData } from "./gateway-data.ts";
import { createGatewayKit, firstPrefix, signedOrigin } from "./gateway-kit.ts";
import { GATEWAY_SCHEMA } from "./gateway-schema.ts";
import { readNumber } from "./read-number.ts";
import { rememberSecret } from "./secrets.ts";

/** What the command takes. */
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

/** Runs until interrupted; returns the exit code. */
export async function gatewayCommand(options: GatewayCommandOptions, terminal: Terminal): Promise<number> {
  if (options.schema) {
    terminal.out(`${JSON.stringify(GATEWAY_SCHEMA, undefined, 2)}\n`);
    return EXIT.ok;
  }
  const interrupted = interruption();
  const certificate = options.tls ? await makeCertificate(options.hostName) : undefined;
  const nonceStore = await openNonceStore(options.redis);
  const defects: unknown[] = [];
  const gateway = await startOrExplain({
    ...settingsOf(options),
    ...{ tls: certificate, nonceStore },
    onRequest: (request) => terminal.out(lineOf(request)),
    onDisturbance: ({ message }) => tell(`countersign: ${visible(message)}`),
    onDefect(error) {
      defects.push(error);
      interrupted.now();
    },
  });
  const kit = createGatewayKit(gateway, options, certificate?.authority);
  process.once("exit", kit.remove);
  try {
    terminal.out(`${welcome(gateway, options, kit.lines)}\n`);
    await interrupted.happens;
    await gateway.close();
    await nonceStore?.close?.();
  } finally {
    kit.remove();
  }
  if (defects.length > 0) throw defects[0];
  return EXIT.ok;
}

function settingsOf({
  port = "0",
  data,
  pathPrefix,
  hostName,
  origin,
  explain,
  fail,
}: GatewayCommandOptions): GatewayOptions {
  if (fail !== undefined && !(FAILURE_MODES as readonly string[]).includes(fail)) {
    throw new UsageError(`--fail must be one of ${FAILURE_MODES.join(", ")}, got ${JSON.stringify(fail)}`);
  }
  return {
    port: readNumber("--port", port, 0, 65_535),
    ...{ data: data === undefined ? undefined : readGatewayData(data), pathPrefixes: pathPrefix, hostName, origin },
    explain: explainRequest,
    ...{ explainHeader: explain === true, fail: fail as FailureMode | undefined },
  };
}

/** The client of Redis is loaded only where it is asked for. */
async function openNonceStore(url: string | undefined): Promise<GatewayOptions["nonceStore"]> {
  if (url === undefined) return undefined;
  if (URL.canParse(url)) rememberSecret(new URL(url).password);
  const { RedisNonceStore } = await import("../verifier/stores/redis-nonce-store.ts");
  return RedisNonceStore.connect(url, { connectTimeoutMs: 2000 }).catch((error: Error) => {
    throw new UsageError(`--redis: ${error.message}`);
  });
}

async function startOrExplain(options: GatewayOptions): Promise<RunningGateway> {
  try {
    return await startGateway(options);
  } catch (error) {
    if (error instanceof GatewayError) throw new UsageError(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    throw new UsageError(
      `port ${options.port} of 127.0.0.1 cannot be used: ${code}`,
      "without --port a free one is taken",
    );
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Listens to signals from now on. */
function interruption(): { readonly happens: Promise<void>; now(): void } {
  let now = (): void => {};
  const happens = new Promise<void>((resolve) => {
    now = resolve;
  });
  for (const signal of SIGNALS) process.once(signal, now);
  return { happens, now: () => now() };
}

function welcome({ origin }: RunningGateway, options: GatewayCommandOptions, lines: readonly string[]): string {
  return [
    `the gateway's double listens on ${origin}, until interrupted`,
    `  address         ${origin}${firstPrefix(options)}/v4/create-card-ref/ENDPOINTID`,
    ...(options.origin === undefined
      ? []
      : [`  to be signed as ${signedOrigin(origin, options)} in front of the path`]),
    ...lines,
    `every request with every stage: ${origin}/_countersign/requests`,
  ].join("\n");
}

/** One line for what is right; for the rest, why. */
function lineOf({ number, method, url, status, accepted, outcome, diagnosis }: ShownRequest): string {
  const path = url.replace(/^https?:\/\/[^/]+/, "");
  const first = `#${number} ${status} ${method} ${path}${accepted ? "" : " refused"}: ${outcome}`;
  const unsearched = diagnosis.isPending ? ["too many refused requests at once to find out more"] : [];
  const lines = [first, ...[...diagnosis.lines, ...unsearched].map((line) => `   ${line}`)];
  return `${lines.map(visible).join("\n")}\n`;
}
