/**
 * Takes secrets out of texts that are shown or kept.
 *
 * @module
 */

import type { IncomingRequest } from "./captured-request.ts";
import { percentDecode } from "./percent-decode.ts";

/** What stands in the place of a secret. */
export const REDACTED = "(secret)";

/** Shorter texts are in everything: blotting them out would hide the report, and they are no secrets. */
const LEAST_LENGTH = 4;

/**
 * A function that replaces the secrets in a text, in every spelling that a request can hold them in: each character plain,
 * as the octets of its UTF-8, percent-encoded, or encoded again as in a base string.
 */
export function createRedactor(secrets: readonly (string | undefined)[]): (text: string) => string {
  const patterns = secrets
    .filter((secret) => secret !== undefined && secret.length >= LEAST_LENGTH)
    // A longer one may hold a shorter one.
    .sort((a, b) => b!.length - a!.length)
    .map((secret) => new RegExp(Array.from(secret!, spellings).join(""), "gi"));
  return (text) => patterns.reduce((clean, pattern) => clean.replace(pattern, REDACTED), text);
}

/**
 * The secrets that a request signed by PLAINTEXT shows: its signature is nothing else. Read loosely, since a request that
 * nobody can read shows them as well.
 */
export function shownSecrets({ url, headers, body }: IncomingRequest): string[] {
  const texts = [url, ...headers.map(([, value]) => value), Buffer.from(body).toString("latin1")];
  if (!texts.some((text) => /plaintext/i.test(text))) return [];
  const signatures = texts.flatMap((text) => Array.from(text.matchAll(SIGNATURE_RE), ([, value]) => value!));
  return signatures.flatMap((signature) => {
    const decoded = percentDecode(signature);
    return [decoded, ...decoded.split("&").map(percentDecode)];
  });
}

const SIGNATURE_RE = /oauth_signature"?\s*=\s*"?([^"&,\s]+)/gi; // in a header, a form or a query

function spellings(character: string): string {
  const octets = Buffer.from(character);
  const escapes = Array.from(octets, (octet) => `%(?:25){0,2}${octet.toString(16).padStart(2, "0")}`).join("");
  const plain = [character, octets.toString("latin1"), ...(character === " " ? ["+"] : [])];
  return `(?:${[...plain.map(literal), escapes].join("|")})`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
