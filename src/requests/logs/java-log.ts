/**
 * The logs of the Java platform: those of `java.net.http` with `-Djdk.httpclient.HttpClient.log=headers`, and those of
 * HttpURLConnection at the level FINE. Neither contains the body.
 */

import { type LoggedRequest, messageOf, segments, statusIn } from "./logged-request.ts";

const HEADERS_RE = /^.*\bREQUEST HEADERS:\r?\n(?=[A-Z]+ \S+ HTTP\/)/gm;
const PAIRS_RE = /^.*\bMessageHeader@\w+ pairs: \{([A-Z]+ \S+ HTTP\/[0-9.]+): null\}(.*)$/gm;

export function findJavaRequests(log: string): LoggedRequest[] {
  const listed = segments(log, HEADERS_RE).map(({ match: { index, 0: first }, text }) => {
    const [head = ""] = text.slice(first.length).split(/\r?\n\r?\n/, 1);
    const [, status] = /\bRESPONSE: \((?:(?!\bRESPONSE: \().)*\) (\d{3})\b/.exec(text) ?? [];
    return { index, message: messageOf([head]), status: status === undefined ? undefined : Number(status) };
  });
  const inPairs = segments(log, PAIRS_RE).map(({ match: { index, 1: line = "", 2: pairs = "" }, text }) => {
    const fields = pairs.trim().slice(1, -1).split("}{");
    const [, answer = ""] = /\bpairs: \{null: (.*)/.exec(text) ?? [];
    return { index, message: messageOf([line, ...fields]), status: statusIn(answer) };
  });
  return [...listed, ...inPairs];
}
