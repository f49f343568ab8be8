/** Reads one request: raw HTTP, a curl command or JSON. */

import type { HttpRequest, SigningInput } from "../../model/index.ts";
import { UsageError } from "../exit-codes.ts";
import { readName } from "../input/similar-names.ts";
import { readCurlLine } from "./curl-line.ts";
import { readJsonRequest } from "./json-request.ts";
import { type RawHttpOptions, readRawHttp } from "./raw-http.ts";

/** The values of `--format`. */
export const REQUEST_FORMATS = ["http", "curl", "json"] as const;

export type RequestFormat = (typeof REQUEST_FORMATS)[number];

/** Reads a request. Without a format, the beginning of the text decides. */
export function readRequest(
  given: Uint8Array,
  { format = formatOf(withoutMark(given)), ...options }: RawHttpOptions & { readonly format?: string | undefined },
): HttpRequest | SigningInput {
  const octets = withoutMark(given);
  const text = Buffer.from(octets).toString("utf8");
  if (text.trim() === "") throw new UsageError("expected a request, got an empty file");
  switch (readName("--format", format, REQUEST_FORMATS)) {
    case "http":
      return readRawHttp(octets, options);
    case "curl":
      return readCurlLine(text);
    case "json":
      return readJsonRequest(text);
  }
}

/** Some editors write an invisible byte order mark at the beginning of a file. */
function withoutMark(octets: Uint8Array): Uint8Array {
  return octets[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf ? octets.subarray(3) : octets;
}

function formatOf(octets: Uint8Array): RequestFormat {
  const start = Buffer.from(octets.subarray(0, 200)).toString("utf8").trimStart();
  if (start.startsWith("{")) return "json";
  return /^(?:\$ )?curl\s/.test(start) ? "curl" : "http";
}
