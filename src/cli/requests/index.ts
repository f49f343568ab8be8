/**
 * One request from text, in whatever form it was noted down.
 *
 * @module
 */

import type { HttpRequest, SigningInput } from "../../model/index.ts";
import { UsageError } from "../exit-codes.ts";
import { readCurlLine } from "./curl-line.ts";
import { readJsonRequest } from "./json-request.ts";
import { type RawHttpOptions, readRawHttp } from "./raw-http.ts";

/** The forms, by the names that `--format` takes. */
export const REQUEST_FORMATS = ["http", "curl", "json"] as const;

/** See {@link REQUEST_FORMATS}; a HAR entry is JSON. */
export type RequestFormat = (typeof REQUEST_FORMATS)[number];

/** Reads a request; without a format it is told by how the text begins. */
export function readRequest(
  given: Uint8Array,
  { format = formatOf(withoutMark(given)), ...options }: RawHttpOptions & { readonly format?: string | undefined },
): HttpRequest | SigningInput {
  const octets = withoutMark(given);
  const text = Buffer.from(octets).toString("utf8");
  if (text.trim() === "") throw new UsageError("expected a request, got an empty file");
  switch (format) {
    case "http":
      return readRawHttp(octets, options);
    case "curl":
      return readCurlLine(text);
    case "json":
      return readJsonRequest(text);
    default:
      throw new UsageError(`--format must be one of ${REQUEST_FORMATS.join(", ")}, got ${JSON.stringify(format)}`);
  }
}

/** Some editors begin a file with a byte order mark, which nobody sees. */
function withoutMark(octets: Uint8Array): Uint8Array {
  return octets[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf ? octets.subarray(3) : octets;
}

function formatOf(octets: Uint8Array): RequestFormat {
  const start = Buffer.from(octets.subarray(0, 200)).toString("utf8").trimStart();
  if (start.startsWith("{")) return "json";
  return /^(?:\$ )?curl\s/.test(start) ? "curl" : "http";
}
