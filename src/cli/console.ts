/**
 * The two streams: results to stdout, talk to stderr; colours and progress only where somebody watches.
 *
 * @module
 */

import picocolors from "picocolors";
import type { Terminal } from "../conformance/reporters/index.ts";
import { givenSecretsRedactor } from "./secrets.ts";

/** Where stdout is no terminal nothing needs to be cut. */
const DEFAULT_WIDTH = Number.POSITIVE_INFINITY;

/** The process's own streams. */
export function processTerminal(): Terminal {
  const { env, stdout, stderr } = process;
  const isWatched = stderr.isTTY === true && !env.CI;
  const hasColors = !env.NO_COLOR && (stdout.isTTY === true || Boolean(env.FORCE_COLOR));
  return {
    out: (text) => stdout.write(text),
    ...(isWatched ? { progress: (text: string) => stderr.write(text) } : {}),
    colors: picocolors.createColors(hasColors),
    width: stdout.columns ?? DEFAULT_WIDTH,
  };
}

/** Talk: hints and errors. A message may quote a file, an argument or what a program wrote. */
export function tell(text: string): void {
  process.stderr.write(`${redactMessage(text)}\n`);
}

/** Hides card data and the secrets that this process was given. */
export function redactMessage(text: string): string {
  return givenSecretsRedactor({ showCardData: false })?.text(text) ?? text;
}
