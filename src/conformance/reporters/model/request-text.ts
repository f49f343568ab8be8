/** What an implementation was asked, for people: the request on the wire for a verifier, one line for other operations. */

import type { CaseResult } from "../../runner/index.ts";
import { RECEIVED_REQUEST, shownJson } from "../../vectors/index.ts";

/** The request line, the header fields, and the body after an empty line; no lines if the question has no such request. */
export function requestLines(question: CaseResult["question"]): readonly string[] {
  if (question?.operation !== "verify") return [];
  const { received } = question.input as { readonly received: ReturnType<typeof RECEIVED_REQUEST.write> };
  const { method, url, headers, body = new Uint8Array() } = RECEIVED_REQUEST.read(received);
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${url}`, ...fields, ...(body.length === 0 ? [] : ["", Buffer.from(body).toString("latin1")])];
}

/** The method, the URL and the body to sign, or another input as JSON; empty if there is no question, or one for a verifier. */
export function inputText(question: CaseResult["question"]): string {
  if (question === undefined || question.operation === "verify") return "";
  const { request, ...others } = question.input as { readonly request?: Readonly<Record<string, unknown>> };
  if (request === undefined) return shownJson(others) ?? "";
  const { method, url, ...content } = request;
  return [method, url, ...(Object.keys(content).length === 0 ? [] : [shownJson(content)])].join(" ");
}
