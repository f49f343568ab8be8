/** Finds the request in the log of a program. */

import { latin1Octets, latin1Text } from "../platform/index.ts";
import { chooseEntry } from "./choose-entry.ts";
import { findApacheRequests } from "./logs/apache-log.ts";
import { findCurlRequests } from "./logs/curl-log.ts";
import { findDotnetRequests } from "./logs/dotnet-log.ts";
import { findJavaRequests } from "./logs/java-log.ts";
import type { FindRequests } from "./logs/logged-request.ts";
import { findNghttpRequests } from "./logs/nghttp-log.ts";
import { findOkHttpRequests } from "./logs/okhttp-log.ts";
import { findPythonRequests } from "./logs/python-log.ts";

/** The first of these that finds a request reads the log. */
const LOGS: readonly FindRequests[] = [
  findCurlRequests,
  findNghttpRequests,
  findPythonRequests,
  findApacheRequests,
  findOkHttpRequests,
  findJavaRequests,
  findDotnetRequests,
];

/** What raw HTTP begins with; its body may contain a log. */
const RAW_RE = /^\s*(?:[A-Z]+ (?:\/|https?:)\S*(?: HTTP\/[0-9.]+)?\r?(?:\n|$)|:[a-z])/;

/**
 * The request of a log as raw HTTP; `undefined` if the text is not a log.
 *
 * @param entry which request, if there are several
 */
export function requestInLog(octets: Uint8Array, entry: string | undefined): Uint8Array | undefined {
  const log = latin1Text(octets);
  if (RAW_RE.test(log)) return undefined;
  for (const find of LOGS) {
    const found = find(log);
    if (found.length === 0) continue;
    const { index, message } = chooseEntry(
      found.map((one) => ({ ...one, ...lineOf(one.message) })),
      "a log",
      entry,
    );
    // As many line feeds as the log has before the request, so that errors name the lines of the file.
    const before = log.slice(0, index).replace(/[^\n]/g, "");
    return latin1Octets(`${before}${message}${found.length === 1 ? bodyAtEnd(log, message) : ""}`);
  }
  return undefined;
}

/** Method and target, for the list of several requests. */
function lineOf(message: string): { method: string; url: string } {
  const pseudo = (name: string): string => new RegExp(`^:${name}: (.*)$`, "m").exec(message)?.[1] ?? "";
  const [method = "", url = ""] = message.startsWith(":") ? [pseudo("method"), pseudo("path")] : message.split(/\s/, 2);
  return { method, url };
}

/** The body that a user added to a log without it: the last lines, if they have the length in Content-Length. */
function bodyAtEnd(log: string, message: string): string {
  const [head = "", body = ""] = message.split(/\r?\n\r?\n/, 2);
  const length = Number(/^content-length:[ \t]*(\d{1,9})[ \t]*\r?$/im.exec(head)?.[1] ?? 0);
  if (length === 0 || body !== "") return "";
  const end = log.replace(/\r?\n$/, "");
  const isLine = end.charAt(end.length - length - 1) === "\n";
  return isLine ? end.slice(-length) : "";
}
