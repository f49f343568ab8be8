/** The request of a question to a verifier, as it is on the wire. */

import type { CaseResult } from "../../runner/index.ts";
import { RECEIVED_REQUEST } from "../../vectors/index.ts";

/** The request line, the header fields, and the body after an empty line; no lines if the question has no such request. */
export function requestLines(question: CaseResult["question"]): readonly string[] {
  if (question?.operation !== "verify") return [];
  const { received } = question.input as { readonly received: ReturnType<typeof RECEIVED_REQUEST.write> };
  const { method, url, headers, body = new Uint8Array() } = RECEIVED_REQUEST.read(received);
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...fields, ...(body.length === 0 ? [] : ["", Buffer.from(body).toString("latin1")])];
}
