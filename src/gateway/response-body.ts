/**
 * Which form a body has, by its Content-Type, and which charset.
 *
 * @module
 */

import { latin1Text } from "../platform/index.ts";
import { readJsonFields } from "./json-fields.ts";
import { type ReadPairs, readPairs } from "./pairs.ts";

/** `pairs` come as text/html, whatever that type says elsewhere; a page begins with `<`. */
export type BodyForm = "pairs" | "json" | "page" | "other";

const PAIRS_TYPES: ReadonlySet<string> = new Set(["text/html", "text/plain", "application/x-www-form-urlencoded"]);
const JSON_TYPE_RE = /^application\/(?:[\w.-]+\+)?json$/; // application/vnd.pay+json, application/json

/** The media type of a header's value, in lower case; `text/html` where the header is absent. */
function mediaType(contentType: string | undefined): string {
  return (contentType ?? "text/html").split(";")[0]!.trim().toLowerCase();
}

/** What the octets are meant to be. */
export function formOfBody(contentType: string | undefined, octets: Uint8Array): BodyForm {
  const type = mediaType(contentType);
  if (JSON_TYPE_RE.test(type)) return "json";
  if (!PAIRS_TYPES.has(type)) return "other";
  return /^(?:\xef\xbb\xbf)?\s*</.test(latin1Text(octets.subarray(0, 256))) ? "page" : "pairs";
}

/**
 * Reads what is meant to be pairs or JSON.
 *
 * @param show - quotes a piece for a message
 */
export function readBodyFields(
  form: "pairs" | "json",
  contentType: string | undefined,
  octets: Uint8Array,
  show: (piece: string) => string,
): ReadPairs {
  const charset = form === "json" ? "utf-8" : charsetOf(contentType);
  const decoder = decoderOf(charset);
  if (decoder === undefined) return unreadable("response-malformed", `there is no charset ${show(charset)}`);
  if (form === "pairs") return readPairs(latin1Text(octets), (piece) => decoder.decode(piece), show);
  const text = decoded(octets, decoder);
  if (text === undefined) return unreadable("response-not-utf8", "the JSON has octets that are not UTF-8");
  return readJsonFields(text, show);
}

function decoded(octets: Uint8Array, decoder: { decode(octets: Uint8Array): string }): string | undefined {
  try {
    return decoder.decode(octets);
  } catch {
    return undefined;
  }
}

function unreadable(code: NonNullable<ReadPairs["problem"]>["code"], message: string): ReadPairs {
  return { fields: new Map(), problem: { code, message } };
}

function charsetOf(contentType = ""): string {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
}

function decoderOf(charset: string): { decode(octets: Uint8Array): string } | undefined {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return undefined;
  }
}
