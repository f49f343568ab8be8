/** `countersign explain`: reads one request, and reports what is wrong with its signature and how to fix it. */

import type { Terminal } from "../../conformance/reporters/model/reporter.ts";
import { createProgress } from "../../conformance/reporters/text/progress.ts";
import { explain as explainGiven, type Given } from "../../diagnosis/explain.ts";
import type { BeforeSearch, Explained } from "../../diagnosis/explain-given.ts";
import type { Budget } from "../../diagnosis/index.ts";
import { CorrectionError } from "../../diagnosis/text/corrected-request.ts";
import type { WriteStep } from "../../diagnosis/text/next-steps.ts";
import { plural } from "../../redaction/visible.ts";
import { secretNotes } from "../input/secrets.ts";
import type { ExplainOptions } from "../options/explain.ts";
import { stageLines } from "../output/stage-lines.ts";
import { logMessage } from "../output/terminal.ts";
import { EXIT, type ExitCode, UsageError } from "../process/exit-codes.ts";
import { isRequestText, readGiven } from "./given.ts";
import { EXPLAIN_FORMAT, resultJson } from "./result-json.ts";
import { correctionText, explanationBlock, isEmpty, NOTHING_KNOWN, serverText } from "./result-text.ts";
import { createWriteStep } from "./write-step.ts";

/** A server may reject a request for other reasons than its signature. */
const IF_VALID = "If the server still rejects the request, see docs/diagnosis.md#if-the-signature-is-valid";

/**
 * Explains one request. Prints what is known before the search starts, which may take seconds.
 *
 * @param file a file name, `-` for standard input, or a command itself, such as `curl …`
 * @param budget the limits of the search, which override the options
 * @returns the exit code
 */
export async function explain(
  file: string,
  options: ExplainOptions,
  terminal: Terminal,
  budget?: Budget,
): Promise<ExitCode> {
  const given = await readGiven(file, options);
  const [{ consumerSecret, tokenSecret } = {}] = given.keys;
  for (const note of secretNotes({ "the consumer secret": consumerSecret, "the token secret": tokenSecret }))
    logMessage(note);
  const isJson = options.json === true || options.given !== undefined;
  let isPrinted = isJson;
  const printBefore = ({ server, stages }: BeforeSearch): void => {
    if (isPrinted || (server === undefined && stages === undefined)) return;
    isPrinted = true;
    if (server !== undefined) terminal.out(serverText(server, terminal));
    if (options.trace && stages !== undefined)
      terminal.out(`${stageLines(stages, {}, terminal.colors).join("\n")}\n\n`);
  };
  const began = performance.now();
  // A document already contains everything that a command could add.
  const write = options.given === undefined ? createWriteStep(isRequestText(file) ? "-" : file, options) : undefined;
  const explained = await search(given, options, terminal, budget, write, (before) => {
    if (hasKey(given)) printBefore(before);
  });
  const { diagnosis, explanation, corrected, server } = explained;
  const isKeyMissing = diagnosis.kind === "not-diagnosed" && diagnosis.reason === "key-missing";
  if (isKeyMissing) {
    const ids = ["request-found", "base-string-missing", ...(server === undefined ? [] : ["scheme-assumed"])];
    const shown = diagnosis.notices.filter(({ id }) => ids.includes(id));
    for (const { text } of shown) logMessage(`note: ${text}`);
    checkServer(explained, diagnosis.message, options);
  }
  printBefore(explained);
  if (isJson) {
    const result = isKeyMissing
      ? { format: EXPLAIN_FORMAT, server }
      : resultJson(diagnosis, explanation, { fixed: corrected, server });
    terminal.out(`${JSON.stringify(result, null, 2)}\n`);
  } else if (!isKeyMissing) {
    const took = Math.round(performance.now() - began);
    const ifValid = diagnosis.kind === "right" ? [IF_VALID] : [];
    const effort = terminal.isVerbose && "tried" in diagnosis ? [effortLine(diagnosis.tried, took)] : [];
    terminal.out(explanationBlock(explanation, [...ifValid, ...effort], terminal));
    if (corrected !== undefined) terminal.out(correctionText(corrected, terminal));
  }
  return diagnosis.kind === "right" ? EXIT.ok : EXIT.failures;
}

function hasKey({ keys: [key = {}] }: Given): boolean {
  return Object.values(key).some((value) => value !== undefined);
}

/** Throws unless the server's answer helps: without a key, no search is possible. */
function checkServer({ server }: Explained, message: string, { given }: ExplainOptions): void {
  if (server === undefined) {
    const option =
      "give --consumer-secret-file or COUNTERSIGN_CONSUMER_SECRET for HMAC and PLAINTEXT, --public-key-file, --private-key-file or their variables for RSA";
    const member =
      'add "keys" to the document: [{"consumerSecret": …}] for HMAC and PLAINTEXT, [{"publicKey": …}] for RSA';
    throw new UsageError(message, given === undefined ? option : member);
  }
  if (!isEmpty(server)) return;
  throw new UsageError(
    NOTHING_KNOWN,
    "give the key that should have signed the request: then explain needs no response",
  );
}

function effortLine(tried: number, milliseconds: number): string {
  return `the search tried ${plural(tried, "combination")} of causes in ${milliseconds} ms`;
}

/** The budget of a search for all pairs. */
const NO_LIMIT: Budget = { combinations: Number.POSITIVE_INFINITY, octets: Number.POSITIVE_INFINITY };

async function search(
  given: Given,
  options: ExplainOptions,
  { progress: draw, width }: Terminal,
  budget: Budget | undefined,
  writeStep: WriteStep | undefined,
  onRead: (before: BeforeSearch) => void,
): Promise<Explained> {
  const { showSignature = false, showValues = false, deep = false, fixed = false, fresh = false, lang } = options;
  const progress = createProgress(draw, width);
  // Most searches end long before their limit, so the limit does not indicate the time left.
  const isCancelled = (tried: number): boolean => {
    progress.update("combinations of causes tried:", tried);
    return false;
  };
  try {
    return await explainGiven(given, {
      showSignature,
      showCardData: showValues,
      budget: { ...(budget ?? (deep ? NO_LIMIT : {})), isCancelled },
      ...(lang !== undefined && { languages: [lang] }),
      ...(fixed && { correct: { fresh } }),
      writeStep,
      onRead,
    });
  } catch (error) {
    if (!(error instanceof CorrectionError)) throw error;
    const hints: Readonly<Record<CorrectionError["code"], string | undefined>> = {
      "request-unreadable": undefined,
      "secret-missing": "give --consumer-secret-file or COUNTERSIGN_CONSUMER_SECRET",
      "private-key-missing": "give --private-key-file or COUNTERSIGN_PRIVATE_KEY",
    };
    throw new UsageError(`--fixed is not possible: ${error.message}`, hints[error.code]);
  } finally {
    progress.clear();
  }
}
