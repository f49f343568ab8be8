/** `countersign capture`: runs a command against a server that verifies every request that the command sends. */

import { basename } from "node:path";
import { createCaptureVerifier, type Explain } from "../../conformance/capture/index.ts";
import type { Terminal } from "../../conformance/reporters/index.ts";
import { type Budget, explainRequest } from "../../diagnosis/index.ts";
import { languagesOfClient } from "../../diagnosis/text/shown-cause.ts";
import { languageOfCommand } from "../../faults/index.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { isHostName } from "../../request-log/origins.ts";
import { readFile } from "../input/read-file.ts";
import { givenSecrets } from "../input/secrets.ts";
import { type CaptureOptions, OPTIONS } from "../options/capture.ts";
import { flagOf } from "../output/commands-to-paste.ts";
import { openReports, readFileReports } from "../output/reports.ts";
import { makeCertificate } from "../process/certificate.ts";
import { UsageError } from "../process/exit-codes.ts";
import { tokensIn } from "./canned-answers.ts";
import { createClientEnvironment } from "./client-environment.ts";
import { type CaptureCredentials, captureCredentials } from "./credentials.ts";
import { verifyRecord } from "./record-file.ts";
import { createCaptureResults } from "./results.ts";
import { type Capture, runCapture } from "./run-capture.ts";

/**
 * Captures and reports; returns the exit code.
 *
 * @param budget the limits of the search for the mistakes in each request; by default the limits of `explainRequest`
 * @param signal ends a varied program early
 */
export async function capture(
  command: readonly string[],
  options: CaptureOptions,
  terminal: Terminal,
  budget?: Budget,
  signal?: AbortSignal,
): Promise<number> {
  checkOptions(command, options);
  const { answers } = options;
  const expected = {
    ...captureCredentials(options),
    ...(answers !== undefined && { otherTokens: tokensIn(readFile(answers).toString("utf8")) }),
  };
  const client = clientName(command);
  const verifier = createCaptureVerifier({
    expected,
    otherSecrets: givenSecrets(),
    showSignature: options.showSignature === true,
    showCardData: options.showValues === true,
    computeAll: terminal.isVerbose === true,
    isBrief: options.vary === true,
    explain: explainWith(options.showValues, languageOfCommand(command), budget),
  });
  if (options.vary) {
    const { captureVaried } = await import("./vary.ts");
    return withEnvironment(expected, options, (parts) =>
      captureVaried(command, options, { ...parts, expected, terminal, verifier, signal, client }),
    );
  }
  const reporter = await openReports(readFileReports(options.report), { rerun: () => undefined }, terminal);
  const results = createCaptureResults({ terminal, isLive: options.listen === true, reporter, client });
  if (options.verify !== undefined) return verifyRecord(options.verify, verifier, results, terminal);

  return withEnvironment(expected, options, async (parts) =>
    results.finish(await runCapture(command, options, { ...parts, expected, verifier, results, terminal }), verifier),
  );
}

/** The name of the script that an interpreter runs, or of the program. */
function clientName(command: readonly string[]): string {
  const script = command.slice(1).find((word) => /^[^-{].*\.\w+$/.test(word));
  return basename(script ?? command[0] ?? "client");
}

/** Creates the client's files and certificate, runs, and removes the files. */
async function withEnvironment(
  expected: CaptureCredentials,
  { tls, hostName }: CaptureOptions,
  run: (parts: Pick<Capture, "environment" | "tls">) => Promise<number>,
): Promise<number> {
  const certificate = tls ? await makeCertificate(hostName) : undefined;
  const environment = createClientEnvironment(expected, certificate?.authority);
  // The files are also removed if the process ends early.
  process.once("exit", environment.remove);
  try {
    return await run({ environment, tls: certificate });
  } finally {
    environment.remove();
    process.off("exit", environment.remove);
  }
}

/** The options that need `--vary`, as they are typed. */
const NEED_VARY: readonly string[] = OPTIONS.flatMap(([flags, text]) =>
  text.startsWith("with --vary:") ? flags.split(" ")[0]! : [],
);

/** Checks the options that depend on each other. */
function checkOptions(command: readonly string[], options: CaptureOptions): void {
  const { listen, hostName, origin, vary, requests } = options;
  const modes = [command.length > 0, listen === true, options.verify !== undefined].filter(Boolean).length;
  if (modes !== 1) {
    throw new UsageError(
      `capture needs exactly one of a command, --listen and --verify, got ${modes === 0 ? "none" : "more than one"}`,
      `${COUNTERSIGN} capture -- CMD ARGS…`,
    );
  }
  if (vary && (options.verify !== undefined || (listen && requests === undefined))) {
    throw new UsageError(
      `--vary ${options.verify === undefined ? "with --listen needs --requests" : "cannot be used with --verify"}`,
      `${COUNTERSIGN} capture --vary -- CMD ARGS… {text}`,
    );
  }
  const needsVary = Object.keys(options)
    .map(flagOf)
    .find((flag) => NEED_VARY.includes(flag));
  if (!vary && needsVary !== undefined) {
    throw new UsageError(`${needsVary} needs --vary`, `${COUNTERSIGN} capture --vary -- CMD ARGS… {text}`);
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
 * @param language the language of the sending program, for requests whose User-Agent does not show it
 * @param budget the limits of each search; by default the limits of `explainRequest`
 */
export function explainWith(showCardData: boolean | undefined, language?: string, budget?: Budget): Explain {
  return (request, { consumerSecret, tokenSecret, privateKey }, baseString, { combinations, names } = {}) => {
    const key = { consumerSecret, privateKey, tokenSecret };
    const [seen = language] = languagesOfClient(request);
    const limits = {
      budget: budget ?? (combinations === undefined ? undefined : { combinations }),
      causes: names,
    };
    return explainRequest(request, [key], {
      signedBaseString: baseString,
      showCardData,
      ...limits,
      ...(seen && { languages: [seen] }),
    });
  };
}
