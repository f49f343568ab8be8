/** `countersign capture`: runs a command against a server that verifies every request that the command sends. */

import { basename } from "node:path";
import { createCaptureVerifier, createRuleOf, type Explain } from "../../conformance/capture/index.ts";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { loadRules } from "../../conformance/vectors/index.ts";
import { type Budget, explainRequest } from "../../diagnosis/index.ts";
import type { TemporaryCertificate } from "../../request-log/certificate.ts";
import { isHostName } from "../../request-log/origins.ts";
import { UsageError } from "../exit-codes.ts";
import { openReports, readFileReports } from "../output/reports.ts";
import { createClientEnvironment } from "./client-environment.ts";
import { type CaptureKeyOptions, captureCredentials } from "./credentials.ts";
import { verifyRecord } from "./record-file.ts";
import { createCaptureResults } from "./results.ts";
import { type CaptureRunOptions, runCapture } from "./run-capture.ts";

/** The options of the command. */
export interface CaptureOptions extends CaptureKeyOptions, CaptureRunOptions {
  /** A file of recorded requests to verify, instead of a command to run. */
  readonly verify?: string;
  /** The former name of `verify`. */
  readonly judge?: string;
  readonly tls?: boolean;
  readonly showSignature?: boolean;
  readonly showValues?: boolean;
  /** `format=file`. */
  readonly report?: readonly string[];
}

/**
 * Captures and reports; returns the exit code.
 *
 * @param budget the limits of the search for the mistakes in each request; the default is that of `explainRequest`
 */
export async function capture(
  command: readonly string[],
  options: CaptureOptions,
  terminal: Terminal,
  budget?: Budget,
): Promise<number> {
  checkOptions(command, options);
  const expected = captureCredentials(options, { isSigned: recordIn(options) !== undefined });
  const ruleOf = createRuleOf(loadRules());
  const verifier = createCaptureVerifier({
    expected,
    ruleOf,
    showSignature: options.showSignature === true,
    showCardData: options.showValues === true,
    computeAll: terminal.isVerbose === true,
    explain: explainWith(options.showValues, budget),
  });
  const reporter = await openReports(readFileReports(options.report), { rerun: () => undefined }, terminal);
  const client = basename(command[0] ?? "client");
  const results = createCaptureResults({ ruleOf, terminal, isLive: options.listen === true, reporter, client });
  const record = recordIn(options);
  if (record !== undefined) return verifyRecord(record, verifier, results, terminal);

  const tls = options.tls ? await makeCertificate(options.hostName) : undefined;
  const environment = createClientEnvironment(expected, tls?.authority);
  // The files are also removed if the process ends early.
  process.once("exit", environment.remove);
  try {
    return results.finish(
      await runCapture(command, options, { expected, verifier, results, environment, tls, terminal }),
    );
  } finally {
    environment.remove();
    process.off("exit", environment.remove);
  }
}

/** The package that creates certificates is loaded only if it is needed. */
async function makeCertificate(hostName: string | undefined): Promise<TemporaryCertificate> {
  return (await import("../../request-log/certificate.ts")).makeCertificate(hostName);
}

function recordIn({ verify, judge }: CaptureOptions): string | undefined {
  return verify ?? judge;
}

/** Checks the options that depend on each other. */
function checkOptions(command: readonly string[], options: CaptureOptions): void {
  const { listen, hostName, origin } = options;
  const modes = [command.length > 0, listen === true, recordIn(options) !== undefined].filter(Boolean).length;
  if (modes !== 1) {
    throw new UsageError(
      `capture needs exactly one of a command, --listen and --verify, got ${modes === 0 ? "none" : "more than one"}`,
      "countersign capture -- CMD ARGS…",
    );
  }
  if (hostName !== undefined && !isHostName(hostName)) {
    throw new UsageError(`--host-name must be a host name, got ${JSON.stringify(hostName)}`);
  }
  if (origin !== undefined && !/^https?:\/\/[^\s/?#@]+$/i.test(origin)) {
    throw new UsageError(`--origin must be http or https with a host and no path, got ${JSON.stringify(origin)}`);
  }
}

/**
 * Returns the function that explains captured requests.
 *
 * @param budget the limits of each search; the default is that of `explainRequest`
 */
export function explainWith(showCardData: boolean | undefined, budget?: Budget): Explain {
  return (request, { consumerSecret, tokenSecret, privateKey }, baseString) => {
    const key = { consumerSecret, privateKey, ...(tokenSecret === undefined ? {} : { tokenSecret }) };
    const options = { signedBaseString: baseString, showCardData, budget };
    return explainRequest(request, [key], options);
  };
}
