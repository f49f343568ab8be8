/** The file of recorded requests: `capture --record` writes it, and `capture --verify` reads it, or a HAR file. */

import { closeSync, writeSync } from "node:fs";
import {
  type CaptureVerifier,
  type IncomingRequest,
  isRedacted,
  isRight,
  RECORD,
  requestOfRecord,
} from "../../conformance/capture/index.ts";
import { type Terminal, visible } from "../../conformance/reporters/index.ts";
import type { HttpRequest } from "../../oauth1/http-request.ts";
import { readRequest } from "../../requests/index.ts";
import { parseChecked } from "../input/checked-json.ts";
import { readFile } from "../input/read-file.ts";
import { openPrivateFile } from "../output/private-file.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, UsageError } from "../process/exit-codes.ts";
import type { CaptureResults } from "./results.ts";

/** A recorded request, and the status of the recorded answer. */
interface Recorded {
  readonly request: IncomingRequest;
  readonly status: unknown;
}

/**
 * Verifies all requests of a file, each as of the time of its arrival. If the file contains the statuses of the answers,
 * lists the requests that the answering server decided differently.
 *
 * @returns the exit code
 */
export async function verifyRecord(
  file: string,
  verifier: CaptureVerifier,
  results: CaptureResults,
  terminal: Terminal,
): Promise<number> {
  const disagreements: string[] = [];
  for (const { request, status } of readRecord(file)) {
    const { number } = request;
    if (isRedacted(request)) {
      logMessage(
        `countersign: ${file}, request ${number} is skipped: a secret was redacted from it, so its signature cannot be verified`,
      );
      continue;
    }
    const { diagnose } = await verifier.decide(request);
    const captured = await diagnose();
    results.add(captured);
    const isAccepted = isRight(captured);
    if (wasAccepted(status) === !isAccepted) {
      const now = isAccepted ? "valid" : captured.problems[0]!.code;
      disagreements.push(`request ${number}  ${captured.method} ${captured.url}: answered with ${status}, now ${now}`);
    }
  }
  const exit = results.finish();
  if (disagreements.length === 0) return exit;
  terminal.out(`The recorded answers differ for:\n${disagreements.map((line) => `  ${visible(line)}\n`).join("")}`);
  return EXIT.failures;
}

/** Whether the signature was accepted; `undefined` if the status does not show this. */
function wasAccepted(status: unknown): boolean | undefined {
  if (typeof status !== "number" || status < 200) return undefined;
  return status < 400 || ([400, 401, 403].includes(status) ? false : undefined);
}

/** @throws {@link UsageError} */
function readRecord(file: string): Recorded[] {
  const text = readFile(file).toString("utf8");
  const har = harEntries(text);
  if (har !== undefined) return har.map((entry, index) => readEntry(entry, index + 1, file));
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    const number = index + 1;
    const place = { what: "a line of --record", file: `${file}, line ${number}`, isPrivate: true };
    const record = parseChecked(line, RECORD, place);
    return [{ request: requestOfRecord(record, number), status: record.status }];
  });
}

interface HarEntry {
  readonly startedDateTime?: string;
  readonly response?: { readonly status?: unknown };
}

/** The entries of a HAR file; `undefined` for another text. */
function harEntries(text: string): readonly HarEntry[] | undefined {
  try {
    const { entries } = (JSON.parse(text) as { readonly log: { readonly entries?: readonly HarEntry[] } }).log;
    return Array.isArray(entries) ? entries : undefined;
  } catch {
    return undefined;
  }
}

function readEntry(entry: HarEntry, number: number, file: string): Recorded {
  const octets = Buffer.from(JSON.stringify(entry));
  const { body = new Uint8Array(), ...request } = readRequest(octets, { format: "json" }) as HttpRequest;
  const at = Math.floor(Date.parse(entry.startedDateTime ?? "") / 1000);
  if (Number.isNaN(at))
    throw new UsageError(`${file}: entry ${number} must have the time of its request, startedDateTime`);
  return { request: { ...request, number, at, body }, status: entry.response?.status };
}

/** Opens the file for writing. */
export function openRecord(file: string) {
  const descriptor = openPrivateFile("--record", file);
  return {
    write: (line: string) => writeSync(descriptor, `${line}\n`),
    close: () => closeSync(descriptor),
  };
}
