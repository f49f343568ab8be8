/** The output of `explain` for a terminal: a request whose parameters were not sorted, as a command that sends it. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import picocolors from "picocolors";
import { explain } from "../../src/cli/explain/explain.ts";
import { COLUMNS } from "./terminal.ts";
import { WRONG } from "./wrong-request.ts";

const COMMAND = "npx countersign explain request.txt --consumer-secret-file secret.txt";

/** The description of the output for screen readers. */
export const EXPLAIN_LABEL =
  "Output of countersign explain for a wrong request: the name of the mistake, how to fix it, and the first difference of the base strings";

/** With the escape codes of colours. */
export function explainOutput(): string {
  let text = `\x1b[32m$\x1b[39m ${COMMAND}\n\n`;
  const out = (part: string): void => {
    text += part;
  };
  const folder = mkdtempSync(join(tmpdir(), "pictures-"));
  try {
    const [request, secret] = [join(folder, "request.txt"), join(folder, "secret.txt")];
    writeFileSync(request, WRONG.request);
    writeFileSync(secret, WRONG.consumerSecret);
    explain(
      request,
      { consumerSecretFile: secret, lang: "Python" },
      { out, colors: picocolors.createColors(true), width: COLUMNS },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  return text;
}
