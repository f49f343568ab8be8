/** Requests as curl commands for a POSIX shell, octet by octet; a note where curl cannot send the request. */

import type { HttpRequest } from "../../oauth1/http-request.ts";

/** What a single-quoted word of a shell can hold. */
const PRINTABLE_RE = /^[\x20-\x7e]*$/;
/** Fields that curl writes itself. */
const OWN = ["content-length", "connection"];

function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The command that sends the request again.
 *
 * @param origin `scheme://host[:port]` to connect to
 */
export function curlOf({ method, url, headers, body }: HttpRequest, origin: string): string {
  const data = Buffer.from(body ?? []).toString("latin1");
  const isAbsolute = !url.startsWith("/");
  const texts = [method, url, ...headers.flat(), data];
  if (!texts.every((text) => PRINTABLE_RE.test(text)))
    return `curl cannot send this request as it is: ${method} ${origin}`;
  const hasType = headers.some(([name]) => name.toLowerCase() === "content-type");
  const words = [
    ...["curl", "--globoff", "--path-as-is", "--include"],
    ...(method === "HEAD" ? ["--head"] : ["--request", method]),
    ...(isAbsolute ? ["--request-target", url] : []),
    ...headers
      .filter(([name]) => !OWN.includes(name.toLowerCase()))
      .flatMap(([name, value]) => ["--header", field(name, value)]),
    ...(data === "" ? [] : ["--data-raw", data]),
    ...(data !== "" && !hasType ? ["--header", "Content-Type:"] : []),
    isAbsolute ? origin : `${origin}${url}`,
  ];
  return words.map(quoted).join(" ");
}

/** With a colon, curl would leave out a field without a value. */
function field(name: string, value: string): string {
  return value === "" ? `${name};` : `${name}: ${value}`;
}

/** The commands for several requests: those that belong together in one line, one after the other or at once. */
export function curlLines(steps: readonly (readonly HttpRequest[])[], origin: string): string[] {
  return steps.map((requests) => {
    const commands = requests.map((request) => curlOf(request, origin));
    const [first = "", ...others] = commands;
    if (others.length === 0) return first;
    if (others.every((command) => command === first))
      return `for i in $(seq ${commands.length}); do ${first} & done; wait`;
    return `${commands.map((command) => `${command} &`).join(" ")} wait`;
  });
}
