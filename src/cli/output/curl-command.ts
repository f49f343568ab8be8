/**
 * A signed request as a curl line that sends exactly what was signed.
 *
 * @module
 */

import type { SignedRequest } from "../../index.ts";
import { shellWord } from "./shell-word.ts";

/** What the line needs beside the request. */
export interface CurlBody {
  /** The file that holds a body which is not a form. */
  readonly file?: string | undefined;
  readonly contentType?: string | undefined;
}

/** One line for a POSIX shell. curl is kept from rewriting the URL: no globbing, no removal of dot segments. */
export function curlLine({ method, url, headers, body }: SignedRequest, { file, contentType }: CurlBody = {}): string {
  const sent = { ...headers, ...(contentType === undefined ? {} : { "content-type": contentType }) };
  const data =
    file === undefined ? (typeof body === "string" ? ["--data-raw", body] : []) : ["--data-binary", `@${file}`];
  const words = [
    ...["curl", "--globoff", "--path-as-is"],
    ...(method === "HEAD" ? ["--head"] : ["--request", method]),
    ...Object.entries(sent).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    ...data,
    url,
  ];
  return words.map(shellWord).join(" ");
}
