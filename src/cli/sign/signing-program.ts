/** Asks a program for a signature, for keys that Countersign cannot read. */

import spawn from "cross-spawn";
import { UsageError } from "../process/exit-codes.ts";

/** More than any signature has, in base64 with line feeds. */
const MOST_OCTETS = 65_536;
const TIMEOUT_MILLISECONDS = 60_000;

/**
 * Runs a program without a shell. The program gets the octets on standard input, and prints the signature as octets or in base64.
 * Its messages go to standard error.
 *
 * @throws {@link UsageError} if it cannot be started, takes too long, or ends with another exit code than 0
 */
export function signatureOfProgram([file, ...args]: readonly [string, ...string[]], octets: Uint8Array): Uint8Array {
  const { stdout, status, signal, error } = spawn.sync(file, args, {
    input: octets,
    stdio: ["pipe", "pipe", "inherit"],
    timeout: TIMEOUT_MILLISECONDS,
    killSignal: "SIGKILL",
    maxBuffer: MOST_OCTETS,
  });
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === "ETIMEDOUT")
    throw new UsageError(`the program after -- did not end within ${TIMEOUT_MILLISECONDS / 1000} seconds`);
  if (code === "ENOENT" || (status === null && signal === null))
    throw new UsageError(
      `cannot run ${JSON.stringify(file)}: ${code === "ENOENT" ? "no such program" : (code ?? "unknown reason")}`,
    );
  if (code === "ENOBUFS" || status !== 0)
    throw new UsageError(`the program after -- ended with ${code ?? signal ?? status}, expected 0`);
  return decoded(stdout);
}

/** Decodes base64. Octets that are all printable are text, as a signature has octets of any value. */
function decoded(output: Uint8Array): Uint8Array {
  const text = Buffer.from(output).toString("latin1").replace(/\s+/g, "");
  if (text === "" || /[^!-~]/.test(text)) return output;
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.length % 4 === 0 && !/^[0-9a-f]+$/i.test(text))
    return Buffer.from(text, "base64");
  const what = /^[0-9a-f]+$/i.test(text.split(/[=:]/).at(-1)!) ? "hexadecimal" : "another text";
  throw new UsageError(`the program after -- must print the signature as octets or in base64, and printed ${what}`);
}
