/** Code that signs and sends a request, in six languages and with their standard libraries only. */

import { csharpSnippet } from "./csharp.ts";
import { goSnippet } from "./go.ts";
import { javaSnippet } from "./java.ts";
import { javascriptSnippet } from "./javascript.ts";
import { phpSnippet } from "./php.ts";
import { pythonSnippet } from "./python.ts";
import { type SnippetInput, type SnippetLanguage, type SnippetRequest, snippetInputOf } from "./snippet-input.ts";

export { SNIPPET_LANGUAGES, type SnippetLanguage, type SnippetRequest } from "./snippet-input.ts";

const WRITERS: Readonly<Record<SnippetLanguage, (input: SnippetInput) => string>> = {
  Python: pythonSnippet,
  PHP: phpSnippet,
  Java: javaSnippet,
  "C#": csharpSnippet,
  JavaScript: javascriptSnippet,
  Go: goSnippet,
};

/** A snippet, or the reason why none is available. */
export type Snippet = { readonly code: string } | { readonly problem: string };

/**
 * Writes a program that signs and sends a request, with its own nonce and time. It contains no secrets: it reads the consumer
 * secret from the environment variable CONSUMER_SECRET, or the path of the private key from PRIVATE_KEY_FILE.
 */
export function snippetOf(language: SnippetLanguage, request: SnippetRequest): Snippet {
  const input = snippetInputOf(request);
  return typeof input === "string" ? { problem: input } : { code: WRITERS[language](input) };
}
