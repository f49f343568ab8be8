/** What to check next if no known cause reproduces a signature: commands that can be pasted, the most promising first. */

import type { NextStep, UnexplainedSignature } from "../../diagnosis/index.ts";
import { type NextQuestion, nextQuestions } from "../../diagnosis/text/next-questions.ts";
import { commandLine } from "../output/commands-to-paste.ts";

/** The options of `explain` whose absence leads to a next check. */
export interface CheckedOptions {
  readonly baseStringFile?: string;
  readonly serverResponse?: string;
}

/** What the checks mention of the request. */
export interface SentValues {
  readonly isRsa: boolean;
  /** The values of oauth_nonce and oauth_timestamp, redacted. */
  readonly parameters: readonly string[];
  /** The languages in which the client is probably written. */
  readonly languages: readonly string[];
}

/**
 * The checks.
 *
 * @param file the request; `-` for standard input
 * @param options all options that were given
 * @param redact hides secrets in file names and addresses that were given
 */
export function nextChecks(
  diagnosis: UnexplainedSignature,
  file: string,
  options: CheckedOptions,
  { isRsa, parameters, languages }: SentValues,
  redact: (text: string) => string,
): NextStep[] {
  const { limitReached, assumedScheme } = diagnosis;
  const otherScheme = assumedScheme === "http" ? "https" : "http";
  const given = Object.fromEntries(Object.entries(options).map(([name, value]) => [name, redacted(value, redact)]));
  const again = (more: Readonly<Record<string, string | true>>): string =>
    // A request that was read from standard input must be saved first.
    commandLine("explain", [file === "-" ? "request.txt" : redact(file)], { ...given, ...more });
  const commands: Readonly<Record<NextQuestion["id"], string | undefined>> = {
    "base-string": again({ baseStringFile: "base-string.txt" }),
    key: again(isRsa ? { alsoPublicKeyFile: "other-public.pem" } : { alsoSecretFile: "other-secret" }),
    address: again({ origin: "https://other-host.example" }),
    "signed-twice": parameters.length === 0 ? undefined : `it sent ${parameters.join(" ")}`,
  };
  const [first, ...questions] = nextQuestions(diagnosis, isRsa, languages).flatMap(({ id, text }): NextStep[] => {
    const command = commands[id];
    return command === undefined ? [] : [{ text, command }];
  });
  const checks: (NextStep | undefined | false)[] = [
    first,
    limitReached && {
      text: "The search stopped at its limit. Try all pairs of causes:",
      command: again({ deep: true }),
    },
    assumedScheme !== undefined && {
      text: `The request does not contain its scheme, and ${assumedScheme} is assumed. Search with ${otherScheme}:`,
      command: again({ scheme: otherScheme }),
    },
    ...questions,
    options.serverResponse === undefined && {
      text: "Save what the server answered. It may name its base string or another reason:",
      command: again({ serverResponse: "response.txt" }),
    },
    {
      text: "Verify what your program really sends, before a proxy or a library changes it:",
      command: `${commandLine("capture", [], {})} -- YOUR-PROGRAM`,
    },
  ];
  return checks.filter((check) => check !== false && check !== undefined);
}

function redacted<Value>(value: Value, redact: (text: string) => string): Value | string | string[] {
  if (Array.isArray(value)) return value.map((one) => redact(String(one)));
  return typeof value === "string" ? redact(value) : value;
}
