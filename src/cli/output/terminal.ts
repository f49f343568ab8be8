/**
 * The streams of the process: results go to stdout, messages to stderr. Colours and progress appear only on terminals.
 */

import picocolors from "picocolors";
import type { Terminal } from "../../conformance/reporters/reporter.ts";
import { visible } from "../../redaction/visible.ts";
import { givenSecretsRedactor } from "../input/secrets.ts";

/** The amount of output of a command. */
export interface Verbosity {
  /** Only failures and the last line. */
  readonly quiet?: boolean;
  /** More than usual. */
  readonly verbose?: boolean;
}

export function processTerminal({ quiet = false, verbose = false }: Verbosity = {}): Terminal {
  const { env, stdout, stderr } = process;
  const hasProgress = stderr.isTTY === true && !env.CI && !quiet;
  const hasColors = !env.NO_COLOR && (stdout.isTTY === true || Boolean(env.FORCE_COLOR));
  return {
    out: (text) => stdout.write(text),
    ...(hasProgress ? { progress: (text: string) => stderr.write(text) } : {}),
    colors: picocolors.createColors(hasColors),
    // A file or a pipe can take lines of any length.
    width: stdout.columns ?? Number.POSITIVE_INFINITY,
    isQuiet: quiet,
    isVerbose: verbose,
  };
}

/** A terminal without colours, for text that becomes part of a message. */
export function withoutColors(terminal: Terminal): Terminal {
  return { ...terminal, colors: picocolors.createColors(false) };
}

/** Writes a hint, a warning or an error to stderr. It may quote a file, an argument or the output of a program. */
export function logMessage(text: string): void {
  process.stderr.write(`${messageText(text)}\n`);
}

/** Hides card data and the secrets that this process was given, and makes control characters visible, except line feeds. */
export function messageText(text: string): string {
  const redacted = givenSecretsRedactor({ showCardData: false })?.text(text) ?? text;
  return redacted.split("\n").map(visible).join("\n");
}
