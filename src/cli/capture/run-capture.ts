/** Runs one capture: starts the server and the command, and ends both. */

import { setTimeout as wait } from "node:timers/promises";
import {
  type CaptureServer,
  type CaptureServerOptions,
  type CaptureVerifier,
  recordLine,
  startCaptureServer,
} from "../../conformance/capture/index.ts";
import { type ProcessEnd, type ProcessGroup, startGroup } from "../../conformance/drivers/index.ts";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { plural } from "../../redaction/visible.ts";
import { readFile } from "../input/read-file.ts";
import { readNumber, readOptional } from "../input/read-number.ts";
import type { CaptureOptions } from "../options/capture.ts";
import { logMessage } from "../output/terminal.ts";
import { UsageError } from "../process/exit-codes.ts";
import { listening } from "../process/listening.ts";
import { fitsPath, readCannedAnswers } from "./canned-answers.ts";
import { type ClientEnvironment, instructions } from "./client-environment.ts";
import type { CaptureCredentials } from "./credentials.ts";
import { openRecord } from "./record-file.ts";
import type { CaptureResults } from "./results.ts";

/** The parts of one capture. */
export interface Capture {
  readonly expected: CaptureCredentials;
  readonly verifier: CaptureVerifier;
  readonly results: CaptureResults;
  readonly environment: ClientEnvironment;
  readonly tls: CaptureServerOptions["tls"];
  readonly terminal: Terminal;
}

/** Makes the run fail. */
export const TOKEN_NEVER_SENT = "countersign: no request has the token of --token";
export const LONGEST_SECONDS = 1_000_000;
/** How long the command may take to end after a signal. */
const GRACE_MILLISECONDS = 3000;
/** Requests that the client sent before it ended may still arrive. */
export const SETTLE_MILLISECONDS = 30;

/** Returns how the command ended; `undefined` if no command was run. */
export async function runCapture(
  command: readonly string[],
  options: CaptureOptions,
  capture: Capture,
): Promise<ProcessEnd | undefined> {
  const { results, expected } = capture;
  const most = readMostRequests(options);
  const stopper = createStopper(readOptional("--timeout", options.timeout, 1, LONGEST_SECONDS));
  try {
    // The inspector receives a secret only if the secret was generated for this run.
    const inspectorKey = { ...expected.generated, publicKey: expected.publicKey };
    const server = await startServer(options, {
      ...capture,
      page: options.listen === true ? { inspectorKey, size: most } : undefined,
      onCaptured(captured) {
        results.add(captured);
        if (results.count() === most) stopper.stop(`${plural(most, "request")} (--max-requests)`);
      },
      onDefect: () => stopper.stop("an internal error"),
    });
    const end = await stopper.watch(startCommand(command, server, capture)).finally(async () => {
      await wait(SETTLE_MILLISECONDS);
      await server.close();
    });
    if (end.error !== undefined) throw notStarted(command[0]!, end.error);
    if (results.count() > 0 && !capture.verifier.hasToken()) logMessage(TOKEN_NEVER_SENT);
    return options.listen ? undefined : end;
  } finally {
    stopper.close();
  }
}

/** After how many requests a capture stops. */
export function readMostRequests({ maxRequests = "10000" }: CaptureOptions): number {
  return readNumber("--max-requests", maxRequests, 1, 1_000_000);
}

/** A running command. */
type Command = Pick<ProcessGroup, "ended" | "stop">;

/** Starts the command; without a command, listens until stopped. */
function startCommand(
  command: readonly string[],
  { origin }: CaptureServer,
  { expected, environment, terminal }: Capture,
): Command {
  if (command.length > 0) return startGroup(command, { env: environment.variables(origin), isForeground: true });
  terminal.out(instructions(origin, expected, environment));
  let stop = (): void => {};
  const ended = new Promise<ProcessEnd>((resolve) => {
    stop = () => resolve({ code: 0, signal: null });
  });
  return { ended, stop: () => stop() };
}

/** What the server of one capture gets besides the options. */
type ServerParts = Pick<CaptureServerOptions, "verifier" | "tls" | "page" | "onCaptured" | "onDefect">;

/** Starts the server, and records requests. `close` throws the first internal error, if there was one. */
export async function startServer(
  options: CaptureOptions,
  { verifier, tls, page, onCaptured, onDefect }: ServerParts,
): Promise<CaptureServer> {
  const { port = "0", origin, hostName, answers, ignorePath = [] } = options;
  const number = readNumber("--port", port, 0, 65_535);
  const canned = answers === undefined ? undefined : readCannedAnswers(readFile(answers).toString("utf8"), answers);
  const record = options.record === undefined ? undefined : openRecord(options.record);
  const defects: unknown[] = [];
  const ignored = new Map<string, number>();
  const starting = startCaptureServer({
    port: number,
    verifier,
    tls,
    page,
    origin,
    hostName,
    answers: canned,
    isIgnored(method, path) {
      if (!ignorePath.some((pattern) => fitsPath(pattern, path))) return false;
      const what = `${method} ${path}`;
      ignored.set(what, (ignored.get(what) ?? 0) + 1);
      return true;
    },
    onCaptured(captured, request) {
      onCaptured(captured, request);
      if (request !== undefined) record?.write(recordLine(request, captured, verifier.recordRedactor(request)));
    },
    onNoTls: createTlsLog(),
    onDefect(error) {
      defects.push(error);
      onDefect(error);
    },
  });
  const server = await listening(starting, `port ${number} of 127.0.0.1`, "leave out --port to use a free one");
  return {
    ...server,
    async close() {
      await server.close();
      record?.close();
      for (const [what, count] of ignored)
        logMessage(`countersign: not verified: ${what}, ${plural(count, "request")} (--ignore-path)`);
      if (defects.length > 0) throw defects[0];
    },
  };
}

function notStarted(command: string, { code: why, message }: NodeJS.ErrnoException): UsageError {
  const isMissing = why === "ENOENT";
  const hint = isMissing ? "the command runs without a shell; for built-ins and pipes use sh -c '…'" : undefined;
  const reason = isMissing ? "no such program" : why === "EACCES" ? "no permission to start it" : (why ?? message);
  return new UsageError(`cannot start ${JSON.stringify(command)}: ${reason}`, hint);
}

/** Logs each reason of a failed TLS connection once. */
function createTlsLog(): (message: string) => void {
  const logged = new Set<string>();
  return (message) => {
    if (logged.has(message)) return;
    logged.add(message);
    logMessage(`countersign: a TLS connection failed: ${message}`, ...trustHints(message));
  };
}

/** A hint for clients with their own trust store, which ignore the usual variables. */
function trustHints(message: string): string[] {
  return message.includes("does not trust")
    ? ["hint: make the client trust the authority in the file COUNTERSIGN_CA_FILE"]
    : [];
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Stops the command early: on a signal, after a time limit, or on request. */
function createStopper(seconds: number | undefined) {
  let running: Command | undefined;
  let received: NodeJS.Signals | undefined;
  const pass = (signal: NodeJS.Signals): void => {
    received = signal;
    running?.stop(signal, GRACE_MILLISECONDS);
  };
  const stop = (why: string): void => {
    logMessage(`countersign: stopped after ${why}`);
    pass("SIGTERM");
  };
  const timer = seconds && setTimeout(() => stop(`${seconds} s (--timeout)`), seconds * 1000);
  for (const signal of SIGNALS) process.on(signal, pass);
  return {
    /** Stops the command and reports why. */
    stop,
    /** Waits until the command ends; after an earlier stop, ends the command. */
    watch(command: Command): Promise<ProcessEnd> {
      running = command;
      if (received !== undefined) command.stop(received, GRACE_MILLISECONDS);
      return command.ended;
    },
    close(): void {
      clearTimeout(timer);
      for (const signal of SIGNALS) process.off(signal, pass);
    },
  };
}
