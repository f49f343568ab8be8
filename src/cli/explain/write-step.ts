/** Next steps as commands that can be pasted. */

import type { WriteStep } from "../../diagnosis/text/next-steps.ts";
import type { ExplainOptions } from "../options/explain.ts";
import { commandLine } from "../output/commands-to-paste.ts";

/**
 * Writes each step with its command.
 *
 * @param file the request; `-` for standard input
 * @param options all options that were given
 */
export function createWriteStep(file: string, options: ExplainOptions): WriteStep {
  const isRsa = options.publicKeyFile !== undefined || options.privateKeyFile !== undefined;
  return ({ id, text }, { assumedScheme, redact }) => {
    const given = Object.entries(options).map(([name, value]) => [name, redacted(value, redact)]);
    const again = (more: ExplainOptions): string =>
      commandLine("explain", [redact(file)], { ...Object.fromEntries(given), ...more });
    if (id === "server-response" && options.serverResponse !== undefined) return undefined;
    const commands: Readonly<Partial<Record<typeof id, string>>> = {
      "base-string": again({ baseStringFile: "base-string.txt" }),
      key: again(isRsa ? { alsoPublicKeyFile: ["other-public.pem"] } : { alsoSecretFile: ["other-secret"] }),
      address: again({ origin: ["https://other-host.example"] }),
      scheme: again({ scheme: assumedScheme === "http" ? "https" : "http" }),
      deep: again({ deep: true }),
      "server-response": again({ serverResponse: "response.txt" }),
      capture: `${commandLine("capture", [], {})} -- YOUR-PROGRAM`,
    };
    const { [id]: command } = commands;
    return { text, ...(command !== undefined && { command }) };
  };
}

function redacted(value: unknown, redact: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => redacted(one, redact));
  return typeof value === "string" ? redact(value) : value;
}
