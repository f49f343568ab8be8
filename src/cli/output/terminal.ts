/**
 * The streams of the process: results go to stdout, messages to stderr. Colours and progress appear only on terminals.
 */

import picocolors from "picocolors";
import type { Terminal } from "../../conformance/reporters/model/reporter.ts";
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
    out: (text) => stdout.write(printable(text, hasColors)),
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

/**
 * Escapes what a terminal would obey or a reader could not see, except line feeds, tabs and our own colours. All output to
 * stdout passes through here. Text from outside must be escaped before it joins a line, because its line feeds look like ours.
 * The escapes are those of JSON, so that a document in JSON keeps its meaning.
 */
export function printable(text: string, hasColors: boolean): string {
  return text.replace(/\x1b\[\d{1,2}m|[\p{C}\p{Zl}\p{Zp}]/gu, (found) => {
    if (found === "\n" || found === "\t") return found;
    if (found.startsWith("\x1b[")) return hasColors ? found : escaped("\x1b") + found.slice(1);
    return found.split("").map(escaped).join("");
  });
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * Writes a hint, a warning or an error to stderr.
 *
 * @param lines may quote a file, an argument or the output of a program: a line feed in a line is escaped
 */
export function logMessage(...lines: readonly string[]): void {
  process.stderr.write(`${lines.map(messageLine).join("\n")}\n`);
}

/** An error as it is shown. */
interface ShownError {
  /** One line; or several, if there are `entries`. */
  readonly message: string;
  readonly hint?: string | undefined;
  /** What the other lines of the message list. */
  readonly entries?: readonly unknown[];
}

/** Writes an error, and the next step if there is one. */
export function logError({ message, hint, entries }: ShownError): void {
  const text = `countersign: ${message}`;
  logMessage(...(entries === undefined ? [text] : text.split("\n")), ...(hint === undefined ? [] : [`hint: ${hint}`]));
}

/** Hides card data and the secrets that this process was given, and makes control characters visible. */
export function messageLine(line: string): string {
  return visible(givenSecretsRedactor({ showCardData: false })?.text(line) ?? line);
}
