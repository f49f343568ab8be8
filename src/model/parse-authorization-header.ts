/** Parses an Authorization header (RFC 5849 3.5.1). */

import { latin1Text } from "../platform/index.ts";
import { specification } from "./specification.ts";
import type { Stages } from "./stages.ts";

export interface ParsedAuthorizationHeader {
  /** Unescaped but not percent-decoded; `null` without a realm. */
  realm: string | null;
  /** Percent-decoded, in order, with oauth_signature but without the realm. */
  parameters: [name: Uint8Array, value: Uint8Array][];
}

const SCHEME_RE = /^OAuth(?:[ \t\r\n]|$)/i;
const WHITE_SPACE_RE = /[ \t\r\n]*/y; // linear white space, folded lines included
const NAME_RE = /[^ \t\r\n",=]+/y;
const QUOTED_STRING_RE = /"((?:[^"\\]|\\[\s\S])*)"/y;

/**
 * Parses a header of the scheme OAuth, in any case.
 *
 * One comma separates parameters, with optional linear white space around it. Each name is followed directly by "=" and a
 * quoted value. A "+" is a plus.
 *
 * @throws Error for another scheme, a missing comma, a missing or unquoted value, and a repeated name
 */
export function parseAuthorizationHeader(text: string, stages: Stages = specification): ParsedAuthorizationHeader {
  if (!SCHEME_RE.test(text)) throw new Error('Authorization header is not of the form "OAuth name=…"');

  let at = "OAuth".length;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at += match[0].length;
    return match;
  };

  let realm: string | null = null;
  const parameters: [Uint8Array, Uint8Array][] = [];
  const seen = new Set<string>();
  take(WHITE_SPACE_RE);
  while (at < text.length) {
    const name = take(NAME_RE)?.[0];
    if (name === undefined) throw new Error(`Authorization header: a parameter name is missing at offset ${at}`);
    if (text[at] !== "=") throw new Error(`Authorization header: parameter ${name} has no value`);
    at += 1;
    const value = take(QUOTED_STRING_RE)?.[1]?.replace(/\\([\s\S])/g, "$1");
    if (value === undefined) throw new Error(valueProblem(text[at], name));

    // The name of the realm comes from RFC 2617, where case does not matter; in the names of OAuth it does.
    const isRealm = name.toLowerCase() === "realm";
    const decodedName = stages.percentDecode(name);
    const identity = isRealm ? "realm" : latin1Text(decodedName);
    if (seen.has(identity)) throw new Error(`Authorization header: parameter ${name} is repeated`);
    seen.add(identity);
    if (isRealm) realm = value;
    else parameters.push([decodedName, stages.percentDecode(value)]);

    take(WHITE_SPACE_RE);
    if (at === text.length) break;
    if (text[at] !== ",") throw new Error(`Authorization header: a comma is missing after parameter ${name}`);
    at += 1;
    take(WHITE_SPACE_RE);
    if (at === text.length) throw new Error("Authorization header: a parameter is missing after the last comma");
  }
  return { realm, parameters };
}

function valueProblem(next: string | undefined, name: string): string {
  if (next === undefined || next === ",") return `Authorization header: parameter ${name} has no value`;
  if (next === '"') return `Authorization header: the value of parameter ${name} has no closing quotation mark`;
  return `Authorization header: the value of parameter ${name} is not quoted`;
}
