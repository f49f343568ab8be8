/**
 * The gateway's answer in its JSON form: one object of texts and numbers.
 *
 * @module
 */

import type { ReadPairs } from "./pairs.ts";

const TOKEN_RE = /"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[{}[\]:,]/g; // texts, numbers, and what stands between

/**
 * Reads the object. Numbers stay the text that they are: an order id of 20 digits is more than a number can hold. What
 * is no text, number or truth value is kept as JSON.
 *
 * @param show - quotes a piece for a message
 */
export function readJsonFields(text: string, show: (piece: string) => string): ReadPairs {
  const fields = new Map<string, string>();
  const value = parse(text.replace(TOKEN_RE, (token) => (/^[-0-9]/.test(token) ? `"${token}"` : token)));
  if (value === undefined) {
    const isCut = /^\s*\{/.test(text) && !/\}\s*$/.test(text);
    const message = isCut ? "the JSON ends in the middle" : `expected JSON, got ${show(text)}`;
    return { fields, problem: { code: isCut ? "response-cut-off" : "response-malformed", message } };
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { fields, problem: { code: "response-malformed", message: `expected a JSON object, got ${show(text)}` } };
  }
  try {
    for (const [name, one] of Object.entries(value)) {
      if (one !== null) fields.set(name, (typeof one === "string" ? one : JSON.stringify(one)).trim());
    }
  } catch {
    return { fields, problem: { code: "response-malformed", message: "the JSON is nested too deeply" } };
  }
  const doubled = doubledName(text);
  if (doubled === undefined) return { fields };
  return { fields, problem: { code: "response-doubled", message: `${show(doubled)} stands more than once` } };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON.parse keeps the last of two equal names and says nothing. */
function doubledName(text: string): string | undefined {
  const seen = new Set<string>();
  let depth = 0;
  let last = "";
  for (const [token] of text.matchAll(TOKEN_RE)) {
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    if (token === ":" && depth === 1) {
      if (seen.has(last)) return last;
      seen.add(last);
    }
    last = token;
  }
  return undefined;
}
