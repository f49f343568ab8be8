/** Programs that send a request: the clients in `examples/clients`, and a program in JavaScript. None contains a key. */

import type { SignForm } from "../sign/index.ts";
import { clientCommand } from "./client-command.ts";
import { javascriptSnippet } from "./javascript.ts";

/** The files in `examples/clients`, and the commands that run them. */
const CLIENTS = {
  Python: { file: "gateway.py", run: "python3 gateway.py" },
  PHP: { file: "gateway.php", run: "php gateway.php" },
  Java: { file: "Gateway.java", run: "java Gateway.java" },
  "C#": { file: "Gateway.cs", run: "mcs -r:System.Net.Http.dll Gateway.cs && mono Gateway.exe" },
  Go: { file: "gateway.go", run: "go run gateway.go" },
  Bash: { file: "gateway.sh", run: "bash gateway.sh" },
} as const;

export type SnippetLanguage = keyof typeof CLIENTS | "JavaScript";

/** JavaScript can send most requests that are signed in a header. */
export const SNIPPET_LANGUAGES: readonly SnippetLanguage[] = [
  "JavaScript",
  ...(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[]),
];

/** The id of the element with the texts of the clients, which the build writes into the page. */
export const CLIENT_SOURCES_ID = "client-sources";

/** The names of the files in `examples/clients`, which the page contains. */
export const CLIENT_FILES: readonly string[] = Object.values(CLIENTS).map(({ file }) => file);

/** A program, or the reason why none is available. */
export type Snippet =
  | {
      readonly code: string;
      /** The name of the file. */
      readonly file: string;
      /** Runs the program with this request; absent if the program contains the request. */
      readonly command?: string;
    }
  | { readonly problem: string };

/**
 * Returns a program that signs and sends a request, with its own nonce and time.
 *
 * @param sources - the texts of the clients by their file names
 */
export function snippetOf(
  language: SnippetLanguage,
  form: SignForm,
  sources: Readonly<Record<string, string>>,
): Snippet {
  if (language === "JavaScript") {
    const code = javascriptSnippet(form);
    return typeof code === "string" ? { code, file: "request.mjs" } : code;
  }
  const { file, run } = CLIENTS[language];
  const command = clientCommand(form, run);
  return typeof command === "string" ? { code: sources[file] ?? "", file, command } : command;
}
