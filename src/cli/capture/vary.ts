/** `countersign capture --vary`: runs a program with generated values, and reports like `check`. */

import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { proposedEntries } from "../../conformance/baseline/index.ts";
import type { CaptureVerifier, ExpectedCredentials, RuleOf } from "../../conformance/capture/index.ts";
import {
  type Arrived,
  createTemplates,
  KIND_NAMES,
  type Values,
  type Varied,
  variedResultOf,
  vary,
} from "../../conformance/capture/vary/index.ts";
import { isFailure } from "../../conformance/runner/index.ts";
import { languageOfCommand } from "../../faults/index.ts";
import { COUNTERSIGN } from "../../platform/index.ts";
import { readSeed } from "../check/plan.ts";
import { parseJson } from "../input/checked-json.ts";
import { readNumber } from "../input/read-number.ts";
import { similarNames } from "../input/similar-names.ts";
import { type commandLine, rerunCommand } from "../output/commands-to-paste.ts";
import { openReports, readReports } from "../output/reports.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, type ExitCode, highestCause, UsageError } from "../process/exit-codes.ts";
import { instructions } from "./client-environment.ts";
import type { CaptureKeyOptions } from "./credentials.ts";
import { reportResults } from "./results.ts";
import {
  type Capture,
  type CaptureRunOptions,
  LONGEST_SECONDS,
  MOST_REQUESTS,
  SETTLE_MILLISECONDS,
  startServer,
  TOKEN_NEVER_SENT,
} from "./run-capture.ts";
import { openDriverFile, seenShape, writeDriver } from "./seen-shape.ts";
import { openVariedBaseline } from "./varied-baseline.ts";
import { readVariedProgram, type VariedProgramOptions } from "./varied-program.ts";

/** The options of `--vary`. */
export interface VaryOptions extends VariedProgramOptions {
  readonly vary?: boolean;
  /** A module that exports generators of fast-check. */
  readonly generators?: string;
  readonly runs?: string;
  readonly seed?: string;
  /** JSON: runs the program once, with these values. */
  readonly values?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  /** Whether the run may pass although no value could be compared. */
  readonly allowUncompared?: boolean;
  /** The file to write the beginning of a driver to. */
  readonly writeDriver?: string;
}

/** The options of a capture that also hold for a varied program. */
type VariedOptions = VaryOptions &
  CaptureKeyOptions &
  CaptureRunOptions & {
    readonly tls?: boolean;
    readonly showValues?: boolean;
    readonly report?: readonly string[];
  };

/** What a capture has prepared. */
interface Prepared extends Pick<Capture, "environment" | "terminal" | "tls"> {
  readonly expected: ExpectedCredentials;
  readonly ruleOf: RuleOf;
  readonly verifier: CaptureVerifier;
  readonly signal: AbortSignal | undefined;
  /** The name of the client in reports. */
  readonly client: string;
}

const MOST_RUNS = 10_000;
const DEFAULT_SECONDS = "30";

/** Runs and reports; returns the exit code. */
export async function captureVaried(
  command: readonly string[],
  options: VariedOptions,
  { expected, ruleOf, environment, tls, terminal, verifier, signal, client }: Prepared,
): Promise<ExitCode> {
  const runs = readNumber("--runs", options.runs ?? "0", 0, MOST_RUNS);
  const seconds = readNumber("--timeout", options.timeout ?? DEFAULT_SECONDS, 1, LONGEST_SECONDS);
  const mostRequests = readNumber("--max-requests", options.maxRequests, 1, MOST_REQUESTS);
  const seed = runs === 0 && options.seed === undefined ? 0 : readSeed(options.seed);
  const generators = await readGenerators(options.generators);
  const templates = createTemplates(generators, seed);
  const open = readVariedProgram(command, options, templates);
  const { placeholders, unknown } = templates;
  if (placeholders.length === 0) {
    throw new UsageError(
      `--vary needs a placeholder in the command, --env, --input or --requests: {${KIND_NAMES.join("}, {")}}`,
      `${COUNTERSIGN} capture --vary -- python3 pay.py --amount {amount} --note {text}`,
    );
  }
  const kinds = [...KIND_NAMES, ...Object.keys(generators)];
  for (const kind of unknown) {
    const [similar] = similarNames(kind, kinds);
    const question = similar === undefined ? "" : `; did you mean {${similar}}?`;
    logMessage(`countersign: {${kind}} is not filled in, because no placeholder has this name${question}`);
  }
  const names = placeholders.map(({ name }) => name);
  const given = options.values === undefined ? undefined : readValues(options.values, names);
  const driver = options.writeDriver === undefined ? undefined : openDriverFile(options.writeDriver);
  const baseline = openVariedBaseline(options.baseline, options.updateBaseline === true);
  const rerun = rerunCommand("capture", { vary: true, ...repeated(options) }, command);
  const reporter = await openReports(readReports(options), { rerun, baselineEntry: proposedEntries }, terminal);

  const { redact } = verifier;
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
  const isOver = (): boolean => signal?.aborted === true || hasDefect || count >= mostRequests;
  const attempt = async (values: Values) => {
    arrived.length = 0;
    const failure = await program.send(values);
    await wait(SETTLE_MILLISECONDS);
    await server.settled();
    return { arrived: [...arrived], failure };
  };
  let found: Varied;
  try {
    const planned = placeholders.map((one) =>
      given === undefined ? one : { ...one, values: [[given[one.name]!]], write: (text: string) => text },
    );
    found = await vary({
      placeholders: planned,
      attempt,
      explain: verifier.explain,
      runs,
      isOver,
      isGiven: given !== undefined,
    });
  } finally {
    program.close();
    await server.close();
  }

  const language = languageOfCommand(command);
  const results = found.cases.map((one) => baseline.apply(variedResultOf(one, { ruleOf, redact, language })));
  if (given === undefined && !terminal.isQuiet && (options.report ?? []).every((text) => text.includes("=")))
    terminal.out(`${seenShape(found).map(redact).join("\n")}\n\n`);
  const implementation = { name: client, version: "", language: language ?? "" };
  const start = { implementation, unit: "case", ...(runs > 0 && { seed }) } as const;
  const stopped = { reason: "interrupted", message: `${signal?.reason} before the end of the run` } as const;
  const milliseconds = performance.now() - began;
  reportResults(results, { reporter, milliseconds, start, ...(signal?.aborted && { stopped }) });
  for (const line of notes(found, seconds)) logMessage(`countersign: ${redact(line)}`);
  if (driver !== undefined) writeDriver(driver, found, client);
  const [first] = found.cases;
  const isAccepted = first !== undefined && first.rejected === undefined;
  const hasRun = !signal?.aborted && isAccepted;
  const isUncompared = isAccepted && found.destinations.length === 0 && options.allowUncompared !== true;
  if (isUncompared)
    logMessage("countersign: no value arrives in a field, so nothing was compared; --allow-uncompared accepts that");
  if (count > 0 && !verifier.hasToken()) logMessage(TOKEN_NEVER_SENT);
  const hasFailed = !verifier.hasToken() || results.some(({ verdict }) => isFailure(verdict));
  // A known failure may hide others: without the rest of the search, nobody knows.
  const isCutShort = hasRun && found.isIncomplete && !hasFailed && options.allowUncompared !== true;
  if (isCutShort)
    logMessage("countersign: not everything was tried, so the run does not pass; --allow-uncompared accepts that");
  return highestCause([
    ...(signal?.aborted ? [EXIT.interrupted] : []),
    ...(!isAccepted || isUncompared || isCutShort ? [EXIT.nothingRan] : []),
    ...(hasFailed ? [EXIT.failures] : []),
    ...(hasRun && given === undefined ? baseline.conclude(!found.isIncomplete) : []),
    ...(found.first?.failure === undefined ? [] : [EXIT.commandFailed]),
  ]);
}

/** Programs read their arguments in the encoding of the locale. Without one, many of them would take ASCII. */
function localeOf(variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return LC_ALL || LC_CTYPE || LANG ? variables : { ...variables, LC_ALL: "C.UTF-8" };
}

/** The options that a command to repeat one case needs. */
function repeated(options: VariedOptions): Parameters<typeof commandLine>[2] {
  const { env, input, lines, requests, generators, tls, answers, ignorePath, hostName, origin, port, listen } = options;
  const { consumerKey, consumerSecretFile, token, tokenSecretFile, privateKeyFile } = options;
  return {
    ...{ env, input, lines, requests, generators, tls, answers, ignorePath, hostName, origin, port, listen },
    ...{ consumerKey, consumerSecretFile, token, tokenSecretFile, privateKeyFile },
  };
}

function readValues(text: string, names: readonly string[]): Values {
  const source = { what: "values", file: "--values", hint: "copy the whole option from the report" };
  const values = parseJson(text, source) as Values;
  const missing = names.find((name) => typeof values?.[name] !== "string");
  if (missing === undefined) return values;
  throw new UsageError(`--values must have a text for each placeholder, and has none for ${missing}`);
}

async function readGenerators(file: string | undefined): Promise<Parameters<typeof createTemplates>[0]> {
  if (file === undefined) return {};
  try {
    return await import(pathToFileURL(file).href);
  } catch (error) {
    throw new UsageError(`expected a module at --generators ${JSON.stringify(file)}: ${(error as Error).message}`);
  }
}

/** What the reports do not show. */
function notes({ first, isIncomplete, cases }: Varied, seconds: number): string[] {
  const isFirstRejected = cases[0]?.rejected !== undefined;
  return [
    ...(isFirstRejected
      ? [
          `no request arrived with plain values: ${cases[0]!.rejected}`,
          `send requests to the URL in COUNTERSIGN_URL, within ${seconds} s (--timeout)`,
        ]
      : []),
    ...(!isFirstRejected && first?.failure !== undefined
      ? [`the program sent a request with plain values and failed: ${first.failure}`]
      : []),
    ...(isIncomplete && !isFirstRejected
      ? ["the search ended before everything was tried; fix what was found, and run it again"]
      : []),
  ];
}
