/** Requests as curl commands for a POSIX shell, octet by octet, with a note where curl cannot send the request. */

import { headerValues } from "../model/index.ts";
import type { HttpRequest } from "../oauth1/index.ts";
import { latin1Text } from "../platform/index.ts";
import { shellWord } from "./request-to-paste.ts";

/** What a single-quoted word of a shell can contain. */
const PRINTABLE_RE = /^[\x20-\x7e]*$/;
/** Fields that curl writes itself. */
const OWN = ["content-length", "connection"];

/**
 * The command that sends the request again.
 *
 * @param origin `scheme://host[:port]` to connect to
 */
export function curlOf({ method, url, headers, body }: HttpRequest, origin: string): string {
  const data = latin1Text(body ?? new Uint8Array());
  const isAbsolute = !url.startsWith("/");
  const texts = [method, url, ...headers.flat(), data];
  if (!texts.every((text) => PRINTABLE_RE.test(text)))
    return `curl cannot send this request as it is: ${method} ${origin}`;
  const words = [
    ...["curl", "--globoff", "--path-as-is", "--include"],
    ...(method === "HEAD" ? ["--head"] : ["--request", method]),
    ...(isAbsolute ? ["--request-target", url] : []),
    ...headers
      .filter(([name]) => !OWN.includes(name.toLowerCase()))
      .flatMap(([name, value]) => ["--header", field(name, value)]),
    ...(data === "" ? [] : ["--data-raw", data]),
    ...(data !== "" && headerValues({ headers }, "content-type").length === 0 ? ["--header", "Content-Type:"] : []),
    isAbsolute ? origin : `${origin}${url}`,
  ];
  return words.map(shellWord).join(" ");
}

/** An empty field ends with a semicolon, because with a colon curl would leave it out. */
function field(name: string, value: string): string {
  return value === "" ? `${name};` : `${name}: ${value}`;
}
