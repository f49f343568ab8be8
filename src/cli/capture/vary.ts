/** `countersign capture --vary`: runs a program with generated values, and reports like `check`. */

import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { applying, entriesOfSearch, proposedEntries } from "../../conformance/baseline/index.ts";
import {
  type Arrived,
  createTemplates,
  KIND_NAMES,
  type Templates,
  type Values,
  type Varied,
  variedResultOf,
  vary,
} from "../../conformance/capture/vary/index.ts";
import { hasFailed, isFailure } from "../../conformance/runner/index.ts";
import { languageOfCommand } from "../../faults/index.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { readBaselineFile, reportFindings, writeBaselineFile } from "../check/baseline.ts";
import { readSeed } from "../check/plan.ts";
import { parseJson } from "../input/checked-json.ts";
import { readNumber } from "../input/read-number.ts";
import { similarNames } from "../input/similar-names.ts";
import type { CaptureOptions } from "../options/capture.ts";
import { rerunCommand } from "../output/commands-to-paste.ts";
import { openReports, readReports } from "../output/reports.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, type ExitCode, highestCause, UsageError } from "../process/exit-codes.ts";
import { instructions } from "./client-environment.ts";
import { reportResults } from "./results.ts";
import {
  type Capture,
  LONGEST_SECONDS,
  readMostRequests,
  SETTLE_MILLISECONDS,
  startServer,
  TOKEN_NEVER_SENT,
} from "./run-capture.ts";
import { openDriverFile, seenShape, writeDriver } from "./seen-shape.ts";
import { readVariedProgram } from "./varied-program.ts";

/** What a capture has prepared. */
interface Prepared extends Omit<Capture, "results"> {
  readonly signal: AbortSignal | undefined;
  /** The name of the client in reports. */
  readonly client: string;
}

const MOST_RUNS = 10_000;

/** Runs and reports; returns the exit code. */
export async function captureVaried(
  command: readonly string[],
  options: CaptureOptions,
  { expected, environment, tls, terminal, verifier, signal, client }: Prepared,
): Promise<ExitCode> {
  const { baseline, updateBaseline = false, allowUncompared = false } = options;
  const runs = readNumber("--runs", options.runs ?? "0", 0, MOST_RUNS);
  const seconds = readNumber("--timeout", options.timeout ?? "30", 1, LONGEST_SECONDS);
  const mostRequests = readMostRequests(options);
  const seed = runs === 0 && options.seed === undefined ? 0 : readSeed(options.seed);
  const generators = await readGenerators(options.generators);
  const templates = createTemplates(generators, seed);
  const open = readVariedProgram(command, options, templates);
  checkPlaceholders(templates, [...KIND_NAMES, ...Object.keys(generators)]);
  const { placeholders } = templates;
  const given = options.values === undefined ? undefined : readValues(options.values, placeholders);
  const driver = options.writeDriver === undefined ? undefined : openDriverFile(options.writeDriver);
  const entries = readBaselineFile(baseline, updateBaseline);
  const rerun = rerunCommand("capture", Object.fromEntries(REPEATED.map((name) => [name, options[name]])), command);
  const reporter = await openReports(readReports(options), { rerun, baselineEntry: proposedEntries }, terminal);

  const began = performance.now();
  const arrived: Arrived[] = [];
  let count = 0;
  let hasDefect = false;
  const server = await startServer(options, {
    verifier,
    tls,
    onCaptured: (captured, request) => {
      count += 1;
      arrived.push({ captured, request });
    },
    onDefect: () => {
      hasDefect = true;
    },
  });
  if (command.length === 0) terminal.out(instructions(server.origin, expected, environment));
  const program = open(localeOf(environment.variables(server.origin)), seconds);
  let found: Varied;
  try {
    found = await vary({
      placeholders,
      given,
      runs,
      ...verifier,
      isOver: () => signal?.aborted === true || hasDefect || count >= mostRequests,
      async attempt(values) {
        arrived.length = 0;
        const failure = await program.send(values);
        await wait(SETTLE_MILLISECONDS);
        await server.settled();
        return { arrived: [...arrived], failure };
      },
    });
  } finally {
    program.close();
    await server.close();
  }

  const { redact } = verifier;
  const language = languageOfCommand(command);
  const raw = found.cases.map((one) => variedResultOf(one, { redact, language }));
  if (given === undefined && !terminal.isQuiet && (options.report ?? []).every((text) => text.includes("=")))
    terminal.out(`${seenShape(found).map(redact).join("\n")}\n\n`);
  const hasRun = !signal?.aborted && isAccepted(found);
  const unchecked = hasRun ? uncheckedIn(found) : [];
  const summary = reportResults(raw.map(applying(entries, updateBaseline)), reporter, began, {
    client,
    language,
    unit: "case",
    unchecked,
    ...(runs > 0 && { seed }),
    interruption: signal?.aborted === true && `${signal.reason} before the end of the run`,
  });
  for (const line of notes(found, seconds)) logMessage(`countersign: ${redact(line)}`);
  for (const hint of new Set(found.cases.flatMap(({ mistake }) => mistake?.failure.wrong?.hints ?? [])))
    logMessage(`hint: ${hint}`);
  if (driver !== undefined) writeDriver(driver, found, client);
  if (count > 0 && !verifier.hasToken()) logMessage(TOKEN_NEVER_SENT);
  const isFailed = !verifier.hasToken() || hasFailed(summary);
  // A known failure may hide others, which only the rest of the search would show.
  const isUnchecked = unchecked.length > 0 && !isFailed && !allowUncompared;
  if (isUnchecked) logMessage("hint: --allow-uncompared accepts what was not checked");

  function concludeBaseline(path: string): ExitCode[] {
    const failures = raw.filter(({ verdict }) => isFailure(verdict));
    const { updated, stale } = entriesOfSearch(entries, failures, !found.isIncomplete);
    if (!updateBaseline) return reportFindings(path, stale, isFailed);
    writeBaselineFile(path, updated);
    return [];
  }

  return highestCause([
    ...(signal?.aborted ? [EXIT.interrupted] : []),
    ...(!isAccepted(found) || isUnchecked ? [EXIT.nothingRan] : []),
    ...(isFailed ? [EXIT.failures] : []),
    ...(hasRun && given === undefined && baseline !== undefined ? concludeBaseline(baseline) : []),
    ...(found.first?.failure === undefined ? [] : [EXIT.commandFailed]),
  ]);
}

/** Whether the program sends a request for plain values. */
function isAccepted({ cases: [first] }: Varied): boolean {
  return first !== undefined && first.rejected === undefined;
}

function checkPlaceholders({ placeholders, unknown }: Templates, kinds: readonly string[]): void {
  if (placeholders.length === 0) {
    throw new UsageError(
      `--vary needs a placeholder in the command, --env, --input or --requests: {${KIND_NAMES.join("}, {")}}`,
      `${COUNTERSIGN} capture --vary -- python3 pay.py --amount {amount} --note {text}`,
    );
  }
  for (const kind of unknown) {
    const [similar] = similarNames(kind, kinds);
    const question = similar === undefined ? "" : `; did you mean {${similar}}?`;
    logMessage(`countersign: {${kind}} is not filled in, because no placeholder has this name${question}`);
  }
}

/** Programs read their arguments in the encoding of the locale. Without a locale, many would use ASCII. */
function localeOf(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return LC_ALL || LC_CTYPE || LANG ? variables : { ...variables, LC_ALL: "C.UTF-8" };
}

/** The options that a command to repeat one case needs. */
const REPEATED = [
  "vary",
  "env",
  "input",
  "lines",
  "requests",
  "generators",
  "tls",
  "answers",
  "ignorePath",
  "hostName",
  "origin",
  "port",
  "listen",
  "consumerKey",
  "consumerSecretFile",
  "token",
  "tokenSecretFile",
  "privateKeyFile",
] as const;

function readValues(text: string, placeholders: Templates["placeholders"]): Values {
  const source = { what: "values", file: "--values", hint: "copy the whole option from the report" };
  const values = parseJson(text, source) as Values;
  const missing = placeholders.find(({ name }) => typeof values?.[name] !== "string");
  if (missing === undefined) return values;
  throw new UsageError(`--values must have a text for each placeholder, and has none for ${missing.name}`);
}

async function readGenerators(file: string | undefined): Promise<Parameters<typeof createTemplates>[0]> {
  if (file === undefined) return {};
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    throw new UsageError(`expected a module at --generators ${JSON.stringify(file)}: ${(error as Error).message}`);
  }
}

/** What was not checked. */
function uncheckedIn({ destinations, isIncomplete }: Varied): string[] {
  return [
    ...(destinations.length === 0 ? ["no value arrives in a field, so nothing was compared"] : []),
    ...(isIncomplete ? ["not everything was tried: fix what was found, and run it again"] : []),
  ];
}

/** Why the program failed for plain values, and what to do then. */
function notes({ first, cases: [plain] }: Varied, seconds: number): string[] {
  if (plain?.rejected !== undefined) {
    return [
      `no request arrived with plain values: ${plain.rejected}`,
      `send requests to the URL in COUNTERSIGN_URL, within ${seconds} s (--timeout)`,
    ];
  }
  if (first?.failure === undefined) return [];
  return [`the program sent a request with plain values and failed: ${first.failure}`];
}
