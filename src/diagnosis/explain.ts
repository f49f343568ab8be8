/** Reads a request from a text and explains what is wrong with it. */

import { utf8Octets, utf8Text } from "../platform/index.ts";
import { type RequestOptions, readRequest } from "../requests/index.ts";
import { type Explained, type ExplainOptions, explainGiven, type GivenRequest } from "./explain-given.ts";
import { withLoggedEvidence } from "./logged-evidence.ts";

/** What is known about a request. */
export interface Given extends Omit<GivenRequest, "request"> {
  /** The request, or a text with the request: raw HTTP, a command, a HAR file, a log. */
  readonly request: string | Uint8Array | GivenRequest["request"];
  /** How to read the text in `request`. */
  readonly reading?: RequestOptions | undefined;
}

/**
 * Explains one request. The search runs in slices of a few hundredths of a second, between which the process does other work.
 *
 * @throws RequestTextError if a text contains no request that can be read, or if a key cannot be parsed
 * @throws CorrectionError if the request is to be corrected, and that is not possible
 */
export async function explain({ request, reading, ...known }: Given, options?: ExplainOptions): Promise<Explained> {
  if (typeof request !== "string" && !(request instanceof Uint8Array)) {
    return explainGiven({ ...known, request }, options);
  }
  const octets = typeof request === "string" ? utf8Octets(request) : request;
  const given = { ...known, request: readRequest(octets, reading) };
  return explainGiven(withLoggedEvidence(given, utf8Text(octets)), options);
}
