/** `countersign probe`: checks a running server, and reports as `check` does. */

import {
  CHECKS,
  createSender,
  LATE_REPLAY,
  PreflightError,
  type Probe,
  requestsOf,
  runProbe,
} from "../../conformance/probe/index.ts";
import { type Terminal, visible } from "../../conformance/reporters/index.ts";
import { type CaseResult, hasFailed, hasResults, type RunEvent } from "../../conformance/runner/index.ts";
import { loadFaults, loadRules } from "../../conformance/vectors/index.ts";
import { createRedactor } from "../../redaction/index.ts";
import { shellWord } from "../../requests/request-to-paste.ts";
import { unknownName } from "../input/similar-names.ts";
import type { ProbeCommandOptions } from "../options/probe.ts";
import { rerunCommand } from "../output/commands-to-paste.ts";
import { openReports, readReports } from "../output/reports.ts";
import { logError } from "../output/terminal.ts";
import { EXIT, type ExitCode } from "../process/exit-codes.ts";
import { dryRunText } from "./dry-run.ts";
import { readSettings } from "./options.ts";

/**
 * Probes and reports.
 *
 * @param signal ends the run early; what was found so far is reported
 * @returns the exit code
 */
export async function probe(
  text: string,
  options: ProbeCommandOptions,
  terminal: Terminal,
  signal?: AbortSignal,
): Promise<ExitCode> {
  const settings = readSettings(text, options);
  const { url, request, credentials, timeout, authority } = settings;
  const { consumerKey, token, consumerSecret, tokenSecret, privateKey } = credentials;
  const redactor = createRedactor({
    secrets: [consumerSecret, tokenSecret, privateKey, credentials.other?.consumerSecret],
    publicTexts: [consumerKey, ...(token === undefined ? [] : [token])],
  });
  const send = createSender(
    {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port) || (url.protocol === "https:" ? 443 : 80),
      isTls: url.protocol === "https:",
      authority,
    },
    timeout,
  );
  const checks = checksFor(options.only);
  const selected = { checks, only: options.only?.map((id) => (id.startsWith("probe/") ? id : `probe/${id}`)) };
  if (options.dryRun) {
    terminal.out(redactor.text(dryRunText(requestsOf(selected, settings), terminal)));
    return EXIT.ok;
  }
  const { report: _report, only: _only, json, ...kept } = options;
  const rerun = rerunCommand(`probe ${shellWord(text)}`, withTexts(kept));
  const reporter = await openReports(readReports(options), { rerun }, terminal);
  let isStopped = false;
  const emit = (event: RunEvent): void => {
    if (event.type === "stopped") isStopped = true;
    if (event.type === "case" && terminal.isVerbose) terminal.out(caseLine(event.result));
    reporter.listen(event);
  };
  const plan: Probe = {
    ...settings,
    request,
    ...selected,
    send,
    connectTo: url.origin,
    name: `${url.origin}${request.path}`,
    descriptions: { rules: loadRules(), faults: loadFaults() },
    hide: (value) => redactor.value(value),
    emit,
    signal,
  };
  try {
    const requests = await runProbe(plan);
    reporter.finish();
    if (!json && !terminal.isQuiet) terminal.out(`${requests} requests\n`);
  } catch (error) {
    if (!(error instanceof PreflightError)) throw error;
    if (error.shown !== undefined) reporter.finish();
    logError(error);
    return error.shown === undefined ? EXIT.nothingRan : EXIT.failures;
  }
  if (signal?.aborted) return EXIT.interrupted;
  const summary = reporter.summary();
  const isOpen = options.failOnOpen === true && summary.vectors.open > 0;
  if (hasFailed(summary) || isOpen) return EXIT.failures;
  return hasResults(summary) && !isStopped ? EXIT.ok : EXIT.nothingRan;
}

/** The output of --verbose. */
function caseLine({ id, verdict, message }: CaseResult): string {
  return `${visible([verdict, id, message ?? ""].join("  ").trim())}\n`;
}

function checksFor(only: readonly string[] | undefined): Probe["checks"] {
  if (only === undefined) return CHECKS;
  const ids = only.map((id) => id.replace(/^probe\//, "").split("/", 1)[0]!);
  const known = [...CHECKS.map(({ id }) => id), LATE_REPLAY.id];
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return CHECKS.filter(({ id }) => ids.includes(id));
  const message = `no check has the id ${JSON.stringify(unknown)}`;
  throw unknownName(message, unknown, known, "docs/data/probe-checks.md lists the checks");
}

function withTexts(options: object): Readonly<Record<string, string | boolean | undefined>> {
  return options as Readonly<Record<string, string | boolean | undefined>>;
}
