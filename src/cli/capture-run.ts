/**
 * One capture from its first to its last request: the session, the job whose requests it takes, and what ends both.
 *
 * @module
 */

import { setTimeout as wait } from "node:timers/promises";
import {
  type CannedAnswers,
  type CommandEnd,
  type ExpectedCredentials,
  type Judge,
  type RunningCommand,
  recordLine,
  runCommand,
  type Session,
  type SessionOptions,
  startSession,
} from "../conformance/capture/index.ts";
import type { Terminal } from "../conformance/reporters/index.ts";
import { readCannedAnswers } from "./capture/canned-answers.ts";
import type { CaptureKit } from "./capture-kit.ts";
import { openRecord } from "./capture-record.ts";
import type { Stopper } from "./capture-stopper.ts";
import type { Tally } from "./capture-tally.ts";
import { welcome } from "./capture-welcome.ts";
import { UsageError } from "./exit-codes.ts";
import { readFile } from "./input/read-file.ts";
import { readNumber } from "./input/read-number.ts";
import { logMessage } from "./output/terminal.ts";

/** How the server listens and what ends it. */
export interface CaptureRunOptions {
  /** Without a command, until interrupted. */
  readonly listen?: boolean;
  /** Free where absent. */
  readonly port?: string;
  readonly hostName?: string;
  readonly origin?: string;
  readonly answers?: string;
  readonly record?: string;
  readonly maxRequests: string;
  /** Seconds. */
  readonly timeout?: string;
}

/** What a capture is made of. */
export interface Workshop {
  readonly expected: ExpectedCredentials;
  readonly judge: Judge;
  readonly tally: Tally;
  readonly kit: CaptureKit;
  readonly tls: SessionOptions["tls"];
  readonly stopper: Stopper;
  readonly terminal: Terminal;
}

const MOST_REQUESTS = 1_000_000;
const LONGEST_SECONDS = 1_000_000;
/** What a client has sent before it ended may still be on its way to us. */
const SETTLE_MILLISECONDS = 30;

/** Returns how the command ended; `undefined` where there was none. */
export async function runCapture(
  command: readonly string[],
  options: CaptureRunOptions,
  workshop: Workshop,
): Promise<CommandEnd | undefined> {
  const { judge, tally, tls, stopper } = workshop;
  const { origin, hostName } = options;
  const most = readNumber("--max-requests", options.maxRequests, 1, MOST_REQUESTS);
  const answers = readAnswers(options.answers);
  const record = openRecord(options.record);
  const defects: unknown[] = [];
  const tellOnce = onceEach(logMessage);
  stopper.setTimeout(readSeconds(options.timeout));
  const session = await startOrExplain(options.port, {
    ...{ judge, tls, origin, hostName, answers },
    onCaptured(captured, request) {
      tally.add(captured);
      if (request !== undefined) record.write(recordLine(request, captured, judge.recordRedactor(request)));
      if (tally.count() === most) stopper.stop(`${most} request${most === 1 ? "" : "s"} (--max-requests)`);
    },
    onNoTls: (message) => tellOnce(`countersign: a connection came to nothing: ${message}${trustHint(message)}`),
    onDefect(error) {
      defects.push(error);
      stopper.stop("a defect");
    },
  });
  const end = await stopper.watch(startJob(command, session, workshop)).finally(async () => {
    await wait(SETTLE_MILLISECONDS);
    await session.close();
    record.close();
  });
  if (defects.length > 0) throw defects[0];
  if (end.notStarted !== undefined) throw notStarted(command[0]!, end.notStarted);
  return options.listen ? undefined : end;
}

/** The command; without one, listening until stopped. */
function startJob(
  [file, ...args]: readonly string[],
  { origin }: Session,
  { expected, kit, terminal }: Workshop,
): RunningCommand {
  if (file !== undefined) return runCommand([file, ...args], kit.environment(origin));
  terminal.out(welcome(origin, expected, kit));
  let stop = (): void => {};
  const ended = new Promise<CommandEnd>((resolve) => {
    stop = () => resolve({ exitCode: 0 });
  });
  return { ended, stop: () => stop() };
}

/** A port that is taken is bad usage. */
async function startOrExplain(port = "0", options: Omit<SessionOptions, "port">): Promise<Session> {
  const number = readNumber("--port", port, 0, 65_535);
  try {
    return await startSession({ ...options, port: number });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EADDRINUSE" && code !== "EACCES") throw error;
    throw new UsageError(`port ${number} of 127.0.0.1 cannot be used: ${code}`, "without --port a free one is taken");
  }
}

function notStarted(command: string, why: string): UsageError {
  const hint = why === "ENOENT" ? "it is run without a shell: for built-ins and pipes give sh -c '…'" : undefined;
  return new UsageError(`cannot start ${JSON.stringify(command)}: ${why}`, hint);
}

function readSeconds(text: string | undefined): number | undefined {
  return text === undefined ? undefined : readNumber("--timeout", text, 1, LONGEST_SECONDS);
}

function readAnswers(file: string | undefined): CannedAnswers | undefined {
  return file === undefined ? undefined : readCannedAnswers(readFile(file).toString("utf8"), file);
}

/** A client with a trust store of its own looks at none of the variables that are set for the others. */
function trustHint(message: string): string {
  return message.includes("does not trust") ? "\nhint: the authority to trust is in the file COUNTERSIGN_CA_FILE" : "";
}

/** Says the same thing once. */
function onceEach(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return;
    said.add(text);
    say(text);
  };
}
