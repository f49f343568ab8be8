/** The output of `check` for a signer with two mistakes, as a terminal shows it. */

import picocolors from "picocolors";
import { CAUSE_SEARCH } from "../../src/conformance/causes/index.ts";
import { inProcessDriver } from "../../src/conformance/drivers/index.ts";
import { countersign } from "../../src/conformance/implementations/index.ts";
import { type Advice, liveReporter, verdictLines } from "../../src/conformance/reporters/index.ts";
import { createSummary, run } from "../../src/conformance/runner/index.ts";
import { type InputOf, loadRules, loadVectors, type StageValues } from "../../src/conformance/vectors/index.ts";
import { COLUMNS } from "./terminal.ts";

const COMMAND = "npx countersign check -- python3 driver.py";
const VECTORS =
  /^(percent-encoding\/(koauth|restsharp|scribejava|signpost|simple-oauth|twitter-docs)|base-string-uri\/(mastercard|node-oauth))\//;

const RIGHT = countersign.operations;

/** The description of the output for screen readers. */
export const CHECK_LABEL =
  "Output of countersign check for a signer with two mistakes: each violated rule, the expected and the actual value with a caret at the first difference, and the usual cause";

/** The output for a terminal with colours, without the tables. */
export async function checkOutput(): Promise<string> {
  let text = `\x1b[32m$\x1b[39m ${COMMAND}\n\n`;
  const out = (part: string): void => {
    text += part;
  };
  const terminal = { out, colors: picocolors.createColors(true), width: COLUMNS };
  const advice: Advice = { rerun: ({ id }) => rerun(id) };
  const live = liveReporter(terminal, advice);
  const summary = createSummary();
  await run({
    vectors: loadVectors().filter(({ id }) => VECTORS.test(id)),
    rules: loadRules(),
    properties: [],
    saved: [],
    seed: 0,
    indices: { first: 0, count: 0 },
    driver: inProcessDriver({
      about: { name: "my-oauth", version: "2.3.0", language: "Python" },
      operations: { ...RIGHT, "percent-encoding": encodeLikeScripts, "base-string-uri": keepPorts },
    }),
    ...CAUSE_SEARCH,
    emit(event) {
      live.listen(event);
      summary.listen(event);
    },
  });
  live.finish();
  return text + verdictLines(summary.result(), terminal.colors);
}

function rerun(id: string): string {
  return COMMAND.replace("check", `check --filter ${id}`);
}

/** The first mistake: encodeURIComponent leaves ! ' ( ) * unencoded. */
function encodeLikeScripts(input: InputOf<"percent-encoding">): StageValues {
  return typeof input.text === "string"
    ? { "percent-encoding": encodeURIComponent(input.text) }
    : (RIGHT["percent-encoding"]!(input) as StageValues);
}

/** The second mistake: default ports are kept. */
function keepPorts(input: InputOf<"base-string-uri">): StageValues {
  const [, port] = /^\w+:\/\/[^/:]+(:(?:80|443))(?:\/|$)/.exec(input.url) ?? [];
  const right = RIGHT["base-string-uri"]!(input) as StageValues;
  return port === undefined
    ? right
    : { "base-string-uri": String(right["base-string-uri"]).replace(/^(\w+:\/\/[^/]+)/, `$1${port}`) };
}
