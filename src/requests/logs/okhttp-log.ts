/** The log of OkHttp's HttpLoggingInterceptor, which Retrofit uses too: from `--> POST URL` to `--> END POST`. */

import { type LoggedRequest, segments } from "./logged-request.ts";

const START_RE = /^(.*?)--> ([A-Z]+ https?:\/\/\S+)(?: \S+)?\r?$/gm;

export function findOkHttpRequests(log: string): LoggedRequest[] {
  return segments(log, START_RE).map(({ match: { index, 1: prefix = "", 2: line = "" }, text }) => {
    const [, ...lines] = text.split(/\r?\n/).map((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : one));
    const end = lines.findIndex((one) => /^--> END /.test(one));
    const sent = lines.slice(0, end === -1 ? undefined : end);
    const [, status] = /^.*?<-- (\d{3})\b/m.exec(text) ?? [];
    const endOfHead = sent.includes("") ? [] : ["", ""];
    const message = [`${line} HTTP/1.1`, ...sent, ...endOfHead].join("\n");
    return { index, message, status: status === undefined ? undefined : Number(status) };
  });
}
