/**
 * `countersign capture`: runs a command under a judging server and judges every request that it makes.
 *
 * @module
 */

import { basename } from "node:path";
import { createJudge, type Explain, ruleBook } from "../conformance/capture/index.ts";
import type { Terminal } from "../conformance/reporters/index.ts";
import { loadRules } from "../conformance/vectors/index.ts";
import { explainRequest } from "../diagnosis/index.ts";
import type { TemporaryCertificate } from "../gateway/simulator/certificate.ts";
import { type CaptureKeyOptions, captureKeys } from "./capture-keys.ts";
import { createKit } from "./capture-kit.ts";
import { judgeRecord } from "./capture-record.ts";
import { type CaptureRunOptions, runCapture } from "./capture-run.ts";
import { createStopper } from "./capture-stopper.ts";
import { createTally } from "./capture-tally.ts";
import { UsageError } from "./exit-codes.ts";
import { openReports, readFileReports } from "./output/reports.ts";

/** What the command takes. */
export interface CaptureOptions extends CaptureKeyOptions, CaptureRunOptions {
  /** A record to judge, instead of a command. */
  readonly judge?: string;
  readonly tls?: boolean;
  readonly showSignature?: boolean;
  readonly showValues?: boolean;
  /** `format=file`. */
  readonly report?: readonly string[];
}

/** Captures and reports; returns the exit code. */
export async function capture(
  command: readonly string[],
  options: CaptureOptions,
  terminal: Terminal,
): Promise<number> {
  checkOptions(command, options);
  const expected = captureKeys(options, { isSigned: options.judge !== undefined });
  const rules = ruleBook(loadRules());
  const judge = createJudge({
    expected,
    ruleBook: rules,
    showSignature: options.showSignature === true,
    showCardData: options.showValues === true,
    explain: explainWith(options.showValues),
  });
  const reporter = await openReports(readFileReports(options.report), { rerun: () => undefined }, terminal);
  const client = basename(command[0] ?? "client");
  const tally = createTally(rules, terminal, { isLive: options.listen === true, reporter, client });
  if (options.judge !== undefined) return judgeRecord(options.judge, judge, tally);

  const certificate = options.tls ? await makeCertificate(options.hostName) : undefined;
  const kit = createKit(expected, certificate?.authority);
  // Also where the process ends in the middle.
  process.once("exit", kit.remove);
  const stopper = createStopper();
  try {
    const workshop = { expected, judge, tally, kit, tls: certificate, stopper, terminal };
    return tally.conclude(await runCapture(command, options, workshop));
  } finally {
    kit.remove();
    process.off("exit", kit.remove);
    stopper.close();
  }
}

/** The package that makes certificates is loaded only if it is needed. */
async function makeCertificate(hostName: string | undefined): Promise<TemporaryCertificate> {
  return (await import("../gateway/simulator/certificate.ts")).makeCertificate(hostName);
}

/** What each option alone does not tell. */
function checkOptions(command: readonly string[], { listen, judge, hostName, origin }: CaptureOptions): void {
  const ways = [command.length > 0, listen === true, judge !== undefined].filter(Boolean).length;
  if (ways !== 1) {
    throw new UsageError(
      `capture needs one of a command, --listen and --judge, got ${ways === 0 ? "none" : "more than one"}`,
      "countersign capture -- CMD ARGS…",
    );
  }
  if (hostName !== undefined && !/^[a-z0-9][a-z0-9.-]*$/i.test(hostName)) {
    throw new UsageError(`--host-name must be the name of a host, got ${JSON.stringify(hostName)}`);
  }
  if (origin !== undefined && !/^https?:\/\/[^\s/?#@]+$/i.test(origin)) {
    throw new UsageError(`--origin must be http or https with a host and no path, got ${JSON.stringify(origin)}`);
  }
}

function explainWith(showCardData: boolean | undefined): Explain {
  return (request, { consumerSecret, tokenSecret, privateKey }, told) => {
    const key = { consumerSecret, privateKey, ...(tokenSecret === undefined ? {} : { tokenSecret }) };
    const explained = explainRequest(request, [key], told, showCardData);
    return explained && { lines: explained.lines, isNamed: explained.data.kind !== "unknown" };
  };
}
